"""`pmem pending`: what waits for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from progressive_memory.cli.app import opened, print_json, print_unread, shared_options
from progressive_memory.cli.command_group import CommandGroup
from progressive_memory.cli.flush_text import exit_code, kind_word, show_entries

if TYPE_CHECKING:
    from progressive_memory.domain.flush_report import FlushReport


class _Pending(CommandGroup):
    default_command = "list"


@click.group(cls=_Pending)
def pending() -> None:
    r"""What was noticed and not confirmed: list it (also without a command), accept it, reject it.

    The same is done by editing pending.md: tick = accept, [-] or delete = reject.

    \b
    Example:
      pmem pending list
    """


@pending.command("list")
@click.option("--group", metavar="NAME", help="One group, by name or room id.")
@shared_options
def list_(*, group: str | None, vault: str | None, as_json: bool) -> None:
    r"""List what waits, of one group or of all.

    \b
    Example:
      pmem pending list --group mobile-app
    """
    report = opened(vault).pending(group)
    if as_json:
        print_json(report)
        return
    for row in report.pending:
        click.echo(f"{row.id}  {kind_word(row.kind)}: {row.title}")
        since = f", since {row.since}" if row.since else ""
        click.secho(f"    {row.group} — {row.reason}{since}", dim=True)
    if report.pending:
        click.echo("next: pmem pending accept ID, or pmem pending reject ID")
    elif not report.problems:
        click.echo("nothing waits")
    print_unread(report.problems)


@pending.command()
@click.argument("pending_id", metavar="ID")
@shared_options
def accept(*, pending_id: str, vault: str | None, as_json: bool) -> int:
    r"""Write an item that waits, as it reads now. The beginning of its id is enough.

    \b
    Example:
      pmem pending accept d-20260512-e2wk67i665
    """
    return _show(opened(vault).accept(pending_id), as_json=as_json)


@pending.command()
@click.argument("pending_id", metavar="ID")
@shared_options
def reject(*, pending_id: str, vault: str | None, as_json: bool) -> int:
    r"""Drop an item that waits, for good. The beginning of its id is enough.

    \b
    Example:
      pmem pending reject d-20260512-e2wk67i665
    """
    return _show(opened(vault).reject(pending_id), as_json=as_json)


def _show(report: FlushReport, *, as_json: bool) -> int:
    if as_json:
        print_json(report)
    else:
        show_entries(report)
    return exit_code(report)
