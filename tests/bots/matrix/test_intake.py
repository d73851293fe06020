from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bots.matrix.intake import Ear, asked_in
from progressive_memory.domain.chat_room import Arrival, Outgoing
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.request import Request, Review

ME, ROOM, NORA = "@memory:example.org", "!harbour:example.org", "@nora:example.org"
AT = datetime(2026, 5, 15, 9, 30, tzinfo=UTC)
REVIEW = Review("item", ROOM, "harbour", "d-20260515-aaaaaaaaaa", "Move the store", "$item")
EAR = Ear(ME, {ROOM: (ME, "memory", "Memory")}, {"$item": REVIEW})
EVENT = ChatEvent("$e", AT, NORA, "!remem", "Nora", thread="$root")
ASKED = Request("$e", ROOM, "remem", NORA, "Nora", thread="$root")


def asked(event: ChatEvent, *, live: bool = True, mentions: tuple[str, ...] = ()) -> list[Request]:
    return asked_in([Arrival(ROOM, event, live, mentions)], EAR)[0]


def verdict(event: ChatEvent) -> list[tuple[str, str, str]]:
    return [(one.verb, one.words, one.about) for one in asked(event)]


def test_a_command_is_asked_and_acknowledged() -> None:
    requests, said = asked_in([Arrival(ROOM, EVENT, live=True)], EAR)
    assert [ASKED] == requests
    assert [("reaction", ROOM, "$e", "👀")] == [
        (one.kind, one.room_id, one.reply_to, one.key) for one in said
    ]


def test_what_is_said_at_once_has_the_same_transaction_however_often_it_comes() -> None:
    arrival = Arrival(ROOM, EVENT, live=True)
    assert asked_in([arrival], EAR) == asked_in([arrival], EAR)


@pytest.mark.parametrize(
    "event",
    [
        replace(EVENT, role="bot"),
        replace(EVENT, role="assistant"),
        replace(EVENT, sender=ME),
        replace(EVENT, forwarded=True),
        replace(EVENT, replaces="$other"),
        replace(EVENT, deletes="$other"),
        replace(EVENT, text=""),
    ],
    ids=["notice", "assistant", "own", "forwarded", "edit", "deletion", "empty"],
)
def test_what_is_no_persons_own_new_message_asks_nothing(event: ChatEvent) -> None:
    assert [] == asked(event)


def test_history_asks_nothing() -> None:
    assert [] == asked(EVENT, live=False)


def test_our_name_counts_only_where_we_are_mentioned() -> None:
    named = replace(EVENT, text="Memory: remem")
    assert ([ASKED], []) == (asked(named, mentions=(ME,)), asked(named))


@pytest.mark.parametrize("key", ["👍", "👍🏽", "👍️", "✅", "✔️", "+1"])
def test_a_thumb_up_on_an_item_accepts_it(key: str) -> None:
    pressed = ChatEvent("$r", AT, NORA, reacts_to="$item", key=key)
    assert [("accept", "", REVIEW.pending_id)] == verdict(pressed)
    assert [] == asked_in([Arrival(ROOM, pressed, live=True)], EAR)[1]


@pytest.mark.parametrize("key", ["👎", "👎🏿", "❌"])
def test_a_thumb_down_rejects_it(key: str) -> None:
    assert [("reject", "", REVIEW.pending_id)] == verdict(
        ChatEvent("$r", AT, NORA, reacts_to="$item", key=key)
    )


@pytest.mark.parametrize(("key", "target"), [("🎉", "$item"), ("👀", "$item"), ("👍", "$other")])
def test_another_reaction_or_one_elsewhere_asks_nothing(key: str, target: str) -> None:
    assert [] == verdict(ChatEvent("$r", AT, NORA, reacts_to=target, key=key))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Move the store to PostgreSQL 17", ("reword", "Move the store to PostgreSQL 17")),
        ("> Move the store\nMove it in June", ("reword", "Move it in June")),
        ("ok", ("accept", "")),
        ("Yes.", ("accept", "")),
        ("同意！", ("accept", "")),
        ("👍", ("accept", "")),
        ("no", ("reject", "")),
        ("不对", ("reject", "")),
    ],
)
def test_a_reply_to_an_item_rewords_it_or_says_yes_or_no(text: str, meant: tuple[str, str]) -> None:
    said = ChatEvent("$r", AT, NORA, text, reply_to="$item")
    assert [(*meant, REVIEW.pending_id)] == verdict(said)


@pytest.mark.parametrize("text", ["who said that?", "这是谁说的？", "> only a quotation"])
def test_a_question_about_an_item_is_no_wording(text: str) -> None:
    assert [] == verdict(ChatEvent("$r", AT, NORA, text, reply_to="$item"))


def test_a_command_in_reply_to_an_item_is_a_command() -> None:
    said = ChatEvent("$r", AT, NORA, "!why d-20260515-aaaaaaaaaa", reply_to="$item")
    assert [("why", "d-20260515-aaaaaaaaaa", "")] == verdict(said)


def test_nothing_is_said_of_an_answer_that_only_presses_a_key() -> None:
    said: list[Outgoing] = asked_in(
        [Arrival(ROOM, ChatEvent("$r", AT, NORA, reacts_to="$item", key="👍"), live=True)], EAR
    )[1]
    assert [] == said
