"""One raw Matrix event into a ChatEvent."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.domain.message import ChatEvent
from progressive_memory.text.matrix.events import chat_event, mentions

MAIN = "@main:test.local"
NAMES = {"@ada:test.local": "Ada"}
AT = datetime(2026, 5, 15, 9, 0, tzinfo=UTC)


def raw(content: object, kind: str = "m.room.message", **more: object) -> dict[str, Any]:
    return {
        "event_id": "$1",
        "type": kind,
        "sender": "@ada:test.local",
        "origin_server_ts": 1_778_835_600_000,
        "content": content,
        **more,
    }


def said(body: str, **more: object) -> dict[str, Any]:
    return {"msgtype": "m.text", "body": body, **more}


def read(event: dict[str, Any]) -> ChatEvent | None:
    return chat_event(event, NAMES, MAIN)


def want(text: str = "", **more: Any) -> ChatEvent:  # noqa: ANN401 any of its fields
    return ChatEvent("$1", AT, "@ada:test.local", text, "Ada", **more)


def test_a_text_is_what_was_typed() -> None:
    assert want("订单走 PostgreSQL 16") == read(raw(said("订单走 PostgreSQL 16")))


def test_a_notice_and_what_we_say_are_a_bots() -> None:
    assert want("green", role="bot") == read(raw({"msgtype": "m.notice", "body": "green"}))
    ours = read(raw(said("done"), sender=MAIN))
    assert ours is not None
    assert ("bot", "") == (ours.role, ours.sender_name)


def test_an_emote_names_who_does_it() -> None:
    assert want("* Ada waves") == read(raw({"msgtype": "m.emote", "body": "waves"}))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ({"msgtype": "m.image", "body": "plan.png"}, "📎 plan.png"),
        ({"msgtype": "m.image", "body": "plan.png", "filename": "plan.png"}, "📎 plan.png"),
        ({"msgtype": "m.file", "body": "the plan", "filename": "a.pdf"}, "the plan\n📎 a.pdf"),
        ({"msgtype": "m.video", "body": "", "filename": "a.mp4"}, "📎 a.mp4"),
        ({"msgtype": "m.location", "body": "Pier 3", "geo_uri": "geo:1,2"}, "📍 Pier 3"),
        ({"msgtype": "org.example.card", "body": "a card"}, "a card"),
    ],
)
def test_files_and_places_are_named_below_what_was_said_of_them(
    content: dict[str, Any], text: str
) -> None:
    assert want(text) == read(raw(content))


def test_an_answer_leaves_out_what_older_clients_quote() -> None:
    relation = {"m.in_reply_to": {"event_id": "$0"}}
    body = "> <@bob:test.local> use 16?\n> or 17?\n\nyes, 16\n> as agreed"
    event = raw(said(body, **{"m.relates_to": relation}))
    assert want("yes, 16\n> as agreed", reply_to="$0") == read(event)


def test_what_a_person_quotes_stays() -> None:
    relation = {"m.in_reply_to": {"event_id": "$0"}}
    quoting = "> use 16?\nyes"
    assert want(quoting, reply_to="$0") == read(raw(said(quoting, **{"m.relates_to": relation})))
    forged = "> <@bob:test.local> I resign"
    assert want(forged) == read(raw(said(forged)))


@pytest.mark.parametrize(("falling_back", "answered"), [(True, ""), (False, "$0")])
def test_in_a_thread_only_an_answer_answers(falling_back: bool, answered: str) -> None:
    relation = {
        "rel_type": "m.thread",
        "event_id": "$root",
        "is_falling_back": falling_back,
        "m.in_reply_to": {"event_id": "$0"},
    }
    event = raw(said("why?", **{"m.relates_to": relation}))
    assert want("why?", thread="$root", reply_to=answered) == read(event)


def test_an_edit_carries_its_new_text_whoever_made_it() -> None:
    relation = {"rel_type": "m.replace", "event_id": "$0"}
    new = {"msgtype": "m.text", "body": "17"}
    event = raw(said("* 17", **{"m.new_content": new, "m.relates_to": relation}))
    assert want("17", replaces="$0") == read(event)
    assert read(raw(said("* 17", **{"m.relates_to": relation}))) is None


def test_a_reaction_and_a_deletion_name_their_event() -> None:
    relation = {"rel_type": "m.annotation", "event_id": "$0", "key": "👍"}
    assert want(reacts_to="$0", key="👍") == read(raw({"m.relates_to": relation}, "m.reaction"))
    assert want(deletes="$0") == read(raw({}, "m.room.redaction", redacts="$0"))
    assert want(deletes="$0") == read(raw({"redacts": "$0"}, "m.room.redaction"))


def test_a_message_deleted_before_it_came_is_empty_and_a_reaction_is_nothing() -> None:
    gone: dict[str, Any] = {"unsigned": {"redacted_because": {"type": "m.room.redaction"}}}
    assert want() == read(raw({}, **gone))
    assert want() == read(raw({}, "m.room.encrypted", **gone))
    assert read(raw({}, "m.reaction", **gone)) is None


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        (
            "org.matrix.msc3381.poll.start",
            {
                "org.matrix.msc3381.poll.start": {
                    "question": {"org.matrix.msc1767.text": "Which day?"},
                    "answers": [{"id": "1", "org.matrix.msc1767.text": "周五"}, {"id": "2"}],
                }
            },
        ),
        (
            "m.poll.start",
            {
                "m.poll": {
                    "question": {"m.text": [{"body": "Which day?"}]},
                    "answers": [
                        {"m.id": "1", "m.text": [{"mimetype": "text/plain", "body": "周五"}]}
                    ],
                }
            },
        ),
    ],
)
def test_a_poll_is_its_question_and_answers(kind: str, content: dict[str, Any]) -> None:
    assert want("Which day?\n- 周五") == read(raw(content, kind))


def test_a_sticker_says_what_it_shows() -> None:
    assert want("a waving whale") == read(raw({"body": "a waving whale"}, "m.sticker"))


@pytest.mark.parametrize(
    "event",
    [
        raw({"name": "Team"}, "m.room.name", state_key=""),
        raw({"ciphertext": "…", "session_id": "s"}, "m.room.encrypted"),
        raw({"m.relates_to": {"rel_type": "m.reference", "event_id": "$0"}}, "m.poll.response"),
        raw({"msgtype": "m.key.verification.request", "body": "verify me"}),
        raw({"body": "no type"}),
        raw({"msgtype": "m.text"}),
        raw({"msgtype": "m.text", "body": ["x"]}),
        raw("not an object"),
        raw(None),
        raw(said("x"), event_id=7),
        raw(said("x"), sender=None),
        raw(said("x"), origin_server_ts="now"),
        raw(said("x"), origin_server_ts=True),
        raw(said("x"), origin_server_ts=-1),
        raw(said("x"), origin_server_ts=10**18),
        raw({}, "m.room.redaction"),
        raw({"m.relates_to": {"rel_type": "m.annotation", "event_id": "$0"}}, "m.reaction"),
        raw({"m.poll": {"answers": [3]}}, "m.poll.start"),
        {},
    ],
)
def test_what_is_no_talk_or_no_event_is_passed_over(event: dict[str, Any]) -> None:
    assert read(event) is None


def test_relations_of_the_wrong_kind_are_none() -> None:
    odd = {"rel_type": "m.thread", "event_id": 3, "m.in_reply_to": ["$0"]}
    assert want("x") == read(raw(said("x", **{"m.relates_to": odd})))


def test_mentions_are_texts_each_once() -> None:
    users = ["@a:x", "@b:x", "@a:x", 3]
    assert ("@a:x", "@b:x") == mentions(raw(said("x", **{"m.mentions": {"user_ids": users}})))
    assert () == mentions(raw(said("x", **{"m.mentions": {"user_ids": "@a:x"}})))
    assert () == mentions(raw(said("x")))


_KEYS = st.sampled_from(
    "msgtype body filename m.relates_to rel_type event_id m.in_reply_to m.new_content key redacts "
    "m.mentions user_ids m.poll question answers m.text org.matrix.msc1767.text".split()
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=5),
    max_leaves=12,
)
_TYPES = st.sampled_from(
    "m.room.message m.reaction m.room.redaction m.sticker m.poll.start m.room.encrypted x".split()
)


@given(_JSON, _TYPES, _JSON)
def test_no_event_of_any_shape_raises(content: object, kind: str, unsigned: object) -> None:
    event = raw(content, kind, unsigned=unsigned)
    chat_event(event, NAMES, MAIN)
    mentions(event)


def test_half_a_character_of_an_encrypted_message_becomes_a_whole_one() -> None:
    half = json.loads(r'"\ud800 agreed"')
    event = raw(said(half, **{"m.mentions": {"user_ids": [half]}}))
    assert want("\ufffd agreed") == read(event)
    assert ("\ufffd agreed",) == mentions(event)
    reaction = {"rel_type": "m.annotation", "event_id": "$2", "key": half}
    assert want(reacts_to="$2", key="\ufffd agreed") == read(
        raw({"m.relates_to": reaction}, "m.reaction")
    )
