"""The command line as a program."""

from __future__ import annotations

import json
import subprocess
import sys


def pmem(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "progressive_memory", *args],
        capture_output=True,
        text=True,
        check=False,
    )


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
