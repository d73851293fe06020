"""A judge with two people who agreed and one who says otherwise, for its tests."""

from __future__ import annotations

from progressive_memory.domain.candidate import Candidate, Ruling, Slot
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.judge.bench import Bench
from progressive_memory.flush.judge.judge import Judgement, judge
from progressive_memory.flush.known.known import Known
from tests.candidates import GROUP, Saying, block_ids, said

PROPOSAL = said("e1", "Ana", "move the order store to PostgreSQL 16?")
AGREED = said("e2", "Bo", "+1", 1)
LATER = said("e9", "Cy", "decided: the order store goes to MySQL 8", 600)
ALL = block_ids([PROPOSAL, AGREED, LATER])

POSTGRES = Saying()
MYSQL = Saying(
    slot=Slot("order store", "engine", "mysql 8"), title="Move the order store to MySQL 8"
)
DONE_TASK = Saying(
    Kind.TASK,
    Slot("order store migration"),
    "Migrate the order store",
    ("Bo", "by 2026-06-01"),
    decided_by=("Bo",),
    confirmed_by=(),
)


def rule(
    *candidates: Candidate, known: dict[str, Known] | None = None, bench: Bench | None = None
) -> Judgement:
    return judge(candidates, known or {}, bench or Bench(GROUP, "en", fresh=ALL))


def rulings(judgement: Judgement) -> list[Ruling]:
    return [verdict.ruling for verdict in judgement.verdicts]


def only_id(judgement: Judgement) -> str:
    (entry_id,) = judgement.after
    return entry_id
