"""The archive of attention.md stays one screen: its older lines stand in a note of their year.

What has ended goes into the note's archive section. From 15 entries on the oldest leave it five at
a time, so that what the section keeps does not depend on how often it was flushed. Nothing is cut:
a line is carried byte for byte, and what a person wrote or added stays. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from progressive_memory.domain.entry import Entry, Field
from progressive_memory.flush.known import homes
from progressive_memory.flush.known.homes import ATTENTION, Homes
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.vault import fields, layout
from progressive_memory.vault.wikilinks import links
from progressive_memory.vault.words import HEADING_WORDS

KEPT = 10
"""So many entries always stay in the section: of two lines each, with the rest of attention.md they
fill one screen.
"""
AT_ONCE = 5
"""So many leave it together."""


@dataclass(frozen=True)
class Carried:
    """An entry on disk that goes from one note to another."""

    id: str
    old: str
    new: str


def leaving(
    before: Mapping[str, Known],
    after: Mapping[str, Known],
    own: Homes,
    *,
    kept: Collection[str] = (),
    twins: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """The shelf (a note's path) of each entry that leaves the archive section, oldest first; those
    that are `kept` (ids) or hold something of a person's stay and do not count.

    `twins` are the shelves of entries that stand on one too: a program brought them back.
    """
    twins = twins or {}
    found = [
        one
        for one in after.values()
        if one.id not in kept and _in_section(before.get(one.id), one, own)
    ]
    back = {one.id: twins[one.id] for one in found if one.id in twins}
    found = [one for one in found if one.id not in back]
    found.sort(key=lambda one: _age(before.get(one.id), one))
    many = max(0, (len(found) - KEPT) // AT_ONCE * AT_ONCE)
    return back | {one.id: layout.shelf(own.group, _day(one)[:4]) for one in found[:many]}


def coming_back(after: Mapping[str, Known]) -> tuple[str, ...]:
    """The ids of entries on a shelf that are over no more: spoken of again, or pending."""
    return tuple(one.id for one in after.values() if one.shelf and not _is_over(one))


def placed(after: Mapping[str, Known], shelves: Mapping[str, str]) -> dict[str, Known]:
    """`after` with those entries on their shelves, and what came back on none."""
    shelved = {one: replace(after[one], shelf=path) for one, path in shelves.items()}
    back = {one: replace(after[one], shelf="") for one in coming_back(after)}
    return {**after, **shelved, **back}


def carried(
    before: Mapping[str, Known], after: Mapping[str, Known], own: Homes
) -> Iterator[Carried]:
    """The entries on disk that change notes between an archive section and its shelves."""
    for one in after.values():
        old = before.get(one.id)
        if old is not None and old.entry is not None and moves(old, one):
            yield Carried(one.id, old.entry.path, own.of(one))


def moves(old: Known, new: Known) -> bool:
    """Whether an entry that stands goes onto a shelf, or comes from one."""
    return old.place is new.place is Place.STANDING and old.shelf != new.shelf


def _is_over(known: Known) -> bool:
    """Whether it belongs into the archive, or a person put it elsewhere in the note it is in."""
    if known.place is not Place.STANDING:
        return False
    entry = known.entry
    own_place = entry is not None and entry.heading not in HEADING_WORDS["archive"].values()
    return own_place or homes.heading_of(known) == "archive"


def _in_section(old: Known | None, new: Known, own: Homes) -> bool:
    """Whether it stands in attention.md's archive section after the flush, as we wrote it."""
    if new.place is not Place.STANDING or new.shelf or homes.heading_of(new) != "archive":
        return False
    if old is None or old.entry is None or old.place is not Place.STANDING:
        return True
    entry = old.entry
    words = {*HEADING_WORDS["archive"].values(), *_words(homes.heading_of(old))}
    return entry.path == own.note(ATTENTION) and entry.heading in words and is_plain(entry)


def _words(heading: str) -> Collection[str]:
    return HEADING_WORDS[heading].values() if heading else ()


def is_plain(entry: Entry) -> bool:
    """Whether it is a list item of its own with no line in it but fields of ours, whose links mean
    the same wherever it stands.
    """
    first, *rest = entry.text.splitlines() or [""]
    named = all(
        any(name in set(Field) for name, _ in fields.read([line]))
        for line in rest
        if line.strip() and line.strip() != f"^{entry.id}"
    )
    whole = all(
        not link.markdown and (not link.written or link.written.startswith(f"{layout.MEMORY}/"))
        for link in links(entry.text)
    )
    return first.startswith(("- ", "* ", "+ ")) and named and whole


def _day(known: Known) -> str:
    """The ISO day it ended; of its newest evidence, or of its id, where none is told."""
    of_id = known.id.split("-")[1]
    day = known.ended_on or known.latest[:10] or known.said_on
    return day if len(day) == len("2026-01-01") else f"{of_id[:4]}-{of_id[4:6]}-{of_id[6:]}"


def _age(old: Known | None, new: Known) -> tuple[str, int, str]:
    """Sorts the oldest first; of one day what stands lower in the section."""
    entry = old.entry if old is not None and old.place is Place.STANDING else None
    return _day(new), -entry.start if entry is not None else 0, new.id
