from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from progressive_memory.adapters.shipped import shipped
from progressive_memory.scheduler.timer_texts import (
    Call,
    crontab_line,
    minutes_of,
    unit,
    with_line,
)

CRON = shipped("cron")
LINE = (CRON / "crontab").read_text(encoding="utf-8")
SERVICE = (CRON / "pmem-cron.service").read_text(encoding="utf-8")
TIMER = (CRON / "pmem-cron.timer").read_text(encoding="utf-8")
ODD = '/tmp/it\'s 100% "my" $HOME \\ @ID@ 名'
CALL = Call(("/opt/p/bin/pmem",), "/vaults/team", "v-1", {}, frozenset({2, 17, 32, 47}))
ODD_CALL = Call(
    (sys.executable, "-m", "progressive_memory"),
    ODD,
    "v-1",
    {"PROGRESSIVE_MEMORY_DATA": ODD, "PROGRESSIVE_MEMORY_CACHE": "/tmp/c"},
    frozenset(range(60)),
)


def test_minutes_hold_in_zones_that_lie_quarters_apart() -> None:
    assert {2, 17, 32, 47} == minutes_of(["17 6,18 * * *"])
    assert {2, 17, 32, 47, 0, 15, 30, 45} == minutes_of(["17 6 * * *", "30 4 * * 1"])
    assert frozenset(range(60)) == minutes_of(["*/5 * * * *", "1-59/5 * * * *", "2-16 * * * *"])
    assert frozenset() == minutes_of([])


def test_a_crontab_line() -> None:
    assert (
        "2,17,32,47 * * * * /opt/p/bin/pmem cron due --quiet --vault /vaults/team # pmem cron v-1"
        == crontab_line(LINE, CALL)
    )


def test_a_crontab_line_reaches_the_shell_as_it_was_meant(tmp_path: Path) -> None:
    """As cron does it: the first five words go, and a percent sign loses its backslash."""
    show = tmp_path / "show"
    show.write_text('#!/bin/sh\nprintf "%s\\n" "$PROGRESSIVE_MEMORY_DATA" "$@"\n', "utf-8")
    show.chmod(0o700)
    call = Call((str(show),), ODD, "v-1", {"PROGRESSIVE_MEMORY_DATA": ODD}, CALL.minutes)
    line = crontab_line(LINE, call)
    assert "%" not in line.replace("\\%", "")
    command = line.split(" ", 5)[5].replace("\\%", "%")
    done = subprocess.run(["sh", "-c", command], capture_output=True, encoding="utf-8", check=True)

    assert [ODD, "cron", "due", "--quiet", "--vault", ODD] == done.stdout.splitlines()


def test_the_line_of_a_vault_is_put_in_replaced_and_taken_out() -> None:
    mine = "MAILTO=me\n0 4 * * * backup\n"
    first = with_line(mine, "1 * * * * a # pmem cron v-1", "v-1")
    assert mine + "1 * * * * a # pmem cron v-1\n" == first
    two = with_line(first, "2 * * * * b # pmem cron v-12", "v-12")
    changed = with_line(two, "9 * * * * a # pmem cron v-1", "v-1")
    assert mine + "9 * * * * a # pmem cron v-1\n2 * * * * b # pmem cron v-12\n" == changed
    assert changed == with_line(changed, "9 * * * * a # pmem cron v-1", "v-1")
    assert mine == with_line(with_line(changed, "", "v-1"), "", "v-12")
    assert "x # pmem cron v\n" == with_line("", "x # pmem cron v", "v")
    assert "" == with_line("", "", "v")
    assert "no newline\nl # pmem cron v\n" == with_line("no newline", "l # pmem cron v", "v")


def test_a_unit_calls_pmem_once() -> None:
    text = unit(SERVICE, CALL)

    assert (
        'Type=oneshot\nExecStart="/opt/p/bin/pmem" cron due --quiet --vault "/vaults/team"\n'
        in text
    )
    assert "OnCalendar=*-*-* *:02,17,32,47:00\n" in unit(TIMER, CALL)
    assert "OnCalendar=*-*-* *:*:00\n" in unit(TIMER, ODD_CALL)
    assert 'Environment="PROGRESSIVE_MEMORY_CACHE=/tmp/c"\n' in unit(SERVICE, ODD_CALL)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not here")
@pytest.mark.parametrize("call", [CALL, ODD_CALL], ids=["plain", "odd"])
def test_systemd_takes_the_units(tmp_path: Path, call: Call) -> None:
    there = replace(call, command=(sys.executable, "-m", "progressive_memory"))
    service, timer = tmp_path / "pmem-cron-v-1.service", tmp_path / "pmem-cron-v-1.timer"
    service.write_text(unit(SERVICE, there), "utf-8")
    timer.write_text(unit(TIMER, there), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", str(service), str(timer)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path), "LC_ALL": "C.UTF-8"},
    )

    assert (0, "") == (done.returncode, done.stderr)
