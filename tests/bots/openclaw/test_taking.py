from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from bots.openclaw.answering import answer
from bots.openclaw.group_note import MAX_BYTES, group_note
from bots.openclaw.taking import Taken, Wanted, take_in
from progressive_memory.api import Memory
from progressive_memory.domain.group import Language, NewGroup
from progressive_memory.errors import VaultNotFound

ROOM = "!dock:example.org"
SAID = (
    ("$1", "@ada:example.org", "Decided: we ship on Fridays"),
    ("$2", "@bo:example.org", "agreed"),
)


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    Memory.init(tmp_path / "vault", language="en")
    return tmp_path / "vault"


def lines(said: tuple[tuple[str, str, str], ...] = SAID) -> io.BytesIO:
    rows = (
        {"event_id": event, "ts": f"2026-05-04T09:0{at}:00Z", "sender": sender, "text": text}
        for at, (event, sender, text) in enumerate(said)
    )
    return io.BytesIO("".join(f"{json.dumps(row)}\n" for row in rows).encode())


def telling(folder: Path, code: int = 0) -> tuple[str, ...]:
    """A command that notes its last word, and ends with that code."""
    program = (
        "import sys, pathlib;"
        f"pathlib.Path({str(folder / 'told')!r}).write_text(sys.argv[1], encoding='utf-8');"
        f"sys.exit({code})"
    )
    return (sys.executable, "-c", program)


def told(folder: Path) -> str:
    return (folder / "told").read_text(encoding="utf-8")


def add_group(vault: Path, language: Language = "en") -> None:
    Memory.open(vault).group_add(NewGroup("dock", ROOM, language=language))


def test_a_session_becomes_memory_and_the_room_is_told(vault: Path, tmp_path: Path) -> None:
    wanted = Wanted(ROOM, "Dock", "remem", "s", telling(tmp_path))

    taken = take_in(vault, wanted, lines())

    assert Taken("dock", "remem", 2, 0, 1, 0, told=True) == taken
    assert "Ship on Fridays" in told(tmp_path)


def test_the_same_session_again_changes_nothing(vault: Path) -> None:
    wanted = Wanted(ROOM, "Dock", "precompact", "s")
    take_in(vault, wanted, lines())

    assert Taken("dock", "precompact", 0, 0, 0, 0) == take_in(vault, wanted, lines())


def test_what_is_written_stands_where_the_room_cannot_be_told(vault: Path, tmp_path: Path) -> None:
    refused = take_in(vault, Wanted(ROOM, "Dock", "remem", "s", telling(tmp_path, 1)), lines())
    missing = take_in(vault, Wanted(ROOM, "Dock", "remem", "s", ("no-such-program",)), lines())

    assert (1, False) == (refused.written, refused.told)
    assert not missing.told


def test_a_room_is_told_why_nothing_was_kept(tmp_path: Path) -> None:
    with pytest.raises(VaultNotFound):
        take_in(tmp_path, Wanted(ROOM, "Dock", "remem", "s", telling(tmp_path)), lines())

    assert "pmem hooks status" in told(tmp_path)
    assert str(tmp_path) not in told(tmp_path)


def test_why_nothing_was_kept_comes_back_where_the_answer_does(tmp_path: Path) -> None:
    taken = take_in(tmp_path, Wanted(ROOM, "Dock", "remem", "s", returned=True), lines())

    assert ("", 0) == (taken.group, taken.logged)
    assert "pmem hooks status" in taken.answer
    assert str(tmp_path) in taken.problem
    assert taken.answer == answer(tmp_path, ROOM, "pending", "")


def test_what_waits_is_shown_with_how_to_confirm_it(vault: Path) -> None:
    said = (("$1", "@ada:example.org", "I propose we ship on Fridays"),)
    taken = take_in(vault, Wanted(ROOM, "Dock", "remem", "s", returned=True), lines(said))

    shown = answer(vault, ROOM, "pending", "")

    assert "**Remembered** (1 new message)" in taken.answer
    assert "Ship on Fridays" in shown
    assert "Say yes to one in the chat, and the next `/remem` writes it" in shown


def test_the_answer_is_in_the_language_of_the_group(vault: Path, tmp_path: Path) -> None:
    add_group(vault, "zh")

    take_in(vault, Wanted(ROOM, "Dock", "remem", "s", telling(tmp_path)), lines(SAID[1:]))

    assert "没有新的内容需要记住" in told(tmp_path)


def test_the_group_note_holds_rules_routes_and_freshness(vault: Path) -> None:
    add_group(vault)
    Memory.open(vault).note_append(
        "memory/groups/dock.md", "- No deploys on Friday", under="Hard Rules"
    )

    note = group_note(vault, ROOM)

    assert "dock" == note.group
    assert "No deploys on Friday" in note.text
    assert "attention.md" in note.text
    assert "never flushed" in note.text
    assert "memory/groups/dock.md" in note.files


def test_a_group_note_of_long_rules_is_cut_to_what_a_prompt_takes(vault: Path) -> None:
    add_group(vault)
    rules = "\n".join(f"- 第 {number} 条规则：{'说明' * 40}" for number in range(200))
    Memory.open(vault).note_append("memory/groups/dock.md", rules, under="Hard Rules")

    assert 1000 < len(group_note(vault, ROOM).text.encode()) <= MAX_BYTES


@pytest.mark.parametrize("room", ["!other:example.org", "dock", "", "../dock"])
def test_a_room_without_a_group_gets_no_note(vault: Path, room: str) -> None:
    add_group(vault)

    assert "" == group_note(vault, room).text
