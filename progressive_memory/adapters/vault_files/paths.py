"""From vault-relative paths to directory entries, and back."""

from __future__ import annotations

import os
import stat
import unicodedata

from progressive_memory.errors import PathEscapesVault
from progressive_memory.ports import Stamp
from progressive_memory.vault.paths import is_listed, is_numbered_copy, parts


class VaultPaths:
    """The names that really stand on the disk below one vault."""

    def __init__(self, root: str) -> None:
        self.root = root

    def on_disk(self, path: str) -> str:
        """The file-system path for a vault-relative one, whether or not a file is there.

        A name that stands in another Unicode form (NFD, as macOS tools write it) is taken as it
        stands, so that no twin is made.

        Raises:
            PathEscapesVault: not inside the vault, or through a symlink.
        """
        found = self.root
        missing = False
        for name in parts(path):
            entry = name if missing else self._entry(found, name)
            missing = entry is None or missing
            found = f"{found}/{entry or name}"
        return found

    def _entry(self, folder: str, name: str) -> str | None:
        """The directory entry that is `name` in any Unicode form; None when there is none."""
        if self._stands(f"{folder}/{name}"):
            return name
        if name.isascii():
            return None
        try:
            names = os.listdir(folder)
        except (FileNotFoundError, NotADirectoryError):
            return None
        same = (each for each in names if unicodedata.normalize("NFC", each) == name)
        return next((each for each in same if self._stands(f"{folder}/{each}")), None)

    def _stands(self, file: str) -> bool:
        """Whether something stands there.

        Raises:
            PathEscapesVault: a symbolic link does.
        """
        try:
            mode = os.lstat(file).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return False
        if stat.S_ISLNK(mode):
            path = file.removeprefix(f"{self.root}/")
            raise PathEscapesVault(
                f"{path} is a symbolic link", next_step=f"Put the real file in place of {path}."
            )
        return True

    def stamps(self, folder: str, without: str = "", *, strict: bool = False) -> dict[str, Stamp]:
        """Every regular file below `folder` with its stamp, by NFC path, in no special order; the
        folder `without` is not looked into. One that may not be listed is passed over, or with
        `strict` it is a PermissionError.
        """
        found: dict[str, Stamp] = {}
        waiting = [(self.on_disk(folder), "/".join(parts(folder)))]
        left_out = "/".join(parts(without))
        while waiting:
            place, prefix = waiting.pop()
            entries = _listed(place, strict=strict)
            names = {entry.name for entry in entries}
            for entry in entries:
                name = _listed_name(entry.name, names)
                if not name:
                    continue
                path = f"{prefix}/{name}" if prefix else name
                if entry.is_file(follow_symlinks=False):
                    stamp = _stamp(entry)
                    if stamp is not None:
                        found[path] = stamp
                elif path != left_out and entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, path))
        return found


def _listed_name(entry: str, names: set[str]) -> str:
    """The NFC name a directory entry is listed by, "" where it is not; iCloud's placeholder stands
    for the file that it took away. `names` are those of the whole folder.
    """
    name = entry if entry.isascii() else unicodedata.normalize("NFC", entry)
    if name.startswith("."):
        name = name[1:].removesuffix(".icloud") if name.endswith(".icloud") else name
        if name in names:
            return ""
    return name if is_listed(name) and not is_numbered_copy(name, names) else ""


def _listed(folder: str, *, strict: bool) -> list[os.DirEntry[str]]:
    """What stands in a folder; nothing where there is none, or unless `strict` where it may not be
    listed.
    """
    try:
        return list(os.scandir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except PermissionError:
        if strict:
            raise
        return []


def _stamp(entry: os.DirEntry[str]) -> Stamp | None:
    """The stamp of a file; None when it is gone since its folder was listed."""
    try:
        status = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return None
    return Stamp(status.st_mtime_ns, status.st_size, status.st_ctime_ns)
