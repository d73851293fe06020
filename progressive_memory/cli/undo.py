"""`pmem history` and `pmem undo`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from progressive_memory.cli.app import opened, print_json, shared_options
from progressive_memory.cli.table import print_table

if TYPE_CHECKING:
    from progressive_memory.domain.undo_report import HistoryReport, UndoReport


@click.command()
@shared_options
def history(vault: str | None, as_json: bool) -> None:
    r"""List the flushes of the last 30 days, newest first, and what `pmem note` changed.

    \b
    Example:
      pmem history
    """
    report = opened(vault).history()
    if as_json:
        print_json(report)
    elif report.flushes:
        _print_table(report)
    else:
        click.echo("no flush yet")


@click.command()
@click.argument("flush_id", required=False)
@shared_options
def undo(flush_id: str | None, vault: str | None, as_json: bool) -> None:
    r"""Take a flush back: its notes, its cursor, and the entries it wrote.

    FLUSH_ID is one of `pmem history`; without it, the newest flush that has not been undone. Where
    a person has since edited the same lines, moved an entry to another note, or deleted one that
    would come back, nothing is written and the difference is shown. What was undone is not written
    again until `pmem flush --redo FLUSH_ID`; what was deleted by hand before stays away. The log
    stays. An id that `pmem note` printed takes that edit back.

    \b
    Examples:
      pmem undo
      pmem undo note-rename-k3p7xqv2mb
    """
    report = opened(vault).undo(flush_id)
    if as_json:
        print_json(report)
    else:
        _print_undone(report)


def _print_table(report: HistoryReport) -> None:
    print_table(
        ("flush", "at (UTC)", "trigger", "groups", "written", ""),
        [
            (
                flush.flush_id,
                flush.at[:16].replace("T", " "),
                flush.trigger,
                ", ".join(flush.groups),
                str(flush.written),
                "undone" if flush.undone else "cannot be undone: forgotten" if flush.cut else "",
            )
            for flush in report.flushes
        ],
        right=frozenset({"written"}),
    )


def _print_undone(report: UndoReport) -> None:
    kind = "" if report.flush_id.startswith("note-") else "flush "
    click.echo(f"undone: {kind}{report.flush_id}")
    for path in report.restored:
        click.echo(f"  restored {path}")
    for path in report.kept:
        click.echo(f"  kept {path}: it was edited while we wrote", err=True)
    for entry_id in report.ticked:
        click.echo(
            f"  {entry_id} is ticked in pending.md: the next flush writes it again, or untick"
        )
    for entry_id in report.deleted:
        click.echo(f"  {entry_id} had been deleted in the notes: it stays away, also from --redo")
    count = len(report.vetoed)
    if count:
        click.echo(f"  {count} {'entry' if count == 1 else 'entries'} will not be written again")
        pronoun = "it" if count == 1 else "them"
        click.echo(f"next: pmem flush --redo {report.flush_id} lets {pronoun} be written again")
