"""The routing table of an index note, read by lines and added to (DESIGN §4 "IndexNote").

People edit it: columns in any order and more of them, either language, bold, emoji, links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from progressive_memory.domain.group import Language, Route
from progressive_memory.domain.problem import Problem
from progressive_memory.vault import comments, frontmatter
from progressive_memory.vault.lines import newline_of, split_lines, without_ending
from progressive_memory.vault.words import heading

if TYPE_CHECKING:
    from progressive_memory.domain.plan import AddRoute

_DELIMITER = re.compile(r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_PIPE = re.compile(r"(?<!\\)\|")
_COLUMNS = {
    "trigger": ("触发", "场景", "trigger", "when", "scenario"),
    "file": ("文件", "加载", "file", "load", "note"),
    "priority": ("优先", "级别", "priority", "level"),
}
_HEADERS: dict[Language, tuple[str, str, str, str]] = {
    "zh": ("触发场景", "加载文件", "优先级", "|---------|---------|--------|"),
    "en": ("Trigger", "File", "Priority", "|---|---|---|"),
}
_FILE = (
    re.compile(r"\[\[([^\[\]|#\\]+)(?:#[^\[\]|]*)?(?:\\?\|[^\[\]]*)?\]\]"),
    re.compile(r"\[[^\[\]]*\]\(<([^<>]+)>\)|\[[^\[\]]*\]\(([^()\s]+)\)"),
    re.compile(r"`([^`]+)`"),
    re.compile(r"([^\s*_<>|`]+\.md)\b"),
)
_PRIORITY = re.compile(r"P\d(?:[ \t]*[-–—][ \t]*L\d)?", re.IGNORECASE)
_DEPRECATED = re.compile(r"\[deprecated\]", re.IGNORECASE)


@dataclass(frozen=True)
class _Table:
    """A routing table: `lines` of its rows in the note (from 0), columns by name, their count."""

    rows: tuple[int, ...]
    delimiter: int
    columns: dict[str, int]
    width: int


def render(rows: tuple[tuple[str, str, str], ...], language: Language) -> str:
    """A new table of (trigger, file, priority) rows, without final newline."""
    trigger, file, priority, delimiter = _HEADERS[language]
    lines = [f"| {trigger} | {file} | {priority} |", delimiter]
    lines += [f"| {_cell(trigger)} | `{file}` | {priority} |" for trigger, file, priority in rows]
    return "\n".join(lines)


def parse(path: str, text: str) -> tuple[tuple[Route, ...], tuple[Problem, ...]]:
    """Every row of every routing table in the note, in order; a row that names no file of the
    group is a Problem. `Route.line` counts from 1.
    """
    routes: list[Route] = []
    problems: list[Problem] = []
    lines = _lines(text)
    for table in _tables(lines):
        for number in table.rows:
            route = _route(path, lines[number], table, number + 1)
            if route is None:
                message = f"line {number + 1} names no file of the group: {lines[number].strip()}"
                problems.append(Problem(path, number + 1, "route_without_file", message))
            else:
                routes.append(route)
    return tuple(routes), tuple(problems)


def add_row(path: str, text: str, operation: AddRoute) -> str:
    """The note with a row for the file, unless one stands, marked [DEPRECATED] or not."""
    routes, _ = parse(path, text)
    if any(route.file == operation.file for route in routes):
        return text
    lines = _lines(text)
    table = next(_tables(lines), None)
    newline = newline_of(text)
    if table is None:
        return _with_table(path, text, operation, newline)
    cells = [""] * table.width
    for name, value in (
        ("trigger", _cell(operation.trigger)),
        ("file", f"`{operation.file}`"),
        ("priority", operation.priority),
    ):
        if name in table.columns:
            cells[table.columns[name]] = value
    row = "| " + " | ".join(cells) + " |"
    whole = split_lines(text)
    last = table.rows[-1] if table.rows else table.delimiter
    if without_ending(whole[last]) == whole[last]:
        whole[last] += newline
    whole.insert(last + 1, row + newline)
    return "".join(whole)


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
    return [without_ending(line) for line in split_lines(head + comments.mask(text[start:]))]


def _tables(lines: list[str]) -> Iterator[_Table]:
    fenced = False
    number = 0
    while number + 1 < len(lines):
        if _FENCE.match(lines[number]):
            fenced = not fenced
        elif not fenced and "|" in lines[number] and _DELIMITER.fullmatch(lines[number + 1]):
            end = number + 2
            while end < len(lines) and "|" in lines[end]:
                end += 1
            header = _cells(lines[number])
            columns = _columns(header)
            if {"trigger", "file"} <= columns.keys():
                yield _Table(tuple(range(number + 2, end)), number + 1, columns, len(header))
            number = end - 1
        number += 1


def _columns(header: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for place, cell in enumerate(header):
        plain = cell.casefold()
        for name, words in _COLUMNS.items():
            if name not in found and place not in found.values() and any(w in plain for w in words):
                found[name] = place
    return found


def _route(path: str, line: str, table: _Table, number: int) -> Route | None:
    cells = _cells(line)
    cells += [""] * (table.width - len(cells))
    file = _file(path, cells[table.columns["file"]])
    if not file:
        return None
    priority = cells[table.columns["priority"]] if "priority" in table.columns else ""
    found = _PRIORITY.search(priority)
    return Route(
        trigger=_plain(cells[table.columns["trigger"]]),
        file=file,
        priority=re.sub(r"[ \t–—-]+", "-", found[0]).upper() if found else _plain(priority),
        deprecated=_DEPRECATED.search(line) is not None,
        line=number,
    )


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip() for cell in _PIPE.split(inner)]


def _cell(value: str) -> str:
    return " ".join(value.split()).replace("|", "\\|")


def _plain(cell: str) -> str:
    """A cell without emphasis, links and marks."""
    shown = re.sub(r"\[\[(?:[^\[\]]*\|)?([^\[\]|]*)\]\]", r"\1", cell.replace("\\|", "|"))
    return " ".join(_DEPRECATED.sub("", re.sub(r"\*\*|__|~~|`", "", shown)).split())


def _file(index_path: str, cell: str) -> str:
    """The cell's file relative to the group's folder; "" where it names none in it."""
    for shape in _FILE:
        found = shape.search(cell)
        if found:
            written = next(group for group in found.groups() if group)
            break
    else:
        return ""
    folder = index_path.removesuffix(".md")
    file = _unquoted(written).strip().removeprefix("./").removeprefix("/")
    for prefix in (f"{folder}/", f"{folder.rpartition('/')[2]}/"):
        file = file.removeprefix(prefix)
    file = file if file.endswith(".md") else f"{file}.md"
    parts = file.split("/")
    outside = any(part in {"", ".", ".."} for part in parts) or "\\" in file or parts[0] == "memory"
    return "" if outside else file


def _unquoted(link: str) -> str:
    """A Markdown link's target with its `%20` and the like decoded."""
    return re.sub(
        r"(?:%[0-9A-Fa-f]{2})+",
        lambda run: bytes.fromhex(run[0].replace("%", "")).decode(errors="replace"),
        link,
    )
