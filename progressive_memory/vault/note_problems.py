"""What is wrong in notes that parse: ids twice, links to nothing, marks of a merge.

Only what is ours is judged: a person's own links may point where nothing stands yet.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from progressive_memory.domain.problem import Problem
from progressive_memory.vault import blocks, layout, log_note
from progressive_memory.vault.ids import OUR_ID
from progressive_memory.vault.lines import LINE_END, LINE_START, lines_ended
from progressive_memory.vault.names import same
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
    """Links into the memory folder whose file or block id is not there.

    `texts` are the notes to check, path → text, and `ids` their block ids; `files` is every path
    that stands below the memory folder.
    """
    standing = {same(path): path for path in files}
    for path, text in texts.items():
        for link in links(text):
            reason = _broken(link, path, standing, ids)
            if reason:
                yield Problem(path, link.line, "broken_link", reason)


def _broken(
    link: Link, path: str, standing: Mapping[str, str], ids: Mapping[str, Collection[str]]
) -> str:
    target = path
    if link.target:
        if not same(link.target).startswith(f"{layout.MEMORY}/") or link.markdown:
            return ""
        there = standing.get(same(f"{link.target}.md")) or standing.get(same(link.target))
        if there is None:
            return f"the link names {link.target}, and there is no such note"
        target = there
    block_id = link.fragment.removeprefix("^")
    if not link.fragment.startswith("^") or target not in ids or block_id in ids[target]:
        return ""
    return f"the link names ^{block_id} in {target}, and there is no such block"


def _line(text: str, index: int) -> int:
    return lines_ended(text, 0, index) + 1
