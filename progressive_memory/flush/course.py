"""Course: what becomes of tasks, blockers and open loops that nobody ends by name. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

from progressive_memory.domain.candidate import TaskState
from progressive_memory.flush import homes, lines, meaning
from progressive_memory.flush.known import Known, Place
from progressive_memory.flush.meaning import STATE_KINDS
from progressive_memory.vault.words import HEADING_WORDS

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_ACTIVE = frozenset({TaskState.OPEN, TaskState.BLOCKED})


def quieted(known: Mapping[str, Known], newest: str, quiet_days: int) -> dict[str, Known]:
    """`known`, with what nobody has spoken of for more than `quiet_days` gone quiet, counted up to
    the ISO day `newest` ("" = nothing does) and from the due day where that is later.
    """
    after = dict(known)
    if newest:
        last = date.fromisoformat(newest) - timedelta(days=quiet_days)
        for one in known.values():
            heard = one.latest[:10]
            if heard and is_ours_to_end(one) and max(heard, due_of(one)) < str(last):
                after[one.id] = replace(one, state=TaskState.QUIET, ended_on=heard)
    return after


def is_ours_to_end(known: Known) -> bool:
    """Whether it is open as we wrote it: not pending, not reworded, moved or taken out of the
    archive by a person.
    """
    if known.place is not Place.STANDING or known.kind not in STATE_KINDS:
        return False
    if known.state not in _ACTIVE or any(lines.says_over(piece) for piece in known.tail):
        return False
    return known.entry is None or (_has_our_words(known) and _at_home(known, known.entry.heading))


def due_of(known: Known) -> str:
    """The last ISO day its tail names; "" for none."""
    return max((day for piece in known.tail for day in _DAY.findall(piece)), default="")


def _has_our_words(known: Known) -> bool:
    return known.fingerprint in ("", meaning.fingerprint(known.kind, known.slot))


def _at_home(known: Known, heading: str) -> bool:
    home = homes.heading_of(known)
    return not home or heading in HEADING_WORDS[home].values()
