"""The entrance of a group's memory, as it stands in the prompt of the group's turns."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike

from progressive_memory.api_live import LiveMemory
from progressive_memory.errors import UnknownGroup

from . import wording

MAX_BYTES = 9_500
"""Of the whole text, in UTF-8 (DESIGN §6: harnesses cut at 10,000)."""


@dataclass(frozen=True)
class GroupNote:
    """`text` is "" for a room that has no group; it holds good while `files` (vault-relative) stay
    as they are. `file` is where the index note stands, as the vault names it.
    """

    group: str
    text: str
    file: str
    files: tuple[str, ...]


def group_note(vault: str | PathLike[str] | None, room_id: str) -> GroupNote:
    """Hard rules, routes and freshness of the group of a room. Nothing is opened and nothing kept:
    each turn is shown all of it.

    Raises:
        VaultNotFound: there is no vault there.
    """
    memory = LiveMemory.open(vault)
    try:
        entrance = memory.entrance(room_id)
    except UnknownGroup:
        return GroupNote("", "", "", ())
    language = entrance.language
    head = wording.say(language, "entrance")
    fresh = wording.freshness(language, entrance.last_flush, entrance.unflushed_messages)
    frame = f"{head}\n\n\n{fresh}\n"
    room = MAX_BYTES - len(frame.encode())
    bundle = memory.open_index(entrance.group, session="", max_bytes=room)
    text = f"{head}\n\n{bundle.text}\n{fresh}\n" if bundle.text else ""
    return GroupNote(entrance.group, text, entrance.files[0], entrance.files)
