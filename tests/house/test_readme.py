"""The README's commands work as they stand."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENTRY_ID = re.compile(r"\b[dftbeocrg]-\d{8}-[a-z2-7]{10}\b")


def blocks() -> list[list[str]]:
    """The commands of each shell block, without comments and without making an environment."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [
        [
            re.sub(r"\s+# .*", "", line)
            for line in block.split("\n")
            if line.startswith(("pmem", "cd"))
        ]
        for block in found
    ]


class Shell:
    """A folder with the examples beside it, where commands are typed one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entry_id = "none"
        shutil.copytree(ROOT / "examples", folder / "examples")
        self.environment = os.environ | {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PROGRESSIVE_MEMORY_DATA": str(folder / ".data"),
            "PROGRESSIVE_MEMORY_CACHE": str(folder / ".cache"),
            "PYTHONUTF8": "1",
        }

    def type(self, command: str) -> str:
        """Run it, "ID" being an id the flush printed; returns what it prints."""
        if command.startswith("cd "):
            self.folder /= command[3:]
            return ""
        done = subprocess.run(
            ["sh", "-c", command.replace(" ID", f" {self.entry_id}")],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert 0 == done.returncode, f"$ {command}\n{done.stdout}{done.stderr}"
        shown = ENTRY_ID.search(done.stdout)
        self.entry_id = shown[0] if shown and command.startswith("pmem flush") else self.entry_id
        return done.stdout


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_there_are_four_blocks() -> None:
    assert [10, 6, 5, 6] == [len(block) for block in blocks()]


def test_five_minutes_work(shell: Shell) -> None:
    outputs = {command: shell.type(command) for command in blocks()[0]}
    recalled = next(text for command, text in outputs.items() if command.startswith("pmem recall"))

    assert "MapLibre" in recalled


def test_the_excerpt_is_what_the_sample_chat_leaves(shell: Shell) -> None:
    for command in blocks()[0][:-1]:
        shell.type(command)
    note = shell.folder / "memory" / "groups" / "tideline" / "experience.md"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    excerpt = readme.split("```markdown\n")[1].split("```")[0]
    lines = [line.partition(", …")[0] for line in excerpt.split("\n")]

    assert [] == [line for line in lines if line not in note.read_text(encoding="utf-8")]


def test_what_a_group_has_already_comes_in(shell: Shell) -> None:
    shell.type("pmem init . --language en")
    with zipfile.ZipFile(shell.folder / "slack.zip", "w") as archive:
        archive.writestr("users.json", '[{"id": "U1", "name": "ada"}, {"id": "U2", "name": "bo"}]')
        archive.writestr("channels.json", '[{"id": "C1", "name": "ops"}]')
        said = [("U1", "I propose we moor at pier four"), ("U2", "agreed")]
        rows = [
            {"type": "message", "user": user, "ts": f"168319440{at}.000100", "text": text}
            for at, (user, text) in enumerate(said)
        ]
        archive.writestr("ops/2023-05-04.json", json.dumps(rows))
    message = {"id": 1, "type": "message", "date": "2023-05-05T09:00:00", "from": "Ada"}
    chat = {"name": "Pier", "type": "private_group", "id": 7}
    chat |= {"messages": [message | {"from_id": "user1", "text": "hello"}]}
    (shell.folder / "result.json").write_text(json.dumps(chat))
    (shell.folder / "chat.txt").write_text("05/05/2023, 09:00 - Ada: hello\n" * 3)

    outputs = [shell.type(command) for command in blocks()[1]]

    assert ["(slack)", "(telegram)", "(whatsapp)"] == [
        word for output in outputs[1:4] for word in re.findall(r"\([a-z]+\)", output)[:1]
    ]
    assert "Moor at pier four" in outputs[-1]


def test_an_agent_reads_step_by_step(shell: Shell) -> None:
    for command in blocks()[0]:
        if not command.startswith("pmem undo"):
            shell.type(command)

    outputs = [shell.type(command) for command in blocks()[2]]

    assert "attention.md" in outputs[1]
    assert "MapLibre" in outputs[3]


def test_the_chinese_block_works(shell: Shell) -> None:
    outputs = [shell.type(command) for command in blocks()[3]]

    assert "雪花算法" in outputs[-1]
