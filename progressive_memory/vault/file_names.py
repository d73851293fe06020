"""Which file a link means: Obsidian's rules over the names of a vault's files.

In order: the exact path in the vault; that path in the linking note's own folder; of all files
whose path ends so, the one with the shortest path. Letter case and Unicode form tell no two names
apart; a path that begins with `./` or `../` is taken from the note's own folder alone.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Sequence

from progressive_memory.vault.names import same

NOTE = ".md"


class FileNames:
    """The files of a vault by their vault-relative paths."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_name: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for path in paths:
            self._by_name[same(posixpath.basename(path))].append((same(path), path))

    def meant(self, written: str, source: str) -> tuple[str, ...]:
        """The file that a link to `written` in the note `source` means; () when there is none.

        Several when nobody can tell: paths of one length, or names that differ in case only.
        """
        if not written:
            return (source,)
        for name in _spellings(written):
            found = self._found(name, posixpath.dirname(source))
            if found:
                return found
        return ()

    def is_sure(self, written: str, source: str) -> bool:
        """Whether no other file ends like the one that is meant, so that the link goes on meaning
        it, or the path itself decides.
        """
        if written.startswith(("/", "./", "../")):
            return True
        folder = posixpath.dirname(source)
        for name in _spellings(written):
            ending = self._ending(name)
            if ending:
                exact = {same(name), same(posixpath.join(folder, name))}
                return len(ending) == 1 or any(key in exact for key, _ in ending)
        return False

    def twins(self, path: str) -> tuple[str, ...]:
        """The files that many disks take for `path`: another case, or another Unicode form."""
        wanted = same(path)
        named = self._by_name.get(same(posixpath.basename(path)), ())
        return tuple(each for key, each in named if key == wanted and each != path)

    def _found(self, name: str, folder: str) -> tuple[str, ...]:
        if name.startswith(("./", "../")):
            inside = posixpath.normpath(posixpath.join(folder, name))
            return self.exact(inside)
        absolute = name.removeprefix("/")
        exact = self.exact(absolute)
        if exact or absolute != name:
            return exact
        beside = self.exact(posixpath.join(folder, name)) if folder else ()
        if beside:
            return beside
        ending = [path for _, path in self._ending(name)]
        shortest = min(map(len, ending), default=0)
        found = tuple(path for path in ending if len(path) == shortest)
        to_the_letter = tuple(path for path in found if f"/{path}".endswith(f"/{name}"))
        return to_the_letter if len(to_the_letter) == 1 else found

    def exact(self, path: str) -> tuple[str, ...]:
        """The file at that path; several where names differ in case only."""
        wanted = same(path)
        named = self._by_name.get(same(posixpath.basename(path)), ())
        found = [each for key, each in named if key == wanted]
        return (path,) if path in found else tuple(found)

    def _ending(self, name: str) -> Sequence[tuple[str, str]]:
        """The files whose path ends in `name`."""
        wanted = same(name)
        named = self._by_name.get(same(posixpath.basename(name)), ())
        return [one for one in named if f"/{one[0]}".endswith(f"/{wanted}")]


def _spellings(written: str) -> tuple[str, ...]:
    """A target as the name of a file: a note's ending may be left out."""
    has_ending = "." in posixpath.basename(written)
    return (written, written + NOTE) if has_ending else (written + NOTE, written)
