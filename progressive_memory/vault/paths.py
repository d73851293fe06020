"""Paths inside the vault: relative, POSIX, NFC; and the names that are never memory."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from progressive_memory.errors import PathEscapesVault

_CONFLICT_COPY = re.compile(
    r"\.sync-conflict-\d{8}-\d{6}"  # Syncthing
    r"|[(（](?:[^()（）]*['’]s )?conflicted copy\b"  # Obsidian Sync, Dropbox
    r"|[(（](?:case|unicode encoding|selective sync) conflict\b"  # Dropbox
    r"|[(（][^()（）]*(?:冲突|衝突)的?副本",  # the same in Chinese
    re.IGNORECASE,
)
_CONFLICT_WORDS = ("conflict", "冲突", "衝突")
_NUMBERED = re.compile(r"(?P<stem>.+) (?:[2-9]|[1-9]\d)(?P<ending>\.\w+)")
_WRITTEN_BY_US = re.compile(
    r"(?:attention|project|experience|people|pending|rules|\d{4}-\d\d-\d\d)\.md"
    r"|(?:flush-state|group_names)\.json|progressive-memory\.toml"
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
    """Whether a sync program made this file beside the real one (DESIGN §4), by its name alone."""
    lower = name.lower()
    return any(word in lower for word in _CONFLICT_WORDS) and bool(_CONFLICT_COPY.search(name))


def is_numbered_copy(name: str, beside: Collection[str]) -> bool:
    """Whether iCloud put this second version (`people 2.md`) beside a file that we write; `beside`
    are the names in its folder. A person's own note may end in a number.
    """
    if " " not in name:
        return False
    found = _NUMBERED.fullmatch(name)
    base = found["stem"] + found["ending"] if found else ""
    return bool(base) and base in beside and _WRITTEN_BY_US.fullmatch(base) is not None


def is_listed(name: str) -> bool:
    """Whether a file or folder of that name may hold memory: not hidden, no conflict copy, and a
    name that can be written down.
    """
    if name.startswith(".") or is_conflict_copy(name) or "\\" in name:
        return False
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)
