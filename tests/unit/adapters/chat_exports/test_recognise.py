"""`--format auto`: what it takes a file for, and what it says where it cannot."""

from __future__ import annotations

import errno
import io
import os
from zoneinfo import ZoneInfo

import pytest

from progressive_memory.adapters.chat_exports import FORMATS, Source, open_feed, recognise
from progressive_memory.cli.log import FORMATS as NAMED_BY_THE_COMMAND
from progressive_memory.errors import ChatSourceError

LINE = '{"event_id": "$1", "ts": 0, "sender": "a", "text": "x"}'


def source(data: str | bytes, name: str = "chat") -> Source:
    return Source(name, io.BytesIO(data.encode() if isinstance(data, str) else data))


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (LINE, "jsonl"),
        ("{broken\n" + LINE, "jsonl"),
        ("", "jsonl"),
        ("\n\n", "jsonl"),
        ('{"version": "1", "conversation_list": []}', "teamchat"),
        ('{\n "session_meta": {},\n "conversation_list": [\n {"sender": "a"}]}', "teamchat"),
        ("[10:00] <ann> hi", "irc"),
        ("garbage\n10:00 <@ann> hi", "irc"),
        ("2026-05-12 10:00:00\tann\thi", "irc"),
        ("5/15/26, 10:00 AM - Ann: hi", "whatsapp"),
        ("\u200e[15.05.26, 10:00:01] Ann: hi", "whatsapp"),
        ("[2026-05-15 10:00:00] <ann> x: hi", "irc"),
        ("From ann Fri May 15 10:00:00 2026\nFrom: ann\nMessage-ID: <1@x>\n\nhi", "mbox"),
        ("--- Log opened Tue May 12 10:00:00 2026", "irc"),
    ],
)
def test_a_format_is_known_by_its_beginning(data: str, form: str) -> None:
    assert form == recognise(source(data))


@pytest.mark.parametrize("data", ["hello there", "a,b\n1,2", "<html>", "[1, 2]", "\x00\x01\x02"])
def test_what_is_none_of_them_names_them_all(data: str) -> None:
    with pytest.raises(ChatSourceError, match=r"jsonl.*teamchat.*irc") as error:
        recognise(source(data))
    assert "--format jsonl" in error.value.next_step


def test_looking_at_the_beginning_loses_nothing() -> None:
    data = "\n".join(LINE.replace("$1", f"${number}") for number in range(5000))
    feed = open_feed(source(data), "auto", ZoneInfo("UTC"), "en")
    assert 5000 == sum(1 for _ in feed.events())
    assert "jsonl" == feed.format


def test_another_name_is_refused() -> None:
    with pytest.raises(ChatSourceError, match="signal"):
        open_feed(source(LINE), "signal", ZoneInfo("UTC"), "en")


def test_utf_16_is_refused_with_a_way_out() -> None:
    with pytest.raises(ChatSourceError, match="UTF-16"):
        recognise(source(LINE.encode("utf-16")))


def test_a_file_that_fails_half_way_is_named() -> None:
    source = Source("chat.jsonl", _Failing())
    with pytest.raises(ChatSourceError, match=r"chat\.jsonl cannot be read: Input/output error"):
        source.whole()


class _Failing(io.BytesIO):
    def read(self, _: int | None = -1, /) -> bytes:
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_the_command_names_all_formats() -> None:
    assert [*FORMATS] == [*NAMED_BY_THE_COMMAND]
