"""`pmem cron due` as a job of OpenClaw's scheduler, which runs it without a model."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping

from progressive_memory.adapters import timers
from progressive_memory.domain.cron_report import InstallReport
from progressive_memory.scheduler.timer_texts import Call, openclaw_line


def install(template: str, call: Call, *, dry_run: bool) -> InstallReport:
    """Put the job there. Done again, it changes nothing, or what is new in it.

    Raises:
        UserError: there is no OpenClaw, or its gateway does not run.
    """
    line = openclaw_line(template, call)
    files = {"openclaw": f"{line}\n"}
    if dry_run:
        return InstallReport("openclaw", dry_run, True, files)
    words = shlex.split(line)
    standing = _standing(call)
    same = standing is not None and _is_same(standing, words)
    if not same:
        timers.openclaw(*words[1:])
    return InstallReport("openclaw", dry_run, not same, files)


def uninstall(call: Call, *, dry_run: bool) -> InstallReport:
    """Take the job away; where there is none, nothing is done.

    Raises:
        UserError: as `install`.
    """
    standing = _standing(call)
    if standing is not None and not dry_run:
        timers.openclaw("cron", "rm", str(standing["id"]))
    return InstallReport("openclaw", dry_run, standing is not None, {}, removed=True)


def _standing(call: Call) -> Mapping[str, object] | None:
    jobs = json.loads(timers.openclaw("cron", "list", "--json")).get("jobs", [])
    key = f"pmem-cron-{call.vault_id}"
    return next((job for job in jobs if job.get("declarationKey") == key), None)


def _is_same(job: Mapping[str, object], words: list[str]) -> bool:
    schedule, payload = job.get("schedule"), job.get("payload")
    expression = words[words.index("--cron") + 1]
    called = json.loads(words[words.index("--command-argv") + 1])
    return (
        isinstance(schedule, dict)
        and isinstance(payload, dict)
        and (schedule.get("expr"), payload.get("argv")) == (expression, called)
    )
