"""`pmem log`: an exported chat into day notes."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

import click

from progressive_memory.cli.app import console, group_option, opened, print_json, shared_options

if TYPE_CHECKING:
    from progressive_memory.domain.log_report import LogReport

LONG_FILE_BYTES = 1 << 19
"""From here on a progress bar is worth its lines."""

_SHOWN = 20


@click.command()
@click.argument("file", type=click.File("rb"))
@group_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "jsonl", "teamchat", "irc"]),
    default="auto",
    show_default=True,
    help="What the file is: one JSON object a line, a team chat with its roster, an IRC log.",
)
@shared_options
def log(file: BinaryIO, group: str, form: str, vault: str | None, as_json: bool) -> int:
    r"""Put an exported chat into the group's day notes.

    FILE is the export, or - for standard input. Secrets are taken out and relative dates resolved
    before anything is written. Logging a file again, or a longer export of the same chat, adds
    only what is new. A line that cannot be read is named, the rest is logged, and the command
    ends with 1.

    \b
    Example:
      pmem log chat.jsonl --group mobile-app
    """
    memory = opened(vault)
    name = "standard input" if file.name == "<stdin>" else file.name
    with _progress(file) as on_read:
        report = memory.log_file(group, file, name=name, form=form, on_read=on_read)
    if as_json:
        print_json(report)
    else:
        _print(report)
    return 1 if report.skipped_total else 0


@contextmanager
def _progress(file: BinaryIO) -> Iterator[Callable[[int], None] | None]:
    """A bar on stderr while a long file is read; nothing in a pipe."""
    size = _size(file)
    if size < LONG_FILE_BYTES or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(
        TextColumn("logging"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("logging", total=size)

        def on_read(done: int) -> None:
            bar.update(task, completed=done)

        yield on_read


def _size(file: BinaryIO) -> int:
    try:
        status = os.fstat(file.fileno())
    except (OSError, ValueError):  # a stream without a file, as in a test
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def _print(report: LogReport) -> None:
    counts = (
        (report.duplicates, "known already", "known already"),
        (report.edited, "edit", "edits"),
        (report.deleted, "deletion", "deletions"),
        (report.reactions, "reaction", "reactions"),
        (report.redacted, "secret taken out", "secrets taken out"),
        (report.opted_out, "of people who opted out", "of people who opted out"),
        (report.ignored, "ignored", "ignored"),
        (report.forgotten, "forgotten before", "forgotten before"),
        (report.unplaced, "reaction without its message", "reactions without their message"),
    )
    said = [f"{report.logged} {'message' if report.logged == 1 else 'messages'} logged"]
    said += [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    click.echo(f"{report.group} ({report.format}): {', '.join(said)}")
    if not report.skipped_total:
        return
    for skipped in report.skipped[:_SHOWN]:
        click.echo(f"line {skipped.line}: {skipped.message}", err=True)
    lines = "line" if report.skipped_total == 1 else "lines"
    click.echo(f"{report.skipped_total} {lines} skipped", err=True)
