"""One group's index folder: opening, creating, locking, and what happens when it is damaged.

Whoosh has one writer at a time and gives up at once when there is another: here a writer waits.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from zlib import crc32

from whoosh.filedb.filestore import FileStorage
from whoosh.index import TOC, FileIndex
from whoosh.util.filelock import try_for
from whoosh.writing import SegmentWriter

from progressive_memory import __version__
from progressive_memory.adapters.search_whoosh.documents import SCHEMA
from progressive_memory.adapters.search_whoosh.storage import Codec, Storage, without_deleted
from progressive_memory.errors import SearchIndexError

VERSION = 4
"""Raise it when the fields or the tokens change: an older folder is thrown away and rebuilt."""
BUSY_SECONDS = 10.0
_RETRY_SECONDS = 0.02
_OPENINGS = 5
"""Another process may remove the table of contents while it is being read; it left a newer one."""
LOCK = ".lock"
"""How the lock file beside a folder ends. It is never removed: two could then hold it."""
_NAME = "MAIN"
_OWNER, _KEPT, _NOTED = "group", "kept", "files"
_MEMORY_MB = 64
Sign = tuple[int, ...]
_DAMAGE = (errno.ENOENT, errno.EINVAL, errno.EISDIR, errno.ENOTDIR)
"""A file that is named and missing; a place in a file that cannot be; a folder for a file."""


class IndexFolder:
    """The folder of one group's index, made when first used; its lock file stands beside it."""

    def __init__(
        self, path: Path, group: str, on_damage: Callable[[], None] = lambda: None
    ) -> None:
        self.path = path
        self._group = group
        self._on_damage = on_damage
        self._storage = Storage(str(path))

    def open(self) -> FileIndex:
        """The index, made new when it is missing, old, another group's or damaged.

        Raises:
            SearchIndexError: another process held the lock too long.
        """
        index = self._standing()
        if index is None:
            with self.exclusive():
                index = self._standing() or self._create()
        return index

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Be the only writer, among threads and processes.

        Raises:
            SearchIndexError: another process held the lock for `BUSY_SECONDS`.
        """
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileStorage(str(self.path.parent)).lock(f"{self.path.name}{LOCK}")
        if not try_for(lock.acquire, timeout=BUSY_SECONDS, delay=_RETRY_SECONDS):
            raise SearchIndexError(
                f"another process has been writing the search index {self.path} for "
                f"{BUSY_SECONDS:.0f} seconds",
                next_step="try again when it has ended",
            )
        try:
            yield
        finally:
            lock.release()

    @contextmanager
    def writer(self, *, rewrite: bool) -> Iterator[SegmentWriter]:
        """A writer whose changes are kept when the block ends, and dropped when it fails.

        With `rewrite` no deleted document's words stay in any file.
        """
        with self.exclusive():
            index = self._standing() or self._create()
            self._tidy()
            writer = index.writer(_lk=False, limitmb=_MEMORY_MB, codec=Codec())
            try:
                yield writer
                if rewrite:
                    writer.commit(mergetype=without_deleted)
                else:
                    writer.commit()
                self._note_files()
            except BaseException:
                with suppress(Exception):
                    writer.cancel()
                raise

    def sign(self) -> Sign:
        """A sign of the newest commit; () when there is none."""
        newest = TOC._latest_generation(self._storage, _NAME)
        try:
            stat = (self.path / TOC._filename(_NAME, newest)).stat()
        except OSError:
            return ()
        return (newest, stat.st_ino, stat.st_mtime_ns)

    def kept(self, sha256: str) -> str | None:
        """What `keep` kept with that hash, or None."""
        try:
            if self._owner.read_text(encoding="utf-8") != self._mark:
                return None
            line, _, value = (self.path / _KEPT).read_text(encoding="utf-8").partition("\n")
        except (OSError, ValueError):
            return None
        return value if line == f"{sha256} {_sum(value)}" else None

    def keep(self, sha256: str, value: str) -> None:
        """Keep a text with a hash, in place of the one before."""
        with self.exclusive():
            if self._standing() is None:
                self._create()
            new = self.path / f"{_KEPT}.new"
            new.write_text(f"{sha256} {_sum(value)}\n{value}", encoding="utf-8", newline="")
            new.replace(self.path / _KEPT)

    def close_left(self) -> None:
        """Close what Whoosh left open when it failed."""
        self._storage.close_left()

    def discard(self) -> None:
        """Remove all of the index."""
        with self.exclusive():
            self._empty()

    def _standing(self) -> FileIndex | None:
        """The index as it stands; None when it cannot be used."""
        for _ in range(_OPENINGS):
            try:
                if self._owner.read_text(encoding="utf-8") == self._mark and self._is_whole():
                    return FileIndex(self._storage, schema=SCHEMA)
            except Exception as error:  # unpickling damaged bytes raises anything
                self.close_left()
                if not damaged(error):
                    raise
        return None

    def _create(self) -> FileIndex:
        if self._is_damaged():
            self._on_damage()
        self._empty()
        self.path.mkdir(mode=0o700)
        index = FileIndex.create(self._storage, SCHEMA)
        self._note_files()
        self._owner.write_text(self._mark, encoding="utf-8")
        return index

    def _is_damaged(self) -> bool:
        """Whether something stands there that is no older version's index."""
        try:
            version, _, group = self._owner.read_text(encoding="utf-8").partition("\n")
        except (OSError, ValueError):
            return os.path.lexists(self.path)
        return group != self._group or version == self._mark.partition("\n")[0]

    def _note_files(self) -> None:
        """Note the size and time of each file of a commit.

        Whoosh reads damaged bytes for words that nobody wrote, so an index whose files are not as
        they were left is not used.
        """
        names = (each.name for each in self.path.iterdir() if each.suffix in {".toc", ".seg"})
        lines = (f"{name} {_size_and_time(self.path / name)}\n" for name in sorted(names))
        (self.path / _NOTED).write_text("".join(lines), encoding="ascii")

    def _is_whole(self) -> bool:
        """Whether the files of the newest commit are as they were left."""
        newest = TOC._filename(_NAME, TOC._latest_generation(self._storage, _NAME))
        lines = (self.path / _NOTED).read_text(encoding="ascii").splitlines()
        noted = dict(line.split(" ", 1) for line in lines)
        return newest in noted and all(
            _size_and_time(self.path / name) == noted[name] for name in noted
        )

    def _tidy(self) -> None:
        """Remove what a writer that was killed has left half done."""
        for left in self.path.glob(f"_{_NAME}_*.toc.*"):
            left.unlink(missing_ok=True)
        shutil.rmtree(self.path / f"{_NAME}.tmp", ignore_errors=True)

    def _empty(self) -> None:
        if self.path.is_dir() and not self.path.is_symlink():
            shutil.rmtree(self.path)
        else:
            self.path.unlink(missing_ok=True)

    @property
    def _owner(self) -> Path:
        return self.path / _OWNER

    @property
    def _mark(self) -> str:
        return f"{VERSION} {__version__}\n{self._group}"


def _size_and_time(file: Path) -> str:
    status = file.lstat()
    return f"{status.st_size} {status.st_mtime_ns}"


def _sum(value: str) -> str:
    return f"{crc32(value.encode()):08x}"


def damaged(error: Exception) -> bool:
    """Whether the files themselves are at fault, and not a lock, the disk or a permission."""
    if isinstance(error, OSError):
        return error.errno in _DAMAGE
    return not isinstance(error, SearchIndexError)
