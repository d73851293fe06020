"""Canonical lines: every field, and every way a line can be wrong."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from progressive_memory.adapters.chat_exports.source import MAX_LINE_BYTES
from progressive_memory.domain.message import ChatEvent, ToolCall
from tests.unit.adapters.chat_exports.feeds import events, problems, read

GOOD = {"event_id": "$1", "ts": "2026-05-15T14:00:05+08:00", "sender": "@a:x", "text": "早"}
AT = datetime(2026, 5, 15, 6, 0, 5, tzinfo=UTC)


def line(**fields: object) -> str:
    return json.dumps({**GOOD, **fields}, ensure_ascii=False)


def test_every_field_is_read() -> None:
    text = line(
        sender_name="王五", reply_to="$0", thread="$t", role="bot", forwarded=True, unknown=[1]
    )
    expected = ChatEvent(
        event_id="$1",
        at=AT,
        sender="@a:x",
        text="早",
        sender_name="王五",
        reply_to="$0",
        thread="$t",
        role="bot",
        forwarded=True,
        line=1,
    )
    assert [expected] == read(text)


def test_tool_calls_are_read_without_what_they_returned() -> None:
    tools = [
        {"name": "bash", "input": {"command": "make"}, "ms": 1500.4, "output": "a lot"},
        {"name": "fs\nread", "input": "a.md", "ok": True},
        {"name": "web", "error": "timed out"},
    ]
    (event,) = events(read(line(role="assistant", tools=tools, took_ms=3000)))
    assert (
        ToolCall("bash", '{"command": "make"}', 1500),
        ToolCall("fs read", "a.md"),
        ToolCall("web", ok=False, error="timed out"),
    ) == event.tools
    assert 3000 == event.took_ms


@pytest.mark.parametrize(
    "fields",
    [
        {"tools": [{"name": "bash"}]},
        {"tools": {"name": "bash"}, "role": "assistant"},
        {"tools": ["bash"], "role": "assistant"},
        {"tools": [{"input": "x"}], "role": "assistant"},
        {"tools": [{"name": "bash", "ok": "yes"}], "role": "assistant"},
        {"tools": [{"name": "bash", "error": 1}], "role": "assistant"},
        {"tools": [{"name": "bash", "ms": -1}], "role": "assistant"},
        {"took_ms": "long", "role": "assistant"},
    ],
)
def test_tool_calls_that_make_no_sense_are_named(fields: dict[str, object]) -> None:
    assert [(1, "bad_field")] == problems(read(line(**fields)))


def test_edits_deletions_and_reactions_name_their_target() -> None:
    data = "\n".join(
        [
            line(event_id="$2", replaces="$1"),
            '{"event_id": "$3", "ts": 0, "sender": "a", "deletes": "$1"}',
            '{"event_id": "$4", "ts": 0, "sender": "a", "reacts_to": "$1", "key": "👍"}',
        ]
    )
    found = [
        (event.replaces, event.deletes, event.reacts_to, event.key) for event in events(read(data))
    ]
    assert [("$1", "", "", ""), ("", "$1", "", ""), ("", "", "$1", "👍")] == found


@pytest.mark.parametrize(
    "ts", [1778824805000, "2026-05-15T06:00:05Z", "2026-05-15t14:00:05+08:00", 1778824805000.0]
)
def test_times_are_rfc_3339_or_epoch_milliseconds(ts: object) -> None:
    assert [AT] == [event.at for event in events(read(line(ts=ts)))]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ("{", "not_json"),
        ("[1]", "not_json"),
        ("null", "not_json"),
        ("[" * 100_000, "not_json"),
        ('{"event_id": "$1", "ts": ' + "9" * 5000 + ', "sender": "a", "text": ""}', "not_json"),
        (b'{"event_id": "\xff"}', "not_utf8"),
        (b'{"event_id": "$1\x00"}', "not_json"),
        ("x" * (MAX_LINE_BYTES + 1), "long_line"),
        (line(ts="2026-05-15T14:00:05"), "naive_time"),
        (line(ts="2026-05-15"), "naive_time"),
        (line(ts="yesterday"), "bad_time"),
        (line(ts=True), "bad_time"),
        (line(ts=1e300), "bad_time"),
        (line(ts={"at": 1}), "bad_time"),
        (line(ts="0001-01-01T00:00:00+08:00"), "bad_time"),
        (line(ts=None), "missing_field"),
        (line(event_id=None), "missing_field"),
        (line(event_id=7), "bad_field"),
        (line(event_id="a\nb"), "bad_field"),
        (line(event_id="x" * 501), "bad_field"),
        (line(sender=""), "missing_field"),
        (line(text=None), "missing_field"),
        (line(text=["a"]), "bad_field"),
        (line(role="king"), "bad_field"),
        (line(role=["bot"]), "bad_field"),
        (line(forwarded="yes"), "bad_field"),
        (line(replaces="$0", deletes="$0"), "bad_field"),
        (line(reacts_to="$0"), "missing_field"),
        (line(replaces="$0", text=None), "missing_field"),
    ],
)
def test_a_bad_line_is_reported_with_its_number_and_the_rest_read(
    bad: str | bytes, code: str
) -> None:
    raw = bad if isinstance(bad, bytes) else bad.encode()
    found = read(line().encode() + b"\n\n" + raw + b"\n" + line(event_id="$9").encode(), "jsonl")
    assert [(3, code)] == problems(found)
    assert ["$1", "$9"] == [event.event_id for event in events(found)]


def test_a_naive_time_says_what_to_write() -> None:
    (problem,) = read(line(ts="2026-05-15T14:00:05"), "jsonl")
    assert not isinstance(problem, ChatEvent)
    assert "Z or +08:00" in problem.message


def test_a_byte_order_mark_and_windows_line_endings_are_no_matter() -> None:
    data = b"\xef\xbb\xbf" + line().encode() + b"\r\n" + line(event_id="$2").encode() + b"\r\n"
    assert ["$1", "$2"] == [event.event_id for event in events(read(data))]
