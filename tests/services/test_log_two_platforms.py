"""The same chat from two platforms: one memory, nothing twice where text and time allow."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.log_report import LogReport
from tests.exports import zipped

GROUP = "bakery"
MAP = """
people_map = ["slack:U0INES = @ines:crumb.example", "slack:U0TEO = @teo:crumb.example",
              "irc:ines = @ines:crumb.example", "irc:teo = @teo:crumb.example"]
"""
SLACK = zipped(
    {
        "channels.json": '[{"id": "C1", "name": "floor"}]',
        "users.json": '[{"id": "U0INES", "profile": {"display_name": "Ines"}},'
        '{"id": "U0TEO", "profile": {"display_name": "Teo"}}]',
        "floor/2026-05-15.json": "["
        '{"type": "message", "user": "U0INES", "ts": "1778839260.000100",'
        ' "text": "We *close* at one.", "reactions": [{"name": "+1", "users": ["U0TEO"]}]},'
        '{"type": "message", "user": "U0TEO", "ts": "1778839320.000100", "text": "ok",'
        ' "thread_ts": "1778839260.000100"},'
        '{"type": "message", "user": "U0TEO", "ts": "1778839325.000100", "text": "ok"},'
        '{"type": "message", "user": "U0INES", "ts": "1778839380.000100", "text": "Only in Slack."}'
        "]",
    }
)
IRC = (
    b"2026-05-15 10:01:02\tines\tWe close at one.\n"
    b"2026-05-15 10:02:01\tteo\tok\n"
    b"2026-05-15 10:05:00\tteo\tOnly on IRC.\n"
)


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    Memory.init(tmp_path / "v", "en")
    settings = tmp_path / "v" / "progressive-memory.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("#people_map = []", MAP), encoding="utf-8")
    memory = Memory.open(tmp_path / "v")
    memory.group_add(NewGroup(GROUP))
    return memory


def log(memory: Memory, data: bytes) -> LogReport:
    return memory.log_file(GROUP, io.BytesIO(data))


def said(tmp_path: Path) -> list[str]:
    note = tmp_path / "v/memory/groups" / GROUP / "log/2026/2026-05-15.md"
    lines = note.read_text(encoding="utf-8").split("\n")
    return [line[11:].partition(" ^m-")[0] for line in lines if line.startswith("- ")]


def test_the_second_export_adds_only_what_the_first_did_not_tell(
    memory: Memory, tmp_path: Path
) -> None:
    assert (4, 0) == ((first := log(memory, SLACK)).logged, first.doubles)
    second = log(memory, IRC)
    assert (1, 2) == (second.logged, second.doubles)
    assert [
        "Ines: We **close** at one.",
        "Teo: ok",
        "Teo: ok",
        "Ines: Only in Slack.",
        "teo: Only on IRC.",
    ] == said(tmp_path)


def test_answers_and_reactions_to_what_stands_hang_on_it(memory: Memory, tmp_path: Path) -> None:
    log(memory, IRC)
    second = log(memory, SLACK)
    assert (2, 2, 1) == (second.logged, second.doubles, second.reactions)
    note = tmp_path / "v/memory/groups" / GROUP / "log/2026/2026-05-15.md"
    close = note.read_text(encoding="utf-8").split("We close at one.")[1]
    assert "from:: @ines:crumb.example · reactions:: 👍 Teo (@teo:crumb.example" in close


@pytest.mark.parametrize("order", [(SLACK, IRC), (IRC, SLACK)], ids=["slack first", "irc first"])
def test_either_again_changes_nothing(
    order: tuple[bytes, bytes], memory: Memory, tmp_path: Path
) -> None:
    for data in order:
        log(memory, data)
    before = said(tmp_path)
    again = [log(memory, data) for data in (*order, *reversed(order))]
    assert [0] * 4 == [one.logged + one.edited + one.reactions for one in again]
    assert before == said(tmp_path)
