"""The golden chats give the golden candidates: kinds, evidence, people, reasons."""

from __future__ import annotations

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract import rules
from progressive_memory.flush.extract.wording import phrase
from tests.unit.flush.extract import golden


def _row(one: Candidate) -> tuple[object, ...]:
    return (
        one.kind,
        [message.event_id for message in one.evidence],
        [person.name for person in one.decided_by],
        [f"{said.person.name}{said.key}" for said in one.confirmed_by],
        one.reason,
    )


def test_the_chinese_chat_gives_its_five_candidates() -> None:
    found = rules.extract_all(golden.messages("zh"), language="zh")
    assert [_row(one) for one in found] == [
        (Kind.DECISION, ["$z01", "$z02", "$z03"], ["王五"], ["李四", "赵六👍"], ""),
        (Kind.TASK, ["$z03"], [], [], ""),
        (Kind.TASK, ["$z05"], [], [], ""),
        (Kind.OPEN_LOOP, ["$z06"], [], [], ""),
        (Kind.ROLE, ["$z08", "$z09"], ["王五"], ["孙七"], ""),
    ]


def test_the_chinese_titles_stand_alone() -> None:
    found = rules.extract_all(golden.messages("zh"), language="zh")
    said = [" — ".join((one.title, *one.tail)) for one in found]
    assert said[:2] == [
        "订单库改用 PostgreSQL 16",
        "订单库迁移到 PostgreSQL 16 — 李四 — 2026-06-01 前",
    ]
    assert said[2:] == [*golden.items("zh", "attention")[1:], *golden.items("zh", "people")]


def test_the_english_chat_gives_its_four_candidates() -> None:
    found = rules.extract_all(golden.messages("en"), language="en")
    assert [_row(one) for one in found] == [
        (Kind.FIX, ["$e01", "$e02"], [], [], ""),
        (Kind.DECISION, ["$e03", "$e04", "$e05"], ["Priya"], ["Maya"], ""),
        (Kind.BLOCKER, ["$e06"], [], [], ""),
        (Kind.DECISION, ["$e07"], ["Priya"], [], "nobody_agreed"),
    ]


def test_the_english_fix_keeps_its_wrong_turns() -> None:
    found = rules.extract_all(golden.messages("en"), language="en")
    trouble, mended = (message.text for message in found[0].evidence)
    assert dict(found[0].fields) == {
        Field.CONTEXT: trouble.partition(". ")[0],
        Field.ATTEMPT: "Clearing its cache",
        Field.WHY_WRONG: "It was not the server",
        Field.RIGHT_WAY: phrase.capital(mended.partition(": we ")[2]),
    }
