"""Links to blocks that go from one note to another: what each file's links become.

A link keeps its kind (a wikilink, a Markdown link from the vault's or from the note's own folder),
and a wikilink becomes a whole path.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from progressive_memory.domain.plan import BlockLink, Relink
from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault import canvas, layout, wikilinks
from progressive_memory.vault.file_names import NOTE, FileNames
from progressive_memory.vault.moves import CANVAS, relative
from progressive_memory.vault.names import same
from progressive_memory.vault.wikilinks import Link

_CARD_OF_A_BLOCK = re.compile(r'"subpath"\s*:\s*"#\^([A-Za-z0-9-]+)"')


@dataclass(frozen=True)
class Followed:
    """What has to be done to the links of one file; `unsure` are block ids with a link that may
    mean another note, or that cannot be written any other way.
    """

    operation: Relink | None
    unsure: frozenset[str] = frozenset()


class BlockMoves:
    """Blocks by id, each with the paths of its old note and its new one. `files` are all that
    stand in the vault.
    """

    def __init__(self, files: Iterable[str], moved: Mapping[str, tuple[str, str]]) -> None:
        self._files = files
        self._moved = moved
        self._named = re.compile("|".join(map(re.escape, moved)).encode() if moved else b"(?!)")

    def concerns(self, data: bytes) -> bool:
        """Whether a file names one of the blocks anywhere."""
        return self._named.search(data) is not None

    def named_in(self, data: bytes) -> frozenset[str]:
        """The blocks a file names."""
        return frozenset(one.decode() for one in self._named.findall(data))

    def followed(self, path: str, text: str) -> Followed:
        """What the links in the file at `path` have to become."""
        try:
            found = list(_links(path, text))
        except NoteUnwritable:
            return Followed(None, self.named_in(text.encode()))
        unsure = set(_CARD_OF_A_BLOCK.findall(text)) if path.endswith(CANVAS) else set()
        new: dict[BlockLink, None] = {}
        for link in found:
            block_id = link.fragment.removeprefix("^")
            if not link.fragment.startswith("^") or block_id not in self._moved:
                continue
            old, goal = self._moved[block_id]
            meant = self._meant(link, path, old)
            if meant == (old,):
                target = _spelling(link, path, old, goal)
                new[BlockLink(link.written, block_id, target, link.markdown)] = None
            elif old in meant:
                unsure.add(block_id)
        operation = Relink(blocks=tuple(new)) if new else None
        return Followed(operation, frozenset(unsure.intersection(self._moved)))

    @cached_property
    def _names(self) -> FileNames:
        return FileNames(self._files)

    def _meant(self, link: Link, path: str, old: str) -> Collection[str]:
        if link.target == layout.link_target(old):
            return (old,)
        return self._names.meant(link.written, path)


def _links(path: str, text: str) -> Iterator[Link]:
    if path.endswith(CANVAS):
        yield from wikilinks.links_in(text, canvas.text_runs(path, text))
    else:
        yield from wikilinks.links(text)


def _spelling(link: Link, path: str, old: str, goal: str) -> str:
    full = goal if link.written.endswith(NOTE) else layout.link_target(goal)
    if link.markdown:
        folder = posixpath.dirname(path)
        beside = posixpath.normpath(posixpath.join(folder, link.target)) + NOTE
        if same(beside) == same(old):
            return relative(full, folder)
    return f"/{full}" if link.written.startswith("/") else full
