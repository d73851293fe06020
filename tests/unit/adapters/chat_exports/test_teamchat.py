"""The conversation_list document: roster first, made ids, hostile shapes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from progressive_memory.domain.message import ChatEvent
from progressive_memory.errors import ChatSourceError
from tests.unit.adapters.chat_exports.feeds import events, problems, read

ROSTER = {
    "u1": {
        "full_name": "林雨",
        "role": "user",
        "custom_role": "测试负责人",
        "department": "质量部",
        "extra": {"responsibilities": ["写用例", "验收"], "weight": 60},
    },
    "u2": {"full_name": "Robo", "role": "assistant"},
    "u3": {"full_name": "Ann"},
}


def row(sender: str, time: str, content: object, **more: object) -> dict[str, object]:
    fields = {"message_id": "m", "sender": sender, "create_time": time, "content": content}
    return {**fields, "type": "text", **more}


def document(*rows: object, roster: object = ROSTER, **meta: object) -> str:
    body: dict[str, Any] = {"session_meta": {"user_details": roster, **meta}}
    return json.dumps({**body, "conversation_list": list(rows)}, ensure_ascii=False)


FIRST = row("u1", "2025-02-01T02:00:00Z", "早", sender_name="林雨")


def test_the_roster_comes_first_at_the_time_of_the_first_message() -> None:
    found = events(read(document(row("u1", "2025-02-01T03:00:00Z", "later"), FIRST)))
    assert ["roster:u1", "roster:u2", "roster:u3"] == [event.event_id for event in found[:3]]
    assert {found[4].at} == {event.at for event in found[:3]}
    assert ["u1", "u2", "u3"] == [event.sender for event in found[:3]]
    assert [""] * 3 == [event.key for event in found[:3]]


def test_a_roster_row_reads_as_a_line_of_its_own_in_the_groups_language() -> None:
    chinese = [event.text for event in events(read(document(FIRST)))[:3]]
    assert [
        "林雨：测试负责人（质量部）；职责：写用例、验收",
        "Robo：assistant",
        "Ann：群成员",
    ] == chinese
    english = [event.text for event in events(read(document(FIRST), language="en"))[:3]]
    assert [
        "林雨: 测试负责人 (质量部); responsible for: 写用例, 验收",
        "Robo: assistant",
        "Ann: member",
    ] == english


def test_what_an_assistant_says_carries_its_role() -> None:
    found = events(read(document(FIRST, row("u2", "2025-02-01T02:01:00Z", "hi"))))
    assert ["user", "assistant"] == [event.role for event in found[3:]]


def test_ids_do_not_hang_on_the_text_and_a_longer_export_keeps_them() -> None:
    same_time = "2025-02-01T02:05:00Z"
    short = [FIRST, row("u1", same_time, "a"), row("u1", same_time, "b"), row("u2", same_time, "c")]
    ids = [event.event_id for event in events(read(document(*short)))[3:]]
    assert len(set(ids)) == 4
    changed = [{**one, "content": "x"} for one in short]
    longer = [*changed, row("u1", same_time, "d"), row("u1", "2025-03-01T00:00:00Z", "e")]
    assert ids == [event.event_id for event in events(read(document(*longer)))[3:7]]


def test_the_id_is_the_hash_of_utc_time_sender_and_ordinal() -> None:
    found = events(read(document(row("u1", "2025-02-01T10:00:00+08:00", "早"), roster={})))
    assert ["x-mktz24avaamxdjobzdgzbfavr2"] == [event.event_id for event in found]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (7, "missing_field"),
        (row("", "2025-02-01T02:00:00Z", "a"), "missing_field"),
        (row("u1", "2025-02-01T02:00:00Z", {"image": 1}), "bad_field"),
        (row("u1", "2025-02-01T02:00:00", "a"), "naive_time"),
        (row("u1", "", "a"), "missing_field"),
    ],
)
def test_a_bad_row_is_reported_with_its_place_and_the_rest_read(bad: object, code: str) -> None:
    found = read(document(FIRST, bad, row("u2", "2025-02-01T02:02:00Z", "b")))
    assert [(2, code)] == problems(found)
    assert ["早", "b"] == [event.text for event in events(found)[3:]]


def test_a_naive_time_is_utc_where_the_document_says_so() -> None:
    found = events(read(document(row("u1", "2025-02-01T02:00:00", "a"), default_timezone="UTC")))
    assert "2025-02-01T02:00:00+00:00" == found[-1].at.isoformat()


@pytest.mark.parametrize("roster", [None, [], {"u1": None}, {"u1": 3}, {"": {"full_name": "x"}}])
def test_a_strange_roster_is_passed_over(roster: object) -> None:
    assert ["早"] == [event.text for event in events(read(document(FIRST, roster=roster)))]


@pytest.mark.parametrize(
    "data", ['{"conversation_list": [', '{"conversation_list": 3}', "[]", '{"session_meta": {}}']
)
def test_what_is_no_such_document_cannot_be_read(data: str) -> None:
    with pytest.raises(ChatSourceError):
        read(data, "teamchat")


def test_an_empty_conversation_is_no_event() -> None:
    assert [] == [item for item in read(document()) if isinstance(item, ChatEvent)]
