"""`telegram`: every kind of message in result.json, of one chat and of an account."""

from __future__ import annotations

import json
from typing import Any

import pytest

from progressive_memory.domain.chat_file import Choice
from progressive_memory.errors import ChatSourceError
from tests.exports import every_kind
from tests.unit.adapters.chat_exports.feeds import events, feed_of, problems, read


def account() -> bytes:
    """An account with the bakery's chat, one more, and one that was left."""
    chat: dict[str, Any] = json.loads(every_kind("telegram"))
    note = {
        "id": 1,
        "type": "message",
        "date": "2026-05-15T10:00:00",
        "date_unixtime": "1778832000",
        "from": "Ines",
        "from_id": "user71",
        "text": "Between us.",
    }
    private = {"name": "Rui", "type": "personal_chat", "id": 1700, "messages": [note]}
    left = {"name": "Old", "type": "private_group", "id": 1800, "messages": [note]}
    document = {
        "about": "…",
        "personal_information": {"user_id": 71},
        "contacts": {"list": [{"first_name": "Rui"}]},
        "chats": {"about": "…", "list": [private, chat]},
        "left_chats": {"about": "…", "list": [left]},
    }
    return json.dumps(document).encode()


def test_every_kind_of_message() -> None:
    said = [
        (one.event_id.rpartition(":")[2], one.sender_name, one.text)
        for one in events(read(every_kind("telegram")))
        if not (one.reacts_to or one.replaces)
    ]
    assert [
        (
            "2",
            "Ines",
            "The **second oven** trips the fuse, see [the plan](https://plan.example/2).",
        ),
        ("3", "Teo", "Since Monday, yes."),
        ("4", "Teo", "The plan of the box\n📎 fuse-box.pdf"),
        ("5", "Teo", "📎 photo"),
        ("6", "Teo", "🥖"),
        ("7", "Ines", "📎 voice message"),
        ("8", "Ines", "Fuses are sold out."),
        ("9", "Ines", "Close on Sunday?\n- yes\n- no"),
        ("10", "Ines", "📍 38.5, -9.25"),
        ("11", "Ines", "👤 Rui Alves"),
        ("12", "", "\n> Teo pays\n> for the fuse\nNo, I do: `12 EUR`\n```\nfuse 1\n```\n"),
        ("14", "Ines", "An old export knows no UTC time."),
    ] == said


def test_replies_edits_reactions_forwards_and_bots() -> None:
    heard = {one.event_id: one for one in events(read(every_kind("telegram")))}
    assert "telegram:1600:2" == heard["telegram:1600:3"].reply_to
    assert "telegram:1600:3" == heard["telegram:1600:3~1778832300000"].replaces
    thumb = heard["telegram:1600:2~👍~user72"]
    assert ("user72", "👍") == (thumb.sender, thumb.key)
    assert ["telegram:1600:8"] == [one.event_id for one in heard.values() if one.forwarded]
    assert ["telegram:1600:9"] == [one.event_id for one in heard.values() if one.role == "bot"]


def test_a_time_without_utc_is_in_the_groups_zone() -> None:
    heard = {one.event_id: one.at for one in events(read(every_kind("telegram")))}
    assert "2026-05-15T10:10:00+08:00" == heard["telegram:1600:14"].isoformat()
    assert "2026-05-15T08:01:00+00:00" == heard["telegram:1600:2"].isoformat()


def test_notices_are_counted_and_a_message_without_an_id_is_named() -> None:
    feed = feed_of(every_kind("telegram"))
    assert [(15, "missing_field")] == problems(list(feed.events()))
    assert ("passed over: 1 create_group, 1 unsupported",) == feed.remarks


def test_of_an_account_nothing_is_read_that_is_not_named() -> None:
    with pytest.raises(ChatSourceError, match=r"Rui \(1700\), Bakery floor \(1600\), Old") as error:
        read(account())
    assert "--channel" in error.value.next_step


@pytest.mark.parametrize("named", ["bakery FLOOR", "1600"])
def test_of_an_account_the_chat_named_reads_as_if_exported_alone(named: str) -> None:
    assert read(every_kind("telegram")) == read(account(), choice=Choice((named,)))


def test_a_chat_that_was_left_can_be_named_too() -> None:
    heard = events(read(account(), choice=Choice(("Old",))))
    assert ["telegram:1800:1"] == [one.event_id for one in heard]


def test_another_document_is_refused() -> None:
    with pytest.raises(ChatSourceError, match='no "messages"'):
        read("{}", "telegram")
