"""Real processes beside each other on one vault: a slot is run once, and a killed one again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PMEM = [sys.executable, "-m", "progressive_memory"]
EVERY_MINUTE = '[flush]\nschedules = ["* * * * *"]\ntimezone = "UTC"\n'
SLOW_FLUSH = """
import sys, time
from progressive_memory.api import Memory
from progressive_memory.scheduler import Scheduler
from datetime import datetime, UTC

class Slow(Memory):
    def flush_backlog(self, *args, **kwargs):
        print("flushing", flush=True)
        time.sleep(60)

memory = Slow.open(sys.argv[1])
Scheduler(lambda: memory).run_due(datetime.now(UTC))
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PROGRESSIVE_MEMORY_DATA": str(tmp_path / "data"),
        "PROGRESSIVE_MEMORY_CACHE": str(tmp_path / "cache"),
    }


@pytest.fixture
def vault(tmp_path: Path, environment: dict[str, str]) -> Path:
    folder = tmp_path / "vault"
    for words in (["init", str(folder), "--language", "en"], ["group", "add", "dock"]):
        vault = [] if words[0] == "init" else ["--vault", str(folder)]
        subprocess.run([*PMEM, *words, *vault], env=environment, check=True, capture_output=True)
    return folder


def set_schedule(vault: Path, text: str) -> None:
    (vault / "progressive-memory.toml").write_text(f'vault_id = "v"\n{text}', "utf-8")


def due(vault: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PMEM, "cron", "due", "--json", "--vault", str(vault)],
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def ran(done: subprocess.Popen[str]) -> list[str]:
    output, _ = done.communicate(timeout=120)
    return [slot["wall"] for slot in json.loads(output)["ran"]]


def test_many_processes_at_once_run_a_slot_once(vault: Path, environment: dict[str, str]) -> None:
    set_schedule(vault, EVERY_MINUTE)
    together = [due(vault, environment) for _ in range(6)]
    walls = [wall for each in together for wall in ran(each)]

    assert walls
    assert len(set(walls)) == len(walls)


def test_a_run_that_was_killed_is_run_again(vault: Path, environment: dict[str, str]) -> None:
    set_schedule(vault, EVERY_MINUTE)
    slow = subprocess.Popen(
        [sys.executable, "-c", SLOW_FLUSH, str(vault)], env=environment, stdout=subprocess.PIPE
    )
    assert slow.stdout is not None
    assert b"flushing\n" == slow.stdout.readline()
    beside = due(vault, environment)
    output, _ = beside.communicate(timeout=120)
    slow.kill()
    slow.wait()
    slow.stdout.close()

    assert [] == json.loads(output)["ran"]
    assert "another process" in json.loads(output)["left_to"]
    assert ran(due(vault, environment))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_run_stays_and_ends_with_a_signal(
    vault: Path, environment: dict[str, str], number: signal.Signals
) -> None:
    set_schedule(vault, EVERY_MINUTE)
    stays = subprocess.Popen(
        [*PMEM, "cron", "run", "--json", "--vault", str(vault)],
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert stays.stdout is not None
    first = json.loads(stays.stdout.readline())
    stays.send_signal(number)
    rest, _ = stays.communicate(timeout=60)

    assert ["dock"] == [slot["group"] for slot in first["ran"]]
    assert 0 == stays.returncode
    assert "" == rest
