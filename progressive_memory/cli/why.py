"""`pmem why`: why an entry is believed, and what rests on a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from progressive_memory.cli.app import opened, print_json, print_unread, shared_options
from progressive_memory.cli.flush_text import kind_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from progressive_memory.domain.why_report import Testimony, WhyReport


@click.command()
@click.argument("entry_id", metavar="ID")
@click.option("--group", metavar="NAME", default="", help="Look in one group, by name or room id.")
@click.option(
    "--context",
    type=click.IntRange(0, 100),
    default=0,
    metavar="N",
    help="Show N messages before and after each one.",
)
@shared_options
def why(*, entry_id: str, group: str, context: int, vault: str | None, as_json: bool) -> None:
    r"""Show why an entry is believed: its messages, who decided, who confirmed.

    ID is an entry's block id, with or without ^; the beginning of one of ours is enough. A summary
    leads down to its sources, and so does an entry that a person wrote. A message (m-…) is shown
    with its thread and the entries that rest on it.

    \b
    Examples:
      pmem why d-20260512-zokg4p2geo --context 3
      pmem why m-zjf36jg6rd --group mobile-app
    """
    report = opened(vault).why(entry_id, group=group, context=context)
    if as_json:
        print_json(report)
    else:
        _show(report)
        print_unread(report.problems)


def _show(report: WhyReport) -> None:
    click.secho(f"{_kind(report.kind)} {report.id}", bold=True, nl=False)
    click.echo(f" in {report.file}")
    if report.kind != "m":
        click.echo(f"\n{report.text}\n")
    for label, values in (
        ("verdicts", report.verdicts),
        ("decided by", report.decided_by),
        ("confirmed by", report.confirmed_by),
        ("supersedes", report.supersedes),
        ("superseded by", report.superseded_by),
        ("contradicts", report.contradicts),
        ("written by", report.flushes),
    ):
        if values:
            click.echo(f"{label + ':':<15}{', '.join(values)}")
    if report.pending:
        click.echo(f"{'waits:':<15}{report.reason}")
    if report.kind == "m":
        click.echo("message:")
    elif report.evidence or not report.sources:
        click.echo("evidence:" if report.evidence else "evidence: none that the log still holds")
    _show_messages(report.evidence)
    _show_links(report)


def _show_links(report: WhyReport) -> None:
    if report.sources:
        click.echo("sources:")
    for source in report.sources:
        indent = "  " * source.level
        name = f"{_kind(source.kind)} {source.id}" if source.id else "note"
        click.echo(f"{indent}{name} in {source.file}{': ' if source.text else ''}{source.text}")
        _show_messages(source.messages, indent + "  ")
    if report.thread:
        click.echo("thread:")
        _show_messages(report.thread)
    if report.kind == "m":
        click.echo("entries that rest on it:" if report.entries else "no entry rests on it")
    for entry in report.entries:
        click.echo(f"  {_kind(entry.kind)} {entry.id} in {entry.file}: {entry.title}")
    if report.outside:
        click.echo("not followed, since no such thing stands in this group:")
    for link in report.outside:
        click.echo(f"  {link}")


def _show_messages(messages: Sequence[Testimony], indent: str = "  ") -> None:
    """Each message once, with what was said around it: those that are near share their talk."""
    asked = {_key(message): message for message in messages}
    shown: set[tuple[str, ...]] = set()
    for message in messages:
        if _key(message) in shown:
            continue
        talk = {_key(each): each for each in _talk(message, asked, set())}
        for key, each in sorted(talk.items(), key=lambda pair: pair[1].ts):
            near = key not in asked
            _show_message(each, indent + "  " if near else indent, dim=near)
        shown |= talk.keys()


def _talk(
    message: Testimony, asked: Mapping[tuple[str, ...], Testimony], met: set[tuple[str, ...]]
) -> Iterator[Testimony]:
    """The messages around one and itself, and those around each one of them that was asked for."""
    met.add(_key(message))
    for each in (*message.before, message, *message.after):
        if (known := asked.get(_key(each))) and _key(each) not in met:
            yield from _talk(known, asked, met)
        yield each


def _key(message: Testimony) -> tuple[str, ...]:
    return (message.id or message.event_id, message.ts, message.sender)


def _show_message(message: Testimony, indent: str, *, dim: bool = False) -> None:
    first, *more = message.text.split("\n")
    said = first or ("(forgotten)" if message.forgotten else "(deleted)")
    click.secho(f"{indent}{message.ts[:16].replace('T', ' ')} {message.sender}: {said}", dim=dim)
    for line in more:
        click.secho(f"{indent}  {line}", dim=dim)


def _kind(letter: str) -> str:
    return {"": "entry", "m": "message"}.get(letter) or kind_word(letter)
