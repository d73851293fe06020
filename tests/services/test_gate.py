from __future__ import annotations

import pytest

from progressive_memory.domain.gate import Gate, Need
from progressive_memory.errors import UnknownGroup
from progressive_memory.services.recall.gate import gate, stopped
from progressive_memory.services.recall.recall import Ask, recall
from tests.room import room_ports


def test_the_gate_judges_by_the_messages_own_words() -> None:
    assert gate(room_ports(), "!web:x", "thanks!") == Gate(Need.NONE, "small_talk", "thanks")
    assert gate(room_ports(), "清算", "谁负责发布").need is Need.MEMORY


def test_the_gate_of_an_unknown_group_is_an_error_whatever_the_message() -> None:
    with pytest.raises(UnknownGroup, match="there are: web, 清算"):
        gate(room_ports(), "nope", "thanks!")


@pytest.mark.parametrize("message", ["thanks!", "2+2", "!!"])
def test_what_stops_at_the_gate_gets_recalls_own_answer(message: str) -> None:
    ports = room_ports(budget_tokens=700)

    assert recall(ports, "清算", message, Ask("n")) == stopped(ports, "清算", message)


def test_what_passes_the_gate_has_no_answer_yet() -> None:
    assert stopped(room_ports(), "清算", "谁负责发布") is None
