"""Section: the unit of loading, cutting and searching a note."""

from __future__ import annotations

from typing import NamedTuple


class Section(NamedTuple):
    """A stretch of one note that is never cut: an entry, or free text under one heading.

    The sections of a note, in order, cover all of its body. `id` is the block id, or `h-` + a
    slug of the heading path for free text. `kind` is the entry kind's letter, "" for free text,
    "m" for a log message. `on` is an ISO date or "". `who` holds people's names found in it.
    `superseded` marks an entry that another one replaced. `event_id` is set for log messages.
    `agreed` is set for a message that others agreed to: how many sections after it the last of
    them stands.
    """

    id: str
    path: str
    heading: str
    text: str
    kind: str = ""
    title: str = ""
    on: str = ""
    who: tuple[str, ...] = ()
    superseded: bool = False
    confidence: float = 1.0
    event_id: str = ""
    agreed: int = 0
