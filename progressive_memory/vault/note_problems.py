"""What is wrong in notes that parse: ids twice, links to nothing, marks of a merge.

Only what is ours is judged: a person's own links may point where nothing stands yet.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from progressive_memory.domain.problem import Problem
from progressive_memory.vault import blocks, layout, log_note
from progressive_memory.vault.lines import LINE_START, lines_ended
from progressive_memory.vault.names import same
from progressive_memory.vault.wikilinks import Link, links

_CONFLICT = re.compile(LINE_START + r"<{7}(?![^ \r\n])")


def block_ids(path: str, text: str) -> tuple[tuple[str, int], ...]:
    """Every block id of a note with the index where its block ends, in order."""
    if log_note.day_of(path):
        return _log_ids(path, text)
    return tuple((entry.id, entry.end) for entry in blocks.entries(path, text))


def in_note(path: str, text: str) -> Iterator[Problem]:
    """Conflict markers, NUL characters, and block ids that stand twice, each at its line."""
    marker = _CONFLICT.search(text)
    if marker:
        yield Problem(
            path, _line(text, marker.start()), "conflict_marker", "a merge left its marks"
        )
    if "\0" in text:
        message = "a NUL character stands here: the file may be damaged, or no text"
        yield Problem(path, _line(text, text.index("\0")), "nul_character", message)
    seen: set[str] = set()
    for block_id, end in block_ids(path, text):
        if block_id in seen:
            message = f"the block id ^{block_id} stands here a second time"
            yield Problem(path, _line(text, end), "duplicate_block_id", message)
        seen.add(block_id)


def in_links(texts: Mapping[str, str], files: Collection[str]) -> Iterator[Problem]:
    """Links into the memory folder whose file or block id is not there.

    `texts` are the notes to check, path → text; `files` is every path that stands below the
    memory folder.
    """
    standing = {same(path): path for path in files}
    ids = {
        path: {block_id for block_id, _ in block_ids(path, text)} for path, text in texts.items()
    }
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


def _log_ids(path: str, text: str) -> tuple[tuple[str, int], ...]:
    position = len(text) - sum(len(lines) for lines, _ in log_note.runs(path, text))
    found: list[tuple[str, int]] = []
    for lines, message in log_note.runs(path, text):
        if message is not None:
            found.append((message.block_id, position))
        position += len(lines)
    return tuple(found)


def _line(text: str, index: int) -> int:
    return lines_ended(text, 0, index) + 1
