"""Levels: which batch of the log is due, and which summaries form one of the next level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from progressive_memory.domain.message import Message
from progressive_memory.domain.segment import Segment
from progressive_memory.flush.rollup import digest
from progressive_memory.flush.rollup.keynotes import rarity, topics, weights
from progressive_memory.flush.segment import Signs, among, openings, segments_among
from progressive_memory.vault import layout
from progressive_memory.vault.summary_note import DEEPER, Summary, span

BATCH = 16
"""Summaries of one level that make one of the next (seed 000)."""
_OVERSIZE = 1.25
"""How far past its size a batch may grow to end where a talk ends."""


class Batch(NamedTuple):
    """Messages for one level 1 summary, their tokens, and the talks they are, read alone."""

    messages: tuple[Message, ...]
    tokens: int
    talks: tuple[Segment, ...]


def batches(
    messages: Sequence[Message], count: Callable[[Message], int], due_tokens: int
) -> tuple[list[Batch], int]:
    """The batches that are due, in time order, and the tokens of the messages left over.

    A batch has at least `due_tokens`, and ends where a talk ends: never in one that may go on.
    """
    found: list[Batch] = []
    read: list[Signs] = []
    tokens = 0
    for said, opens in openings(messages):
        if tokens >= due_tokens and (opens or tokens >= _OVERSIZE * due_tokens):
            here = tuple(one.message for one in read)
            found.append(Batch(here, tokens, segments_among(among(read))))
            read, tokens = [], 0
        read.append(said)
        tokens += count(said.message)
    return found, tokens


def unlinked(standing: Iterable[Summary], level: int) -> list[Summary]:
    """The summaries of a level that none of the next condenses, oldest first."""
    every = list(standing)
    linked = {below for one in every if one.level == level + 1 for below in one.below}
    free = [one for one in every if one.level == level and one.id not in linked]
    return sorted(free, key=lambda one: (one.since, one.until, one.id))


def lines(below: Sequence[Summary], count: Callable[[str], int], tokens: int) -> tuple[str, ...]:
    """What a summary of summaries says: a line with a link for each of them, in time order, and
    under it what says most of it. At most `tokens` tokens, but each of them is always named.
    """
    heads = [_head(one) for one in below]
    share = max(0, tokens - sum(map(count, heads))) // max(len(below), 1)
    rare = rarity(one.lines for one in below)
    found: list[str] = []
    for one, head in zip(below, heads, strict=True):
        found.append(head)
        left = share
        scores = weights(one.lines, rare)
        chosen: list[int] = []
        for at in sorted(range(len(one.lines)), key=lambda at: (-scores[at], at)):
            cost = count(one.lines[at]) + 4
            if cost <= left:
                chosen.append(at)
                left -= cost
        found += [f"{DEEPER}{digest.clipped(one.lines[at])}" for at in sorted(chosen)]
    return tuple(found)


def subject(below: Sequence[Summary]) -> tuple[str, ...]:
    """The few words that name what the summaries are about."""
    texts = [" ".join((one.topics, *one.lines)) for one in below]
    return topics(texts, rarity([text] for text in texts))


def _head(one: Summary) -> str:
    link = f"[[{layout.link_target(one.path)}#^{one.id}|{span(one.since, one.until)}]]"
    return f"{link}: {one.topics}" if one.topics else link
