"""The front door: everything a bot, hook or command does, it does through here.

One method a verb. A method imports its service when it is called: a hook is a cold process at
every message.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from progressive_memory.bootstrap import find_vault, open_ports

if TYPE_CHECKING:
    from progressive_memory.domain.undo_report import HistoryReport, RedoReport, UndoReport
    from progressive_memory.ports import Ports


class Memory:
    """The memory of one vault."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    @classmethod
    def open(cls, vault: str | PathLike[str] | None = None) -> Memory:
        """The memory of the vault named, else found (`bootstrap.find_vault`). Reads nothing yet.

        Raises:
            VaultNotFound: there is no vault there.
        """
        return cls(open_ports(find_vault(vault)))

    def history(self) -> HistoryReport:
        """The flushes of the last 30 days, newest first (`services.history.history`)."""
        from progressive_memory.services.history import history

        return history(self._ports)

    def undo(self, flush_id: str | None = None) -> UndoReport:
        """Take a flush back, the newest by default (`services.undo.undo`)."""
        from progressive_memory.services.undo import undo

        return undo(self._ports, flush_id)

    def redo(self, flush_id: str) -> RedoReport:
        """Let the entries of an undone flush be written again (`services.undo.redo`)."""
        from progressive_memory.services.undo import redo

        return redo(self._ports, flush_id)
