"""WhooshSearchIndex: the second engine (DESIGN §7)."""

from __future__ import annotations

import atexit
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import TypeVar

# What Whoosh imports only when it is used is imported here, where its warnings are silenced.
import whoosh.codec.whoosh3
import whoosh.matching.wrappers
import whoosh.multiproc  # noqa: F401

from progressive_memory.adapters.search_whoosh.changes import Drop, Put, write
from progressive_memory.adapters.search_whoosh.folder import LOCK, IndexFolder, Sign, damaged
from progressive_memory.adapters.search_whoosh.reading import Reading
from progressive_memory.domain.match import Scope
from progressive_memory.domain.notice import Notice, Tell
from progressive_memory.domain.section import Section
from progressive_memory.errors import SearchIndexError
from progressive_memory.ports import Hit, Query, Stamp
from progressive_memory.vault.ids import short_hash

_Result = TypeVar("_Result")
_WRITTEN_AT_ONCE = 20_000
"""Sections in one commit: what waits is kept in memory."""


class WhooshSearchIndex:
    """SearchIndex over Whoosh. `folder` holds one index folder a group; deletable at any time.

    Safe for several threads and processes; they write one after the other. A damaged folder is
    thrown away: `indexed` is then empty, so the next refresh fills it again; any other call
    raises SearchIndexError once.
    """

    def __init__(self, folder: Path, tell: Tell = lambda _: None) -> None:
        self._folder = folder
        self._tell = tell
        self._elsewhere = ""
        self._unkept: set[str] = set()
        self._open: dict[str, tuple[Sign, Reading]] = {}
        self._batches: dict[str, dict[str, Put | Drop]] = {}
        self._folders: dict[str, IndexFolder] = {}
        self._lock = threading.RLock()

    def indexed(self, group: str) -> dict[str, Stamp]:
        """Path → the stamp it was indexed at."""

        def read(reading: Reading) -> dict[str, Stamp]:
            return {path: card.stamp for path, card in reading.cards()}

        try:
            return self._read(group, read)
        except SearchIndexError:
            return self._read(group, read)

    def sha256(self, group: str, path: str) -> str:
        """The hex sha256 of the bytes a note was indexed with; "" when it is not indexed."""
        card = self._read(group, lambda reading: reading.card(path))
        return card.sha256 if card else ""

    @contextmanager
    def batch(self, group: str) -> Iterator[None]:
        """Write what is put, touched and dropped inside together, in one commit."""
        with self._lock:
            if group in self._batches:
                yield
                return
            self._batches[group] = {}
            try:
                yield
                self._flush(group)
            finally:
                del self._batches[group]

    def put(
        self,
        group: str,
        scope: Scope,
        snapshot: tuple[str, Stamp, str],
        sections: Sequence[Section],
    ) -> None:
        """Replace all sections of one note; sections that did not change are left in place."""
        path, stamp, sha256 = snapshot
        with self.batch(group):
            self._batches[group][path] = Put(scope, stamp, sha256, tuple(sections))
            waiting = self._batches[group].values()
            if sum(len(change.sections) for change in waiting) >= _WRITTEN_AT_ONCE:
                self._flush(group)

    def touch(self, group: str, path: str, stamp: Stamp) -> None:
        """Give a note a new stamp: its file was touched, its bytes are the same."""
        with self.batch(group):
            before = self._batches[group].get(path)
            if before is None:
                before = self._read(group, lambda reading: _as_put(reading, path), as_written=True)
            if isinstance(before, Put):
                self._batches[group][path] = before._replace(stamp=stamp)

    def drop(self, group: str, path: str) -> None:
        """Forget one note's sections; the segments that held them are written anew."""
        with self.batch(group):
            self._batches[group][path] = Drop()

    def sections(
        self, group: str, path: str, first: int = 0, end: int | None = None
    ) -> tuple[Section, ...]:
        """The sections of one note, in order; only those at places `first` to `end` (exclusive)."""
        return self._read(group, lambda reading: reading.sections(path, first, end))

    def search(self, group: str, scope: Scope, query: Query, limit: int) -> tuple[Hit, ...]:
        """The best sections for a query; no syntax of the query's text is ever obeyed."""
        return self._read(group, lambda reading: reading.search(scope, query, limit))

    def clear(self, group: str = "") -> None:
        """Forget one group, or with "" every group, also those that are gone from the vault, and
        what another engine left in the folder.
        """
        with self._lock:
            self.close()
            self._unkept.clear()
            self._folders.clear()
            try:
                if group:
                    self._folder_of(group).discard()
                    return
                for path in self._folder.glob("*"):
                    if path.is_dir():
                        IndexFolder(path, "").discard()
                    elif path.suffix != LOCK:
                        path.unlink(missing_ok=True)
            except OSError as error:
                raise SearchIndexError(
                    f"the search index cannot be removed: {error}",
                    next_step=f"make {self._folder} writable, then run the command again",
                ) from error

    def kept(self, group: str, sha256: str) -> str | None:
        """What `keep` kept of the group's index note with those bytes, or None."""
        return self._folder_of(group).kept(sha256)

    def keep(self, group: str, sha256: str, value: str) -> None:
        """Keep the parsed index note of those bytes, in place of the one kept before."""
        try:
            self._folder_of(group).keep(sha256, value)
        except Exception as error:  # damaged files raise anything
            raise self._failure(group, error) from error

    def close(self) -> None:
        """Close every file; the next call opens what it needs again."""
        with self._lock:
            for _, reading in self._open.values():
                reading.close()
            self._open.clear()

    def _read(
        self, group: str, work: Callable[[Reading], _Result], *, as_written: bool = False
    ) -> _Result:
        """`work` on the group's index as it stands now; `as_written`: without what waits in the
        batch.
        """
        with self._lock:
            if group in self._batches and not as_written:
                self._flush(group)
            try:
                return work(self._reading(group))
            except Exception as error:  # damaged files raise anything
                raise self._failure(group, error) from error

    def _flush(self, group: str) -> None:
        """Write what waits in the batch, in one commit."""
        changes = self._batches[group]
        if not changes:
            return
        rewrite = any(isinstance(change, Drop) for change in changes.values())
        try:
            with self._folder_of(group).writer(rewrite=rewrite) as writer:
                standing = Reading(writer.reader())
                try:
                    for path, change in changes.items():
                        write(writer, standing, path, change)
                finally:
                    standing.close()
        except Exception as error:  # damaged files raise anything
            raise self._failure(group, error) from error
        changes.clear()

    def _reading(self, group: str) -> Reading:
        """The reading of the newest commit; one opened before is kept as long as it is that."""
        folder = self._folder_of(group)
        sign = folder.sign()
        before = self._open.get(group)
        if before is not None:
            if sign and before[0] == sign:
                return before[1]
            self._open.pop(group)[1].close()
        index = folder.open()
        sign = folder.sign()  # older than what is read: a commit in between is seen next time
        reading = Reading(index.reader())
        self._open[group] = (sign, reading)
        return reading

    def _failure(self, group: str, error: Exception) -> SearchIndexError:
        """What to raise for a call that failed; a damaged index is gone afterwards."""
        if group in self._open:
            self._open.pop(group)[1].close()
        self._folder_of(group).close_left()
        if isinstance(error, SearchIndexError):
            self._do_without(group, error)
            return error
        if damaged(error):
            try:
                self._folder_of(group).discard()
                self._told_damaged(group)
            except (OSError, SearchIndexError) as refused:
                self._do_without(group, refused)
        elif isinstance(error, OSError):
            self._do_without(group, error)
        return SearchIndexError(
            f"the search index of {group} failed: {error}", next_step="pmem reindex"
        )

    def _folder_of(self, group: str) -> IndexFolder:
        if group not in self._folders:
            folder = self._folder
            if group in self._unkept:
                folder = self._for_this_once()
            path = folder / short_hash(group)
            self._folders[group] = IndexFolder(path, group, lambda: self._told_damaged(group))
        return self._folders[group]

    def _for_this_once(self) -> Path:
        """A folder that goes with the program."""
        if not self._elsewhere:
            try:
                self._elsewhere = mkdtemp(prefix="pmem-search-")
            except OSError as error:
                raise SearchIndexError(
                    f"there is no room for a search index: {error}",
                    next_step="make room in the cache folder, or in the folder of temporary files",
                ) from error
            atexit.register(shutil.rmtree, self._elsewhere, ignore_errors=True)
        return Path(self._elsewhere)

    def _told_damaged(self, group: str) -> None:
        said = f"the search index of {group} was damaged: it was built anew from the notes"
        self._tell(Notice("index_rebuilt", group, said))

    def _do_without(self, group: str, error: Exception) -> None:
        """From now on the group's index stands in a temporary folder, until the program ends."""
        if group not in self._unkept:
            self._unkept.add(group)
            self._folders.pop(group, None)
            said = f"the search index of {group} cannot be kept, and was built for this once"
            self._tell(Notice("index_unkept", group, f"{said}: {error}"))


def _as_put(reading: Reading, path: str) -> Put | None:
    """A note as it stands in the index, to be put anew; None when it does not."""
    card = reading.card(path)
    if card is None:
        return None
    return Put(card.scope, card.stamp, card.sha256, reading.sections(path, 0, None))
