"""What `pmem search` and `pmem reindex` report (DESIGN §9)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchHit:
    """One section found. `score` is in 0–1; `event_id` is "" but for log messages."""

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


@dataclass(frozen=True)
class SearchReport:
    """Hits of one group, best first."""

    group: str
    hits: tuple[SearchHit, ...]


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
