"""Entries and sections of a note (DESIGN §4 "Entry shapes").

An entry is a heading with all down to its id line (experience.md), a list item ending in its id
with what is nested in it (elsewhere), or any block that a person gave an id.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from progressive_memory.domain.entry import Entry, Field, Kind
from progressive_memory.domain.section import Section
from progressive_memory.vault import comments, fields, log_note
from progressive_memory.vault.headings import DATED, DEPRECATED
from progressive_memory.vault.ids import OUR_ID
from progressive_memory.vault.lines import is_blank
from progressive_memory.vault.names import heading_slug
from progressive_memory.vault.outline import Outline, outline
from progressive_memory.vault.outline_parts import Heading

_ID_AT_END = re.compile(r"(?:^|[ \t])\^([A-Za-z0-9-]+)[ \t]*$")
_ID_ALONE = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*")
_BULLET = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[(.)\](?:[ \t]+|$))?")
TITLE_JOIN = " — "


class _Place(NamedTuple):
    """An id and the lines (end exclusive) it names; its own text ends before `own_end`. `heading`
    is set where it names a heading and all down to the id line.
    """

    id: str
    first: int
    end: int
    own_end: int
    heading: Heading | None = None


def entries(path: str, text: str) -> tuple[Entry, ...]:
    """Every entry of a note in order of place; one a person nested in another stands on its own."""
    note = outline(text)
    return tuple(_entry(path, note, place) for place in _places(note))


def sections(path: str, text: str) -> tuple[Section, ...]:
    """The sections of a note in order; joined, their texts are the note's body."""
    if log_note.day_of(path):
        return tuple(_log_sections(path, text))
    note = outline(text)
    names = _Names()
    found: list[Section] = []
    for first, end, place in _cuts(note):
        span = text[note.starts[first] : note.starts[end]]
        if place is None:
            found.append(_free_section(path, note, first, span, names))
        else:
            found.append(_entry_section(_entry(path, note, place), span))
    return tuple(found)


def _places(note: Outline) -> list[_Place]:
    places = [*_item_places(note), *_alone_places(note), *_paragraph_places(note)]
    return sorted(places, key=lambda place: (place.first, -place.end))


def _item_places(note: Outline) -> Iterator[_Place]:
    for item in note.items:
        if "^" not in note.shown[item.own_end - 1]:
            continue
        last = _line(note, item.own_end - 1)
        found = _id_at_end(last)
        if found and not last.startswith("^"):
            yield _Place(found[1], item.first, item.end, item.own_end)


def _alone_places(note: Outline) -> Iterator[_Place]:
    floor = 0
    for number, line in enumerate(note.shown):
        if "^" not in line:
            continue
        found = _ID_ALONE.fullmatch(_line(note, number))
        if found is None or number in note.code:
            continue
        heading = _entry_heading(note, number, floor, found[1])
        first = heading.first if heading else _block_above(note, number, floor)
        own_end = heading.end if heading else max(number, first + 1)
        yield _Place(found[1], first, number + 1, own_end, heading)
        floor = number + 1


def _entry_heading(note: Outline, number: int, floor: int, block_id: str) -> Heading | None:
    """The heading an id line closes: it is dated, or the id is that of a decision or fix."""
    path = note.heading_path(number)
    if not path or path[-1].level == 1 or path[-1].first < floor:
        return None
    if DATED.match(path[-1].text) or _kind(block_id) in {Kind.DECISION, Kind.FIX}:
        return path[-1]
    return None


def _block_above(note: Outline, number: int, floor: int) -> int:
    """First line of the block (of a list: of its last item) that an id line names."""
    above = bisect_left(note.blocks, number, key=lambda block: block.first)
    block = note.blocks[above - 1] if above else None
    if block is None or block.first < floor or block.name == "heading":
        return number
    below = bisect_left(note.items, number, key=lambda item: item.first)
    items = takewhile(lambda item: item.first >= block.first, reversed(note.items[:below]))
    return next((item.first for item in items if item.depth == 0), block.first)


def _paragraph_places(note: Outline) -> Iterator[_Place]:
    for block in note.blocks:
        if "^" not in note.shown[block.end - 1]:
            continue
        last = _line(note, block.end - 1)
        found = _id_at_end(last) if block.name in {"paragraph", "blockquote"} else None
        if found and not last.startswith("^"):
            yield _Place(found[1], block.first, block.end, block.end)


def _id_at_end(line: str) -> re.Match[str] | None:
    """The id at the end of a line, with the blank before it."""
    return _ID_AT_END.search(line, max(line.rfind("^") - 1, 0))


def _line(note: Outline, number: int) -> str:
    """A line without its comments and its ending."""
    return comments.without_signs(note.shown[number].rstrip("\r\n"))


def _entry(path: str, note: Outline, place: _Place) -> Entry:
    start, end = note.span(place.first, place.end)
    under = note.heading_path(place.first)
    if place.heading is not None:  # what stands above is a sibling, not what it stands under
        under = tuple(heading for heading in under if heading.level < place.heading.level)
    title, mark = _title(note, place)
    dated = DATED.match(title) if place.heading else None
    our = OUR_ID.match(place.id)
    on = dated[1] if dated else _iso(our["on"]) if our else ""
    return Entry(
        id=place.id,
        kind=_kind(place.id),
        title=_without_date(title, dated),
        path=path,
        heading=under[-1].text if under else "",
        text=note.text[start:end],
        start=start,
        end=end,
        mark=mark,
        on=on,
        fields=fields.read([_line(note, n) for n in range(place.first + 1, place.end)]),
    )


