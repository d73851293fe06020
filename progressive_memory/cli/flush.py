"""`pmem flush`: what was said since becomes memory."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import click

from progressive_memory.cli.app import console, opened, print_json, shared_options

_TRIGGERS = ("remem", "cron", "precompact", "manual")


@click.command()
@click.option("--group", metavar="NAME", help="One group, by name or room id.")
@click.option("--all", "every", is_flag=True, help="Every group (also without --group).")
@click.option(
    "--trigger", type=click.Choice(_TRIGGERS), default="manual", help="What asked for it."
)
@click.option("--session", default="", metavar="ID", help="The host session it was asked for in.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.option(
    "--redo", default="", metavar="FLUSH_ID", help="Make an undone flush again (pmem history)."
)
@click.option("--no-host", is_flag=True, help="Do not ask OpenClaw first for what it heard since.")
@shared_options
def flush(  # noqa: PLR0913 — one parameter an option
    *,
    group: str | None,
    every: bool,
    trigger: str,
    session: str,
    dry_run: bool,
    redo: str,
    no_host: bool,
    vault: str | None,
    as_json: bool,
) -> int:
    r"""Turn what was said since the last flush into entries of the notes.

    What people did in pending.md comes first: ticked = accept, [-] or deleted = reject. Nothing
    that a person deleted is written again. Doing it twice changes nothing.

    Where `pmem hooks install openclaw` was run for the vault, the gateway is asked first for what
    was said since in the rooms of the groups; one that does not run is told of, and no more.

    More than 5,000 messages are flushed in portions of whole days, oldest first, each a flush of
    its own: stopped, the same command goes on where it was.

    \b
    Examples:
      pmem flush --group mobile-app
      pmem flush --all --dry-run
    """
    if group and every:
        raise click.UsageError("use --group NAME or --all, not both")
    if redo and dry_run:
        raise click.UsageError("--redo lifts an undo at once: it has no --dry-run")
    memory = opened(vault)
    if dry_run or redo:
        report = memory.flush(group, trigger=trigger, session=session, dry_run=dry_run, redo=redo)
    else:
        heard = 0 if no_host else memory.catch_up([group] if group else ())
        with progress("flushing") as told:
            report = memory.flush_backlog(group, trigger=trigger, session=session, told=told)
        report = replace(report, heard=heard)
    from progressive_memory.cli.flush_text import exit_code, show

    if as_json:
        print_json(report)
    else:
        show(report)
    return exit_code(report)


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int, str], None] | None]:
    """A bar on stderr with the time left, from the first portion on; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    described = TextColumn("{task.description}")
    with Progress(described, *columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, visible=False)

        def told(done: int, total: int, last: str) -> None:
            if last:
                bar.update(task, completed=done, total=total, visible=True)
                bar.update(task, description=f"{what} {last}")

        yield told
