"""Paths inside the vault: relative, POSIX, NFC; and the names that are never memory."""

from __future__ import annotations

import re
import unicodedata

from progressive_memory.errors import PathEscapesVault

_CONFLICT_COPY = re.compile(
    r"\.sync-conflict-\d{8}-\d{6}"  # Syncthing
    r"|\(conflicted copy "  # Obsidian Sync
    r"|['’]s conflicted copy",  # Dropbox
    re.IGNORECASE,
)

_DRIVE = re.compile(r"[A-Za-z]:(?:/|$)")
_NO_NAMES = frozenset({"", ".", ".."})


def parts(path: str) -> tuple[str, ...]:
    """The names of a vault-relative path, in NFC; () for "", the vault itself.

    Raises:
        PathEscapesVault: absolute, with `..`, `.`, an empty name, a backslash, a NUL or a drive.
    """
    if not path:
        return ()
    names = tuple((path if path.isascii() else unicodedata.normalize("NFC", path)).split("/"))
    windows = "\\" in path or (path[1:2] == ":" and _DRIVE.match(path))
    if windows or "\0" in path or not _NO_NAMES.isdisjoint(names):
        raise PathEscapesVault(f"{path!r} is no path inside the vault")
    return names


def normal(path: str) -> str:
    """The path as this package writes it: NFC, checked.

    Raises:
        PathEscapesVault: see `parts`.
    """
    return "/".join(parts(path))


def is_conflict_copy(name: str) -> bool:
    """Whether a sync program made this file beside the real one (DESIGN §4)."""
    return "conflict" in name.lower() and _CONFLICT_COPY.search(name) is not None


def is_listed(name: str) -> bool:
    """Whether a file or folder of that name may hold memory: not hidden, no conflict copy, and a
    name that can be written down.
    """
    if name.startswith(".") or is_conflict_copy(name) or "\\" in name:
        return False
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)
