"""`pmem hooks serve` answers as a command of its own would, line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import progressive_memory
from progressive_memory.cli.hooks_serve import serve

ENDED_BY_INPUT = 0


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault in which a group decided something."""
    vault = tmp_path / "vault"
    for name in ("DATA", "CACHE"):
        monkeypatch.setenv(f"PROGRESSIVE_MEMORY_{name}", str(tmp_path / name.lower()))
    pmem("init", str(vault), "--language", "en")
    monkeypatch.setenv("PROGRESSIVE_MEMORY_VAULT", str(vault))
    pmem("group", "add", "dock", "--room", "!dock")
    pmem("remember", "--group", "dock", "--kind", "decision", "we ship on Fridays")
    return vault


def pmem(*words: str, given: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "progressive_memory", *words],
        input=given, capture_output=True, encoding="utf-8", check=False, env=os.environ,
    )  # fmt: skip
    return done.stdout.strip() or done.stderr.strip()


def served(*requests: object) -> list[dict[str, object]]:
    lines = "".join(f"{json.dumps(one)}\n" for one in requests)
    return [json.loads(line) for line in pmem("hooks", "serve", given=lines).splitlines()]


def request(number: int, *words: str) -> dict[str, object]:
    return {"id": number, "words": list(words)}


def test_the_answers_are_those_of_a_process_each(vault: Path) -> None:
    del vault
    asked = (
        ("hooks", "answer", "--room", "!dock", "--", "recall", "when do we ship?"),
        ("recall", "--group", "dock", "thanks!"),
        ("fragment", "--session", "s", "ship"),
        ("recall", "--group", "nope", "when do we ship?"),
    )
    answers = served(*(request(number, *words) for number, words in enumerate(asked)))

    assert [0, 1, 2, 3] == [one["id"] for one in answers]
    assert [pmem(*words) for words in asked] == [one["printed"] or one["failed"] for one in answers]


def test_what_is_written_meanwhile_is_read(vault: Path) -> None:
    words = ("hooks", "answer", "--room", "!dock", "--", "recall", "when do we ship?")
    note = vault / "memory" / "groups" / "dock" / "experience.md"
    process = subprocess.Popen(
        [sys.executable, "-m", "progressive_memory", "hooks", "serve"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    answers = []
    for number in range(2):
        process.stdin.write(f"{json.dumps(request(number, *words))}\n")
        process.stdin.flush()
        answers.append(json.loads(process.stdout.readline())["printed"])
        text = note.read_text(encoding="utf-8")
        note.write_text(text.replace("Fridays", "Mondays").replace("fridays", "mondays"), "utf-8")
    process.stdin.close()

    assert ENDED_BY_INPUT == process.wait(20)
    process.stdout.close()
    assert ("Friday" in answers[0], "Monday" in answers[1]) == (True, True)


def test_a_message_never_reads_the_next_request(vault: Path) -> None:
    del vault
    first, second = served(
        request(1, "recall", "--group", "dock", "-"),
        request(2, "recall", "--group", "dock", "thanks!"),
    )

    assert ("", "no memory needed: the message has no words") == (
        first["printed"],
        first["failed"],
    )
    assert 2 == second["id"]


def test_what_writes_and_what_is_no_request_is_turned_down() -> None:
    asked = [request(1, "flush"), request(2), request(3, "hooks", "take-in"), {"id": 4}, "x"]
    answers = served(*asked)

    assert [1, 2, 3, None, None] == [one["id"] for one in answers]
    assert all(one["failed"] for one in answers)


@pytest.mark.parametrize(
    "line", [b"[" * 100_000, b"\xff", b"null", b"", b'{"id": 1, "words": "recall"}']
)
def test_no_line_ends_it(line: bytes) -> None:
    written: list[str] = []

    serve([line, b'{"id": 2, "words": ["flush"]}'], written.append)

    assert 2 == len(written)
    assert all(json.loads(one)["failed"] for one in written)


def test_once_the_program_on_the_disk_is_another_one_it_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "package.py"
    package.write_text("one", encoding="utf-8")
    monkeypatch.setattr(progressive_memory, "__file__", str(package))
    written: list[str] = []

    def replaced() -> Iterator[bytes]:
        yield b'{"id": 1, "words": ["flush"]}'
        package.unlink()
        yield b'{"id": 2, "words": ["flush"]}'

    serve(replaced(), written.append)

    assert [1] == [json.loads(line)["id"] for line in written]
