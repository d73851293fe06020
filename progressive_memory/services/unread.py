"""A reader of the vault that goes on where something must not or cannot be read, and says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from progressive_memory.errors import NoteUnreadable

if TYPE_CHECKING:
    from progressive_memory.errors import VaultError
    from progressive_memory.ports import Snapshot, Stamp, VaultReader


def sentence(error: VaultError) -> str:
    """Why a note was left alone, and what to do about it."""
    return f"{error.message}. {error.next_step}".strip()


class Unread:
    """Reads as the vault does, but takes a symbolic link, and what the system refuses, as absent;
    `problems` says why, one sentence each, in the order they were met.
    """

    def __init__(self, vault: VaultReader) -> None:
        self._vault = vault
        self._problems: dict[str, None] = {}

    @property
    def problems(self) -> tuple[str, ...]:
        """What was passed over so far."""
        return tuple(self._problems)

    def read(self, path: str) -> Snapshot | None:
        """The file's bytes; None when there is none, or it is not to be read."""
        try:
            return self._vault.read(path)
        except NoteUnreadable as error:
            self._problems[sentence(error)] = None
        except PermissionError:
            self._problems[f"You may not read {path}."] = None
        return None

    def stamps(self, folder: str, without: str = "") -> dict[str, Stamp]:
        """Every file below `folder`; none where it is not to be read."""
        try:
            return self._vault.stamps(folder, without)
        except NoteUnreadable as error:
            self._problems[sentence(error)] = None
        return {}
