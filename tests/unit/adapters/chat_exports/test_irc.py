"""IRC logs of three clients, in the group's zone."""

from __future__ import annotations

from datetime import UTC

import pytest

from progressive_memory.errors import ChatSourceError
from tests.unit.adapters.chat_exports.feeds import events, problems, read

WEECHAT = """\
2026-05-12 23:59:01\t-->\tann (~ann@host) has joined #ops
2026-05-12 23:59:05\t@bob\tdeploy is green
2026-05-12 23:59:30\t *\tann cheers
2026-05-12 23:59:40\t--\tann is now known as anna
2026-05-13 00:00:10\tanna\t<tag>\tand a tab
2026-05-13 00:01:00\t<--\tbob (~bob@host) has quit (bye)
"""
IRSSI = """\
--- Log opened Tue May 12 23:58:00 2026
23:59 -!- ann [~ann@host] has joined #ops
23:59 <@bob> deploy is green
23:59 < ann>   two blanks
23:59  * ann cheers
--- Day changed Wed May 13 2026
00:01 <ann> morning
--- Log closed Wed May 13 00:02:00 2026
"""
ZNC = """\
[23:59:01] *** Joins: ann (~ann@host)
[23:59:05] <bob> deploy is green
[23:59:30] * ann cheers
[23:59:40] -bob- a notice
[00:00:10] <ann> past midnight
"""


def said(data: str, name: str = "chat") -> list[tuple[str, str, str]]:
    found = events(read(data, name=name))
    return [(f"{event.at:%m-%d %H:%M:%S}", event.sender, event.text) for event in found]


def test_weechat() -> None:
    assert [
        ("05-12 23:59:05", "bob", "deploy is green"),
        ("05-12 23:59:30", "ann", "* ann cheers"),
        ("05-13 00:00:10", "anna", "<tag>\tand a tab"),
    ] == said(WEECHAT)


def test_irssi_with_day_lines() -> None:
    assert [
        ("05-12 23:59:00", "bob", "deploy is green"),
        ("05-12 23:59:00", "ann", "  two blanks"),
        ("05-12 23:59:00", "ann", "* ann cheers"),
        ("05-13 00:01:00", "ann", "morning"),
    ] == said(IRSSI)


@pytest.mark.parametrize("name", ["logs/#ops/2026-05-12.log", "#ops_20260512.log"])
def test_znc_takes_the_day_from_the_files_name_and_turns_it_at_midnight(name: str) -> None:
    assert [
        ("05-12 23:59:05", "bob", "deploy is green"),
        ("05-12 23:59:30", "ann", "* ann cheers"),
        ("05-13 00:00:10", "ann", "past midnight"),
    ] == said(ZNC, name)


def test_times_are_in_the_groups_zone() -> None:
    assert "2026-05-12T15:59:05+00:00" == events(read(WEECHAT))[0].at.astimezone(UTC).isoformat()


def test_a_log_that_says_no_day_cannot_be_read() -> None:
    with pytest.raises(ChatSourceError, match="what day"):
        read(ZNC)


def test_a_clock_that_runs_back_a_little_stays_on_its_day() -> None:
    data = "[10:00] <a> one\n[09:58] <b> two\n"
    assert ["05-12 10:00:00", "05-12 09:58:00"] == [at for at, _, _ in said(data, "2026-05-12.log")]


def test_messages_of_one_minute_have_ids_of_their_own_and_keep_them() -> None:
    data = "[10:00] <a> one\n[10:00] <a> two\n[10:00] <b> three\n"
    ids = [event.event_id for event in events(read(data, name="2026-05-12.log"))]
    assert len(set(ids)) == 3
    longer = [
        event.event_id for event in events(read(data + "[10:00] <a> 4\n", name="2026-05-12.log"))
    ]
    assert ids == longer[:3]


def test_what_people_say_about_logs_is_no_day_line() -> None:
    data = "[10:00] <a> --- Day changed Wed May 13 2026\n[10:01] <a> x\n"
    assert ["05-12 10:00:00", "05-12 10:01:00"] == [at for at, _, _ in said(data, "2026-05-12.log")]


def test_a_line_of_something_else_is_reported_and_other_encodings_are_read() -> None:
    data = b"[10:00] <a> caf\xe9\nTraceback (most recent call last):\n[25:61] <a> x\n\n"
    found = read(data, name="2026-05-12.log")
    assert [(2, "not_irc"), (3, "bad_time")] == problems(found)
    assert ["caf\ufffd"] == [event.text for event in events(found)]
