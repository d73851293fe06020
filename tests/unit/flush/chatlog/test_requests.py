"""An answer that names no request answers the last one before it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from progressive_memory.domain.message import Message, Role
from progressive_memory.flush.chatlog.requests import Requests

NOON = datetime(2026, 5, 15, 12, 0, tzinfo=UTC)


def at(minute: int, *, thread: str = "", role: Role = "user", deleted: bool = False) -> Message:
    time = NOON + timedelta(minutes=minute)
    return Message("$", "m-", time, "ann", "Ann", "", thread=thread, role=role, deleted=deleted)


def test_the_last_words_of_a_person_before_the_answer() -> None:
    said = [(at(0), "one"), (at(5), "two"), (at(9), "three"), (at(6, role="bot"), "beep")]
    assert "two" == Requests(said).before(at(7, role="assistant"))


def test_only_in_the_same_thread() -> None:
    said = [(at(0, thread="m-a"), "there"), (at(1), "here")]
    assert "there" == Requests(said).before(at(7, thread="m-a"))


def test_not_after_an_hour_and_not_what_was_deleted() -> None:
    assert "" == Requests([(at(0), "one")]).before(at(61))
    assert "" == Requests([(at(0, deleted=True), "one")]).before(at(1))
    assert "" == Requests([]).before(at(1))
