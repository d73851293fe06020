"""The plan's edits: day notes in order, made where none stands, links by note."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from progressive_memory.domain.message import Message
from progressive_memory.domain.plan import CreateNote, PutMessages
from progressive_memory.flush.chatlog import written

OLD = "memory/groups/pay/log/2026/2026-05-14.md"
NEW = "memory/groups/pay/log/2026/2026-05-15.md"
SHANGHAI = ZoneInfo("Asia/Shanghai")


def message(block_id: str, second: int, path: str, **more: str) -> Message:
    at = datetime(2026, 5, 15, 6, 0, second, tzinfo=UTC).astimezone(SHANGHAI)
    return Message(f"${block_id}", block_id, at, "@a", "A", block_id, path=path, **more)  # type: ignore[arg-type]


def test_a_note_that_stands_is_edited_and_another_made_in_its_zone() -> None:
    old, new = written([message("m-b", 2, NEW), message("m-a", 1, OLD)], "pay", {}, {OLD: "abc"})
    assert (OLD, "abc", NEW, None) == (old.path, old.sha256, new.path, new.sha256)
    assert [PutMessages] == [type(operation) for operation in old.operations]
    created = new.operations[0]
    assert isinstance(created, CreateNote)
    assert "timezone: Asia/Shanghai" in created.text


def test_messages_are_in_order_of_time_and_link_to_the_note_of_their_target() -> None:
    here = message("m-c", 3, NEW, reply_to="m-b", thread="m-z")
    messages = [here, message("m-b", 2, NEW), message("m-d", 4, NEW, reply_to="m-a")]
    (edit,) = written(messages, "pay", {"m-a": OLD}, {NEW: "abc"})
    (put,) = edit.operations
    assert isinstance(put, PutMessages)
    assert ["m-b", "m-c", "m-d"] == [item.block_id for item in put.items]
    assert "re:: [[#^m-b]] · thread:: m-z" in put.items[1].block
    assert "re:: [[memory/groups/pay/log/2026/2026-05-14#^m-a]]" in put.items[2].block
