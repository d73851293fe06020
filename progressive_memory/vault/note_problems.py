"""What is wrong in notes that parse: ids twice, links to nothing, marks of a merge.

Only what is ours is judged: a person's own links may point where nothing stands yet.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from progressive_memory.domain.problem import Problem
from progressive_memory.vault import blocks, headings, layout, log_note
from progressive_memory.vault.ids import OUR_ID
from progressive_memory.vault.lines import LINE_END, LINE_START, lines_ended
from progressive_memory.vault.names import same
from progressive_memory.vault.outline import outline
from progressive_memory.vault.wikilinks import Link, links

_LOG_ID = re.compile(rf"[ \t]\^([A-Za-z0-9-]+)[ \t]*{LINE_END}")
_CONFLICT = re.compile(LINE_START + r"<{7}(?![^ \r\n])")


def block_ids(path: str, text: str) -> tuple[tuple[str, int], ...]:
    """Every block id of a note with an index on the line that names it, in order. Those of a day
    note are found by their lines: it is long, and its messages need not be read for it.
    """
    if log_note.day_of(path):
        return tuple((found[1], found.start(1)) for found in _LOG_ID.finditer(text))
    return tuple((entry.id, entry.end) for entry in blocks.entries(path, text))


def in_note(path: str, text: str, ids: Iterable[tuple[str, int]]) -> Iterator[Problem]:
    """Conflict markers, NUL characters, and block ids that stand twice, each at its line. `ids`
    are the note's `block_ids`.
    """
    marker = _CONFLICT.search(text) if "<<<<<<<" in text else None
    if marker:
        yield Problem(
            path, _line(text, marker.start()), "conflict_marker", "a merge left its marks"
        )
    if "\0" in text:
        message = "a NUL character stands here: the file may be damaged, or no text"
        yield Problem(path, _line(text, text.index("\0")), "nul_character", message)
    seen: set[str] = set()
    for block_id, place in ids:
        if block_id in seen:
            message = f"the block id ^{block_id} stands here a second time"
            yield Problem(path, _line(text, place), "duplicate_block_id", message)
        seen.add(block_id)


def in_two_notes(ids: Mapping[str, Collection[str]]) -> Iterator[Problem]:
    """Entries of ours that stand in two notes: one of the two is a copy. `ids` are the block ids
    of each note, path → ids. One problem a note, for its first such id, at the later path; of two
    notes the one whose name is longer is taken for the copy (`people 1.md` of `people.md`).
    """
    first: dict[str, str] = {}
    told: set[str] = set()
    for path in sorted(ids, key=lambda path: (len(path), path)):
        for block_id in ids[path]:
            if OUR_ID.match(block_id):
                before = first.setdefault(block_id, path)
                if before != path and path not in told:
                    told.add(path)
                    message = f"the entry ^{block_id} stands in {before} too"
                    yield Problem(path, 0, "entry_in_two_notes", message)


def in_links(
    texts: Mapping[str, str], files: Collection[str], ids: Mapping[str, Collection[str]]
) -> Iterator[Problem]:
    """Links into the memory folder whose file, block id or heading is not there.

    `texts` are the notes to check, path → text, and `ids` their block ids; `files` is every path
    that stands below the memory folder.
    """
    standing = {same(path): path for path in files}
    inside: list[_LinkInside] = []
    for path, text in texts.items():
        for link in filter(_is_ours, links(text)):
            there = standing.get(same(f"{link.target}.md")) or standing.get(same(link.target))
            if link.target and there is None:
                reason = f"the link names {link.target}, and there is no such note"
                yield Problem(path, link.line, "broken_link", reason)
            elif link.fragment:
                inside.append(_LinkInside(path, link.line, there or path, link.fragment))
    yield from _broken_inside(inside, texts, ids)


class _LinkInside(NamedTuple):
    """A link to a block or a heading: where it stands, and what it names."""

    path: str
    line: int
    target: str
    fragment: str


def _broken_inside(
    found: Iterable[_LinkInside], texts: Mapping[str, str], ids: Mapping[str, Collection[str]]
) -> Iterator[Problem]:
    named: dict[str, set[str]] = {}
    for one in found:
        if one.target not in texts:
            continue
        if one.fragment.startswith("^"):
            thing, there = "block", one.fragment[1:] in ids[one.target]
        else:
            if one.target not in named:
                note = outline(texts[one.target])
                named[one.target] = {headings.plain(each.text) for each in note.headings}
            wanted = {headings.plain(each) for each in one.fragment.split("#")}
            thing, there = "heading", wanted <= named[one.target]
        if not there:
            reason = f"the link names {one.fragment} in {one.target}, and there is no such {thing}"
            yield Problem(one.path, one.line, "broken_link", reason)


def _is_ours(link: Link) -> bool:
    """Whether a link leads into the memory folder by its path, or to a place in its own note."""
    if link.target:
        return same(link.target).startswith(f"{layout.MEMORY}/") and not link.markdown
    return link.fragment != ""


def _line(text: str, index: int) -> int:
    return lines_ended(text, 0, index) + 1
