"""Each message goes on with one of the last topics, or opens another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.domain.message import Message
from progressive_memory.flush.segment import segments

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def said(minute: float, who: str, text: str, reply_to: str = "", thread: str = "") -> Message:
    at = START + timedelta(minutes=minute)
    return Message(f"$e{minute}", f"m-{minute}", at, f"@{who}:x", who, text, reply_to, thread)


def _minutes(*messages: Message) -> list[list[str]]:
    return [
        [one.event_id.removeprefix("$e") for one in segment.messages]
        for segment in segments(messages)
    ]


def _spoken(*lines: tuple[str, str]) -> list[list[str]]:
    """The texts of each segment, of a chat with a line a minute."""
    talk = [said(minute, who, text) for minute, (who, text) in enumerate(lines)]
    return [[one.text for one in segment.messages] for segment in segments(talk)]


LOGIN = [
    ("Ann", "the login page is slow on staging, it takes nine seconds to load"),
    ("Bob", "is it slow for the login form only or for the whole staging host?"),
    ("Ann", "only the login form, the staging host itself answers quickly"),
    ("Bob", "then the session query behind the login form has no index"),
]
CHAIRS = [
    ("Cem", "Hi all, who orders the new chairs for the meeting room in Lyon?"),
    ("Dee", "I can order chairs, how many does the Lyon room need?"),
    ("Cem", "twelve chairs and one more table for Lyon"),
]


def test_a_topic_ends_after_a_night_where_something_else_begins() -> None:
    talk = [said(n, *line) for n, line in enumerate(LOGIN)]
    next_day = [said(900 + n, *line) for n, line in enumerate(CHAIRS)]

    assert _minutes(*talk, *next_day) == [["0", "1", "2", "3"], ["900", "901", "902"]]


def test_a_topic_taken_up_again_after_a_night_stays_one_segment() -> None:
    talk = [said(n, *line) for n, line in enumerate(LOGIN)]
    later = said(
        900, "Bob", "the login form on staging is quick with the index on the session query"
    )

    assert _minutes(*talk, later) == [["0", "1", "2", "3", "900"]]


def test_two_topics_that_run_side_by_side_are_two_segments() -> None:
    talk = [
        said(0, *LOGIN[0]),
        said(1, *LOGIN[1]),
        said(20, *CHAIRS[0]),
        said(25, *CHAIRS[1]),
        said(30, *LOGIN[2]),
        said(33, *CHAIRS[2]),
        said(36, *LOGIN[3]),
    ]

    assert _minutes(*talk) == [["0", "1", "30", "36"], ["20", "25", "33"]]


def test_who_is_spoken_to_tells_the_topic() -> None:
    talk = [
        said(0, *LOGIN[0]),
        said(1, *LOGIN[1]),
        said(20, *CHAIRS[0]),
        said(25, *CHAIRS[1]),
        said(30, "Eve", "Ann, have you tried that with a fresh browser?"),
    ]

    assert _minutes(*talk)[0] == ["0", "1", "30"]


def test_a_chair_opens_the_next_point() -> None:
    found = _spoken(
        ("Ann", "the parser drops comments, so the formatter cannot keep them"),
        ("Bob", "we could keep comments as tokens of the parser"),
        ("Cem", "+1"),
        ("Bob", "+1"),
        ("Ann", "Thanks. Next topic: the date of the release and who writes its notes"),
        ("Bob", "end of May would suit me for the release"),
    )

    assert [len(one) for one in found] == [4, 2]


def test_a_host_opens_the_next_point_in_chinese() -> None:
    found = _spoken(
        ("主持人", "我们先谈基础教育里信息学竞赛的培养方式，请朱老师介绍一下经验"),
        ("朱老师", "信息学竞赛的培养关键是兴趣，基础教育阶段先让孩子喜欢编程"),
        (
            "主持人",
            "谢谢朱老师。接下来第二个问题是芯片软件人才，有请罗老师谈谈高校和企业怎么合作培养这方面的人才",
        ),
        ("罗老师", "芯片软件的市场小，高校和企业需要一个平台把需求连接起来"),
    )

    assert [len(one) for one in found] == [2, 2]


def test_votes_belong_to_what_is_voted_on() -> None:
    found = _spoken(*LOGIN, ("Cem", "+1"), ("Dee", "+0.5"), ("Eve", "-1"))

    assert [len(one) for one in found] == [7]


def test_a_reply_goes_to_the_segment_it_answers() -> None:
    found = _minutes(
        *(said(n, *line) for n, line in enumerate(LOGIN)),
        *(said(900 + n, *line) for n, line in enumerate(CHAIRS)),
        said(903, "Dee", "done, ordered this morning", reply_to="m-0"),
    )

    assert found == [["0", "1", "2", "3", "903"], ["900", "901", "902"]]


def test_a_thread_stays_together() -> None:
    found = _minutes(
        said(0, "Ann", "release plan"),
        *(said(900 + n, *line) for n, line in enumerate(CHAIRS)),
        said(903, "Bob", "freeze on Monday", thread="m-0"),
    )

    assert found == [["0", "903"], ["900", "901", "902"]]


def test_a_pause_is_measured_by_the_rhythm_of_the_chat() -> None:
    """Two hours are long among messages of every minute, and nothing in a chat of a few a day."""
    lines = [*LOGIN, *LOGIN]
    aside = ("Bob", "that helped, by the numbers of this week")
    quick = [said(n, *line) for n, line in enumerate(lines)]
    slow = [said(240 * n, *line) for n, line in enumerate(lines)]

    in_quick = _minutes(*quick, said(7 + 300, *aside))
    in_slow = _minutes(*slow, said(240 * 7 + 300, *aside))

    assert [len(in_quick), len(in_slow)] == [2, 1]


def test_where_a_host_session_ended_another_topic_is_likelier() -> None:
    aside = ("Eve", "the newsletter came in")

    plain = _spoken(*LOGIN, ("Bob", "fine"), aside)
    ended = _spoken(*LOGIN, ("Bob", "/new"), aside)

    assert [len(plain), len(ended)] == [1, 2]


def test_what_the_next_message_may_go_on_with_is_open() -> None:
    talk = [said(n, *line) for n, line in enumerate(LOGIN)]
    next_day = [said(900 + n, *line) for n, line in enumerate(CHAIRS)]

    assert [segment.open for segment in segments((*talk, *next_day))] == [True, True]


def test_a_long_run_is_cut() -> None:
    talk = [said(n, *LOGIN[n % 4], thread="m-0") for n in range(450)]

    assert [len(segment.messages) for segment in segments(talk)] == [400, 50]


def test_every_message_is_in_one_segment() -> None:
    talk = [said(n, *line) for n, line in enumerate([*LOGIN, *CHAIRS] * 20)]

    found = [one for segment in segments(talk) for one in segment.messages]

    assert sorted(found, key=lambda one: one.at) == talk


@pytest.mark.parametrize("text", ["", "🎉", "?", "https://example.org", "好"])
def test_a_message_of_hardly_a_word_goes_somewhere(text: str) -> None:
    assert sum(len(one) for one in _spoken(*LOGIN, ("Eve", text))) == 5


def test_no_messages_are_no_segments() -> None:
    assert segments(()) == ()
