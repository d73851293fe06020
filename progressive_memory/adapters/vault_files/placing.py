"""Putting one note in place beside people who save at the same time (DESIGN §4 "Writing")."""

from __future__ import annotations

import os
import random
import stat
import time
from dataclasses import replace

from progressive_memory.adapters.vault_files import disk
from progressive_memory.adapters.vault_files.draft import Draft, merged
from progressive_memory.adapters.vault_files.exchange import Way, change_places
from progressive_memory.adapters.vault_files.journal import OpenRecord
from progressive_memory.adapters.vault_files.paths import VaultPaths
from progressive_memory.domain.plan import CreateNote
from progressive_memory.errors import NoteUnwritable, VaultError

_OWNERS = stat.S_IRUSR | stat.S_IWUSR
_TRIES = 5
_TRIES_IN_PLACE = 30  # nothing comes back there: only a note that rests is written
_ROUNDS = 50
_SETTLE_SECONDS = 0.003  # an editor that writes in place needs about one
_SETTLE_READS = 20


class Placing:
    """Puts the notes of one plan in place, each step noted in the plan's record."""

    def __init__(self, paths: VaultPaths, record: OpenRecord, way: Way) -> None:
        self._paths = paths
        self._record = record
        self._way = way

    def place(self, draft: Draft) -> Draft:
        """Write the draft, or what it becomes on the bytes a person saved in between.

        Somebody who saves faster than we can look and write does not stop us: the last try goes
        ahead, and what it takes off the note is put back. In place that cannot be: a person who
        does not rest keeps their text, and all is displaced.
        """
        note = self._paths.on_disk(draft.path)
        wanted, reason = draft, "the note kept changing while it was written"
        tries = _TRIES_IN_PLACE if self._way is Way.IN_PLACE else _TRIES
        for number in range(tries):
            try:
                if number:
                    time.sleep(random.uniform(0.002, 0.02))  # noqa: S311 — to fall out of step
                    draft = wanted.again(disk.read(note))
            except NoteUnwritable as error:
                reason = error.message
                continue
            anyway = number + 1 == tries and self._way is not Way.IN_PLACE
            done = draft if draft.before == draft.after else self._try(draft, note, anyway=anyway)
            if done is not None:
                draft = done
                break
        else:
            draft = wanted.given_up(disk.read(note), reason)
        self._record.note_placed(draft.change, draft.displaced)
        self.clear(draft.path)
        if draft.after is None:
            _remove_empty_folders(os.path.dirname(note), self._paths.root)
        return draft

    def temps(self, path: str) -> list[tuple[int, str]]:
        """The temporary files that stand beside a note by their number, oldest first."""
        folder = os.path.dirname(self._paths.on_disk(path))
        most = len(self._record.rounds.get(path, ())) + 1
        files = [(n, f"{folder}/{self._record.temp_name(path, n)}") for n in range(1, most + 1)]
        for _, file in files:
            _undo_half_a_replace(file)
        return [(number, file) for number, file in files if disk.stands(file)]

    def clear(self, path: str) -> None:
        """Remove the temporary files of a note that is done."""
        for _, file in self.temps(path):
            disk.remove(file)

    def _try(self, draft: Draft, note: str, *, anyway: bool = False) -> Draft | None:
        """One try; None when the note is no longer what the draft was made on, unless a note is
        to be exchanged `anyway`.
        """
        if draft.after is None:
            return self._take_away(draft, note)
        temp = self._write_temp(draft, note)
        if disk.read(note) != draft.before and not anyway:
            return None
        try:
            if draft.before is None:
                self._record.note_round(draft.path, draft.after, None)
                _put_new(temp, note, draft.after)
                disk.sync_folder(os.path.dirname(note))
                return draft
            if self._way is Way.IN_PLACE:
                return self._write_through(draft, note)
            return self._change_places(draft, temp, note)
        except (FileExistsError, FileNotFoundError):
            return None

    def _write_through(self, draft: Draft, note: str) -> Draft | None:
        """Nothing comes back to be looked at; the temporary file stays until the note is whole."""
        before, after = draft.before or b"", draft.after or b""
        self._record.note_round(draft.path, after, before)
        return draft if disk.write_through(note, before, after) else None

    def _change_places(self, draft: Draft, temp: str, note: str) -> Draft:
        """Exchange until what comes back is what we meant to replace.

        Between two exchanges the note lacks what a person has just saved. A save made of what
        could be read then would drop it: those lines are looked for at the end. So nothing waits
        for the disk in between; on a slow one we would never be done.
        """
        expected = draft.before or b""
        hidden: set[bytes] = set()
        for _ in range(_ROUNDS):
            came_back = self._exchange_once(draft, temp, note, expected)
            if came_back != expected:
                hidden |= _lines(came_back) - _lines(expected)
                base, theirs, expected = expected, came_back, draft.after or b""
            else:
                standing = disk.read(note) if hidden else None
                if standing is None or hidden <= _lines(standing):
                    disk.sync(note)
                    disk.sync_folder(os.path.dirname(note))
                    return draft
                base, theirs, expected = expected, standing, standing
            draft, expected = self._caught_up(_both(draft, base, theirs), note, expected)
            hidden &= _lines(draft.after or b"")
            temp = self._write_temp(draft, note, durable=False)
        raise VaultError(
            f"{draft.path} is being written without a pause by another program",
            next_step="stop it; the next pmem command finishes what was begun",
        )

    def _caught_up(self, draft: Draft, note: str, expected: bytes) -> tuple[Draft, bytes]:
        """The draft with what was saved while we looked at what came back, and those bytes: who
        saves that often would be ahead of us for ever.
        """
        for _ in range(_TRIES):
            standing = disk.read(note)
            if standing is None or standing == expected:
                break
            draft, expected = _both(draft, expected, standing), standing
        return draft, expected

    def _exchange_once(self, draft: Draft, temp: str, note: str, expected: bytes) -> bytes:
        """Exchange, and return what came back."""
        self._record.note_round(draft.path, draft.after, expected)
        comes_back = change_places(temp, note, exchange=self._way is Way.EXCHANGE)
        return _settled(temp, expected) if comes_back else expected

    def _take_away(self, draft: Draft, note: str) -> Draft | None:
        temp = self._next_temp(draft.path)
        if disk.read(note) != draft.before:
            return None
        self._record.note_round(draft.path, None, draft.before)
        try:
            os.rename(note, temp)
        except FileNotFoundError:
            return None
        if _settled(temp, draft.before or b"") != draft.before:
            _put_back(temp, note)
            return None
        disk.sync_folder(os.path.dirname(note))
        return draft

    def _write_temp(self, draft: Draft, note: str, *, durable: bool = True) -> str:
        _make_folders(os.path.dirname(note))
        temp = self._next_temp(draft.path)
        disk.write_new(temp, draft.after or b"", self._mode(draft, note), durable=durable)
        return temp

    def _mode(self, draft: Draft, note: str) -> int | None:
        """The mode to write a note with; a note that moved keeps its own."""
        moved = (each.like for each in draft.operations if isinstance(each, CreateNote))
        like = next((path for path in moved if path), "")
        if draft.before is None and like:
            return _mode(self._paths.on_disk(like))
        return _mode(note)

    def _next_temp(self, path: str) -> str:
        folder = os.path.dirname(self._paths.on_disk(path))
        used = len(self._record.rounds.get(path, ()))
        temp = f"{folder}/{self._record.temp_name(path, used + 1)}"
        disk.remove(temp)  # left by a try that never came to its exchange
        return temp


