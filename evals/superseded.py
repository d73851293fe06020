"""Every supersession and contradiction the judge rules in real chats, to be read by a person.

    python -m evals.superseded [SHARED] [--pairs]

Each chat of SHARED (default: `shared` beside the checkout) is logged and flushed once in a vault
of its own. `--pairs` prints what was superseded, the old words and the new. What a person found
reading them stands in `judging/README.md`.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evals.chats import data_folder
from evals.measured import Absent, Measured, run, share
from evals.own_vault import own_vault
from progressive_memory.domain.group import Language, NewGroup
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.known.read_back import known_entries
from progressive_memory.vault import layout
from progressive_memory.vault.blocks import entries

COMMAND = "python -m evals.superseded"
_GROUP = "chat"
_MEETINGS = ("chef-irc-2014-15", "jsonld-cg", "jsonld-wg", "epub-wg")
_YEAR = "duraspace-2012"
_PROTOCOL = (
    "entries that another one superseded, of all that stand in the notes after one flush over the "
    "chat; whether each is right is read by hand (evals/judging/README.md)"
)


@dataclass(frozen=True)
class Chat:
    """A chat as a file: what it is called, its language, what reads it."""

    name: str
    path: Path
    language: Language = "en"
    form: str = "jsonl"


def measure(shared: Path) -> list[Measured]:
    """How many entries were superseded, by chat.

    Raises:
        Absent: none of the chats is there.
    """
    found = [_measured(chat, standing(chat)) for chat in chats(shared)]
    if not found:
        raise Absent(f"no chat is in {shared}")
    return found


def chats(shared: Path) -> Iterator[Chat]:
    """The chats that are there."""
    folder = data_folder(shared)
    languages: tuple[Language, ...] = ("zh", "en")
    for language in languages:
        path = folder / "evermemos_teamchat" / f"team_chat_{language}.json"
        yield from _there(Chat(f"team chat, {language}", path, language, "teamchat"))
    for name in _MEETINGS:
        yield from _there(Chat(name, folder / "meetings" / f"{name}.messages_a.jsonl"))
    yield from _there(Chat(_YEAR, folder / "duraspace" / f"{_YEAR}.jsonl"))


def standing(chat: Chat) -> dict[str, Known]:
    """What stands after one flush over the chat, by id."""
    with own_vault(chat.language) as (vault, memory):
        memory.group_add(NewGroup(_GROUP, language=chat.language, timezone="UTC"))
        data = chat.path.read_bytes() if chat.form != "jsonl" else _canonical(chat.path)
        memory.log_file(_GROUP, io.BytesIO(data), name=chat.path.name, form=chat.form)
        memory.flush(_GROUP)
        folder = vault / layout.group_folder(_GROUP)
        found = [
            entry
            for note in sorted(folder.glob("*.md"))
            for entry in entries(note.relative_to(vault).as_posix(), note.read_text("utf-8"))
        ]
        known = known_entries(found, {})
    return {one.id: one for one in known.values() if one.place is Place.STANDING}


def pairs(known: dict[str, Known]) -> Iterator[tuple[Known, Known]]:
    """Each entry that was superseded, and what superseded it."""
    for old in known.values():
        yield from ((old, known[each]) for each in old.superseded_by if each in known)


def _there(chat: Chat) -> Iterator[Chat]:
    if chat.path.is_file():
        yield chat


def _canonical(path: Path) -> bytes:
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    lines = (
        {"event_id": f"e{number}", **{key: row[key] for key in ("ts", "sender", "text")}}
        for number, row in enumerate(rows)
    )
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines).encode()


def _measured(chat: Chat, known: dict[str, Known]) -> Measured:
    count = len(list(pairs(known)))
    return Measured(
        measure=f"superseded, {chat.name}",
        value=f"{count} ({share(count, len(known))})",
        floor="",
        goal="",
        n=len(known),
        protocol=_PROTOCOL,
        reached=None,
        command=COMMAND,
    )


def _print_pairs(shared: Path) -> None:
    for chat in chats(shared):
        for old, new in pairs(standing(chat)):
            print(f"{chat.name}: {old.title} → {new.title}")


if __name__ == "__main__":
    if "--pairs" in sys.argv:
        sys.argv.remove("--pairs")
        beside = Path(__file__).resolve().parents[2] / "shared"
        _print_pairs(Path(sys.argv[1]) if len(sys.argv) > 1 else beside)
    else:
        run(measure)
