"""Rooms the tests of a flush begin with."""

from __future__ import annotations

import pytest

from tests.chat_room import PROPOSAL, ChatRoom


@pytest.fixture
def room() -> ChatRoom:
    return ChatRoom()


@pytest.fixture
def decided(room: ChatRoom) -> ChatRoom:
    """A room in which one decision was made and flushed."""
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")
    room.flush()
    return room