def _both(draft: Draft, base: bytes, theirs: bytes) -> Draft:
    """The draft and what a person made of `base`; its image is the one so far with the same: where
    they made it of a note without ours, that is what they saved.
    """
    newer = draft.beside(base, theirs)
    return replace(newer, before=merged(base, draft.before, theirs))


def _lines(data: bytes) -> set[bytes]:
    return set(data.splitlines())


def _settled(file: str, expected: bytes) -> bytes:
    """The bytes of a file that an editor may still be writing to, once they rest."""
    time.sleep(_SETTLE_SECONDS)
    data = disk.read(file) or b""
    for number in range(_SETTLE_READS):
        if data == expected:
            break
        time.sleep(_SETTLE_SECONDS)
        again = disk.read(file) or b""
        if again == data and (data or number > 2):  # an emptied one had a second by then
            break
        data = again
    return data


def _put_new(temp: str, note: str, data: bytes) -> None:
    """A new note: never over one that appeared meanwhile (FileExistsError)."""
    try:
        os.link(temp, note)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        disk.write_new(note, data, stat.S_IMODE(os.stat(temp).st_mode))


def _put_back(temp: str, note: str) -> None:
    """A person's text that we took away by mistake, unless they have written the note anew."""
    if not disk.stands(note):
        os.rename(temp, note)


def _undo_half_a_replace(file: str) -> None:
    """Name what a replace set aside as an exchange would have."""
    aside = f"{file}.old"
    if disk.stands(aside):
        if disk.stands(file):
            disk.remove(aside)
        else:
            os.rename(aside, file)


def _remove_empty_folders(folder: str, root: str) -> None:
    """Take away the folders that the last note went out of, up to the vault itself."""
    while folder != root:
        try:
            os.rmdir(folder)
        except OSError:  # something stands in it
            return
        folder = os.path.dirname(folder)


def _make_folders(folder: str) -> None:
    """Make missing folders, each with the mode of the one it stands in."""
    if disk.stands(folder):
        return
    parent = os.path.dirname(folder)
    _make_folders(parent)
    os.mkdir(folder)
    os.chmod(folder, stat.S_IMODE(os.stat(parent).st_mode))
    disk.sync_folder(parent)


def _mode(note: str) -> int | None:
    """The mode to write a note with: its own, else a neighbour's, else None (the umask's). What is
    new may be read and written by whoever makes it.
    """
    try:
        return stat.S_IMODE(os.stat(note).st_mode)
    except FileNotFoundError:
        pass
    if not os.path.isdir(os.path.dirname(note)):
        return None
    with os.scandir(os.path.dirname(note)) as entries:
        for entry in entries:
            if entry.name.endswith(".md") and entry.is_file(follow_symlinks=False):
                return stat.S_IMODE(entry.stat().st_mode) | _OWNERS
    return None
