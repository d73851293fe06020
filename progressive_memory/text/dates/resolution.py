"""From a text and its time to the phrases about time in it; the grammar is loaded when asked."""

from __future__ import annotations

from datetime import datetime

from progressive_memory.text.dates.span import DateSpan, Lean, Mention


def resolve(text: str, at: datetime, *, lean: Lean = "nearest") -> tuple[DateSpan, ...]:
    """The dated phrases of a text, in order, none overlapping another.

    `at` is the message's own time, aware, in the zone whose days count (the group's). `lean` says
    how a phrase that lacks its year or day is read. Dates already put behind a phrase by `annotate`
    change nothing.
    """
    from progressive_memory.text.dates.reading import date_spans

    return date_spans(text, at, lean)


def mentions(text: str, at: datetime) -> tuple[Mention, ...]:
    """Every phrase about time: the dated ones, lengths of time, habits; in order and apart."""
    from progressive_memory.text.dates.reading import all_mentions

    return all_mentions(text, at)
