"""Whose decision it is, and the day of it."""

from __future__ import annotations

import pytest

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.group import Language
from progressive_memory.flush.extract.rules import extract_all
from tests.unit.flush.extract.dialogue_cases import messages


def decided(talk: list[str], language: Language = "en") -> Candidate:
    """The one decision of a talk that is confirmed."""
    found = extract_all(messages(talk), language=language)
    [one] = [one for one in found if one.kind == "d" and one.confirmed]
    return one


@pytest.mark.parametrize(
    ("language", "talk", "decider"),
    [
        (
            "zh",
            ["老周: @小林，潮汐表默认不展示但保留，对吗？", "小林: 对。"],
            "小林",
        ),
        (
            "zh",
            ["老周: 潮汐表默认不展示但保留，对吗？", "小林: 对。"],
            "老周",
        ),
        (
            "zh",
            ["老周: @小林，六月中外发航次预览版没问题吧？", "小林: 可以。"],
            "老周",
        ),
    ],
    ids=["asked to bear it out", "asked of nobody", "asked for consent"],
)
def test_what_somebody_is_asked_to_bear_out_is_decided_by_who_does(
    language: Language, talk: list[str], decider: str
) -> None:
    one = decided(talk, language)
    assert [decider] == [person.name for person in one.decided_by]
    assert decider not in [voice.person.name for voice in one.confirmed_by]


def test_a_plan_carried_out_later_was_said_when_it_was_said() -> None:
    one = decided(
        [
            "Ann: I suggest we move the berth list to the harbour ledger database",
            "…",
            "Ann: Moved the berth list to the harbour ledger database, done",
        ]
    )
    assert 2 == len(one.evidence)
    assert one.evidence[0] == one.said_in
