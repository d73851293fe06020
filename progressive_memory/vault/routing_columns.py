"""Which column of a table is the trigger, the file, the priority: by header, else by its cells.

People rename headers, or write them in another language; what stands below them stays alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from progressive_memory.vault import routing_cells

_TRIGGER = (
    *("触发", "场景", "何时", "什么时候", "情况", "主题", "话题", "问题", "问什么", "关键词"),
    *("trigger", "when", "scenario", "topic", "question", "keyword", "subject", "intent"),
)
_FILE = (
    *("文件", "加载", "笔记", "文档", "读哪", "看哪", "去哪", "位置"),
    *("file", "load", "note", "read", "open", "document", "page", "path", "where"),
)
_PRIORITY = ("优先", "级别", "等级", "priority", "prio", "level", "rank")
_MOST, _ENOUGH = 2.0, 1.0
"""What cells that all look right speak for a column, and what must speak for it: half of them, or
its header."""


@dataclass(frozen=True)
class Columns:
    """Places of the columns, from 0; `priority` is None where there is none. `sure` tells that
    the table is one of routes beyond doubt; `named` that its headers say so.
    """

    trigger: int
    file: int
    priority: int | None
    sure: bool
    named: bool


def find(index_path: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> Columns | None:
    """The columns of a table; None when no column of it can be one of files."""
    titles = [cell.casefold() for cell in header]

    def looks_like_file(cell: str) -> bool:
        return routing_cells.names_a_file(index_path, cell)

    def weigh(words: Sequence[str], looks: Callable[[str], bool]) -> list[float]:
        return [
            any(word in title for word in words) + _MOST * _share(place, rows, looks)
            for place, title in enumerate(titles)
        ]

    triggers = [any(word in title for word in _TRIGGER) for title in titles]
    files = [
        weight - (0.5 if triggers[place] else 0.0)
        for place, weight in enumerate(weigh(_FILE, looks_like_file))
    ]
    file = _best(files, ())
    if file is None:
        return None
    priority = _best(weigh(_PRIORITY, routing_cells.is_priority), (file,))
    taken = (file,) if priority is None else (file, priority)
    free = [place for place in range(len(titles)) if place not in taken]
    if not free:
        return None
    named_trigger = next((place for place in free if triggers[place]), None)
    trigger = max(free, key=lambda place: _letters(place, rows))
    named_file = any(word in titles[file] for word in _FILE)
    return Columns(
        trigger=trigger if named_trigger is None else named_trigger,
        file=file,
        priority=priority,
        sure=(named_trigger is not None and named_file)
        or (priority is not None and _share(priority, rows, routing_cells.is_priority) > 0),
        named=named_trigger is not None and named_file,
    )


def _best(weights: Sequence[float], taken: Sequence[int]) -> int | None:
    free = [place for place in range(len(weights)) if place not in taken]
    best = max(free, key=lambda place: weights[place], default=None)
    return best if best is not None and weights[best] >= _ENOUGH else None


def _share(place: int, rows: Sequence[Sequence[str]], looks: Callable[[str], bool]) -> float:
    """The share of the rows whose cell at `place` looks right."""
    return sum(place < len(row) and looks(row[place]) for row in rows) / len(rows) if rows else 0.0


def _letters(place: int, rows: Sequence[Sequence[str]]) -> int:
    return sum(len(row[place]) for row in rows if place < len(row))
