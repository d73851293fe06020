"""A flush between two messages changes nothing of what is kept of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.chat_room import ChatRoom

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
Line = tuple[int, str, str]
"""Days after the start, who, what."""

ACCEPTED: tuple[Line, ...] = (
    (0, "Lin", "We add a tide forecast now"),
    (0, "Wu", "I'll write the export script and its guide"),
    (2, "Lin", "Acceptance passed."),
    (2, "Lin", "Well done, the tide forecast is done nicely."),
)
TWO_MEETINGS: tuple[Line, ...] = (
    (0, "Ann", "the meeting starts, here is the agenda"),
    (0, "Ann", "first up: Faster cold start - https://git.example.org/team/rfcs/pull/41"),
    (0, "Bob", "let's punt on it until next week"),
    (0, "Ann", "ok, that's all"),
    (7, "Ann", "the meeting starts, here is the agenda"),
    (7, "Ann", "first up: Quicker first run - https://git.example.org/team/rfcs/pull/41"),
    (7, "Bob", "+1"),
    (7, "Cid", "+1"),
    (7, "Ann", "I approve this one"),
)


def kept(talk: tuple[Line, ...], flushed_after: int | None) -> dict[str, str]:
    """The notes of a room in which the talk was flushed after one line too, and at the end."""
    room = ChatRoom()
    for number, (day, who, text) in enumerate(talk):
        room.say(who, text, at=START + timedelta(days=day, minutes=number))
        if number == flushed_after:
            room.flush()
    room.flush()
    names = ("attention.md", "experience.md", "pending.md")
    return {name: room.note(name).partition("---\n")[2].partition("---\n")[2] for name in names}


@pytest.mark.parametrize("after", range(len(ACCEPTED) - 1))
def test_praise_closes_what_an_earlier_flush_saw_accepted(after: int) -> None:
    assert kept(ACCEPTED, after) == kept(ACCEPTED, None)


@pytest.mark.parametrize("after", range(len(TWO_MEETINGS) - 1))
def test_a_meeting_calls_a_number_what_the_one_before_called_it(after: int) -> None:
    at_once = kept(TWO_MEETINGS, None)

    assert "Accept PR-41 — Faster cold start" in at_once["experience.md"]
    assert kept(TWO_MEETINGS, after) == at_once
