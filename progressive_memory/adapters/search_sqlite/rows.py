"""Sections as rows: written so that what did not change is not touched."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from progressive_memory.disclosure.searchable import searchable
from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section
from progressive_memory.text.cjk import fold, words

COLUMNS = "id, path, heading, text, kind, title, on_date, who, superseded, confidence, event_id"
_NAME_BREAK = "\n"

_Row = tuple[str, str, str, str, str, str, str, str, int, float, str]


def replace_sections(
    database: sqlite3.Connection, scope: Scope, path: str, sections: Sequence[Section]
) -> None:
    """Bring the note's rows to `sections`, writing only what differs."""
    standing: dict[tuple[object, ...], list[tuple[int, int]]] = {}
    select = f"SELECT number, place, scope, {COLUMNS} FROM sections WHERE path = ?"  # noqa: S608
    for number, place, *row in database.execute(select, (path,)):
        standing.setdefault(tuple(row), []).append((number, place))
    for place, section in enumerate(sections):
        row = (scope, *_row(section))
        same = standing.get(row)
        if not same:
            _insert(database, scope, place, section)
            continue
        number, old_place = same.pop(0)
        if old_place != place:
            database.execute("UPDATE sections SET place = ? WHERE number = ?", (place, number))
    for row, numbers in standing.items():
        for number, _ in numbers:
            table = "log" if row[0] == "log" else "entries"
            database.execute(f"DELETE FROM {table} WHERE rowid = ?", (number,))  # noqa: S608
            database.execute("DELETE FROM sections WHERE number = ?", (number,))


def _insert(database: sqlite3.Connection, scope: Scope, place: int, section: Section) -> None:
    insert = (
        f"INSERT INTO sections (scope, place, {COLUMNS}, who_folded) "  # noqa: S608
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    who_folded = fold(" ".join(section.who))
    number = database.execute(insert, (scope, place, *_row(section), who_folded)).lastrowid
    title, body = searchable(section)
    table = "log" if scope == "log" else "entries"
    database.execute(
        f"INSERT INTO {table} (rowid, title, body) VALUES (?, ?, ?)",  # noqa: S608
        (number, " ".join(words(title)), " ".join(words(body))),
    )


def _row(section: Section) -> _Row:
    return (
        section.id,
        section.path,
        section.heading,
        section.text,
        section.kind,
        section.title,
        section.on,
        _NAME_BREAK.join(section.who),
        int(section.superseded),
        section.confidence,
        section.event_id,
    )


def read_section(row: _Row) -> Section:
    """The section of a row selected by `COLUMNS`."""
    who = tuple(row[7].split(_NAME_BREAK)) if row[7] else ()
    return Section(*row[:7], who, bool(row[8]), *row[9:])
