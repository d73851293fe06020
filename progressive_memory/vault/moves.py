"""Notes that move: which links would no longer lead where they led, and how each is written then.

A link is touched only where it has to be. It keeps its form (a bare name, the end of a path, a
whole path, a relative path, with `.md` or without) where that leads to the note alone, and becomes
the whole path where it does not.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from progressive_memory.domain.plan import Relink, Renamed
from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault import canvas, wikilinks
from progressive_memory.vault.file_names import NOTE, FileNames
from progressive_memory.vault.names import same
from progressive_memory.vault.wikilinks import Link

CANVAS = ".canvas"
LINKING = (NOTE, CANVAS)
"""The files of a vault that hold links."""

_NOT_IN_WIKILINKS = frozenset("#^[]|")
_Key = tuple[bool, str]
"""Whether it is a Markdown link, and its target as it reads."""


@dataclass(frozen=True)
class Relinked:
    """What has to be done to the links of one file. `unsure` are those that may mean a note that
    moves, or another, or that cannot be written any other way: they stay as they are.
    """

    operation: Relink | None
    unsure: tuple[Link, ...] = ()


class Moves:
    """Files of a vault under their old and their new paths. `files` are all there are, `moved` maps
    the old path of each that moves to its new one.

    `folder` (old path, new path): links into it whose file is not there follow too.
    """

    def __init__(
        self,
        files: Iterable[str],
        moved: Mapping[str, str],
        *,
        folder: tuple[str, str] | None = None,
        keep_shown: bool = True,
    ) -> None:
        paths = list(files)
        self._moved = moved
        self._before = FileNames(paths)
        self._after = FileNames(map(self.path, paths))
        self._folder = folder
        self._keep_shown = keep_shown
        self._names = {_name(path) for pair in moved.items() for path in pair}

    def path(self, path: str) -> str:
        """Where the file at `path` goes; the same path for one that stays."""
        return self._moved.get(path, path)

    def relinked(self, path: str, text: str) -> Relinked:
        """What the move asks of the links in the file at `path`, its old path.

        Raises:
            NoteUnwritable: a canvas that cannot be read and names a file that moves.
        """
        if path.endswith(CANVAS):
            try:
                found = wikilinks.links_in(text, canvas.text_runs(path, text))
                files = self._cards(run.text for run in canvas.file_runs(path, text))
            except NoteUnwritable:
                if any(name in same(text) for name in self._names):
                    raise
                return Relinked(None)
        elif self._stays(path) and not wikilinks.may_link_to(text, self._is_concerned):
            return Relinked(None)
        else:
            found, files = wikilinks.links(text), ()
        return self._decided(path, found, files)

    def _stays(self, path: str) -> bool:
        """Whether a file's own links keep their meaning: it does not leave its folder."""
        return posixpath.dirname(path) == posixpath.dirname(self.path(path))

    def _is_concerned(self, written: str) -> bool:
        """Whether a target has the name of a file that moves, before or after."""
        if _name(written) in self._names:
            return True
        return self._folder is not None and _below(self._folder[0], written) is not None

    def _cards(self, shown: Iterable[str]) -> Renamed:
        """The files that cards of a canvas show and that move."""
        meant = {one: self._before.exact(one) for one in shown}
        return tuple(
            (one, self._moved[paths[0]])
            for one, paths in meant.items()
            if len(paths) == 1 and paths[0] in self._moved
        )

    def _decided(self, path: str, found: Iterable[Link], files: Renamed) -> Relinked:
        wrong: dict[_Key, tuple[Link, str, str]] = {}
        unsure: list[Link] = []
        new: dict[_Key, str] = {}
        for link in found:
            meant = self._before.meant(link.written, path) if link.written else ()
            key = (link.markdown, link.written)
            if len(meant) > 1 and any(each in self._moved for each in meant):
                unsure.append(link)
            elif len(meant) == 1 and not self._still_leads(link, path, meant[0]):
                wrong[key] = (link, meant[0], self.path(meant[0]))
            elif not meant and link.written and self._folder:
                below = _below(self._folder[0], link.written)
                if below is not None:
                    new[key] = f"{self._folder[1]}/{below}"
        for key, (link, old, goal) in wrong.items():
            spelling = self._spelling(link, path, (old, goal), wrong)
            if spelling is None:
                unsure.append(link)
            else:
                new[key] = spelling
        return Relinked(self._operation(new, files), tuple(unsure))

    def _operation(self, new: Mapping[_Key, str], files: Renamed) -> Relink | None:
        pairs = [
            tuple((old, to) for (markdown, old), to in new.items() if markdown is kind)
            for kind in (False, True)
        ]
        if not new and not files:
            return None
        return Relink(pairs[0], pairs[1], files, keep_shown=self._keep_shown)

    def _still_leads(self, link: Link, path: str, meant: str) -> bool:
        goal = (self.path(meant),)
        if self._after.meant(link.written, self.path(path)) != goal:
            return False
        if path in self._moved or meant in self._moved:
            was_sure = self._before.is_sure(link.written, path)
            if was_sure and not self._after.is_sure(link.written, self.path(path)):
                return False
        # Other readers take a Markdown link from the note's own folder: one they could follow
        # stays one.
        beside = f"./{link.written}"
        followed = link.markdown and self._before.meant(beside, path) == (meant,)
        return not followed or self._after.meant(beside, self.path(path)) == goal

    def _spelling(
        self, link: Link, path: str, pair: tuple[str, str], taken: Collection[_Key]
    ) -> str | None:
        """The link's new target: the first form that leads to the note alone. None of `taken`, as
        those change too: an operation done twice must change nothing.
        """
        source = self.path(path)
        for target in _forms(link, path, source, pair):
            fits = link.markdown or _NOT_IN_WIKILINKS.isdisjoint(target)
            leads = self._after.meant(target, source) == (pair[1],)
            beside = self._after.meant(f"./{target}", source) if link.markdown else ()
            free = (link.markdown, target) not in taken
            alone = self._after.is_sure(target, source) and not set(beside) - {pair[1]}
            if fits and leads and free and alone:
                return target
        return None


