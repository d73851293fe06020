"""What of Whoosh is not safe enough as it comes: file names, writing through, what stays."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from whoosh.codec.base import Segment
from whoosh.codec.whoosh3 import W3Codec
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.structfile import StructFile
from whoosh.reading import SegmentReader
from whoosh.writing import SegmentWriter


class Codec(W3Codec):  # type: ignore[misc]  # Whoosh has no types
    """Names segments so that no two are ever called alike: Whoosh takes `random`, and a program
    around us may seed that at every start.

    It is pickled into the index, and must stay importable by this name.
    """

    def new_segment(self, storage: FileStorage, indexname: str) -> Segment:
        """The segment of a new commit."""
        segment = super().new_segment(storage, indexname)
        segment.segid = secrets.token_hex(8)
        return segment


class Storage(FileStorage):  # type: ignore[misc]  # Whoosh has no types
    """The files of an index.

    Whoosh never calls fsync: after a power cut a commit could name files that are empty. And it
    leaves files open that it failed to read.
    """

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._opened: list[StructFile] = []

    def open_file(self, name: str, **options: object) -> StructFile:
        """A file to read."""
        return self._noted(super().open_file(name, **options))

    def create_file(self, name: str, **options: object) -> StructFile:
        """A file to write."""
        return self._noted(super().create_file(name, **options))

    def close_left(self) -> None:
        """Close every file that is still open."""
        for file in self._opened:
            if not file.is_closed:
                with suppress(OSError):  # what could not be written is thrown away
                    file.close()
        self._opened.clear()

    def _noted(self, file: StructFile) -> StructFile:
        self._opened = [file, *(each for each in self._opened if not each.is_closed)]
        return file

    def rename_file(self, oldname: str, newname: str, safe: bool = False) -> None:
        """The last step of a commit: the new table of contents takes its name, when every file
        is on the disk.
        """
        folder = Path(self.folder)
        for path in folder.iterdir():
            if path.is_file():
                _sync(path)
        super().rename_file(oldname, newname, safe=safe)
        _sync(folder)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def without_deleted(writer: SegmentWriter, segments: list[Segment]) -> list[Segment]:
    """A merge policy: segments that hold a deleted document are written anew without it; the
    others stay.
    """
    clean = []
    for segment in segments:
        if not segment.has_deletions():
            clean.append(segment)
            continue
        reader = SegmentReader(writer.storage, writer.schema, segment)
        if reader.doc_count():
            writer.add_reader(reader)
        reader.close()
    return clean
