"""What `pmem search` and `pmem reindex` report (DESIGN §9)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchHit:
    """One section found. `score` is in 0–1; `event_id` is "" but for log messages. `passage` counts
    from 1 the passages of a search with a token budget, else it is 0.
    """

    id: str
    path: str
    heading: str
    score: float
    text: str
    title: str = ""
    on: str = ""
    who: tuple[str, ...] = ()
    superseded: bool = False
    event_id: str = ""
    passage: int = 0


@dataclass(frozen=True)
class SearchReport:
    """Hits of one group, best first; with a token budget passage by passage, the best passage
    first, each in its own order. `tokens` is then what senders and texts of the hits cost.
    """

    group: str
    hits: tuple[SearchHit, ...]
    tokens: int = 0


@dataclass(frozen=True)
class ReindexedGroup:
    """One group's search index as it stands now."""

    group: str
    notes: int
    sections: int


@dataclass(frozen=True)
class ReindexReport:
    """The groups whose search index was built anew, by name."""

    groups: tuple[ReindexedGroup, ...]
