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
MARKS = {
    TaskState.OPEN: " ",
    TaskState.BLOCKED: " ",
    TaskState.QUIET: " ",
    TaskState.DONE: "x",
    TaskState.CLOSED: "-",
    TaskState.DROPPED: "-",
}
BLOCKED: dict[Language, str] = {"zh": "受阻", "en": "blocked"}

_ENDED = re.compile(r"(?<!\s)\s*(✅|❌)\s*(?:(\d{4}-\d{2}-\d{2})\s*)?$")
_OVER_WORDS: dict[TaskState, dict[Language, str]] = {
    TaskState.QUIET: {"zh": "最后更新 {on}", "en": "last update {on}"},
    TaskState.CLOSED: {"zh": "随「{what}」收尾 {on}", "en": "closed with {what}, {on}"},
}
_CLAIMED_WORDS: dict[TaskState, dict[Language, str]] = {
    TaskState.DONE: {"zh": "称已完成", "en": "said to be done"},
    TaskState.DROPPED: {"zh": "称已放弃", "en": "said to be dropped"},
}
"""What a line of pending.md says in place of a sign: its box is open, and stays so until a person
ticks it.
"""
_DAY = r"(?P<on>\d{4}-\d{2}-\d{2})"
_OVER = (
    (TaskState.QUIET, re.compile("最后更新 " + _DAY)),
    (TaskState.QUIET, re.compile("last update " + _DAY)),
    (TaskState.CLOSED, re.compile("随「(?P<what>.+)」收尾 " + _DAY)),
    (TaskState.CLOSED, re.compile("closed with (?P<what>.+), " + _DAY)),
)
_CLAIMED_STATES = {
    word: state for state, by_language in _CLAIMED_WORDS.items() for word in by_language.values()
}
_CLAIMED = re.compile(rf"(?P<words>{'|'.join(_CLAIMED_STATES)})(?: {_DAY})?")
_SAID = re.compile(r"(?P<by>.+)[,，、]\s*(?P<on>\d{4}-\d{2}-\d{2})")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_STATE_BY_MARK = {"x": TaskState.DONE, "X": TaskState.DONE, "-": TaskState.DROPPED}


@dataclass(frozen=True)
class Line:
    """What a list entry's line says; `ended_on` is an ISO day or "", `closed_with` what a closed
    one ended with.
    """

    title: str
    tail: tuple[str, ...] = ()
    state: TaskState = TaskState.OPEN
    ended_on: str = ""
    closed_with: str = ""


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
    if line.state in _OVER_WORDS:
        wording = _OVER_WORDS[line.state][language]
        pieces.append(wording.format(what=line.closed_with, on=line.ended_on))
    text = TITLE_JOIN.join(pieces)
    sign = SIGNS.get(line.state)
    return f"{text} {sign} {line.ended_on}".rstrip() if sign else text


def write_claim(line: Line, language: Language) -> str:
    """The line's text where it is not settled yet: an end is told in words, without the sign."""
    if line.state not in _CLAIMED_WORDS:
        return write(line, language)
    said = f"{_CLAIMED_WORDS[line.state][language]} {line.ended_on}".rstrip()
    return TITLE_JOIN.join((line.title, *line.tail, said))


def read(text: str, mark: str = "", *, archived: bool = False) -> Line:
    """What a line says; `mark` is its checkbox character, which a person's click changes alone.

    That it went quiet or was closed counts only where it is `archived`: who takes a line out of
    the archive opens it again, whatever it still says.
    """
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
    over = _over(tail[-1]) if archived and tail and state is not TaskState.DONE else None
    if over is not None:
        over_state, hit = over
        what = hit.groupdict().get("what", "")
        return Line(pieces[0], tuple(tail[:-1]), over_state, hit["on"], what)
    return Line(pieces[0], tuple(tail), state, (ended[2] or "") if ended else "")


def says_over(piece: str) -> bool:
    """Whether a piece of a tail says that a thing went quiet, or was closed with another."""
    return _over(piece) is not None


def _over(piece: str) -> tuple[TaskState, re.Match[str]] | None:
    for state, pattern in _OVER:
        hit = pattern.fullmatch(piece)
        if hit:
            return state, hit
    return None


def read_pending(text: str) -> Asked:
    """What a line of pending.md says."""
    pieces = [piece.strip() for piece in text.split(TITLE_JOIN)]
    for at in range(len(pieces) - 1, 0, -1):
        said = _SAID.fullmatch(shown(pieces[at]))
        if said:
            line = _claimed(read(TITLE_JOIN.join(pieces[:at])))
            return Asked(line, said["by"].rstrip(), said["on"], TITLE_JOIN.join(pieces[at + 1 :]))
    return Asked(_claimed(read(text)))


def _claimed(line: Line) -> Line:
    """The line with the end that its words tell."""
    hit = _CLAIMED.fullmatch(line.tail[-1]) if line.tail else None
    if hit is None:
        return line
    state = _CLAIMED_STATES[hit["words"]]
    return Line(line.title, line.tail[:-1], state, hit["on"] or "")


def shown(text: str) -> str:
    """`text` with every wikilink as people read it."""
    return _LINK.sub(r"\1", text)


def has_checkbox(kind: Kind) -> bool:
    """Whether entries of that kind are tasks people tick."""
    return kind is Kind.TASK
