"""The links of a whole vault, when notes move: what is written where."""

from __future__ import annotations

from collections.abc import Mapping

from progressive_memory.domain.plan import Edit
from progressive_memory.ports import Ports
from progressive_memory.services.note.edits import edit_of
from progressive_memory.vault.moves import Moves, Relinked
from progressive_memory.vault.splice.relink import relink


def relinked(ports: Ports, moves: Moves, texts: Mapping[str, str]) -> tuple[list[Edit], list[str]]:
    """An edit for each file of `texts` (path → text), none of which moves, whose links have to
    follow; and the links that stay though they may mean what moves, in words.
    """
    edits: list[Edit] = []
    unsure: list[str] = []
    for path, text in texts.items():
        decided = moves.relinked(path, text)
        unsure += shown_unsure(path, decided)
        if decided.operation is not None:
            edits.append(edit_of(ports, path, decided.operation))
    return edits, unsure


def text_of_moved(path: str, text: str, decided: Relinked) -> str:
    """The text of a file that moves away from `path`, its own links as they must be then.

    Raises:
        NoteUnwritable: its properties must not be edited.
    """
    return relink(path, text, decided.operation) if decided.operation else text


def shown_unsure(path: str, decided: Relinked) -> list[str]:
    """The links of a file that stayed as they were, in words."""
    return [f"{path}, line {link.line}: {link.written}" for link in decided.unsure]
