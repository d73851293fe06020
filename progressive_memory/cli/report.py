"""`pmem report`: a group's memory as a page of Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

import click

from progressive_memory.cli.app import group_option, opened, print_json, shared_options
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.memory_report import FORGOTTEN

if TYPE_CHECKING:
    from progressive_memory.domain.memory_report import MemoryReport, ReportRow

_WORDS = {
    "en": {
        "decided": "Decided",
        "ways": "Conventions and rules",
        "fixed": "Fixes and lessons",
        "stands": "Stands now",
        "conflict": "Contradicts, and nobody has said which holds",
        "pending": "Waits for somebody's word",
        "nothing": "nothing",
        "unflushed": "{} messages are not flushed yet: `pmem flush` reads them.",
        "by": "decided by {}",
        "confirmed": "confirmed by {}",
        "replaces": "in place of “{}”",
        "replaced": "replaced by “{}”",
        "replaced_count": ", {} of them replaced since",
        "against": "against “{}”",
        "said": "said by {}",
        "forgotten": "something forgotten since",
        "undated": "undated",
        "since": ", decided since {}",
        "and": ", ",
    },
    "zh": {
        "decided": "已决定",
        "ways": "约定和规则",
        "fixed": "修复和教训",
        "stands": "现在有效",
        "conflict": "互相矛盾，还没有人说以哪个为准",
        "pending": "等人确认",
        "nothing": "没有",
        "unflushed": "还有 {} 条消息没有整理：`pmem flush` 会读。",
        "by": "{} 决定",
        "confirmed": "{} 确认",
        "replaces": "取代“{}”",
        "replaced": "已被“{}”取代",
        "replaced_count": "，其中 {} 条已被取代",
        "against": "与“{}”矛盾",
        "said": "{} 提出",
        "forgotten": "后来忘掉的内容",
        "undated": "无日期",
        "since": "，{} 起的决定",
        "and": "、",
    },
}
_KINDS = {
    "en": {"t": "Tasks", "b": "Blockers", "o": "Open loops", "e": "Environment", "r": "Roles"},
    "zh": {"t": "任务", "b": "阻塞", "o": "悬而未决", "e": "环境", "r": "分工"},
}
"""What stands, in the order it is told: the letter of its kind, the heading."""
_DECIDED = {"decided": "d", "ways": "cg", "fixed": "f"}
"""The parts of what was decided: the letters of their kinds."""


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
    help="Leave out what was decided before, e.g. before 2026-05-12.",
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


def _lines(told: MemoryReport, since: str) -> Iterator[str]:
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

    line = partial(_line, said, told.called)
    for name, letters in _DECIDED.items():
        rows = tuple(row for row in told.decided if row.kind in letters)
        replaced = sum(bool(row.replaced_by) for row in rows)
        count = f"{len(rows)}{said['replaced_count'].format(replaced) if replaced else ''}"
        yield from _part(f"{said[name]} ({count})", said, rows, year, line)
    in_order = sorted(told.stands, key=lambda row: [*kinds].index(row.kind))
    yield from _part(f"{said['stands']} ({len(in_order)})", said, in_order, kind, line)
    for name, rows in (("conflict", told.conflict), ("pending", told.pending)):
        yield from _part(f"{said[name]} ({len(rows)})", said, rows, None, line)


def _part(
    title: str,
    said: dict[str, str],
    rows: Sequence[ReportRow],
    heading: Callable[[ReportRow], str] | None,
    line: Callable[[ReportRow], str],
) -> Iterator[str]:
    yield f"\n## {title}\n"
    if not rows:
        yield f"- {said['nothing']}"
    if heading is None:
        yield from map(line, rows)
        return
    for place, (name, some) in enumerate(groupby(rows, key=heading)):
        gap = "\n" if place else ""
        yield f"{gap}### {name}\n"
        yield from map(line, some)


def _line(said: dict[str, str], called: Mapping[str, str], row: ReportRow) -> str:
    """Day, words, who, what became of it, and the id that `pmem why` takes."""

    def names(key: str, people: Sequence[str]) -> str:
        return said[key].format(said["and"].join(people)) if people else ""

    def others(key: str, ids: Sequence[str]) -> str:
        known = {**called, FORGOTTEN: said["forgotten"]}
        return names(key, [known.get(each, each) for each in ids])

    title = f"~~{row.title}~~" if row.replaced_by else row.title
    title = f"{title} → {row.remedy}" if row.remedy else title
    pieces = (
        f"{row.on or said['undated']} {title}",
        names("said", [row.said_by] if row.said_by else []),
        names("said" if row.kind == Kind.ENVIRONMENT else "by", row.decided_by),
        names("confirmed", row.confirmed_by),
        others("replaces", row.replaces),
        others("replaced", row.replaced_by),
        others("against", row.contradicts),
        row.reason,
        row.id,
    )
    return f"- {' · '.join(filter(None, pieces))}"
