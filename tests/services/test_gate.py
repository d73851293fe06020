from __future__ import annotations

import pytest

from progressive_memory.domain.gate import Gate, Need
from progressive_memory.errors import UnknownGroup
from progressive_memory.services.gate import gate
from tests.room import room_ports


def test_the_gate_judges_by_the_messages_own_words() -> None:
    assert gate(room_ports(), "!web:x", "thanks!") == Gate(Need.NONE, "small_talk", "thanks")
    assert gate(room_ports(), "清算", "谁负责发布").need is Need.MEMORY


def test_the_gate_of_an_unknown_group_is_an_error_whatever_the_message() -> None:
    with pytest.raises(UnknownGroup, match="there are: web, 清算"):
        gate(room_ports(), "nope", "thanks!")
