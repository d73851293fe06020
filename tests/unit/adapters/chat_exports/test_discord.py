"""`discord`: every kind of message in a file of DiscordChatExporter."""

from __future__ import annotations

import json
from typing import Any

import pytest

from progressive_memory.errors import ChatSourceError
from tests.exports import every_kind
from tests.unit.adapters.chat_exports.feeds import events, feed_of, problems, read


def test_every_kind_of_message() -> None:
    said = [
        (one.event_id, one.sender, one.sender_name, one.text, one.role, one.forwarded)
        for one in events(read(every_kind("discord")))
        if not (one.reacts_to or one.replaces)
    ]
    assert [
        (
            "discord:1002", "71", "Ines", "The second oven **trips** the fuse, @Teo.",
            "user", False,
        ),
        ("discord:1003", "72", "teo", "Since Monday, yes.", "user", False),
        ("discord:1004", "72", "Teo", ":loaf:\n📎 fuse-box.pdf", "user", False),
        ("discord:1005", "73", "Alarm", "Oven 2\n40 °C", "bot", False),
        ("discord:1006", "71", "Ines", "Fuses are sold out.", "user", True),
        ("discord:1007", "73", "Alarm", "Shift plan: Teo", "bot", False),
    ] == said  # fmt: skip


def test_replies_edits_and_reactions_name_what_they_are_about() -> None:
    heard = {one.event_id: one for one in events(read(every_kind("discord")))}
    assert "discord:1002" == heard["discord:1003"].reply_to
    edit = heard["discord:1003~1778832300000"]
    assert ("discord:1003", "Since Monday, yes.") == (edit.replaces, edit.text)
    thumb = heard["discord:1002~👍~72"]
    assert ("discord:1002", "👍", "72") == (thumb.reacts_to, thumb.key, thumb.sender)
    assert 1 == sum(1 for one in heard.values() if one.reacts_to)


def test_notices_are_counted_and_a_message_without_a_time_is_named() -> None:
    feed = feed_of(every_kind("discord"))
    assert [(9, "bad_time")] == problems(list(feed.events()))
    assert ("passed over: 1 GuildMemberJoin, 1 ChannelPinnedMessage",) == feed.remarks


def test_a_threads_messages_hang_on_the_message_it_was_made_from() -> None:
    document: dict[str, Any] = json.loads(every_kind("discord"))
    document["channel"] |= {"id": "1002", "type": "GuildPublicThread"}
    threads = [one.thread for one in events(read(json.dumps(document))) if not one.reacts_to]
    assert ["", "discord:1002"] == sorted(set(threads))


def test_another_document_is_refused() -> None:
    with pytest.raises(ChatSourceError, match="DiscordChatExporter"):
        read('{"messages": []}', "discord")
