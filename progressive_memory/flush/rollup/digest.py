"""Digest: a batch of messages as the draft of a level 1 summary (seed 001: sixteen to one)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from progressive_memory.domain.message import Message
from progressive_memory.domain.segment import Segment
from progressive_memory.flush.extract.grammar.clauses import is_bot
from progressive_memory.flush.rollup.keynotes import Rarity, rarity, topics, weights
from progressive_memory.text.similarity import terms
from progressive_memory.text.to_agent import speaks_to_agent
from progressive_memory.vault.entry_format import message_link, one_line

CONDENSED = 16
"""Tokens of what is condensed for each token of its summary."""
LEAST_TOKENS = 120
_LINK = re.compile(r"https?://\S+")
_KEPT = 1000.0
"""The weight of what a note keeps: more than anything only said."""
_TALK, _STATES = 3, 5
"""Messages of a talk worth a line, and terms of a message worth to be one."""
_ASKS = re.compile(r"[?？]\s*$")
_LINK = re.compile(r"https?://\S+")
_LONGEST_LINE = 220
_SENTENCE_END = re.compile(r"(?<=[。！？；.!?;])\s*")
Count = Callable[[str], int]


class Standing(NamedTuple):
    """What a note keeps of the talk: a title, and the block id of the first message it rests on."""

    title: str
    evidence: str


class _Line(NamedTuple):
    text: str
    weight: float
    place: int


def lines(
    segments: Sequence[Segment], standing: Iterable[Standing], count: Count, tokens: int
) -> tuple[str, ...]:
    """What the summary says, a Markdown line for each talk or thing kept of it, in time order.

    What a note keeps comes before what was only said, which takes a quarter of the room at most;
    together they have at most `tokens` tokens, and one line at least where anybody said anything.
    """
    rare = rarity([one.text for one in segment.messages] for segment in segments)
    kept = _by_message(standing)
    said = [line for segment in segments for line in _segment(segment, kept, rare)]
    chosen: list[_Line] = []
    only_said = tokens // 4
    for line in sorted(said, key=lambda line: (-line.weight, line.place)):
        cost = count(line.text) + 2
        room = tokens if line.weight >= _KEPT else min(tokens, only_said)
        if cost <= room or not chosen:
            chosen.append(line)
            tokens -= cost
            only_said -= cost if line.weight < _KEPT else 0
    at = {id(line): number for number, line in enumerate(said)}
    return tuple(line.text for line in sorted(chosen, key=lambda line: at[id(line)]))


def subject(segments: Sequence[Segment]) -> tuple[str, ...]:
    """The few words that name what the batch was about."""
    talks = [[one.text for one in spoken(segment.messages)] for segment in segments]
    names = (one.sender_name for segment in segments for one in segment.messages)
    speakers = frozenset(name.casefold() for name in names)
    said = [text for talk in talks for text in talk]
    return topics(said, rarity(talks if len(talks) > 3 else ([text] for text in said)), speakers)


def spoken(messages: Iterable[Message]) -> list[Message]:
    """What people said themselves, in order: no bots, no tools, nothing forwarded or deleted, no
    bare links, nothing addressed to an agent.
    """
    return [
        one
        for one in messages
        if one.role == "user"
        and not (one.forwarded or one.deleted or is_bot(one))
        and _says(one.text)
    ]


@lru_cache(maxsize=16384)  # a batch is gone through twice: for its subject, and for its lines
def _says(text: str) -> bool:
    """Whether a message says anything beside its links and their titles, to people."""
    if speaks_to_agent(text):
        return False
    bare = _LINK.sub(" ", text)
    return len(terms(bare)) >= 2 and not (text.lstrip().startswith("[") and bare != text)


def _by_message(standing: Iterable[Standing]) -> dict[str, list[str]]:
    """Block id of the first message a thing rests on → the titles kept of it."""
    found: dict[str, list[str]] = {}
    for one in standing:
        found.setdefault(one.evidence, []).append(one.title)
    return found


def _segment(segment: Segment, kept: Mapping[str, Sequence[str]], rare: Rarity) -> Iterable[_Line]:
    messages = spoken(segment.messages)
    told: dict[str, Message] = {}
    for one in messages:
        for title in kept.get(one.block_id, ()):
            told.setdefault(title, one)
    for title, message in told.items():
        yield _Line(_written(message, title), _KEPT, messages.index(message))
    if not told and messages:
        yield from _keynote(messages, rare)


def _keynote(messages: Sequence[Message], rare: Rarity) -> Iterable[_Line]:
    """The statement that says most of its talk; nothing of a talk that says little."""
    scores = [
        weight if len(terms(one.text)) >= _STATES and not _ASKS.search(one.text) else 0.0
        for one, weight in zip(messages, weights([one.text for one in messages], rare), strict=True)
    ]
    best = max(range(len(messages)), key=lambda at: (scores[at], -at))
    if scores[best] > 0 and len(messages) >= _TALK:
        text = clipped(messages[best].text)
        yield _Line(_written(messages[best], text), scores[best] * len(messages) ** 0.5, best)


def _written(message: Message, text: str) -> str:
    return f"{message.at:%Y-%m-%d} {message_link(message)}: {text}"


def clipped(text: str) -> str:
    """`text` on one line, cut after a sentence, else at the end of a word, with `…`."""
    line = one_line(text)
    if len(line) <= _LONGEST_LINE:
        return line
    kept = ""
    for sentence in _SENTENCE_END.split(line):
        if len(kept) + len(sentence) > _LONGEST_LINE:
            break
        kept = f"{kept} {sentence}".strip()
    if not kept:
        kept = line[:_LONGEST_LINE]
        kept = kept.rsplit(" ", 1)[0] if " " in kept[_LONGEST_LINE // 2 :] else kept
    return f"{kept} …"
