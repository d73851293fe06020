"""What another platform told is left out, and what is about it finds what stands."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.domain.message import ChatEvent, Message
from progressive_memory.flush.chatlog.doubles import Doubles, platform

AT = datetime(2026, 5, 15, 8, 0, tzinfo=UTC)


def standing(name: str, text: str, seconds: int = 0, *, event_id: str = "") -> Message:
    at = AT + timedelta(seconds=seconds)
    return Message(event_id or f"${name}", f"m-{name}", at, "ann", "Ann", text)


def told(name: str, text: str = "", seconds: int = 0, **more: str) -> ChatEvent:
    event = ChatEvent(f"slack:C:{name}", AT + timedelta(seconds=seconds), "ann", text)
    return replace(event, **more)  # type: ignore[arg-type]


def left(events: list[ChatEvent], *there: Message) -> list[str]:
    kept = Doubles("en").left_out(events, events, there)
    return [one.event_id.rpartition(":")[2] for one in kept]


def test_the_same_words_of_the_same_person_within_90_seconds_are_one_message() -> None:
    assert [] == left([told("1", "We use Redis.", 90)], standing("a", "We use Redis."))


@pytest.mark.parametrize(
    "event",
    [
        told("1", "We use Redis.", 91),
        told("1", "We use Kafka."),
        told("1", "We use Redis.", sender="ben"),
    ],
)
def test_later_other_words_or_another_person_are_another_message(event: ChatEvent) -> None:
    assert ["1"] == left([event], standing("a", "We use Redis."))


def test_marks_spaces_and_case_do_not_count() -> None:
    assert [] == left([told("1", "we use  **Redis**.")], standing("a", "We use `Redis`."))


def test_a_person_is_known_by_the_name_shown_too() -> None:
    event = told("1", "ok", sender="U1", sender_name="ann")
    assert [] == left([event], standing("a", "ok"))


def test_what_the_same_platform_told_is_no_double() -> None:
    assert ["1"] == left([told("1", "ok")], standing("a", "ok", event_id="slack:C:0"))


def test_each_message_that_stands_has_one_double() -> None:
    assert ["2"] == left([told("1", "ok"), told("2", "ok", 1)], standing("a", "ok"))
    both = standing("a", "ok"), standing("b", "ok", 2)
    assert [] == left([told("1", "ok"), told("2", "ok", 1)], *both)


def test_over_batches_too() -> None:
    doubles = Doubles("en")
    one, two = told("1", "ok"), told("2", "ok", 1)
    assert [] == doubles.left_out([one], [one], [standing("a", "ok")])
    assert [two] == doubles.left_out([two], [two], [standing("a", "ok")])
    assert 1 == doubles.count


@pytest.mark.parametrize("link", ["reply_to", "thread", "deletes", "reacts_to"])
def test_what_is_about_a_double_is_about_what_stands(link: str) -> None:
    doubles = Doubles("en")
    first, about = told("1", "ok"), told("2", "so", 5, **{link: "slack:C:1"})
    kept = doubles.left_out([first, about], [first, about], [standing("a", "ok")])
    assert ["$a"] == [getattr(one, link) for one in kept]


def test_an_edit_of_a_double_counts_only_when_it_brings_other_words() -> None:
    first = told("1", "ok")
    same, other = (
        told(name, text, 5, replaces="slack:C:1") for name, text in (("2", "ok"), ("3", "no"))
    )
    kept = Doubles("en").left_out([first, same, other], [first], [standing("a", "ok")])
    assert [("slack:C:3", "$a")] == [(one.event_id, one.replaces) for one in kept]


def test_deleted_and_remembered_messages_and_rosters_have_no_doubles() -> None:
    assert ["1"] == left([told("1", "ok")], replace(standing("a", "ok"), deleted=True))
    assert ["1"] == left([told("1", "ok")], standing("a", "ok", event_id="remember:1"))
    assert ["1"] == left([told("1", "ok")], standing("a", "ok", event_id="roster:ann"))


def test_an_id_says_where_it_comes_from() -> None:
    assert ["slack", "matrix", "made", "other", "other"] == [
        platform(one) for one in ("slack:C:1", "$1", "x-abc", "17", "C:1")
    ]
