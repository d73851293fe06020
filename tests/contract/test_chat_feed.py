"""ChatFeed: what every chat source owes the log."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from progressive_memory.adapters.chat_exports import Source, open_feed
from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem
from progressive_memory.ports import ChatFeed
from tests.exports import zipped

LINES = {
    "jsonl": '{"event_id": "$1", "ts": 0, "sender": "a", "text": "x"}\n{broken\n'
    '{"event_id": "$2", "ts": 1, "sender": "a", "text": "y"}\n',
    "teamchat": '{"session_meta": {}, "conversation_list": ['
    '{"sender": "a", "create_time": "2026-05-15T06:00:00Z", "content": "x"}, 7,'
    '{"sender": "a", "create_time": "2026-05-15T06:00:00Z", "content": "y"}]}',
    "element": '{"room_name": "r", "exported_by": "a", "messages": ['
    '{"type": "m.room.message", "event_id": "$1", "sender": "a", "origin_server_ts": 0,'
    ' "content": {"msgtype": "m.text", "body": "x"}}, 7,'
    '{"type": "m.room.message", "event_id": "$2", "sender": "a", "origin_server_ts": 0,'
    ' "content": {"msgtype": "m.text", "body": "y"}}]}',
    "discord": '{"guild": {}, "channel": {}, "messages": ['
    '{"id": "1", "type": "Default", "timestamp": "2026-05-15T06:00:00Z", "content": "x",'
    ' "author": {"id": "a"}}, 7,'
    '{"id": "2", "type": "Default", "timestamp": "2026-05-15T06:00:00Z", "content": "y",'
    ' "author": {"id": "a"}}]}',
    "telegram": '{"name": "r", "type": "private_group", "id": 1, "messages": ['
    '{"id": 1, "type": "message", "date_unixtime": "0", "from_id": "a", "text": "x"}, 7,'
    '{"id": 2, "type": "message", "date_unixtime": "0", "from_id": "a", "text": "y"}]}',
    "whatsapp": "15/05/2026, 06:00 - a: x\n31/31/2026, 06:00 - a: ?\n15/05/2026, 06:00 - a: y\n",
    "mbox": "From a Fri May 15 06:00:00 2026\nFrom: a@x\nMessage-ID: <1@x>\n"
    "Date: Fri, 15 May 2026 06:00:00 -0000\n\nx\n\nFrom b Fri May 15 06:00:00 2026\n\n?\n\n"
    "From a Fri May 15 06:00:00 2026\nFrom: a@x\nMessage-ID: <2@x>\n"
    "Date: Fri, 15 May 2026 06:00:00 -0000\nReferences: <1@x>\n\ny\n\n",
    "irc": "2026-05-15 06:00:00\ta\tx\nTraceback:\n2026-05-15 06:00:00\ta\ty\n",
}
SLACK = zipped(
    {
        "r/2026-05-15.json": '[{"type": "message", "ts": "1.1", "user": "a", "text": "x"}, 7,'
        '{"type": "message", "ts": "1.2", "user": "a", "text": "y"}]'
    }
)
AT = datetime(2026, 5, 15, 6, 0, tzinfo=UTC)


def exported(form: str) -> Callable[[], ChatFeed]:
    data = SLACK if form == "slack" else LINES[form].encode()
    return lambda: open_feed(Source("chat", io.BytesIO(data)), form, ZoneInfo("UTC"), "en")


def in_memory() -> ChatFeed:
    first, second = (ChatEvent(f"${n}", AT, "a", text) for n, text in enumerate("xy"))
    return MemoryFeed([first, Problem("chat", 2, "bad", "unreadable"), second])


@pytest.fixture(params=["memory", "slack", *LINES])
def feed(request: pytest.FixtureRequest) -> Callable[[], ChatFeed]:
    return in_memory if request.param == "memory" else exported(request.param)


def test_events_come_in_order_each_with_an_aware_time_and_an_id_of_its_own(
    feed: Callable[[], ChatFeed],
) -> None:
    events = [item for item in feed().events() if isinstance(item, ChatEvent)]
    assert ["x", "y"] == [event.text for event in events]
    assert 2 == len({event.event_id for event in events})
    assert all(event.at.utcoffset() is not None for event in events)


def test_what_cannot_be_read_is_a_problem_with_its_place_and_the_rest_is_read(
    feed: Callable[[], ChatFeed],
) -> None:
    problems = [item for item in feed().events() if isinstance(item, Problem)]
    assert 1 == len(problems)
    assert problems[0].line > 1
    assert all(problem.code and problem.message for problem in problems)


def test_reading_the_same_source_again_gives_the_same(feed: Callable[[], ChatFeed]) -> None:
    assert list(feed().events()) == list(feed().events())


def test_auto_knows_every_format(feed: Callable[[], ChatFeed]) -> None:
    form = getattr(feed(), "format", "")
    if form:
        data = SLACK if form == "slack" else LINES[form].encode()
        found = open_feed(Source("chat", io.BytesIO(data)), "auto", ZoneInfo("UTC"), "en")
        assert form == found.format


def test_a_pipe_reads_like_a_file(feed: Callable[[], ChatFeed]) -> None:
    form = getattr(feed(), "format", "")
    if form:
        data = SLACK if form == "slack" else LINES[form].encode()
        with closing(Source("chat", _Pipe(data))) as source:
            piped = open_feed(source, "auto", ZoneInfo("UTC"), "en")
            assert list(feed().events()) == list(piped.events())


class _Pipe(io.BytesIO):
    """What cannot go back."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: int) -> int:
        raise io.UnsupportedOperation
