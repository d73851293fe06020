"""How long the journal keeps what a plan changed (DESIGN §4: 30 days)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from progressive_memory.domain.plan import PastPlan

HISTORY = timedelta(days=30)


def outlived(times: Sequence[datetime], now: datetime) -> int:
    """How many of the oldest records may go. `times` say when each was written, in their order.

    A clock may be wrong for a while. One that went back has taken no time, and a step of more than
    `HISTORY` may be a wrong clock as well as a long pause: it does not count, or a single flush in
    the year 2099 would leave nothing to undo.
    """
    ages = timedelta()
    for kept, (earlier, later) in enumerate(reversed([*pairwise([*times, now])])):
        step = later - earlier
        ages += step if timedelta() <= step <= HISTORY else timedelta()
        if ages > HISTORY:
            return len(times) - kept
    return 0


def with_undone(plans: Iterable[PastPlan]) -> tuple[PastPlan, ...]:
    """Past plans, newest first, each told whether a later undo names it by its trigger: times and
    ids may come again where a clock went back, the order does not.
    """
    undone: set[str] = set()
    found = []
    for past in plans:
        found.append(replace(past, undone=past.plan.id in undone))
        undone -= {past.plan.id}
        undone |= {past.plan.trigger} if past.plan.verb == "undo" else set()
    return tuple(found)
