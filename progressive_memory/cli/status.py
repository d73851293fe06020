"""`pmem status` and `pmem doctor`: how the vault stands, and what is wrong in it."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from progressive_memory.cli.app import opened, print_json, shared_options
from progressive_memory.cli.table import print_table
from progressive_memory.text.shell import quoted

if TYPE_CHECKING:
    from progressive_memory.domain.doctor_report import Finding, ModelCheck
    from progressive_memory.domain.status_report import GroupStatus

_TITLES = ("group", "unflushed", "last flush", "pending", "tokens", "of budget", "indexed")


@click.command()
@shared_options
def status(*, vault: str | None, as_json: bool) -> None:
    r"""Show every group at a glance: what waits to be flushed, pending, budget, search index.

    \b
    Example:
      pmem status
    """
    report = opened(vault).status()
    if as_json:
        print_json(report)
        return
    if not report.groups:
        click.echo("There are no groups yet.\nnext: pmem group add NAME")
        return
    print_table(_TITLES, [_cells(row) for row in report.groups], right=frozenset(_TITLES[1:]))
    for path in [path for row in report.groups for path in row.long_notes]:
        click.echo(f"{path} is so long that a recall leaves part of it out: see pmem doctor")
    waiting = [row.group for row in report.groups if row.unflushed_messages]
    if waiting:
        click.echo(
            f"next: pmem flush {'--all' if len(waiting) > 1 else f'--group {quoted(waiting[0])}'}"
        )


def _cells(row: GroupStatus) -> tuple[str, ...]:
    unflushed = str(row.unflushed_messages)
    if row.unflushed_task_changes:
        unflushed += f" ({row.unflushed_task_changes} task)"
    return (
        row.group if row.status == "active" else f"{row.group} ({row.status})",
        unflushed,
        row.last_flush[:16].replace("T", " ") or "never",
        str(row.pending),
        f"{row.memory_tokens:,}",
        f"{row.budget_percent} % of {row.memory_budget:,}",
        f"{row.indexed_notes} of {row.notes}",
    )


def _model_line(check: ModelCheck) -> str:
    """What the model's endpoint answered."""
    found = "found" if check.found else "did NOT find"
    return (
        f"model {check.model} at {check.address} answers ({check.manner}); "
        f"it {found} the decision in a talk of two messages"
    )


def _of_openclaw(vault: str | None) -> tuple[Finding, ...]:
    """What is wrong with this machine's OpenClaw; nothing where there is none."""
    from progressive_memory.adapters.openclaw_host import OpenClawHost
    from progressive_memory.adapters.openclaw_sessions import link
    from progressive_memory.bootstrap import find_vault, open_ports
    from progressive_memory.domain.doctor_report import Finding
    from progressive_memory.errors import ConfigInvalid, UserError
    from progressive_memory.hosts.openclaw import findings

    root = find_vault(vault)
    try:
        linked = link.read(open_ports(root).data_folder)
    except ConfigInvalid:
        return ()  # the report says so
    host = OpenClawHost({**os.environ, **(linked.environment if linked else {})})
    try:
        return findings(host, str(root))
    except UserError as error:
        if linked is None:
            return ()
        said = f"its settings cannot be read: {error.message}"
        return (Finding(str(host.state), 0, "openclaw", said, error.next_step),)


@click.command()
@click.option("--fix", is_flag=True, help="First do what is safe, and say what was done.")
@shared_options
def doctor(*, fix: bool, vault: str | None, as_json: bool) -> None:
    r"""Read every note of ours and report what is wrong, each with what to do about it. Where the
    settings ask for a model, ask it one short question too; where OpenClaw is set up here, see that
    its agents reach no group's notes past the entrance, and that the hooks stand as they should.

    Changes nothing without --fix. With it a write that was cut short is finished, our own left
    temporary files go, a bare link in the properties gets quotes, the second row of one file is
    marked [DEPRECATED], and a note without a row gets one. No text of yours is deleted, and no
    conflict copy touched. Exit code 1 when problems are left.

    \b
    Example:
      pmem doctor
      pmem doctor --fix
    """
    report = opened(vault).doctor(fix=fix)
    report = replace(report, problems=(*report.problems, *_of_openclaw(vault)))
    if as_json:
        print_json(report)
    else:
        for problem in report.fixed:
            place = f"{problem.path}:{problem.line}" if problem.line else problem.path
            click.echo(f"fixed: {place}: {problem.message}")
        for problem in report.problems:
            place = f"{problem.path}:{problem.line}" if problem.line else problem.path
            click.echo(f"{place}: {problem.message}")
            click.echo(f"    fix: {problem.fix}")
        if report.model is not None:
            click.echo(_model_line(report.model))
        found = len(report.problems)
        verdict = "no problems" if not found else f"{found} problem{'s' if found > 1 else ''}"
        click.echo(f"{verdict} in {report.notes} notes")
    if report.problems:
        sys.exit(1)
