"""A standing entry gains what a flush adds and keeps every other byte."""

from __future__ import annotations

from dataclasses import replace

import pytest

from progressive_memory.domain.candidate import TaskState
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.plan import AddFields, InsertUnder, ReplaceBlock
from progressive_memory.flush.known.homes import Homes
from progressive_memory.flush.known.known import Known, cite
from progressive_memory.flush.known.read_back import known_entries
from progressive_memory.flush.writeback.amend import amend
from progressive_memory.flush.writeback.render import Scribe
from progressive_memory.vault.blocks import entries
from tests.candidates import GROUP, said

LOG = "memory/groups/harbour/log/2026/2026-03-02"
EXPERIENCE = "memory/groups/harbour/experience.md"
ATTENTION = "memory/groups/harbour/attention.md"
DECISION_ID = "d-20260302-aaaaaaaaaa"
NEWER_ID = "d-20260302-bbbbbbbbbb"
TASK_ID = "t-20260302-aaaaaaaaaa"
SCRIBE = Scribe(
    Homes(GROUP), "en", paths={NEWER_ID: EXPERIENCE}, titles={NEWER_ID: "Move to MySQL"}
)

DECISION = f"""## 2026-03-02 Move to PostgreSQL

- Decision:: PostgreSQL  16
- Confirmed by:: Bo
- my note:: keep   this
- Evidence:: [[{LOG}#^m-aaaaaaaaaa|09:00 Ana]]

a paragraph of mine

^{DECISION_ID}"""

TASK = f"""* [ ]  Migrate  the store — [[people|Bo]] — by 2026-06-01 ^{TASK_ID}
  * Evidence:: [[{LOG}#^m-aaaaaaaaaa|09:00 Ana]]
  * a line of mine"""


def read(path: str, text: str) -> Known:
    (found,) = known_entries(entries(path, text), {}).values()
    return found


@pytest.fixture
def decision() -> Known:
    return read(EXPERIENCE, f"# Experience\n\n{DECISION}\n")


@pytest.fixture
def task() -> Known:
    return read(ATTENTION, f"# Attention\n\n## Active tasks\n\n{TASK}\n")


def amended(before: Known, after: Known) -> tuple[object, ...]:
    assert before.entry is not None
    return amend(before, after, before.entry, SCRIBE)


def test_nothing_new_wants_nothing(decision: Known) -> None:
    assert amended(decision, decision) == ()


def test_supersession_adds_two_lines_and_changes_nothing_else(decision: Known) -> None:
    after = replace(decision, superseded_by=(NEWER_ID,), confidence=0.5)

    assert amended(decision, after) == (
        AddFields(
            DECISION_ID,
            (f"- Superseded by:: [[#^{NEWER_ID}|Move to MySQL]]", "- Confidence:: 0.5"),
        ),
    )


def test_a_confidence_that_stands_is_put_in_place(decision: Known) -> None:
    shaky = read(
        EXPERIENCE,
        f"# Experience\n\n{DECISION}\n".replace("- my note", "- Confidence:: 0.8\n- my note"),
    )

    (operation,) = amended(shaky, replace(shaky, confidence=0.4))

    assert isinstance(operation, ReplaceBlock)
    assert operation.block == operation.expected.replace("0.8", "0.4")


def test_a_confirmer_and_evidence_join_the_lines_that_stand(decision: Known) -> None:
    more = said("e9", "Cy", "+1", 60)
    after = replace(
        decision,
        confirmed_by=("Bo", "Cy 👍"),
        evidence=(*decision.evidence, cite(more)),
        fields=(*decision.fields, (Field.ACTION, "Bo migrates")),
    )

    (operation,) = amended(decision, after)

    link = f"[[{LOG}#^{more.block_id}|10:00 Cy]]"
    expected = DECISION.replace(":: Bo", ":: Bo, Cy 👍").replace(
        "09:00 Ana]]", f"09:00 Ana]], {link}\n- Action:: Bo migrates"
    )
    assert operation == ReplaceBlock(DECISION_ID, DECISION, expected)


def test_a_task_changes_owner_and_date_and_keeps_the_persons_words(task: Known) -> None:
    after = replace(task, tail=("Cy", "by 2026-06-01"))

    (operation,) = amended(task, after)

    assert operation == ReplaceBlock(TASK_ID, TASK, TASK.replace("[[people|Bo]]", "Cy"))


def test_a_done_task_moves_to_the_archive_ticked_and_dated(task: Known) -> None:
    after = replace(task, state=TaskState.DONE, ended_on="2026-05-30")

    operations = amended(task, after)

    done = TASK.replace("[ ]", "[x]").replace("2026-06-01 ^", "2026-06-01 ✅ 2026-05-30 ^")
    assert operations == (
        ReplaceBlock(TASK_ID, TASK, ""),
        InsertUnder("Archive", done, TASK_ID, first=True),
    )


def test_a_task_a_person_put_elsewhere_stays_there() -> None:
    task = read(ATTENTION, f"# Attention\n\n## My week\n\n{TASK}\n")

    (operation,) = amended(task, replace(task, state=TaskState.DONE, ended_on="2026-05-30"))

    assert isinstance(operation, ReplaceBlock)
    assert "✅ 2026-05-30" in operation.block


def test_crlf_stays_crlf() -> None:
    text = f"# Experience\n\n{DECISION}\n".replace("\n", "\r\n")
    decision = read(EXPERIENCE, text)

    (operation,) = amended(
        decision,
        replace(
            decision,
            confirmed_by=("Bo", "Cy"),
            fields=(*decision.fields, (Field.ACTION, "Bo migrates")),
        ),
    )

    assert isinstance(operation, ReplaceBlock)
    assert operation.block.count("\n") == operation.block.count("\r\n")


def test_an_entry_without_fields_gets_its_first(task: Known) -> None:
    bare = read(ATTENTION, f"# Attention\n\n## Active tasks\n\n- [ ] Migrate ^{TASK_ID}\n")
    assert bare.kind is Kind.TASK

    (operation,) = amended(bare, replace(bare, confirmed_by=("Bo",), tail=("Bo",)))

    assert isinstance(operation, ReplaceBlock)
    assert operation.block == f"- [ ] Migrate — Bo ^{TASK_ID}\n  - Confirmed by:: Bo"
