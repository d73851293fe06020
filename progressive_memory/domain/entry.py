"""Entry: one block of memory standing in a note, and the words it is written with."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What an entry is; the value is the first letter of its id (DESIGN §4)."""

    DECISION = "d"
    FIX = "f"
    TASK = "t"
    BLOCKER = "b"
    ENVIRONMENT = "e"
    OPEN_LOOP = "o"
    CONVENTION = "c"
    ROLE = "r"
    RULE = "g"
    SUMMARY = "s"


class Field(StrEnum):
    """An inline field of an entry; the value names it in code, `vault.words` in a note."""

    CONTEXT = "context"
    DECISION = "decision"
    ACTION = "action"
    DECIDED_BY = "decided_by"
    CONFIRMED_BY = "confirmed_by"
    EVIDENCE = "evidence"
    SUPERSEDES = "supersedes"
    SUPERSEDED_BY = "superseded_by"
    CONTRADICTS = "contradicts"
    CONFIDENCE = "confidence"
    ATTEMPT = "attempt"
    WHY_WRONG = "why_wrong"
    RIGHT_WAY = "right_way"
    LESSON = "lesson"


class Entry(NamedTuple):
    """One entry as it stands in a note, read back.

    `id` has no caret and may be any block id a person made. `kind` is None when the id is not one
    of ours. `title` is the heading without its date, or the list item without checkbox and id.
    `fields` keeps the order of the note; a field not in `Field` keeps the person's own name.
    `mark` is the checkbox character (" ", "x", "-"), "" without a checkbox. `heading` is the
    section it stands under. `on` is its ISO date, "" when it has none. `text` is its exact text
    in the note, `start`/`end` its character span in the note's text (end exclusive).
    """

    id: str
    kind: Kind | None
    title: str
    path: str
    heading: str
    text: str
    start: int
    end: int
    mark: str = ""
    on: str = ""
    fields: tuple[tuple[str, str], ...] = ()
