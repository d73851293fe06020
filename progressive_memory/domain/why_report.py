"""What `pmem why` reports (the JSON of DESIGN §9)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Testimony:
    """A message an entry rests on, as it reads now; `ts` is RFC 3339."""

    event_id: str
    ts: str
    sender: str
    text: str


@dataclass(frozen=True)
class WhyReport:
    """One entry and why it is believed.

    `text` is its block in `file`. `verdicts` are the judge's words on it that the note and the
    journal still tell, in order. `pending` says that it waits for a person, `reason` why.
    `supersedes` and `superseded_by` are entry ids; `flushes` are the flushes that wrote it in the
    last 30 days, oldest first.
    """

    id: str
    group: str
    kind: str
    file: str
    text: str
    verdicts: tuple[str, ...]
    decided_by: tuple[str, ...]
    confirmed_by: tuple[str, ...]
    evidence: tuple[Testimony, ...]
    supersedes: tuple[str, ...]
    superseded_by: tuple[str, ...]
    contradicts: tuple[str, ...] = ()
    pending: bool = False
    reason: str = ""
    flushes: tuple[str, ...] = ()
