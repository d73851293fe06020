"""Digest: a batch of messages as the draft of a level 1 summary (seed 001: sixteen to one)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.domain.segment import Segment
from progressive_memory.flush.extract.grammar.clauses import is_bot
from progressive_memory.flush.rollup.keynotes import rarity
from progressive_memory.flush.rollup.keynotes import topics as weightiest
from progressive_memory.text.similarity import terms
from progressive_memory.text.to_agent import speaks_to_agent
from progressive_memory.vault.entry_format import message_link, one_line

CONDENSED = 16
"""Tokens of what is condensed for each token of its summary."""
LEAST_TOKENS = 240
_LINK = re.compile(r"https?://\S+")
_LONGEST_LINE = 300
_SENTENCE_END = re.compile(r"(?<=[。！？；.!?;])\s*")
_MARKUP = 4
"""Tokens that make a line an item of a list."""
_MOST_LINES = 24
"""Things kept that one summary tells; the others are counted."""
Count = Callable[[str], int]


class Standing(NamedTuple):
    """What a note keeps of the talk, in its own words: what it says, the block ids of the messages
    it rests on (oldest first), and the link target of its entry (`…/experience#^d-…`).
    """

    text: str
    evidence: tuple[str, ...]
    entry: str


class _Line(NamedTuple):
    text: str
    voices: int
    place: int


def lines(
    segments: Sequence[Segment],
    standing: Iterable[Standing],
    count: Count,
    tokens: int,
    *,
    topics: Sequence[str] = (),
    language: Language = "en",
) -> tuple[str, ...]:
    """What the summary says, a Markdown line each: what the notes keep of these days, in time order
    and whole, with links to its entry and to the message that gave it; how much more they keep;
    last its first and last message, and how many messages name each of the `topics`. At most
    `tokens` tokens, but one thing kept and the last line always.

    What rests on most messages comes first where there is no room for all. Nothing that was only
    said is told: torn from its talk, nobody could tell what it means.
    """
    messages = [one for segment in segments for one in spoken(segment.messages)]
    span = _span(messages, topics, language)
    room = tokens - count(span) - _MARKUP
    kept = _kept(messages, standing, language)
    chosen: list[_Line] = []
    for line in sorted(kept, key=lambda line: (-line.voices, line.place)):
        cost = count(line.text) + _MARKUP
        if (cost <= room and len(chosen) < _MOST_LINES) or not chosen:
            chosen.append(line)
            room -= cost
    found = [line.text for line in sorted(chosen, key=lambda line: line.place)]
    more = _more(len(kept) - len(chosen), language)
    if more and count(more) + _MARKUP <= room:
        found.append(more)
    return (*found, span) if span else ()


def subject(segments: Sequence[Segment]) -> tuple[str, ...]:
    """The few words that name what the batch was about."""
    talks = [[one.text for one in spoken(segment.messages)] for segment in segments]
    names = (one.sender_name for segment in segments for one in segment.messages)
    speakers = frozenset(name.casefold() for name in names)
    said = [text for talk in talks for text in talk]
    return weightiest(
        said, rarity(talks if len(talks) > 3 else ([text] for text in said)), speakers
    )


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


def _kept(
    messages: Sequence[Message], standing: Iterable[Standing], language: Language
) -> list[_Line]:
    """The lines of what rests on messages of the batch, each text once: by the last one of them."""
    at = {message.block_id: place for place, message in enumerate(messages)}
    found: dict[str, _Line] = {}
    for one in standing:
        if not one.evidence or one.evidence[0] not in at or one.text in found:
            continue
        place = max(at.get(block_id, -1) for block_id in one.evidence)
        link = f"[[{one.entry}|{'条目' if language == 'zh' else 'entry'}]]"
        text = f"{_linked(messages[place])}: {one_line(one.text)} ({link})"
        found[one.text] = _Line(text, len(one.evidence), place)
    return list(found.values())


def _linked(message: Message) -> str:
    return f"{message.at:%Y-%m-%d} {message_link(message)}"


def _more(count: int, language: Language) -> str:
    """How much more the notes keep of the same days; "" for nothing."""
    if not count:
        return ""
    if language == "zh":
        return f"笔记里还有这些天的 {count} 条"
    return f"The notes keep {count} more of these days"


def _span(messages: Sequence[Message], topics: Sequence[str], language: Language) -> str:
    """The first and the last message, and how many name each of the topics; "" without messages."""
    if not messages:
        return ""
    ends = f"{_linked(messages[0])} – {_linked(messages[-1])}"
    texts = [_LINK.sub(" ", one.text).casefold() for one in messages]
    pairs = [(name, sum(_says_name(name.casefold(), text) for text in texts)) for name in topics]
    if language == "zh":
        told = "、".join(f"{name}（{times} 条消息）" for name, times in pairs)
        return f"{ends}：谈到 {told}" if told else ends
    told = ", ".join(f"{name} (in {times} messages)" for name, times in pairs)
    return f"{ends}: spoken of: {told}" if told else ends


def _says_name(name: str, text: str) -> bool:
    """Whether a text says a name; a Latin one as a word. Both are in lower case."""
    if name not in text:
        return False
    return not name.isascii() or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


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
