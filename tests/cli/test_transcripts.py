"""Transcripts: `tests/cli/*.txt` are what a person types and what they get.

A line that starts with `$ ` is run by the shell in an empty folder of its own; the lines below it
are what it prints, on both outputs. `[3]` closes a command that ends with exit code 3. In an
expected line `{*}` stands for any text (an id, a time); a line that is only `{**}` for any lines.
A command goes on in lines right below it that start with `> `.
`$ cd FOLDER` changes the folder for the commands below it. Lines before the first command, and lines
that start with `// `, tell the reader what it is about.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"
EXPORTS = HERE.parent / "cases" / "exports"


@dataclass(frozen=True)
class Step:
    command: str
    expected: str
    exit_code: int
    line: int


def steps(text: str) -> list[Step]:
    found: list[Step] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("$ "):
            found.append(Step(line[2:], "", 0, number))
        elif line.startswith("// "):
            continue
        elif found and line.startswith("> ") and not found[-1].expected:
            last = found[-1]
            found[-1] = Step(f"{last.command}\n{line[2:]}", "", 0, last.line)
        elif found and (code := re.fullmatch(r"\[(\d+)\]", line)):
            last = found[-1]
            found[-1] = Step(last.command, last.expected, int(code[1]), last.line)
        elif found:
            last = found[-1]
            found[-1] = Step(last.command, f"{last.expected}{line}\n", last.exit_code, last.line)
    return found


def pattern(expected: str) -> re.Pattern[str]:
    lines = []
    for line in expected.strip("\n").split("\n"):
        if line == "{**}":
            lines.append(r"(?:.*\n)*?")
        else:
            lines.append(
                ".*".join(re.escape(part) for part in line.rstrip().split("{*}")) + r" *\n"
            )
    return re.compile("".join(lines) if expected.strip("\n") else "")


def run(command: str, folder: Path, home: Path) -> tuple[int, str]:
    environment = {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "HOME": str(home),
        "PROGRESSIVE_MEMORY_DATA": str(home / "data"),
        "PROGRESSIVE_MEMORY_CACHE": str(home / "cache"),
        "EXAMPLES": str(EXAMPLES),
        "EXPORTS": str(EXPORTS),
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
        "COLUMNS": "100",
    }
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("transcript", sorted(HERE.glob("*.txt")), ids=lambda path: path.stem)
def test_a_transcript_says_what_happens(transcript: Path, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    for step in steps(transcript.read_text(encoding="utf-8")):
        if step.command.startswith("cd "):
            folder = folder / step.command[3:]
            continue
        code, output = run(step.command, folder, tmp_path / "home")
        shown = output.replace(str(tmp_path.resolve() / "here"), "HERE")
        where = f"{transcript.name}:{step.line}: $ {step.command}\n{shown}[{code}]"

        assert pattern(step.expected).fullmatch(shown.rstrip("\n") + "\n" if shown else ""), where
        assert step.exit_code == code, where


def test_a_mask_stands_for_text_and_for_lines() -> None:
    assert pattern("id {*} end\n{**}\nlast\n").fullmatch("id 12 end\na\nb\nlast\n")
    assert not pattern("id {*} end\n").fullmatch("id 12 end\nmore\n")
    assert not pattern("").fullmatch("noise\n")


def test_a_step_keeps_its_exit_code() -> None:
    expected = [Step("pmem x", "a\n", 2, 2), Step("pmem y", "", 0, 5)]

    assert expected == steps("what it is about\n$ pmem x\na\n[2]\n$ pmem y")


def test_a_command_may_have_more_lines() -> None:
    assert [Step("cat <<E\na\nE", "a\n> b\n", 0, 1)] == steps("$ cat <<E\n> a\n> E\na\n> b")
