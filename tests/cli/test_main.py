"""The command line as a program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def pmem(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "progressive_memory", *args],
        capture_output=True,
        text=True,
        check=False,
    )


def away(folder: Path) -> dict[str, str]:
    """The environment, with the data and cache folders somewhere else, and output buffered as it
    is for most people.
    """
    names = ("PROGRESSIVE_MEMORY_DATA", "PROGRESSIVE_MEMORY_CACHE")
    standing = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**standing, **{name: str(folder / name) for name in names}}


def test_an_unknown_command_is_a_usage_error_with_a_next_step() -> None:
    done = pmem("remembr")

    assert done.returncode == 2
    assert "No such command 'remembr'" in done.stderr
    assert "next: pmem --help" in done.stderr


def test_with_json_an_error_is_json() -> None:
    done = pmem("remembr", "--json")

    assert json.loads(done.stdout)["error"]["code"] == "usage"


def test_help_shows_a_first_memory() -> None:
    done = pmem("--help")

    assert done.returncode == 0
    assert "pmem init team-vault" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk"])
def test_a_terminal_without_our_letters_ends_no_command(encoding: str, tmp_path: Path) -> None:
    environment = {**away(tmp_path), "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    vault = str(tmp_path / "青禾 é 🤷")

    def run(*args: str) -> bytes:
        command = [sys.executable, "-m", "progressive_memory", *args]
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    run("init", vault)
    as_json = run("group", "add", "青禾é🤷", "--vault", vault, "--json")
    run("group", "show", "青禾é🤷", "--vault", vault)

    assert json.loads(as_json.decode(encoding))["group"]["name"] == "青禾é🤷"


def test_bytes_that_are_no_text_are_named_as_they_are() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "progressive_memory", b"\xff"], capture_output=True, check=False
    )

    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)


def test_a_closed_or_full_stream_is_a_sentence(tmp_path: Path) -> None:
    def run(words: str) -> subprocess.CompletedProcess[str]:
        command = f"{sys.executable} -m progressive_memory {words}"
        return subprocess.run(
            command, shell=True, capture_output=True, text=True, check=False, env=away(tmp_path)
        )

    vault = tmp_path / "v"
    run(f"init {vault}")
    run(f"group add web --vault {vault}")
    closed = run(f"log - --group web --vault {vault} <&-")

    assert (closed.returncode, closed.stderr) == (0, "")
    if Path("/dev/full").exists():
        full = run(f"status --json --vault {vault} > /dev/full")
        failed = run(f"group show nobody --json --vault {vault} > /dev/full")
        first_lines = [done.stderr.split("\n")[0] for done in (full, failed)]
        assert (full.returncode, failed.returncode) == (1, 1)
        assert first_lines == [
            "error: No space left on device",
            "error: no group is called nobody; there are: web",
        ]


@pytest.mark.parametrize(
    ("command", "next_step"),
    [
        (("open", "--group", "g"), "pmem open --group NAME --session ID"),
        (("load", "x"), "pmem load FILE --session ID"),
        (("fragment", "x"), "pmem fragment --session ID"),
        (("close",), "pmem close --session ID"),
    ],
)
def test_a_step_of_the_protocol_without_a_session_is_a_usage_error(
    command: tuple[str, ...], next_step: str
) -> None:
    done = pmem(*command, "--json")

    assert done.returncode == 2
    assert json.loads(done.stdout)["error"] == {
        "code": "usage",
        "message": "Missing option '--session'.",
        "next": next_step,
    }