def _forms(link: Link, path: str, source: str, pair: tuple[str, str]) -> Iterator[str]:
    """How a link may be written, in the form it had first."""
    old, goal = pair
    written = link.written
    bare = goal.removesuffix(NOTE)
    full = goal if written.endswith(NOTE) or not goal.endswith(NOTE) else bare
    folder = posixpath.dirname(path)
    beside = same(posixpath.normpath(posixpath.join(folder, written)))
    if written.startswith(("./", "../")):
        beside_it = relative(full, posixpath.dirname(source))
        plain = beside_it.startswith("../") or (link.markdown and written.startswith("../"))
        yield beside_it if plain else f"./{beside_it}"
    elif link.markdown and beside in {same(old), same(old.removesuffix(NOTE))}:
        yield relative(full, posixpath.dirname(source))
    elif written.startswith("/"):
        yield f"/{full}"
    else:
        names = written.count("/") + 1
        if names == 1 or names <= old.count("/"):
            yield "/".join(full.split("/")[-names:])
    yield from (full, goal)
    if link.markdown:
        yield relative(goal, posixpath.dirname(source))
    else:
        yield from (bare, f"/{full}")


def relative(path: str, folder: str) -> str:
    """`path` as seen from `folder`."""
    here = folder.split("/") if folder else []
    there = path.split("/")
    common = 0
    while common < min(len(here), len(there) - 1) and here[common] == there[common]:
        common += 1
    return "/".join([*[".."] * (len(here) - common), *there[common:]])


def _below(folder: str, written: str) -> str | None:
    """What a target names below a folder, given by its path; None where it names nothing there."""
    names, above = written.removeprefix("/").split("/"), folder.split("/")
    if len(names) <= len(above) or same("/".join(names[: len(above)])) != same(folder):
        return None
    return "/".join(names[len(above) :])


def _name(path: str) -> str:
    return same(posixpath.basename(path)).removesuffix(NOTE)
