"""Putting `pmem cron due` into the user's crontab, systemd or OpenClaw, and out again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from progressive_memory.adapters import shipped, timers
from progressive_memory.domain.cron_report import InstallReport
from progressive_memory.errors import UserError
from progressive_memory.scheduler import openclaw_job, timer_texts
from progressive_memory.scheduler.timer_texts import Call

Target = Literal["crontab", "systemd", "openclaw"]


def install(
    target: Target, call: Call, environ: Mapping[str, str], *, dry_run: bool
) -> InstallReport:
    """Put it there. Done again, it changes nothing, or what is new in it.

    Raises:
        UserError: nothing is scheduled, a path no line can hold, or the system does not take it.
    """
    if not call.minutes:
        raise UserError(
            "nothing is scheduled: schedules is empty", next_step="set [flush] schedules"
        )
    if any("\n" in word for word in (*call.command, call.vault, *call.environment.values())):
        raise UserError("a path with a line break fits into no crontab and no unit")
    if target == "crontab":
        return _crontab(call, dry_run=dry_run)
    if target == "openclaw":
        return openclaw_job.install(_template("openclaw"), call, dry_run=dry_run)
    return _systemd(call, environ, dry_run=dry_run)


def uninstall(
    target: Target, call: Call, environ: Mapping[str, str], *, dry_run: bool
) -> InstallReport:
    """Take it away; where there is none, nothing is done.

    Raises:
        UserError: the system does not let it go.
    """
    if target == "crontab":
        old = timers.crontab()
        new = timer_texts.with_line(old, "", call.vault_id)
        if new != old and not dry_run:
            timers.set_crontab(new)
        return InstallReport(target, dry_run, new != old, {}, removed=True)
    if target == "openclaw":
        return openclaw_job.uninstall(call, dry_run=dry_run)
    files = _units(call, environ)
    stand = timers.stand(files)
    if stand and not dry_run:
        timers.disable_timer(files, _timer(call))
    return InstallReport(target, dry_run, stand, dict.fromkeys(files, ""), removed=True)


def _crontab(call: Call, *, dry_run: bool) -> InstallReport:
    line = timer_texts.crontab_line(_template("crontab"), call)
    files = {"crontab": f"{line}\n"}
    if dry_run:
        return InstallReport("crontab", dry_run, True, files)
    old = timers.crontab()
    new = timer_texts.with_line(old, line, call.vault_id)
    if new != old:
        timers.set_crontab(new)
    return InstallReport("crontab", dry_run, new != old, files)


def _systemd(call: Call, environ: Mapping[str, str], *, dry_run: bool) -> InstallReport:
    files = _units(call, environ)
    if dry_run:
        return InstallReport("systemd", dry_run, True, files)
    if not timers.has_systemd():
        raise UserError(
            "there is no systemctl on this machine",
            next_step="pmem cron install crontab, or keep pmem cron run running",
        )
    changed = timers.differ(files)
    timers.enable_timer(files, _timer(call))
    return InstallReport("systemd", dry_run, changed, files)


def _units(call: Call, environ: Mapping[str, str]) -> dict[str, str]:
    """Path → text of the service and its timer."""
    return {
        timers.unit_path(f"{_name(call)}.{kind}", environ): timer_texts.unit(
            _template(f"pmem-cron.{kind}"), call
        )
        for kind in ("service", "timer")
    }


def _timer(call: Call) -> str:
    return f"{_name(call)}.timer"


def _name(call: Call) -> str:
    return f"pmem-cron-{call.vault_id}"


def _template(name: str) -> str:
    return (shipped.shipped("cron") / name).read_text(encoding="utf-8")
