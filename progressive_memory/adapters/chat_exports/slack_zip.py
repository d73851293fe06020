"""The inside of a Slack export: who is in it, which channels, which days."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from progressive_memory.adapters.chat_exports.document import Fields, rows, word
from progressive_memory.adapters.chat_exports.json_stream import JsonStream
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.errors import ChatSourceError

_DAY = re.compile(r"(?:.*/)?(?P<folder>[^/]+)/(?P<day>\d{4}-\d\d-\d\d)\.json")
_LISTS = ("channels.json", "groups.json", "dms.json", "mpims.json")
_PUBLIC = "channels.json"
_LISTED = 30


@dataclass(frozen=True)
class Day:
    """One channel's messages of one day: the file in the zip, the channel's id and its name."""

    day: str
    channel_name: str
    channel: str
    path: str


class SlackZip:
    """The zip, opened; read inside `sound`, which turns what is broken into one error."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._read_bytes = 0
        with self.sound():
            self._zip = zipfile.ZipFile(source.again())
            self._sizes = {
                one.filename: one.compress_size
                for one in self._zip.infolist()
                if not one.filename.startswith("__MACOSX/")
            }

    @contextmanager
    def sound(self) -> Iterator[None]:
        """A zip that is cut off, damaged or locked by a password is a ChatSourceError here."""
        try:
            yield
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            raise ChatSourceError(
                f"{self._source.name} is not a whole zip that can be read: {error}",
                next_step="download the export again, and log that file; nothing was logged",
            ) from error

    def member(self, path: str) -> Source:
        """A file of the zip as a source of its own."""
        self._read_bytes += self._sizes[path]
        self._source.tell(self._read_bytes)
        return Source(f"{self._source.name}:{path}", self._zip.open(path))  # type: ignore[arg-type]

    def users(self) -> list[Fields]:
        """The rows of users.json."""
        return self._rows("users.json")

    def days(self, wanted: Sequence[str]) -> list[Day]:
        """The days of the channels wanted (names or ids; none = all public ones), in order.

        Raises:
            ChatSourceError: it is no Slack export, or there is no channel of a name wanted.
        """
        listed, public = self._channels()
        found = [
            (match["folder"], match["day"], path)
            for path in self._sizes
            if (match := _DAY.fullmatch(path))
        ]
        folders = sorted({folder for folder, _, _ in found})
        if not folders:
            raise ChatSourceError(
                f"{self._source.name} holds no days of a channel, as a Slack export does",
                next_step="pmem log FILE --group NAME --format auto",
            )
        chosen = self._chosen(wanted, folders, listed, public)
        days = [
            Day(day, folder, listed.get(folder, folder), path)
            for folder, day, path in found
            if folder in chosen
        ]
        return sorted(days, key=lambda one: (one.day, one.channel_name))

    def _chosen(
        self, wanted: Sequence[str], folders: list[str], listed: dict[str, str], public: set[str]
    ) -> set[str]:
        if not wanted:
            open_to_all = public.intersection(folders)
            if open_to_all or len(folders) == 1:
                return open_to_all or set(folders)
        named = {one.removeprefix("#").casefold() for one in wanted}
        called = {one: {one.casefold(), listed.get(one, "").casefold()} for one in folders}
        chosen = {one for one, names in called.items() if names & named}
        there = {name for one in chosen for name in called[one]}
        missing = ", ".join(sorted(named - there))
        if missing or not wanted:
            shown = ", ".join(folders[:_LISTED]) + (" …" if len(folders) > _LISTED else "")
            what = f"no channel called {missing}" if missing else "no public channel"
            raise ChatSourceError(
                f"{self._source.name} has {what}; in it: {shown}",
                next_step="name the channels of this group, each with --channel NAME",
            )
        return chosen

    def _channels(self) -> tuple[dict[str, str], set[str]]:
        """The id of each channel by its folder, and the folders of public ones."""
        ids: dict[str, str] = {}
        public: set[str] = set()
        for name in _LISTS:
            for row in self._rows(name):
                channel = word(row.get("id"))
                folder = word(row.get("name")) or channel
                ids[folder] = channel or folder
                if name == _PUBLIC:
                    public.add(folder)
        return ids, public

    def _rows(self, name: str) -> list[Fields]:
        paths = [path for path in self._sizes if path == name or path.endswith(f"/{name}")]
        if not paths:
            return []
        document = JsonStream(self.member(min(paths, key=len)))
        values: list[object] = [document.value() for _ in document.elements()]
        document.end()
        return rows(values)
