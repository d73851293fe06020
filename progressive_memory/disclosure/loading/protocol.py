"""The verbs of the disclosure protocol, pure: a Disclosure and what was read go in, the next
Disclosure and a Bundle come out (DESIGN §6, docs/protocol.md).

A refusal is a `ProtocolViolation`; nothing changes then. Run each verb inside one transaction of
the StateStore, and concurrent calls for one session cannot exceed the limits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from progressive_memory.disclosure import wording
from progressive_memory.disclosure.loading.archive import ARCHIVED
from progressive_memory.disclosure.loading.budget import (
    Fitted,
    Frame,
    digest,
    fit,
    section_keys,
)
from progressive_memory.disclosure.loading.part import Part
from progressive_memory.disclosure.loading.session import Opened, check_limits, with_file
from progressive_memory.disclosure.render import has_text
from progressive_memory.domain.disclosure import Budget, Bundle, Disclosure, Loaded, Outcome
from progressive_memory.domain.group import IndexNote, Route


@dataclass(frozen=True)
class Reading:
    """What a call reads of one group: its entrance, the rules that hold, what is not flushed.

    `rules` are the sections of rules.md and of the index note's Hard Rules.
    """

    index: IndexNote
    rules: tuple[Part, ...] = ()
    unflushed_messages: int = 0
    unflushed_task_changes: int = 0


@dataclass(frozen=True)
class Call:
    """The circumstances of one call. `nonce` must be unknown to whoever writes the notes;
    `max_bytes` bounds the text in UTF-8 bytes (0 = only the budget does).
    """

    now: datetime
    nonce: str
    count: Callable[[str], int]
    max_bytes: int = 0


Step = tuple[Disclosure, Bundle]


def show(opened: Opened, reading: Reading, parts: Sequence[Part], call: Call) -> Step:
    """Hand over `parts` (and the rules not yet shown) inside the budget; count what it cost."""
    disclosure = opened.disclosure
    fitted = fit([*reading.rules, *parts], disclosure.shown, _frame(opened, reading, parts, call))
    after = replace(
        disclosure,
        spent_tokens=disclosure.spent_tokens + fitted.tokens,
        shown=_with_shown(disclosure.shown, fitted),
    )
    nothing_fits = not fitted.text and not fitted.nothing_new
    bundle = Bundle(
        group=reading.index.group_name,
        outcome=Outcome.BUDGET_STOPPED if nothing_fits else Outcome.LOADED,
        reason=_reason(opened, fitted),
        route=after.last_route,
        loaded=_loaded(parts, fitted),
        budget=budget(after, reading.index),
        unflushed_messages=reading.unflushed_messages,
        unflushed_task_changes=reading.unflushed_task_changes,
        text=fitted.text,
    )
    return after, bundle


def route_to(opened: Opened, reading: Reading, route: Route | None, reason: str) -> Step:
    """Remember the message's one route (None: it has none); nothing is shown."""
    after = replace(opened.disclosure, last_route=route)
    outcome = Outcome.LOADED if route else Outcome.NOT_ROUTED
    return after, empty(after, reading, outcome, reason)


def load(opened: Opened, reading: Reading, route: Route, part: Part, call: Call) -> Step:
    """Show one file under its route, and count it.

    Raises:
        ProtocolViolation: `too_many_files`, `one_convention`.
    """
    check_limits(opened.disclosure, reading.index, route)
    if not any(has_text(part.sections[place]) for place in part.offered):
        after = opened.disclosure
        return after, empty(after, reading, Outcome.NOT_FOUND, "nothing_written_there")
    after, bundle = show(opened, reading, [part], call)
    if bundle.outcome is Outcome.LOADED:
        after = with_file(after, route.file)
    return after, bundle


def empty(disclosure: Disclosure, reading: Reading, outcome: Outcome, reason: str) -> Bundle:
    """A bundle without text."""
    return Bundle(
        group=reading.index.group_name,
        outcome=outcome,
        reason=reason,
        route=disclosure.last_route,
        budget=budget(disclosure, reading.index),
        unflushed_messages=reading.unflushed_messages,
        unflushed_task_changes=reading.unflushed_task_changes,
    )


def budget(disclosure: Disclosure, index: IndexNote) -> Budget:
    """The group's limit, what this disclosure spent, and what is left (never below 0)."""
    limit = max(0, index.memory_budget_tokens)
    return Budget(limit, disclosure.spent_tokens, max(0, limit - disclosure.spent_tokens))


def _frame(opened: Opened, reading: Reading, parts: Sequence[Part], call: Call) -> Frame:
    index = reading.index
    limits = budget(opened.disclosure, index)
    said = [wording.SWITCHED[index.language]] if opened.dropped else []
    if index.status == ARCHIVED:
        said.append(wording.ARCHIVED[index.language])
    return Frame(
        group=index.group_name,
        language=index.language,
        nonce=call.nonce,
        left_tokens=limits.left_tokens,
        limit_tokens=limits.limit_tokens,
        max_bytes=call.max_bytes,
        count=call.count,
        opening_lines=tuple(said),
        can_load=bool(opened.disclosure.session),
        closing_lines=tuple(
            wording.freshness(
                part.name,
                _day(part.last_flushed, index.timezone),
                reading.unflushed_messages,
                reading.unflushed_task_changes,
                index.language,
            )
            for part in parts
            if part.is_flushed
        ),
    )


def _day(at: str, timezone: str) -> str:
    """The ISO date of an RFC 3339 time in that zone; "" for no time."""
    if not at:
        return ""
    from zoneinfo import ZoneInfo

    try:
        return f"{datetime.fromisoformat(at).astimezone(ZoneInfo(timezone)):%Y-%m-%d}"
    except (ValueError, LookupError, OSError, OverflowError):
        return at[:10]  # written by hand, or a zone that this system does not know


def _reason(opened: Opened, fitted: Fitted) -> str:
    if fitted.nothing_new:
        return "nothing_new"
    if not fitted.text:
        return "no_entry_fits"
    return "group_switched" if opened.dropped else ""


def _loaded(parts: Sequence[Part], fitted: Fitted) -> tuple[Loaded, ...]:
    if fitted.nothing_new:
        return tuple(Loaded(p.path, 0, (), 0, p.last_flushed) for p in parts if p.listed)
    return tuple(
        Loaded(
            path=shown.part.path,
            tokens=shown.tokens,
            entries=tuple(shown.part.sections[at].id for at in shown.places),
            left_out=shown.left_out,
            last_flushed=shown.part.last_flushed,
        )
        for shown in fitted.shown
        if shown.part.listed and (shown.places or shown.left_out)
    )


def _with_shown(before: dict[str, dict[str, str]], fitted: Fitted) -> dict[str, dict[str, str]]:
    after = {path: dict(known) for path, known in before.items()}
    for shown in fitted.shown:
        keys = section_keys(shown.part.sections)
        known = after.setdefault(shown.part.path, {})
        known.update((keys[at], digest(shown.part.sections[at])) for at in shown.places)
    return after
