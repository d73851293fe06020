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
from progressive_memory.domain.chat_file import Choice

if TYPE_CHECKING:
    from progressive_memory.domain.chat_file import DateOrder
    from progressive_memory.domain.log_report import LogReport

LONG_FILE_BYTES = 1 << 19
"""From here on a progress bar is worth its lines."""

FORMATS = (
    *("jsonl", "element", "slack", "discord", "telegram"),
    *("whatsapp", "mbox", "teamchat", "irc"),
)
"""What `--format` takes; `adapters.chat_exports` says what each is, and is loaded late."""

_SHOWN = 20


@click.command()
@click.argument("file", type=click.File("rb"))
@group_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", *FORMATS]),
    default="auto",
    show_default=True,
    help="What the file is; docs/chat-formats.md says how to export it.",
)
@click.option(
    "--channel",
    "channels",
    multiple=True,
    metavar="NAME",
    help="Of an export that holds several chats: this one, by name or id. May be repeated.",
)
@click.option(
    "--dates",
    type=click.Choice(["dmy", "mdy", "ymd"]),
    default=None,
    help="The order of day, month and year, where the file leaves it open (WhatsApp).",
)
@shared_options
def log(  # noqa: PLR0913 — one parameter an option
    *,
    file: BinaryIO,
    group: str,
    form: str,
    channels: tuple[str, ...],
    dates: DateOrder | None,
    vault: str | None,
    as_json: bool,
) -> int:
    r"""Put an exported chat into the group's day notes.

    FILE is the export, or - for standard input. Secrets are taken out and relative dates resolved
    before anything is written. Logging a file again, or a longer export of the same chat, adds
    only what is new. A line that cannot be read is named, the rest is logged, and the command
    ends with 1. Of a document that is cut off or damaged nothing is logged.

    \b
    Examples:
      pmem log chat.jsonl --group mobile-app
      pmem log slack.zip --group mobile-app --channel mobile --channel mobile-releases
    """
    memory = opened(vault)
    name = "standard input" if file.name == "<stdin>" else file.name
    with _progress(file) as on_read:
        report = memory.log_file(
            group,
            file,
            name=name,
            form=form,
            choice=Choice(channels, dates or ""),
            on_read=on_read,
        )
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
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
    ) as bar:
        task, last = bar.add_task("reading", total=size), 0

        def on_read(done: int) -> None:
            nonlocal last
            if done < last:  # it was read once to see that it is whole
                bar.reset(task, description="logging")
            last = done
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
        (report.doubles, "told by another platform", "told by another platform"),
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
    if report.first_day != report.last_day:
        who = "1 person" if report.people == 1 else f"{report.people} people"
        said.append(f"of {who}, {report.first_day} – {report.last_day}")
    click.echo(f"{report.group} ({report.format}): {', '.join(said)}")
    if len(said) == 1 and not report.logged and not report.skipped_total:
        click.echo("  there is no message in it")
    for remark in report.remarks:
        click.echo(f"  {remark}")
    if not report.skipped_total:
        return
    for skipped in report.skipped[:_SHOWN]:
        click.echo(f"line {skipped.line}: {skipped.message}", err=True)
    lines = "line" if report.skipped_total == 1 else "lines"
    click.echo(f"{report.skipped_total} {lines} skipped", err=True)
