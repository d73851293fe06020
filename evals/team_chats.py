"""The two team chats, Chinese and English, each flushed into a vault of its own: what stands of it.

Both are one conversation: message number n of one is message number n of the other (same sender,
same minute); the Chinese one has a last message that the English one lacks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.chats import data_folder
from evals.measured import Absent
from evals.own_vault import own_vault
from evals.read_sheet import sheet
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.group import Language, NewGroup

LANGUAGES: tuple[Language, ...] = ("zh", "en")
_LINKED = re.compile(r"#\^(m-[a-z2-7]{10})")
_GROUP = "team"
_ROSTER = "roster:"


@dataclass(frozen=True)
class Kept:
    """An entry, written or pending, and the messages of the list (from 0) that are its evidence."""

    kind: Kind
    text: str
    at: frozenset[int]
    pending: bool

    def near(self, places: frozenset[int], within: int) -> bool:
        """Whether any of its evidence is at most `within` messages from any of `places`."""
        return any(abs(mine - other) <= within for mine in self.at for other in places)


def kept(shared: Path, language: Language) -> list[Kept]:
    """What one flush of that language's chat leaves, entries of the roster left out.

    Raises:
        Absent: the chat is not there.
    """
    path = _path(shared, language)
    with own_vault(language) as (vault, memory):
        memory.group_add(NewGroup(_GROUP, language=language, timezone="UTC"))
        with path.open("rb") as chat:
            memory.log_file(_GROUP, chat, name=path.name, form="teamchat")
        memory.flush(_GROUP)
        places = _places(vault, messages(path))
        return [*_entries(vault, places, pending=False), *_entries(vault, places, pending=True)]


def length(shared: Path, language: Language) -> int:
    """How many messages that language's chat has."""
    return len(messages(_path(shared, language)))


def _path(shared: Path, language: Language) -> Path:
    path = data_folder(shared) / "evermemos_teamchat" / f"team_chat_{language}.json"
    if not path.is_file():
        raise Absent(f"evermemos_teamchat/team_chat_{language}.json is not in {shared}")
    return path


def messages(path: Path) -> list[Mapping[str, str]]:
    """The chat's messages in the order of the document."""
    found: list[Mapping[str, str]] = json.loads(path.read_text("utf-8"))["conversation_list"]
    return found


def _places(vault: Path, listed: Sequence[Mapping[str, str]]) -> dict[str, int]:
    """Block id → place in the document; the log keeps them in time order, ties as they came."""
    said = [one for one in sheet(vault, _GROUP)[1].values() if not one.event_id.startswith(_ROSTER)]
    said.sort(key=lambda one: one.at)
    in_time = sorted(range(len(listed)), key=lambda at: listed[at]["create_time"])
    return {one.block_id: at for one, at in zip(said, in_time, strict=True)}


def _entries(vault: Path, places: Mapping[str, int], *, pending: bool) -> list[Kept]:
    found = []
    for entry in sheet(vault, _GROUP, pending=pending)[0]:
        at = frozenset(places[one] for one in _LINKED.findall(entry.text) if one in places)
        if at and entry.kind is not None:
            found.append(Kept(entry.kind, entry.text.strip(), at, pending))
    return found
