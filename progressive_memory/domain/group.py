"""Group, IndexNote, Route: a chat room's memory and its entrance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Language = Literal["zh", "en"]


@dataclass(frozen=True)
class Route:
    """One row of a group's routing table.

    `file` is relative to the group's folder (`attention.md`, `conventions/api.md`). `priority` is
    the cell as read (`P0` … `P3`, `P2-L3`). `line` counts from 1 in the index note.
    """

    trigger: str
    file: str
    priority: str
    deprecated: bool = False
    line: int = 0


@dataclass(frozen=True)
class IndexNote:
    """A group's entrance, read (DESIGN §4). `memory_budget_tokens` is in tokens.

    `key_name` is the NFC name at creation that entry keys are made with; equal to `group_name`
    until a rename.
    """

    group_name: str
    path: str
    text: str
    display_name: str = ""
    last_updated: str = ""
    status: str = "active"
    memory_budget_tokens: int = 6000
    language: Language = "zh"
    timezone: str = "Asia/Shanghai"
    key_name: str = ""
    hard_rules: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()


@dataclass(frozen=True)
class NewGroup:
    """What a person asks of a new group; "" and None mean the default. `move` takes the room from
    the group it is mapped to.
    """

    name: str
    room: str = ""
    display_name: str = ""
    language: Language | None = None
    timezone: str = ""
    move: bool = False
