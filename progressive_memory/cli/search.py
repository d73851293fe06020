"""`pmem search` and `pmem reindex`."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from textwrap import indent
from typing import TYPE_CHECKING

import click

from progressive_memory.cli.app import (
    TEXT_SETTINGS,
    group_option,
    opened,
    print_json,
    shared_options,
)
from progressive_memory.cli.message import message_argument, words_or_piped
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.match import Scope
from progressive_memory.ports import Query

if TYPE_CHECKING:
    from progressive_memory.domain.search_report import SearchHit, SearchReport

_KINDS = {kind.name.lower(): kind.value for kind in Kind} | {
    kind.value: kind.value for kind in Kind
}
_NOTHING_FOUND = 3
_SHOWN_CHARACTERS = 200


def _iso_date(_: click.Context, __: click.Parameter, value: str) -> str:
    try:
        return date.fromisoformat(value).isoformat() if value else ""
    except ValueError:
        raise click.BadParameter("write the date as 2026-05-15") from None


def _kind(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    unknown = [value for value in values if value not in _KINDS]
    if unknown:
        names = ", ".join(kind.name.lower() for kind in Kind)
        raise click.BadParameter(f"there is no kind {unknown[0]}; there are: {names}")
    return tuple(_KINDS[value] for value in values)


@click.command(context_settings=TEXT_SETTINGS)
@message_argument
@group_option
@click.option("--log", "in_log", is_flag=True, help="Search the messages, not the notes.")
@click.option("--since", default="", callback=_iso_date, metavar="DATE", help="That day or later.")
@click.option("--who", default="", metavar="NAME", help="Said, decided or confirmed by NAME.")
@click.option(
    "--kind", "kinds", multiple=True, callback=_kind, metavar="KIND", help="e.g. decision"
)
@click.option(
    "--limit",
    type=click.IntRange(1, 200),
    default=10,
    metavar="N",
    show_default=True,
    help="At most N hits.",
)
@click.option(
    "--tokens",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Print the best passages in full, in at most N tokens; --limit does not count then.",
)
@shared_options
def search(  # noqa: PLR0913, PLR0917 — one parameter an option
    words: tuple[str, ...],
    group: str,
    in_log: bool,
    since: str,
    who: str,
    kinds: tuple[str, ...],
    limit: int,
    tokens: int | None,
    vault: str | None,
    as_json: bool,
) -> int:
    r"""Search one group's notes, or with --log its messages. "Quoted words" must stand as written.

    Messages that stand near what matches are among the hits, and so is what was agreed to. MESSAGE
    may also come on standard input; without any, the newest that pass --since, --who and --kind are
    listed.

    \b
    Example:
      pmem search --group mobile-app --since 2026-05-01 'push "token refresh"'
      pmem search --group mobile-app --log --tokens 2000 'who renews the push certificate?'
    """
    query = Query(words_or_piped(words).strip(), since=since, who=who, kinds=kinds)
    scope: Scope = "log" if in_log else "entries"
    report = opened(vault).search(group, query, scope=scope, limit=limit, tokens=tokens or 0)
    if as_json:
        print_json(report)
    elif tokens:
        _print_passages(report)
    else:
        _print_hits(report)
    return 0 if report.hits else _NOTHING_FOUND


@click.command()
@click.option("--group", default="", metavar="NAME", help="One group only.")
@shared_options
def reindex(group: str, vault: str | None, as_json: bool) -> None:
    r"""Build the search index anew from the notes; nothing is stored there alone.

    \b
    Example:
      pmem reindex
    """
    report = opened(vault).reindex(group)
    if as_json:
        print_json(report)
        return
    for each in report.groups:
        click.echo(f"{each.group}: {each.sections} sections of {each.notes} notes")


def _print_hits(report: SearchReport) -> None:
    if not report.hits:
        click.echo("nothing found", err=True)
    for hit in report.hits:
        about = " · ".join(filter(None, (hit.on, ", ".join(hit.who), hit.path)))
        click.echo(f"{_one_line(hit)} ^{hit.id}\n    {about}")


def _print_passages(report: SearchReport) -> None:
    if not report.hits:
        click.echo("nothing found", err=True)
    for number, passage in groupby(report.hits, key=lambda hit: hit.passage):
        hits = list(passage)
        click.echo(f"{chr(10) if number > 1 else ''}{hits[0].path}")
        for hit in hits:
            said = (
                f"{', '.join(hit.who)}: {hit.text} ^{hit.id}" if hit.event_id else hit.text.strip()
            )
            click.echo(indent(said, "    "))


def _one_line(hit: SearchHit) -> str:
    line = " ".join((hit.title or hit.text).split())
    short = line if len(line) <= _SHOWN_CHARACTERS else line[: _SHOWN_CHARACTERS - 1] + "…"
    return f"{short} [superseded]" if hit.superseded else short
