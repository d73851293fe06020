"""The routing table of an index note, read by lines and added to (DESIGN §4 "IndexNote").

People edit it: columns in any order and more of them, any headers, bold, emoji, links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from progressive_memory.domain.group import Language, Route
from progressive_memory.domain.problem import Problem
from progressive_memory.vault import comments, frontmatter, routing_cells, routing_columns
from progressive_memory.vault.headings import HEADING, unclosed
from progressive_memory.vault.lines import newline_of, split_lines, without_ending
from progressive_memory.vault.routing_columns import Columns
from progressive_memory.vault.words import heading, same_heading

if TYPE_CHECKING:
    from progressive_memory.domain.plan import AddRoute

_DELIMITER = re.compile(r"[ \t]*(?:\|[ \t]*)?(?::?-+:?[ \t]*\|[ \t]*)*:?-+:?[ \t]*(?:\|[ \t]*)?")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_QUOTE = re.compile(r"(?<![ \t])(?:[ \t]*>)+ ?")
_HTML_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_NOT_NEWLINE = re.compile(r"[^\r\n]")
_HEADERS: dict[Language, tuple[str, str, str, str]] = {
    "zh": ("触发场景", "加载文件", "优先级", "|---------|---------|--------|"),
    "en": ("Trigger", "File", "Priority", "|---|---|---|"),
}


@dataclass(frozen=True)
class _Table:
    """A routing table: the lines of its header and rows in the note (from 0), its columns."""

    header: int
    rows: tuple[int, ...]
    columns: Columns
    width: int


def render(rows: tuple[tuple[str, str, str], ...], language: Language) -> str:
    """A new table of (trigger, file, priority) rows, without final newline."""
    trigger, file, priority, delimiter = _HEADERS[language]
    lines = [f"| {trigger} | {file} | {priority} |", delimiter]
    lines += [
        f"| {routing_cells.escaped(trigger)} | `{file}` | {priority} |"
        for trigger, file, priority in rows
    ]
    return "\n".join(lines)


def parse(path: str, text: str) -> tuple[tuple[Route, ...], tuple[Problem, ...]]:
    """Every row of every routing table in the note, in order; a row that names no file of the
    group is a Problem. `Route.line` counts from 1.
    """
    routes: list[Route] = []
    problems: list[Problem] = []
    lines = _lines(text)
    for table in _tables(path, lines):
        for number in table.rows:
            route = _route(path, lines[number], table, number + 1)
            if route is not None:
                routes.append(route)
            elif lines[number].strip(" \t|"):
                message = f"line {number + 1} names no file of the group: {lines[number].strip()}"
                problems.append(Problem(path, number + 1, "route_without_file", message))
    return tuple(routes), tuple(problems)


def oddities(path: str, text: str) -> Iterator[Problem]:
    """What is odd about the routing tables though their rows are read: headers that name nothing,
    a link that ends its cell, a row without a trigger, a priority that is none, a file twice; and
    without a table, the one that stands where none is read.
    """
    lines = _lines(text)
    tables = list(_tables(path, lines))
    routes, _ = parse(path, text)
    for table in tables:
        if not table.columns.named:
            message = (
                "the table's headers do not say which column is the trigger and which the file"
            )
            yield Problem(path, table.header + 1, "route_headers", message)
        for number in table.rows:
            if routing_cells.cuts_a_link(lines[number]):
                message = "the | inside [[…|…]] ends the table's cell in Obsidian"
                yield Problem(path, number + 1, "route_link_cut", message)
    with_priority = any(table.columns.priority is not None for table in tables)
    yield from _odd_rows(path, routes, has_priority=with_priority)
    if not tables:
        yield from _hidden(path, text)


def places(path: str, text: str) -> Iterator[tuple[Route, tuple[int, int], tuple[int, int]]]:
    """Every row with the places of its trigger and of its file in the note, in order."""
    lines = _lines(text)
    whole = split_lines(text)
    for table in _tables(path, lines):
        for number in table.rows:
            route = _route(path, lines[number], table, number + 1)
            cells = routing_cells.spans(lines[number])
            if route is None or len(cells) <= max(table.columns.trigger, table.columns.file):
                continue
            start = sum(map(len, whole[:number]))
            trigger, file = (
                (start + cells[column][0], start + cells[column][1])
                for column in (table.columns.trigger, table.columns.file)
            )
            yield route, trigger, file


def add_row(path: str, text: str, operation: AddRoute) -> str | None:
    """The note with a row for the file, unless one stands, marked [DEPRECATED] or not; None where
    it would not be read: the note ends in code or a comment nobody closed.
    """
    if _has_row(path, text, operation.file):
        return text
    table = next(_tables(path, _lines(text)), None)
    newline = newline_of(text)
    if table is None:
        new = _with_table(path, text, operation, newline)
        return new if _has_row(path, new, operation.file) else None
    cells = [""] * table.width
    cells[table.columns.trigger] = routing_cells.escaped(operation.trigger)
    cells[table.columns.file] = f"`{operation.file}`"
    if table.columns.priority is not None:
        cells[table.columns.priority] = operation.priority
    row = "| " + " | ".join(cells) + " |"
    whole = split_lines(text)
    if without_ending(whole[-1]) == whole[-1]:
        whole[-1] += newline
    above = (table.header + 1, *table.rows)
    # A comment may begin in the last row and end below it; what stands between is not read.
    tried = (
        "".join([*whole[: last + 1], row + newline, *whole[last + 1 :]]) for last in above[::-1]
    )
    return next((new for new in tried if _has_row(path, new, operation.file)), None)


def deprecated(row: str) -> str:
    """A table's row marked [DEPRECATED] in its first cell: it is skipped from then on. A line that
    is no row comes back as it is.
    """
    found = re.match(r"[ \t]*\|[ \t]*", row)
    if found is None or routing_cells.is_deprecated(row):
        return row
    return f"{row[: found.end()]}[DEPRECATED] {row[found.end() :]}"


def _has_row(path: str, text: str, file: str) -> bool:
    return any(route.file == file for route in parse(path, text)[0])


def _with_table(path: str, text: str, operation: AddRoute, newline: str) -> str:
    properties, _ = frontmatter.properties(path, text)
    language: Language = "en" if properties.get("language") == "en" else "zh"
    table = render(((operation.trigger, operation.file, operation.priority),), language)
    block = f"## {heading('routes', language)}\n\n{table}\n".replace("\n", newline)
    body = text.rstrip("\r\n")
    return f"{body}{newline * 2}{block}" if body else block


def _lines(text: str) -> list[str]:
    """The note's lines, comments and frontmatter blanked, so that numbers are the note's."""
    start = frontmatter.body_start(text)
    head = "".join(char for char in text[:start] if char in "\r\n")
    body = comments.mask(text[start:])
    if "<!--" in body:
        body = _HTML_COMMENT.sub(lambda found: _NOT_NEWLINE.sub(" ", found[0]), body)
    return [without_ending(line) for line in split_lines(head + body)]


def _tables(path: str, lines: list[str]) -> Iterator[_Table]:
    """The note's routing tables. A table that is none beyond doubt counts where it stands under
    the heading of the routes, or where no other table of the note is one.
    """
    found = list(_candidates(path, lines))
    sure = [table for table, certain in found if certain]
    yield from sure or [table for table, _ in found[:1]]


def _candidates(path: str, lines: list[str]) -> Iterator[tuple[_Table, bool]]:
    """Every table with a column of files, and whether it is one of routes beyond doubt."""
    fenced = under_routes = False
    number = 0
    while number + 1 < len(lines):
        line = lines[number]
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and (title := HEADING.fullmatch(line)):
            under_routes = same_heading(unclosed(title[2]), heading("routes", "en"))
        elif not fenced and "|" in line and _DELIMITER.fullmatch(lines[number + 1]):
            end = number + 2
            while end < len(lines) and "|" in lines[end]:
                end += 1
            header = routing_cells.cells(line)
            rows = [routing_cells.cells(each) for each in lines[number + 2 : end]]
            columns = routing_columns.find(path, header, rows)
            if columns is not None:
                places = tuple(range(number + 2, end))
                table = _Table(number, places, columns, len(header))
                yield table, columns.sure or under_routes
            number = end - 1
        number += 1


def _route(path: str, line: str, table: _Table, number: int) -> Route | None:
    cells = routing_cells.cells(line)
    cells += [""] * (table.width - len(cells))
    file = routing_cells.file(path, cells[table.columns.file])
    if not file:
        return None
    place = table.columns.priority
    return Route(
        trigger=routing_cells.plain(cells[table.columns.trigger]),
        file=file,
        priority="" if place is None else routing_cells.priority(cells[place]),
        deprecated=routing_cells.is_deprecated(line),
        line=number,
    )


def _odd_rows(path: str, routes: Sequence[Route], *, has_priority: bool) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for route in routes:
        if route.deprecated:
            continue
        if not any(map(str.isalnum, route.trigger)):
            message = f"the row of {route.file} has no trigger: no word leads to it"
            yield Problem(path, route.line, "route_without_trigger", message)
        if has_priority and not routing_cells.is_priority(route.priority):
            message = f"the priority of {route.file} is {route.priority or 'empty'}"
            yield Problem(path, route.line, "route_priority", message)
        before = first.setdefault(route.file, route.line)
        if before != route.line:
            message = f"{route.file} has a row already, on line {before}"
            yield Problem(path, route.line, "route_twice", message)


def _hidden(path: str, text: str) -> Iterator[Problem]:
    """A routing table in a comment, a quote or a callout, where it is not read."""
    lines = [_QUOTE.sub("", without_ending(line)) for line in split_lines(text)]
    for table, certain in _candidates(path, lines):
        if certain:
            message = "the table stands in a comment, quote or callout, where it is not read"
            yield Problem(path, table.header + 1, "route_table_hidden", message)
