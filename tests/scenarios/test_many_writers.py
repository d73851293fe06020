"""Several `pmem` processes at once on one vault, and an editor with a note open beside them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("obsidian.py")
IDS = re.compile(r"\^([a-z]-[0-9a-z-]+)$", re.MULTILINE)


@dataclass
class Desk:
    """A vault, and the processes that were started on it."""

    folder: Path
    started: list[tuple[tuple[str, ...], subprocess.Popen[str]]] = field(default_factory=list)
    said: dict[tuple[str, ...], str] = field(default_factory=dict)

    @property
    def vault(self) -> Path:
        return self.folder / "vault"

    def start(self, *words: str) -> None:
        """Run a command beside the others."""
        process = subprocess.Popen(
            [sys.executable, "-m", "progressive_memory", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env=self._environment(),
        )
        self.started.append((words, process))

    def finish(self) -> dict[tuple[str, ...], int]:
        """Wait for all of them; the exit code of each command. None may end with a traceback."""
        codes = {}
        for words, process in self.started:
            out, err = process.communicate(timeout=120)
            assert "Traceback" not in out + err, (words, out, err)
            codes[words] = process.returncode
            self.said[words] = out + err
        self.started.clear()
        return codes

    def run(self, *words: str) -> None:
        """Run a command by itself; it must end well."""
        self.start(*words)
        assert [0] == list(self.finish().values()), words

    def notes(self, group: str) -> str:
        """All of a group's notes but its log."""
        folder = self.vault / "memory/groups" / group
        files = [file for file in sorted(folder.rglob("*.md")) if "log" not in file.parts]
        return "\n".join(file.read_text(encoding="utf-8") for file in files)

    def log(self, group: str) -> str:
        files = sorted((self.vault / "memory/groups" / group / "log").rglob("*.md"))
        return "\n".join(file.read_text(encoding="utf-8") for file in files)

    def chat(self, group: str, part: int) -> str:
        """A file of a decision: a proposal and a yes. Its name."""
        asked, at = f"${group}-{part}", f"2026-05-{10 + part}T01"
        proposal = {
            "event_id": asked,
            "ts": f"{at}:00:00Z",
            "sender": "@ana:x",
            "text": f"I propose we move the {THINGS[part]}",
        }
        yes = {
            "event_id": f"{asked}-yes",
            "ts": f"{at}:05:00Z",
            "sender": "@bo:x",
            "text": "+1",
            "reply_to": asked,
        }
        file = self.folder / f"{group}-{part}.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in (proposal, yes)))
        return file.name

    def _environment(self) -> dict[str, str]:
        folders = {
            "PROGRESSIVE_MEMORY_DATA": str(self.folder / "data"),
            "PROGRESSIVE_MEMORY_CACHE": str(self.folder / "cache"),
            "PROGRESSIVE_MEMORY_VAULT": str(self.vault),
        }
        return {**os.environ, **folders}


THINGS = ("order store to PostgreSQL 16", "search cluster to OpenSearch", "login pages to Svelte")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    made.run("init", str(made.vault), "--language", "en")
    for group in ("north", "south"):
        made.run("group", "add", group)
    return made


def test_nothing_is_lost_or_doubled_where_many_commands_run_at_once(desk: Desk) -> None:
    for group in ("north", "south"):
        for part in range(2):
            desk.start("log", desk.chat(group, part), "--group", group)
        desk.start("remember", "--group", group, "--by", "Cy", f"the {group} key is with Olsen")
    desk.start("flush", "--group", "north", "--trigger", "cron")
    desk.start("flush", "--all")
    desk.start("recall", "--group", "north", "What did we decide about the order store?")
    desk.start("search", "--group", "south", "--log", "login")
    codes = desk.finish()
    asked = {"recall", "search"}
    failed = [words for words, code in codes.items() if code and words[0] not in asked]
    assert {} == {words: desk.said[words] for words in failed}
    assert {0, 3} >= {code for words, code in codes.items() if words[0] in asked}

    for group in ("north", "south"):
        desk.start("flush", "--group", group)
        desk.start("flush", "--group", group, "--trigger", "remem")
    assert {0} == set(desk.finish().values())

    for group in ("north", "south"):
        logged = Counter(IDS.findall(desk.log(group)))
        assert ([], 5) == ([one for one, count in logged.items() if count > 1], len(logged))
        notes = desk.notes(group)
        assert [1, 1, 0] == decisions(notes)
        assert 1 == len(re.findall(rf"^.*{group} key is with Olsen.*$", notes, re.MULTILINE))
        standing = Counter(IDS.findall(notes))
        assert [] == [one for one, count in standing.items() if count > 1]
    assert [] == list(desk.vault.rglob("*.memtmp"))
    assert [] == list((desk.folder / "data").rglob("*.open"))


def test_undo_beside_flushes_takes_one_whole_flush_back(desk: Desk) -> None:
    desk.run("log", desk.chat("north", 0), "--group", "north")
    desk.run("flush", "--group", "north")
    desk.run("log", desk.chat("north", 1), "--group", "north")
    desk.start("undo")
    desk.start("flush", "--group", "north")
    desk.start("log", desk.chat("north", 2), "--group", "north")
    codes = desk.finish()
    desk.run("flush", "--group", "north")

    assert {0} == set(codes.values())
    notes = desk.notes("north")
    before_or_after = ([0, 1, 1], [1, 0, 1], [1, 0, 0])  # the last flush vetoes what was undone
    assert decisions(notes) in before_or_after


def test_what_is_typed_in_an_open_editor_stays_beside_flushes(desk: Desk) -> None:
    note = desk.vault / "memory/groups/north/experience.md"
    end = desk.folder / "end"
    words = [sys.executable, str(SCRIPT), str(note), str(end), "typed"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as editor:
        for part in range(3):
            desk.run("log", desk.chat("north", part), "--group", "north")
            desk.run("flush", "--group", "north")
        end.touch()
        typed = int(editor.communicate(timeout=60)[0])

    text = note.read_text(encoding="utf-8")
    lost = [number for number in range(typed) if f"- typed{number:04d}\n" not in text]
    assert lost == []
    assert [1, 1, 1] == decisions(text)


def decisions(text: str) -> list[int]:
    """How often each of the decisions stands in the text."""
    return [len(re.findall(rf"^## [-0-9]+ Move the {thing}", text, re.M)) for thing in THINGS]
