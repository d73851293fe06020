from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from progressive_memory.adapters.spool_sqlite import SqliteSpool
from progressive_memory.domain.chat_room import Arrival, Batch, Outgoing
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.request import Request
from progressive_memory.errors import SpoolUnavailable

ME, ROOM = "@memory:example.org", "!harbour:example.org"
AT = datetime(2026, 5, 15, 9, 30, tzinfo=UTC)
ASK = Request("$1", ROOM, "recall", "@nora:example.org", words="the quince harvest")

TAKES_IN_UNTIL_IT_IS_KILLED = """
import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from progressive_memory.adapters.spool_sqlite import SqliteSpool
from progressive_memory.domain.chat_room import Arrival, Batch
from progressive_memory.domain.message import ChatEvent

spool = SqliteSpool(Path(sys.argv[1]))
at = datetime(2026, 5, 15, tzinfo=UTC)
for number in count(int(sys.argv[2])):
    event = ChatEvent(f"${number}", at, "@nora:example.org", "x" * 3000)
    spool.take_in("@memory:example.org", Batch(str(number), (Arrival("!r", event, True),)))
    print(number, flush=True)
"""


def batch(number: int, text: str = "agreed") -> Batch:
    event = ChatEvent(f"${number}", AT, "@nora:example.org", text)
    return Batch(str(number), (Arrival(ROOM, event, live=True),))


def test_the_file_is_private(tmp_path: Path) -> None:
    path = tmp_path / "data" / "spool.sqlite3"
    SqliteSpool(path).take_in(ME, batch(1))
    modes = {stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir()}
    assert ({0o600}, 0o700) == (modes, stat.S_IMODE(path.parent.stat().st_mode))


def test_it_is_all_there_after_a_restart(tmp_path: Path) -> None:
    first = SqliteSpool(tmp_path / "spool")
    first.take_in(ME, batch(1), [ASK])
    first.aim(ASK.event_id, "f-1")
    first.close()
    second = SqliteSpool(tmp_path / "spool")
    assert ("1", "f-1") == (second.cursor(ME), second.asked()[0].aim)
    assert batch(1).arrivals == second.waiting(10)


def test_no_words_stay_once_they_are_logged_answered_and_sent(tmp_path: Path) -> None:
    spool = SqliteSpool(tmp_path / "spool")
    for number in range(1, 200):
        spool.take_in(ME, batch(number, f"quince {number} " * 50), [ASK])
    answer = Outgoing("t", ROOM, "notice", "where the quince harvest went")
    spool.answered(ASK.event_id, [answer])
    spool.sent("t", "$sent")
    spool.logged([f"${number}" for number in range(1, 200)])
    left = [path.name for path in tmp_path.iterdir() if b"quince" in path.read_bytes()]
    assert [] == left


def test_killed_at_any_moment_it_holds_all_that_its_cursor_says(tmp_path: Path) -> None:
    path, first = tmp_path / "spool", 1
    for _ in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", TAKES_IN_UNTIL_IT_IS_KILLED, str(path), str(first)],
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            told = [int(process.stdout.readline()) for _ in range(20)]
            os.kill(process.pid, signal.SIGKILL)
        spool = SqliteSpool(path)
        cursor = int(spool.cursor(ME))
        assert told[-1] <= cursor
        assert [f"${n}" for n in range(1, cursor + 1)] == [
            one.event.event_id for one in spool.waiting(10_000)
        ]
        spool.close()
        first = cursor + 1


def test_a_second_bot_is_told_that_one_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("progressive_memory.adapters.spool_sqlite.spool._BUSY_SECONDS", 0.05)
    first = SqliteSpool(tmp_path / "spool")
    first.take_in(ME, batch(1))
    with pytest.raises(SpoolUnavailable, match="another bot runs on this vault already"):
        SqliteSpool(tmp_path / "spool").cursor(ME)
    first.close()
    assert "1" == SqliteSpool(tmp_path / "spool").cursor(ME)