def _without_date(title: str, dated: re.Match[str] | None) -> str:
    if dated is None:
        return title
    return (title[: dated.start(1)] + title[dated.end() :]).strip()


def _title(note: Outline, place: _Place) -> tuple[str, str]:
    """The title, date included, and the checkbox character."""
    if place.heading is not None:
        return place.heading.text, ""
    own = [_line(note, number) for number in range(place.first, place.own_end)]
    named = _id_at_end(own[-1])
    own[-1] = own[-1][: named.start()] if named else own[-1]
    bullet = _BULLET.match(own[0])
    own[0] = own[0][bullet.end() :] if bullet else own[0]
    mark = (bullet[1] or "") if bullet else ""
    plain = (line.lstrip("> \t").rstrip() for line in own)
    return " ".join(line for line in plain if line), mark


def _kind(block_id: str) -> Kind | None:
    our = OUR_ID.match(block_id)
    return Kind(our["kind"]) if our else None


def _iso(compact: str) -> str:
    return f"{compact[:4]}-{compact[4:6]}-{compact[6:]}"


def _cuts(note: Outline) -> Iterator[tuple[int, int, _Place | None]]:
    """The body cut into entries and free text: first line, end line, the entry's place."""
    starts: dict[int, _Place | None] = {0: None}
    inside: set[int] = set()
    floor = 0
    for place in _places(note):
        if place.first < floor:
            continue
        floor = place.end
        starts[place.first] = place
        inside.update(range(place.first + 1, place.end))
        starts.setdefault(_past_blanks(note, floor), None)
    for heading in note.headings:
        if heading.first not in inside:
            starts.setdefault(heading.first, None)
    ordered = sorted(starts.items())
    ends = [line for line, _ in ordered[1:]] + [len(note.lines)]
    for (first, cut), end in zip(ordered, ends, strict=True):
        if first < end:
            yield first, end, cut


def _past_blanks(note: Outline, line: int) -> int:
    while line < len(note.lines) and is_blank(note.lines[line]):
        line += 1
    return line


class _Names:
    """The ids of a note's free sections: the slug of their headings, numbered from the second."""

    def __init__(self) -> None:
        self._slugs: dict[int, str] = {}
        self._taken: dict[str, int] = {}

    def take(self, under: tuple[Heading, ...]) -> str:
        """The id of the next section under those headings."""
        line = under[-1].first if under else -1
        name = self._slugs.get(line)
        if name is None:
            name = "h-" + heading_slug([heading.text for heading in under])
            self._slugs[line] = name
        taken = self._taken[name] = self._taken.get(name, 0) + 1
        return name if taken == 1 else f"{name}-{taken}"


def _free_section(path: str, note: Outline, first: int, text: str, names: _Names) -> Section:
    under = note.heading_path(first + 1)
    heading = under[-1].text if under else ""
    return Section(
        id=names.take(under),
        path=path,
        heading=heading,
        text=text,
        title=heading,
        superseded=bool(heading and DEPRECATED.match(heading)),
    )


def _entry_section(entry: Entry, text: str) -> Section:
    superseded = fields.value(entry.fields, Field.SUPERSEDED_BY) or DEPRECATED.match(entry.title)
    return Section(
        id=entry.id,
        path=entry.path,
        heading=entry.heading,
        text=text,
        kind=entry.kind.value if entry.kind else "",
        title=entry.title,
        on=entry.on,
        who=_who(entry),
        superseded=bool(superseded),
        confidence=fields.confidence(fields.value(entry.fields, Field.CONFIDENCE)),
    )


def _who(entry: Entry) -> tuple[str, ...]:
    """People who decided and confirmed, and the owner, reporter or holder in the list item."""
    named = [fields.value(entry.fields, field) for field in (Field.DECIDED_BY, Field.CONFIRMED_BY)]
    pieces = entry.title.split(TITLE_JOIN)
    if entry.kind is Kind.ROLE:
        named.append(pieces[0])
    elif entry.kind is not None and entry.text.lstrip()[:1] != "#":
        named += pieces[1:2]
    names = (name for text in named for name in fields.people(text))
    return tuple(dict.fromkeys(name for name in names if not any(map(str.isdigit, name[:4]))))


def _log_sections(path: str, text: str) -> Iterator[Section]:
    """One section a message, and the lines between them as free text."""
    on = str(log_note.day_of(path))
    gaps = 0
    for lines, message in log_note.runs(path, text):
        gaps += message is None
        yield Section(
            id=message.block_id if message else f"h-{on}-{gaps}",
            path=path,
            heading=on,
            text=lines,
            kind="m" if message else "",
            title=message.text if message else "",
            on=on,
            who=(message.sender_name,) if message else (),
            event_id=message.event_id if message else "",
        )
