"""What `pmem hooks install` and `pmem hooks status` print."""

from __future__ import annotations

import json

import click

from progressive_memory.domain.hooks_report import HooksInstalled, HooksStatus

_FILES = {
    "same": "in place",
    "differs": "other files",
    "linked": "a link",
    "missing": "not there",
}


def show_install(report: HooksInstalled) -> None:
    """Print what was done, or would be."""
    if not report.changed:
        stands = "nothing of ours is in" if report.uninstalled else "all of it stands already in"
        click.echo(f"{stands} {report.folder}")
    elif report.dry_run:
        click.echo("dry run: nothing is changed")
    for name in report.copied:
        click.echo(f"  copied   {name}")
    for name in report.removed:
        click.echo(f"  removed  {name}")
    for path, value in (report.settings or {}).items():
        said = f"removed  {path}" if value is None else f"set      {path} = {json.dumps(value)}"
        click.echo(f"  {said}")
    if report.vault:
        click.echo(f"  vault    {report.vault}")
    if report.backup:
        click.echo(f"  backup   {report.backup}")
    for notice in report.notices:
        click.echo(f"note: {notice}", err=True)
    if report.changed and not report.dry_run and (report.copied or report.removed):
        click.echo("next: openclaw gateway restart")


def show_status(report: HooksStatus) -> None:
    """Print a line a hook, then what is to be seen to."""
    click.echo(f"OpenClaw {report.version} in {report.folder}")
    for one in report.hooks:
        on = "enabled" if one.enabled else "not enabled"
        last = f", last {one.last}: {one.outcome}" if one.last else ""
        click.echo(f"  {one.name}: {_FILES[one.files]}, {on}{last}")
    for problem in report.problems:
        click.echo(problem, err=True)