@pytest.mark.parametrize("damage", [b"no database at all" * 400, None])
def test_a_damaged_file_is_put_aside_and_the_next_start_begins_anew(
    tmp_path: Path, damage: bytes | None
) -> None:
    path = tmp_path / "spool"
    spool = SqliteSpool(path)
    spool.take_in(ME, batch(1))
    spool.close()
    before = path.read_bytes()
    path.write_bytes(damage if damage else before[:4096] + b"\x5a" * (len(before) - 4096))

    with pytest.raises(SpoolUnavailable, match="damaged") as raised:
        SqliteSpool(path).waiting(10)

    assert "start again" in raised.value.next_step
    assert ["spool.damaged-1"] == [one.name for one in tmp_path.iterdir()]
    again = SqliteSpool(path)
    assert "" == again.cursor(ME)
    again.take_in(ME, batch(2))
    assert batch(2).arrivals == again.waiting(10)


def test_a_row_that_cannot_be_read_is_damage(tmp_path: Path) -> None:
    spool = SqliteSpool(tmp_path / "spool")
    spool.take_in(ME, batch(1))
    spool.close()
    with sqlite3.connect(tmp_path / "spool") as database:
        database.execute("UPDATE arrivals SET value = '{\"room_id\": 3'")
    database.close()
    with pytest.raises(SpoolUnavailable, match="damaged"):
        SqliteSpool(tmp_path / "spool").waiting(10)


def test_a_folder_that_cannot_be_written_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SpoolUnavailable, match="cannot be used"):
        SqliteSpool(tmp_path / "file" / "spool").cursor(ME)


def test_ids_of_long_ago_are_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("progressive_memory.adapters.spool_sqlite.spool._REMEMBERED", 3)
    spool = SqliteSpool(tmp_path / "spool")
    for number in range(1, 11):
        spool.take_in(ME, batch(number))
    spool.logged([f"${number}" for number in range(1, 10)])
    spool.close()
    with sqlite3.connect(tmp_path / "spool") as database:
        left = [row[0] for row in database.execute("SELECT event_id FROM arrivals ORDER BY seq")]
    database.close()
    assert ["$8", "$9", "$10"] == left


def test_no_words_stay_of_what_a_request_was_about_to_do(tmp_path: Path) -> None:
    spool = SqliteSpool(tmp_path / "spool")
    spool.take_in(ME, batch(1, "agreed"), [ASK])
    spool.logged(["$1"])
    spool.aim(ASK.event_id, "that thing about the quince harvest")
    spool.answered(ASK.event_id)
    left = [path.name for path in tmp_path.iterdir() if b"quince" in path.read_bytes()]
    assert [] == left


def request_ids(path: Path) -> list[str]:
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT event_id FROM requests ORDER BY seq").fetchall()
    database.close()
    return [row[0] for row in rows]


def test_what_was_answered_is_let_go_after_thirty_days(tmp_path: Path) -> None:
    path = tmp_path / "spool"
    with time_machine.travel(AT, tick=False) as clock:
        spool = SqliteSpool(path)
        for number, request in enumerate(("$old", "$open", "$young")):
            clock.move_to(AT + timedelta(days=2 * number))
            spool.take_in(ME, Batch(str(number)), [replace(ASK, event_id=request)])
            if request != "$open":
                spool.answered(request)
        clock.move_to(AT + timedelta(days=33))
        spool.take_in(ME, Batch("4"), [replace(ASK, event_id="$new")])
        spool.answered("$new")
        spool.close()
    assert ["$open", "$young", "$new"] == request_ids(path)


def test_a_spool_of_before_keeps_what_was_asked(tmp_path: Path) -> None:
    path = tmp_path / "spool"
    spool = SqliteSpool(path)
    spool.take_in(ME, batch(1), [ASK, replace(ASK, event_id="$2")])
    spool.answered("$2")
    spool.close()
    with sqlite3.connect(path) as database:
        database.execute("ALTER TABLE requests DROP COLUMN at")
        database.execute("PRAGMA user_version = 1")
    database.close()
    spool = SqliteSpool(path)
    assert (ASK,) == spool.asked()
    spool.answered(ASK.event_id)
    spool.close()
    assert ["$1", "$2"] == request_ids(path)
