"""What starts programs at times here: the user's crontab, systemd's user units, OpenClaw."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from progressive_memory.errors import UserError

_BY_HAND = "pmem cron install {target} --dry-run prints what to put there by hand"
_NO_CRONTAB = 1
"""What `crontab -l` exits with where the user has none."""


def crontab() -> str:
    """The user's crontab; "" where there is none.

    Raises:
        UserError: no `crontab` on this machine, or the user may not have one.
    """
    done = _run("crontab", ["crontab", "-l"])
    if done.returncode == _NO_CRONTAB and "no crontab" in done.stderr:
        return ""
    _check("crontab", done)
    return done.stdout


def set_crontab(text: str) -> None:
    """Replace the user's crontab.

    Raises:
        UserError: it is not taken.
    """
    _check("crontab", _run("crontab", ["crontab", "-"], text))


def unit_path(name: str, environment: Mapping[str, str]) -> str:
    """Where a systemd unit of the user's own stands."""
    config = environment.get("XDG_CONFIG_HOME", "")
    folder = Path(config) if config else Path.home() / ".config"
    return str(folder / "systemd" / "user" / name)


def has_systemd() -> bool:
    """Whether there is a `systemctl` to call."""
    return shutil.which("systemctl") is not None


def stand(paths: Iterable[str]) -> bool:
    """Whether any of the files is there."""
    return any(Path(path).exists() for path in paths)


def differ(files: Mapping[str, str]) -> bool:
    """Whether any of the files is not there, or holds anything else than this text."""
    return any(
        not Path(path).is_file() or Path(path).read_text(encoding="utf-8") != text
        for path, text in files.items()
    )


def enable_timer(files: Mapping[str, str], timer: str) -> None:
    """Write the units and start the timer, now and at each login.

    Raises:
        UserError: systemd does not take them.
    """
    for path, text in files.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
    _systemctl("daemon-reload")
    _systemctl("enable", timer)
    _systemctl("restart", timer)  # one that runs already would keep its old times


def disable_timer(files: Iterable[str], timer: str) -> None:
    """Stop the timer, and remove the units.

    Raises:
        UserError: systemd does not answer.
    """
    _systemctl("disable", "--now", timer)
    for path in files:
        Path(path).unlink(missing_ok=True)
    _systemctl("daemon-reload")


def openclaw(*words: str) -> str:
    """What a command of OpenClaw's prints; its jobs need a gateway that runs.

    Raises:
        UserError: there is no OpenClaw, or it says no.
    """
    done = _run("openclaw", ["openclaw", *words])
    _check("openclaw", done, "the same again while its gateway runs: openclaw gateway status")
    return done.stdout


def _systemctl(*words: str) -> None:
    _check("systemd", _run("systemd", ["systemctl", "--user", *words]))


def _run(target: str, words: list[str], text: str = "") -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            words,
            input=text,
            capture_output=True,
            encoding="utf-8",
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except FileNotFoundError:
        raise UserError(
            f"there is no {words[0]} on this machine", next_step=_BY_HAND.format(target=target)
        ) from None


def _check(target: str, done: subprocess.CompletedProcess[str], way_out: str = _BY_HAND) -> None:
    if done.returncode:
        said = (done.stderr or done.stdout).strip() or f"exit code {done.returncode}"
        raise UserError(f"{' '.join(done.args)}: {said}", next_step=way_out.format(target=target))
