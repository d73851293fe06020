"""Reads `tests/cases/dialogues_*.md`: talks, and what must come out of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from progressive_memory.domain.candidate import Candidate, TaskState
from progressive_memory.domain.entry import Field
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message, Reaction, Role

CASES = Path(__file__).resolve().parents[3] / "cases"
START = datetime(2026, 5, 11, 9, 0, tzinfo=UTC)
_SAID = re.compile(r"(?P<name>[^:：]+): (?P<text>.*)")
_REACTION = re.compile(r"\s\[(?P<key>\S+) (?P<who>[^\]]+)\]$")
_MARK = re.compile(r"^\((?P<mark>re (?P<to>\d+)|bot|assistant|tool|forwarded)\) ")
_ROLES: dict[str, Role] = {"bot": "bot", "assistant": "assistant", "tool": "tool"}
_FIELDS = {
    "context": Field.CONTEXT,
    "attempt": Field.ATTEMPT,
    "why": Field.WHY_WRONG,
    "right": Field.RIGHT_WAY,
    "lesson": Field.LESSON,
    "action": Field.ACTION,
}


@dataclass(frozen=True)
class Case:
    """One talk and the lines it must give."""

    title: str
    language: Language
    messages: tuple[Message, ...]
    expected: tuple[str, ...]


def cases(language: Language, kind: str = "dialogues") -> list[Case]:
    """Every case of one file."""
    text = (CASES / f"{kind}_{language}.md").read_text("utf-8")
    return [_case(part, language) for part in text.split("\n## ")[1:]]


def _case(part: str, language: Language) -> Case:
    title, _, body = part.partition("\n")
    said = [line[4:] for line in body.splitlines() if line.startswith("    ")]
    wanted = [line[2:] for line in body.splitlines() if line.startswith("- ")]
    wanted = [line for line in wanted if line != "nothing"]
    return Case(title, language, messages(said), tuple(wanted))


def messages(lines: list[str]) -> tuple[Message, ...]:
    found: list[Message] = []
    at = START
    for line in lines:
        if line.strip() == "…":
            at += timedelta(hours=20)
            continue
        at += timedelta(minutes=1)
        found.append(_message(line, len(found) + 1, at))
    return tuple(found)


def _message(line: str, number: int, at: datetime) -> Message:
    hit = _SAID.fullmatch(line)
    assert hit, line
    name, text = hit["name"], hit["text"]
    mark = _MARK.match(text)
    text = _MARK.sub("", text)
    reaction = _REACTION.search(text)
    role = _ROLES.get(mark["mark"] or "", "user") if mark else "user"
    return Message(
        event_id=f"$e{number}",
        block_id=f"m-{number}",
        at=at,
        sender=f"@{name}:example.org",
        sender_name=name,
        text=_REACTION.sub("", text),
        reply_to=f"m-{mark['to']}" if mark and mark["to"] else "",
        role=role,
        forwarded=bool(mark and mark["mark"] == "forwarded"),
        reactions=(
            (Reaction(reaction["key"], f"@{reaction['who']}:example.org", reaction["who"], "$r"),)
            if reaction
            else ()
        ),
    )


def fits(candidate: Candidate, expected: str) -> bool:
    """Whether a candidate is what one expected line says."""
    kind, *pieces = [piece.strip() for piece in expected.split(";")]
    wants_pending = any(piece.startswith("pending ") for piece in pieces)
    return (
        candidate.kind.name.lower() == kind
        and candidate.confirmed is not wants_pending
        and all(_fits(candidate, piece) for piece in pieces)
    )


def _fits(candidate: Candidate, piece: str) -> bool:
    word, _, rest = piece.partition(" ")
    if word == "pending":
        return candidate.reason == rest
    if word == "by" and rest:
        return [person.name for person in candidate.decided_by] == rest.split(", ")
    if word == "confirmed":
        said = [f"{one.person.name}{one.key}" for one in candidate.confirmed_by]
        return said == rest.removeprefix("by ").split(", ")
    if word in ("owner", "due"):
        return any(rest in one for one in candidate.tail)
    if word == "state":
        return candidate.state is TaskState(rest)
    name, _, value = piece.partition(": ")
    if name in _FIELDS:
        return value.casefold() in dict(candidate.fields).get(_FIELDS[name], "").casefold()
    return piece.casefold() in candidate.title.casefold()
