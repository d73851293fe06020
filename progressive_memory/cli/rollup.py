"""`pmem rollup`: the log condensed into summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from progressive_memory.cli.app import opened, print_json, print_unread, shared_options

if TYPE_CHECKING:
    from progressive_memory.domain.rollup_report import GroupRollup, RolledUp


@click.command()
@click.option("--group", metavar="NAME", help="One group, by name or room id; else every one.")
@click.option("--dry-run", is_flag=True, help="Show which summaries are due, and write none.")
@shared_options
def rollup(group: str | None, *, dry_run: bool, vault: str | None, as_json: bool) -> None:
    r"""Condense the log into summaries, each with links down to what it condenses.

    A summary of level 1 is due when what is in none reaches 90 % of the context window
    (`[flush] context_window_tokens`), one of a higher level when there are sixteen of the level
    below. A flush does this by itself. `pmem why ID` leads from a summary down to the messages.

    \b
    Examples:
      pmem rollup --group mobile-app
      pmem rollup --dry-run
    """
    report = opened(vault).rollup(group, dry_run=dry_run)
    if as_json:
        print_json(report)
        return
    for one in report.groups:
        _show(one)
    if report.dry_run:
        click.echo("dry run: nothing was written")
    elif report.rollup_id:
        click.echo(f"next: pmem why ID, or pmem undo {report.rollup_id}")


def described(summary: RolledUp) -> str:
    """One summary as a line of a report."""
    from progressive_memory.vault.summary_note import span

    what = "messages" if summary.level == 1 else "summaries"
    days = span(summary.since, summary.until)
    title = f": {summary.title}" if summary.title else ""
    return f"L{summary.level} {days}{title} ({summary.sources:,} {what}) · {summary.id}"


def _show(group: GroupRollup) -> None:
    if group.problems:
        print_unread(group.problems)
        return
    for summary in group.written:
        click.echo(f"{group.group}: {described(summary)}")
    left = f"{group.unsummarised_tokens:,} tokens in no summary yet"
    click.echo(f"{group.group}: {left}; the next is due at {group.due_at_tokens:,}")
