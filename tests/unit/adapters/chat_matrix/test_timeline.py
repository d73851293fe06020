"""What a stretch of a room's events means for us."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from progressive_memory.adapters.chat_matrix.room_book import RoomBook
from progressive_memory.adapters.chat_matrix.timeline import (
    Stretch,
    left_meanwhile,
    read_stretch,
    unsealed,
)
from progressive_memory.domain.chat_room import RoomChange

ME = "@memo:x"
_NUMBERS = count(1)


def event(kind: str, content: dict[str, Any], **more: object) -> dict[str, Any]:
    number = next(_NUMBERS)
    whole = {"type": kind, "event_id": f"${number}", "sender": "@ada:x", "content": content}
    return {**whole, "origin_server_ts": 1_778_835_600_000 + number, **more}


def said(body: str, **more: object) -> dict[str, Any]:
    return event("m.room.message", {"msgtype": "m.text", "body": body}, **more)


def ours(membership: str, before: str = "") -> dict[str, Any]:
    unsigned = {"prev_content": {"membership": before}} if before else {}
    return event(
        "m.room.member",
        {"membership": membership},
        state_key=ME,
        sender="@ada:x",
        unsigned=unsigned,
    )


def read(*events: dict[str, Any]) -> Stretch:
    book = RoomBook("!r", ME)
    for each in events:
        book.apply(each)
    return read_stretch(book, ME, events)


def told(stretch: Stretch) -> list[tuple[str, bool]]:
    return [(one.event.text, one.live) for one in stretch.arrivals]


def changes(stretch: Stretch) -> list[str]:
    return [change.what for change in stretch.changes]


def test_without_a_word_of_us_we_were_there_all_the_time() -> None:
    stretch = read(said("a"), said("b"))
    assert [("a", True), ("b", True)] == told(stretch)
    assert [] == stretch.changes


@pytest.mark.parametrize("before", ["leave", ""])
def test_what_lies_before_our_joining_is_history(before: str) -> None:
    stretch = read(said("a"), ours("invite", before), said("b"), ours("join", "invite"), said("c"))
    assert [("a", False), ("b", False), ("c", True)] == told(stretch)
    assert [RoomChange("!r", "joined", by="@ada:x")] == stretch.changes


def test_a_new_name_or_picture_of_ours_is_no_joining() -> None:
    stretch = read(said("a"), ours("join", "join"), said("b"))
    assert [("a", True), ("b", True)] == told(stretch)
    assert [] == changes(stretch)


@pytest.mark.parametrize("out", ["leave", "ban"])
@pytest.mark.parametrize("before", ["join", ""])
def test_thrown_out_and_back_again_in_one_stretch(out: str, before: str) -> None:
    stretch = read(
        said("a"),
        ours(out, before),
        said("b"),
        ours("invite", out),
        ours("join", "invite"),
        said("c"),
    )
    assert [("a", True), ("b", False), ("c", True)] == told(stretch)
    assert ["left", "joined"] == changes(stretch)


def test_a_refused_invitation_was_never_a_room_of_ours() -> None:
    events = (ours("invite", "leave"), ours("leave", "invite"))
    assert [] == changes(read(*events))
    assert not left_meanwhile(events, ME)
    assert left_meanwhile((ours("leave", "join"),), ME)


def test_an_event_that_is_there_twice_counts_once() -> None:
    twice = said("a")
    assert [("a", True), ("b", True)] == told(read(twice, said("b"), twice))


def test_names_and_levels_are_told_once_as_they_are_at_the_end() -> None:
    stretch = read(
        event("m.room.name", {"name": "one"}, state_key=""),
        event("m.room.power_levels", {"users": {}}, state_key=""),
        event("m.room.name", {"name": "two"}, state_key=""),
        event("m.room.power_levels", {"users": {"@ada:x": 100}}, state_key=""),
    )
    assert [
        RoomChange("!r", "renamed", name="two"),
        RoomChange("!r", "ranked"),
    ] == stretch.changes


def test_whoever_comes_or_goes_may_change_who_decides() -> None:
    came = event("m.room.member", {"membership": "join"}, state_key="@bob:x")
    assert [RoomChange("!r", "ranked")] == read(came).changes


def test_a_tombstone_names_the_room_that_goes_on() -> None:
    stretch = read(event("m.room.tombstone", {"replacement_room": "!new"}, state_key=""))
    assert [RoomChange("!r", "upgraded", by="@ada:x", new_room_id="!new")] == stretch.changes
    assert [] == changes(read(event("m.room.tombstone", {"body": "closed"}, state_key="")))


def test_a_sealed_event_comes_when_its_key_is_there() -> None:
    content = {"algorithm": "m.megolm.v1.aes-sha2", "session_id": "s1", "ciphertext": "…"}
    (sealed,) = read(event("m.room.encrypted", content, event_id="$sealed")).sealed
    assert ("!r", "$sealed", "s1") == (sealed.room_id, sealed.event_id, sealed.key_id)
    arrival = unsealed(said("open", event_id="$sealed"), RoomBook("!r", ME), ME)
    assert arrival is not None
    assert ("!r", "$sealed", "open", True) == (
        arrival.room_id,
        arrival.event.event_id,
        arrival.event.text,
        arrival.live,
    )
    assert unsealed(event("m.poll.response", {}), RoomBook("!r", ME), ME) is None
