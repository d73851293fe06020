"""The line of a list entry: `title — owner — 2026-06-01 前 ✅ 2026-05-30`, written and read.

The signs are those of Obsidian's Tasks plugin, and stand last, where it looks for them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from progressive_memory.domain.candidate import TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.group import Language
from progressive_memory.vault.blocks import TITLE_JOIN

SIGNS = {TaskState.DONE: "✅", TaskState.DROPPED: "❌"}
MARKS = {TaskState.OPEN: " ", TaskState.BLOCKED: " ", TaskState.DONE: "x", TaskState.DROPPED: "-"}
BLOCKED: dict[Language, str] = {"zh": "受阻", "en": "blocked"}

_ENDED = re.compile(r"\s*(✅|❌)\s*(\d{4}-\d{2}-\d{2})?\s*$")
_SAID = re.compile(r"(?P<by>.+?)\s*[,，、]\s*(?P<on>\d{4}-\d{2}-\d{2})")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_STATE_BY_MARK = {"x": TaskState.DONE, "X": TaskState.DONE, "-": TaskState.DROPPED}


@dataclass(frozen=True)
class Line:
    """What a list entry's line says; `ended_on` is an ISO day or ""."""

    title: str
    tail: tuple[str, ...] = ()
    state: TaskState = TaskState.OPEN
    ended_on: str = ""


@dataclass(frozen=True)
class Asked:
    """What a line of pending.md says: the line as it would stand, who said it and when (ISO day),
    and why it waits, in words. The last three are "" on a line a person shortened.
    """

    line: Line
    said_by: str = ""
    said_on: str = ""
    reason: str = ""


def write(line: Line, language: Language) -> str:
    """The line's text, without bullet, checkbox and id."""
    pieces = [line.title, *line.tail]
    if line.state is TaskState.BLOCKED:
        pieces.append(BLOCKED[language])
    text = TITLE_JOIN.join(pieces)
    sign = SIGNS.get(line.state)
    return f"{text} {sign} {line.ended_on}".rstrip() if sign else text


def read(text: str, mark: str = "") -> Line:
    """What a line says; `mark` is its checkbox character, which a person's click changes alone."""
    ended = _ENDED.search(text)
    pieces = [
        piece.strip() for piece in (text[: ended.start()] if ended else text).split(TITLE_JOIN)
    ]
    tail = [shown(piece) for piece in pieces[1:] if piece]
    state = _STATE_BY_MARK.get(mark, TaskState.OPEN)
    if ended:
        state = next(state for state, sign in SIGNS.items() if sign == ended[1])
    elif any(piece in BLOCKED.values() for piece in tail):
        state = TaskState.BLOCKED
        tail = [piece for piece in tail if piece not in BLOCKED.values()]
    return Line(pieces[0], tuple(tail), state, (ended[2] or "") if ended else "")


def read_pending(text: str) -> Asked:
    """What a line of pending.md says."""
    pieces = [piece.strip() for piece in text.split(TITLE_JOIN)]
    for at in range(len(pieces) - 1, 0, -1):
        said = _SAID.fullmatch(shown(pieces[at]))
        if said:
            line = read(TITLE_JOIN.join(pieces[:at]))
            return Asked(line, said["by"], said["on"], TITLE_JOIN.join(pieces[at + 1 :]))
    return Asked(read(text))


def shown(text: str) -> str:
    """`text` with every wikilink as people read it."""
    return _LINK.sub(r"\1", text)


def has_checkbox(kind: Kind) -> bool:
    """Whether entries of that kind are tasks people tick."""
    return kind is Kind.TASK
