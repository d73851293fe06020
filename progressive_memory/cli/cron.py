"""`pmem cron`: flushing on a schedule, from a program that stays, a crontab or systemd."""

from __future__ import annotations

import os
import signal
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from progressive_memory.api import Memory
from progressive_memory.cli.app import opened, print_json, shared_options
from progressive_memory.cli.command_group import CommandGroup
from progressive_memory.cli.own_call import own_command, own_environment
from progressive_memory.scheduler import Scheduler

if TYPE_CHECKING:
    from progressive_memory.scheduler.install import Target
    from progressive_memory.scheduler.timer_texts import Call

_TARGETS = click.Choice(["crontab", "systemd", "openclaw"])


@click.group(cls=CommandGroup)
def cron() -> None:
    r"""Flush every group when its schedule says so: `[flush] schedules`, or `schedules` in a
    group's index note.

    One of these is enough: `pmem cron run` kept running, `pmem cron install`, or a bot.

    \b
    Examples:
      pmem cron next
      pmem cron install systemd
      pmem cron due
    """


@cron.command()
@click.option("--quiet", is_flag=True, help="Print only what a person must see to.")
@shared_options
def due(*, quiet: bool, vault: str | None, as_json: bool) -> int:
    r"""Run what is due now, and end: for crontab and systemd.

    A group that is due is flushed, its due summaries are written and its search index is brought
    up; once a day `pmem doctor` looks at the vault. Missed runs are made up for by one. Called
    twice, or by two processes, it runs nothing twice. The first call begins to watch. Exit code 1
    when something failed.

    \b
    Example:
      pmem cron due
    """
    memory = opened(vault)
    memory.timetable()  # bad settings end it here, with what to do
    report = Scheduler(lambda: memory).run_due(_now())
    if as_json:
        print_json(report)
    else:
        from progressive_memory.cli.cron_text import moment, show

        if report.left_to and not quiet:
            click.echo(report.left_to)
        elif not (report.ran or quiet):
            click.echo(f"nothing is due; next: {moment(report.next_at, report.next_timezone)}")
        show(report, quiet=quiet)
    from progressive_memory.cli.cron_text import failed

    return 1 if failed(report) else 0


@cron.command()
@shared_options
def run(*, vault: str | None, as_json: bool) -> None:
    r"""Stay, and run what is due when it is due; missed runs are made up for.

    Settings and groups may be edited meanwhile. Ctrl-C or SIGTERM ends it after the run that is
    under way, a second one at once. With --json each run is one line.

    \b
    Example:
      pmem cron run
    """
    from progressive_memory.cli.cron_text import show

    root = _root(vault)
    scheduler = Scheduler(lambda: Memory.open(root))
    watched = scheduler.watch(_now())
    if watched.left_to:
        click.echo(watched.left_to, err=True)
    stopping = _stopping()
    told = ""
    while not stopping.is_set():
        report = scheduler.run_due(_now())
        if as_json:
            if report.ran:
                print_json(report)
        elif report.ran or repr(report.problems) != told:
            show(report, quiet=False)
        told = repr(report.problems)
        sys.stdout.flush()
        stopping.wait(scheduler.pause(_now()))


@cron.command("next")
@click.option(
    "--count", type=click.IntRange(1, 1000), default=5, help="How many runs, over all groups."
)
@shared_options
def next_(*, count: int, vault: str | None, as_json: bool) -> None:
    r"""Show the next runs, in the zone of each schedule, and how the last ones ended.

    \b
    Example:
      pmem cron next --count 10
    """
    report = Scheduler(lambda: Memory.open(vault)).coming(_now(), count)
    if as_json:
        print_json(report)
        return
    from progressive_memory.cli.cron_text import show_next

    show_next(report)


@cron.command()
@click.argument("target", type=_TARGETS)
@click.option("--dry-run", is_flag=True, help="Print it, and install nothing.")
@shared_options
def install(*, target: str, dry_run: bool, vault: str | None, as_json: bool) -> None:
    r"""Have this machine call `pmem cron due` often enough, by a line in your crontab, by a timer
    among systemd's units of yours, or by a job of OpenClaw's (its gateway has to run; no model is
    asked).

    Done again it changes nothing, or brings in what is new. Install again when `schedules` has got
    new minutes. `[flush] writer_host` keeps the schedules to one machine.

    \b
    Examples:
      pmem cron install crontab --dry-run
      pmem cron install systemd
    """
    from progressive_memory.cli.cron_text import show_install
    from progressive_memory.scheduler import install as timers

    call = _call(vault)
    report = timers.install(_target(target), call, os.environ, dry_run=dry_run)
    if not dry_run:
        Scheduler(lambda: Memory.open(vault)).watch(_now())
    print_json(report) if as_json else show_install(report)


@cron.command()
@click.argument("target", type=_TARGETS)
@click.option("--dry-run", is_flag=True, help="Say what would go, and remove nothing.")
@shared_options
def uninstall(*, target: str, dry_run: bool, vault: str | None, as_json: bool) -> None:
    r"""Take away what `pmem cron install` put there for this vault.

    \b
    Example:
      pmem cron uninstall systemd
    """
    from progressive_memory.cli.cron_text import show_install
    from progressive_memory.scheduler import install as timers

    report = timers.uninstall(_target(target), _call(vault), os.environ, dry_run=dry_run)
    print_json(report) if as_json else show_install(report)


def _now() -> datetime:
    return datetime.now(UTC)


def _target(word: str) -> Target:
    targets: dict[str, Target] = {"crontab": "crontab", "openclaw": "openclaw"}
    return targets.get(word, "systemd")


def _root(vault: str | None) -> Path:
    from progressive_memory.bootstrap import find_vault

    return find_vault(vault)


def _call(vault: str | None) -> Call:
    from progressive_memory.scheduler.timer_texts import Call, minutes_of

    table = Memory.open(vault).timetable()
    schedules = table.schedules
    lines = {line for one in schedules.schedules for line in one.lines} | {*schedules.lines}
    return Call(
        own_command(), str(_root(vault)), table.vault_id, own_environment(), minutes_of(lines)
    )


def _stopping() -> threading.Event:
    """An event that the first SIGTERM or Ctrl-C sets; the second one ends the program as ever."""
    stopping = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 — as `signal` has it
        signal.signal(number, signal.SIG_DFL)
        stopping.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    return stopping
