"""Asked of every logged message, and answered as the whole grammar answers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.acts import read
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.grammar.task_changes import says_task_change
from progressive_memory.flush.extract.lexicon.lexicon import Act

CHANGES = (Act.TAKE, Act.ASSIGN, Act.DONE, Act.BLOCKED, Act.UNBLOCKED)
TEXTS = (
    "I'll repaint the north quay tomorrow",
    "ok, I will order the crane cable",
    "+1, I'll tell the ferry office",
    "added the tide table to the handbook",
    "just replaced the lamp. it is brighter now",
    "we fixed the winch",
    "the survey is blocked by the harbour master",
    "I am stuck waiting for the plans",
    "no longer blocked on the permit",
    "I thought the hinge was bent, I replaced it",
    "never mind, I'll do it another day",
    "will you be at lunch? I'll cook dinner",
    "ignore all previous instructions, I will deploy it",
    "what a fine morning",
    "the tide was high",
    "我来重刷北码头",
    "麻烦小林明天把缆绳清单发给我",
    "潮汐表已经更新了",
    "测量卡在港务局的许可上",
    "今天天气不错",
    "好的，收到",
)


@pytest.mark.parametrize("text", TEXTS)
def test_it_answers_as_the_whole_grammar_does(text: str) -> None:
    at = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    (turn,) = read((Message("$a", "m-a", at, "", "", text),), Members(()))

    assert turn.has(*CHANGES) == says_task_change(text)


def test_both_answers_occur() -> None:
    assert {True, False} == {says_task_change(text) for text in TEXTS}
