"""The tests' Synapse goes when they go, however they end."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.real.homeserver import Homeserver

ROOT = Path(__file__).parents[2]
_STARTS_ONE = """
import sys, time
from pathlib import Path
from tests.real.homeserver import Homeserver

home = Homeserver(Path(sys.argv[1]))
home.start()
print(home.pid, home.port, flush=True)
time.sleep(600)
"""


def _is_running(pid: int) -> bool:
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_killed_test_run_leaves_no_server(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-c", _STARTS_ONE, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert run.stdout is not None
    with run, run.stdout:
        pid = int(run.stdout.readline().split()[0])
        assert _is_running(pid)
        run.kill()
    deadline = time.monotonic() + 30
    while _is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _is_running(pid)


def test_it_listens_on_this_machine_only_and_keeps_all_over_a_kill(tmp_path: Path) -> None:
    home = Homeserver(tmp_path)
    home.start()
    try:
        user = home.register("ada", "Ada")
        room = str(home.client("POST", "createRoom", {}, by=user)["room_id"])
        said = home.send(user, room, {"msgtype": "m.text", "body": "one"})
        listening = _addresses(home.pid)
        home.kill()
        home.start()
        assert said == home.client("GET", f"rooms/{room}/event/{said}", by=user)["event_id"]
    finally:
        home.stop()
    assert {"0100007F"} == listening


def _addresses(pid: int) -> set[str]:
    """The addresses that a process listens at, as the kernel writes them."""
    inodes = set()
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = str(handle.readlink())
        except FileNotFoundError:  # closed since it was listed
            continue
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    rows = [
        line.split()
        for name in ("tcp", "tcp6")
        for line in Path(f"/proc/{pid}/net/{name}").read_text().splitlines()[1:]
    ]
    return {row[1].split(":")[0] for row in rows if row[3] == "0A" and row[9] in inodes}
