"""`pmem report`: a group's memory as a page of Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING

import click

from progressive_memory.cli.app import group_option, opened, print_json, shared_options

if TYPE_CHECKING:
    from progressive_memory.domain.memory_report import MemoryReport, ReportRow

_WORDS = {
    "en": {
        "decided": "Decided",
        "stands": "Stands now",
        "conflict": "Contradicts",
        "pending": "Waits for somebody's word",
        "nothing": "nothing",
        "unflushed": "{} messages are not flushed yet",
        "confirmed": "confirmed by ",
        "replaced": "replaced by ",
        "against": "against ",
        "undated": "undated",
        "since": ", since {}",
    },
    "zh": {
        "decided": "已决定",
        "stands": "现在有效",
        "conflict": "互相矛盾",
        "pending": "等人确认",
        "nothing": "没有",
        "unflushed": "还有 {} 条消息没有整理",
        "confirmed": "确认：",
        "replaced": "已由以下取代：",
        "against": "对立：",
        "undated": "无日期",
        "since": "，自 {} 起",
    },
}
_KINDS = {
    "en": {"t": "Tasks", "b": "Blockers", "o": "Open loops", "e": "Environment", "r": "Roles"},
    "zh": {"t": "任务", "b": "阻塞", "o": "悬而未决", "e": "环境", "r": "分工"},
}
"""What stands, in the order it is told: the letter of its kind, the heading."""


def _day(_: click.Context, __: click.Parameter, value: str) -> str:
    try:
        return date.fromisoformat(value).isoformat() if value else ""
    except ValueError:
        raise click.BadParameter("write the date as 2026-05-15") from None


@click.command()
@group_option
@click.option(
    "--since",
    default="",
    callback=_day,
    metavar="DATE",
    help="Leave out what is older, e.g. 2026-05-12.",
)
@shared_options
def report(*, group: str, since: str, vault: str | None, as_json: bool) -> None:
    r"""Tell what a group decided, when and by whom, what stands, contradicts and waits.

    It is a page of Markdown, from the notes alone; nothing is changed.

    \b
    Examples:
      pmem report --group mobile-app > report.md
      pmem report --group mobile-app --since 2026-01-01
    """
    told = opened(vault).report(group, since=since)
    if as_json:
        print_json(told)
    else:
        click.echo("\n".join(_lines(told, since)))


def _lines(told: MemoryReport, since: str) -> Iterable[str]:
    said = _WORDS.get(told.language, _WORDS["en"])
    span = f" ({told.first_day} – {told.last_day})" if told.first_day else ""
    yield f"# {told.group}{span}{said['since'].format(since) if since else ''}"
    if told.unflushed_messages:
        yield f"\n{said['unflushed'].format(f'{told.unflushed_messages:,}')}"
    kinds = _KINDS.get(told.language, _KINDS["en"])

    def year(row: ReportRow) -> str:
        return row.on[:4] or said["undated"]

    def kind(row: ReportRow) -> str:
        return kinds.get(row.kind, row.kind)

    in_order = sorted(told.stands, key=lambda row: [*kinds].index(row.kind))
    yield from _part(said, "decided", told.decided, year)
    yield from _part(said, "stands", in_order, kind)
    yield from _part(said, "conflict", told.conflict, None)
    yield from _part(said, "pending", told.pending, None)


def _part(
    said: dict[str, str],
    name: str,
    rows: Sequence[ReportRow],
    heading: Callable[[ReportRow], str] | None,
) -> Iterable[str]:
    yield f"\n## {said[name]} ({len(rows)})\n"
    if not rows:
        yield f"- {said['nothing']}"
    if heading is None:
        yield from (_line(said, row) for row in rows)
        return
    for place, (title, some) in enumerate(groupby(rows, key=heading)):
        gap = "\n" if place else ""
        yield f"{gap}### {title}\n"
        yield from (_line(said, row) for row in some)


def _line(said: dict[str, str], row: ReportRow) -> str:
    """Day, words, who, what became of it, and the id that `pmem why` takes."""
    title = f"~~{row.title}~~" if row.replaced_by else row.title
    pieces = [f"{row.on} {title}".strip()]
    if row.decided_by:
        pieces.append(", ".join(row.decided_by))
    if row.confirmed_by:
        pieces.append(f"{said['confirmed']}{', '.join(row.confirmed_by)}")
    if row.replaced_by:
        pieces.append(f"{said['replaced']}{', '.join(row.replaced_by)}")
    if row.contradicts:
        pieces.append(f"{said['against']}{', '.join(row.contradicts)}")
    if row.reason:
        pieces.append(row.reason)
    return f"- {' · '.join(pieces)} · {row.id}"
