"""What the schedule did and will do, as a person reads it."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import click

from progressive_memory.cli import flush_text
from progressive_memory.cli.rollup import described
from progressive_memory.cli.table import print_table
from progressive_memory.domain.cron_report import CronReport, InstallReport, NextReport, RanSlot

_SHOWN_FINDINGS = 10
_TITLES = ("next run", "zone", "line", "groups")


def moment(at: str, zone: str) -> str:
    """An instant (ISO) for a person, as its schedule's zone has it; "never" for none."""
    if not at:
        return "never"
    return f"{datetime.fromisoformat(at).astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M} {zone}"


def show(report: CronReport, *, quiet: bool) -> None:
    """Print what a run wrote (not with `quiet`), and on stderr what went wrong."""
    for problem in report.problems:
        click.secho(f"problem: {problem}", fg="red", err=True)
    for slot in report.ran:
        if slot.failure:
            then = "it is tried again" if slot.again else "it is left until its next time"
            click.secho(f"{_title(slot)}: failed: {slot.failure}; {then}", fg="red", err=True)
        elif not quiet:
            click.secho(_title(slot), bold=True)
    if not quiet:
        _show_written(report)
    if report.doctor is not None and report.doctor.problems:
        _show_findings(report)


def show_next(report: NextReport) -> None:
    """Print the coming runs as a table, then what went wrong last."""
    if report.left_to:
        click.echo(report.left_to)
    elif report.runs:
        rows = [
            (run.wall.replace("T", " "), run.timezone, run.line, ", ".join(run.groups))
            for run in report.runs
        ]
        print_table(_TITLES, rows)
    else:
        click.echo("Nothing is scheduled.\nnext: pmem group add NAME, or set [flush] schedules")
    for group in report.unscheduled:
        click.echo(f"{group}: never, by its schedules")
    for last in report.last:
        ended = f"failed: {last.failure}" if last.failure else "all well"
        when = f"{last.wall.replace('T', ' ')} {last.timezone}"
        click.echo(f"last run of {last.group}: {when}, {ended}")
    for problem in report.problems:
        click.secho(f"problem: {problem}", fg="red", err=True)


def show_install(report: InstallReport) -> None:
    """Print what was put where, or would be."""
    if report.dry_run and not report.removed:
        for path, text in report.files.items():
            if report.target in ("crontab", "openclaw"):
                click.echo(text, nl=False)
            else:
                click.echo(f"# {path}\n{text}")
        return
    verb = "removed from" if report.removed else "installed in"
    if not report.changed:
        stands = "nothing of this vault is in" if report.removed else "it stands already in"
        click.echo(f"{stands} {_place(report)}")
    elif report.dry_run:
        click.echo(f"dry run: it would be {verb} {_place(report)}")
    else:
        click.echo(f"{verb} {_place(report)}")
    if report.target == "systemd" and not report.removed:
        click.echo("next: loginctl enable-linger, so that it runs while you are not logged in")


def failed(report: CronReport) -> bool:
    """Whether a person has to see to something."""
    left_alone = any(flush_text.exit_code(flush) for flush in report.flushes)
    return left_alone or bool(report.problems) or any(slot.failure for slot in report.ran)


def _place(report: InstallReport) -> str:
    places = {"crontab": "your crontab", "openclaw": "OpenClaw's scheduler"}
    return places.get(report.target, "systemd's user units")


def _title(slot: RanSlot) -> str:
    late = f", {slot.late_minutes:,} minutes late" if slot.late_minutes else ""
    return f"{slot.group}: run of {slot.wall.replace('T', ' ')} {slot.timezone}{late}"


def _show_written(report: CronReport) -> None:
    for flush in report.flushes:
        flush_text.show(flush)
    for group in report.rolled_up:
        for summary in group.written:
            click.echo(f"{group.group}: {described(summary)}")
    for one in report.indexed:
        click.echo(f"{one.group}: {one.sections:,} sections indexed anew")


def _show_findings(report: CronReport) -> None:
    findings = report.doctor.problems if report.doctor else ()
    for one in findings[:_SHOWN_FINDINGS]:
        place = f"{one.path}:{one.line}" if one.line else one.path
        click.echo(f"{place}: {one.message}", err=True)
    click.echo(f"doctor: {len(findings)} problems; next: pmem doctor", err=True)
