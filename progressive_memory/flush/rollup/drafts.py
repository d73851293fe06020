"""Drafts of summaries: of a batch of messages, and of summaries one level below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from progressive_memory.domain.group import Language
from progressive_memory.flush.rollup import digest, levels
from progressive_memory.flush.rollup.digest import CONDENSED, LEAST_TOKENS, Count, Standing
from progressive_memory.flush.rollup.levels import Batch
from progressive_memory.vault.summary_note import Draft, Summary


def of_batch(
    summary_id: str, batch: Batch, kept: Iterable[Standing], count: Count, language: Language
) -> Draft:
    """A summary of level 1, of one message at least; `kept` is what notes keep of them."""
    tokens = max(LEAST_TOKENS, batch.tokens // CONDENSED)
    topics = digest.subject(batch.talks)
    return Draft(
        id=summary_id,
        level=1,
        since=f"{batch.messages[0].at:%Y-%m-%d}",
        until=f"{batch.messages[-1].at:%Y-%m-%d}",
        topics=topics,
        lines=digest.lines(batch.talks, kept, count, tokens, topics=topics, language=language),
        sources=len(batch.messages),
        stretches=len(batch.talks),
    )


def of_summaries(summary_id: str, below: Sequence[Summary], count: Count) -> Draft:
    """A summary of the next level, of one summary at least."""
    tokens = sum(count(line) for one in below for line in one.lines)
    return Draft(
        id=summary_id,
        level=below[0].level + 1,
        since=min(one.since for one in below),
        until=max(one.until for one in below),
        topics=levels.subject(below),
        lines=levels.lines(below, count, max(LEAST_TOKENS, tokens // CONDENSED)),
        sources=len(below),
    )
