from __future__ import annotations

from datetime import UTC, datetime, timedelta

from progressive_memory.domain.message import Message
from progressive_memory.flush.segment import stretches

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def said(minute: int, text: str, reply_to: str = "", thread: str = "") -> Message:
    at = START + timedelta(minutes=minute)
    return Message(f"$e{minute}", f"m-{minute}", at, "@a:x", "Ann", text, reply_to, thread)


def _places(*messages: Message) -> list[list[str]]:
    return [[one.event_id for one in stretch] for stretch in stretches(messages)]


def test_a_night_between_two_topics_ends_a_stretch() -> None:
    found = _places(said(0, "the login page is slow"), said(900, "who orders the new chairs?"))
    assert found == [["$e0"], ["$e900"]]


def test_a_topic_taken_up_again_stays_one_stretch() -> None:
    found = _places(
        said(0, "login page loads slowly on staging"), said(900, "login page staging is fast again")
    )
    assert found == [["$e0", "$e900"]]


def test_a_reply_goes_to_the_stretch_it_answers() -> None:
    found = _places(
        said(0, "the login page is slow"),
        said(900, "who orders the new chairs?"),
        said(901, "fixed, it was the index", reply_to="m-0"),
    )
    assert found == [["$e0", "$e901"], ["$e900"]]


def test_a_thread_stays_together() -> None:
    found = _places(
        said(0, "release plan"),
        said(900, "lunch menu"),
        said(901, "freeze on Monday", thread="m-0"),
    )
    assert found == [["$e0", "$e901"], ["$e900"]]


def test_a_chair_opens_the_next_topic() -> None:
    found = _places(said(0, "let's merge the parser"), said(1, "Next up: the parser release date"))
    assert found == [["$e0"], ["$e1"]]


def test_no_messages_are_no_stretches() -> None:
    assert stretches(()) == ()
