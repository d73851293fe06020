"""`whatsapp`: every kind of line, both date orders, phones of several languages."""

from __future__ import annotations

import pytest

from progressive_memory.domain.chat_file import Choice
from progressive_memory.errors import ChatSourceError
from tests.exports import every_kind
from tests.unit.adapters.chat_exports.feeds import events, feed_of, problems, read


def test_every_kind_of_line() -> None:
    said = [
        (f"{one.at:%m-%d %H:%M}", one.sender, one.text)
        for one in events(read(every_kind("whatsapp")))
        if not one.deletes
    ]
    assert [
        ("05-15 10:01", "Ines", "The second oven trips the fuse."),
        (
            "05-15 10:02",
            "+351 000 000 000",
            "Since Monday, yes.\n\nI called the electrician: 9:30.",
        ),
        ("05-15 10:03", "Teo", "📎"),
        ("05-15 10:03", "Teo", "The plan of the box\n📎 fuse-box.pdf"),
        ("05-15 10:04", "Teo", ""),
        ("05-15 10:05", "Ines", "We close at one."),
        ("05-16 09:00", "Ines", "It holds."),
    ] == said


def test_notices_are_counted_and_the_order_of_dates_is_told() -> None:
    feed = feed_of(every_kind("whatsapp"))
    assert [] == problems(list(feed.events()))
    assert (
        "dates read as month, day, year (as the file suggests)",
        "passed over: 3 notices of the platform",
    ) == feed.remarks


def test_of_a_deleted_message_a_deletion_is_told() -> None:
    heard = events(read(every_kind("whatsapp")))
    gone = next(one for one in heard if one.deletes)
    assert "" == next(one.text for one in heard if one.event_id == gone.deletes)


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("12/31/19, 11:23 - A: x", "2019-12-31 11:23:00"),
        ("31.12.19, 11:23 - A: x", "2019-12-31 11:23:00"),
        ("[31.12.19, 23:21:43] A: x", "2019-12-31 23:21:43"),
        ("[12/31/19, 11:21:43\u202fPM] A: x", "2019-12-31 23:21:43"),
        ("12/31/19, 12:05 AM - A: x", "2019-12-31 00:05:00"),
        ("31/12/2019 11:23 p. m. - A: x", "2019-12-31 23:23:00"),
        ("\u200e[2019/12/31 下午11:21:43] A: x", "2019-12-31 23:21:43"),
        ("2019/12/31 上午12:21 - A: x", "2019-12-31 00:21:00"),
        ("2019-12-31, 11:23 - A: x", "2019-12-31 11:23:00"),
        ("2019. 12. 31. 오후 11:23 - A: x", "2019-12-31 23:23:00"),
        ("31-12-2019 11.23 - A: x", "2019-12-31 11:23:00"),
    ],
)
def test_phones_write_dates_in_many_ways(line: str, at: str) -> None:
    assert [at] == [f"{one.at:%Y-%m-%d %H:%M:%S}" for one in events(read(line + "\n"))]


def test_one_impossible_date_decides_for_the_whole_file() -> None:
    text = "05/06/26, 10:00 - A: x\n13/06/26, 10:00 - A: y\n"
    assert ["06-05", "06-13"] == [f"{one.at:%m-%d}" for one in events(read(text))]


def test_else_the_order_in_which_time_goes_forward() -> None:
    text = "01/02/26, 10:00 - A: x\n01/03/26, 10:00 - A: y\n02/01/26, 10:00 - A: z\n"
    assert ["01-02", "01-03", "02-01"] == [f"{one.at:%m-%d}" for one in events(read(text))]


def test_dates_that_fit_both_are_a_guess_that_is_told_and_can_be_overridden() -> None:
    text = "05/06/26, 10:00 - A: x\n"
    feed = feed_of(text)
    assert ["06-05"] == [f"{one.at:%m-%d}" for one in events(list(feed.events()))]
    assert "--dates mdy" in feed.remarks[0]
    told = read(text, choice=Choice(dates="mdy"))
    assert ["05-06"] == [f"{one.at:%m-%d}" for one in events(told)]


def test_told_wrongly_impossible_dates_are_named() -> None:
    assert [(1, "bad_time")] == problems(
        read("31/12/19, 1:00 - A: x\n", choice=Choice(dates="mdy"))
    )


def test_the_same_words_in_one_minute_are_two_messages_and_a_longer_export_keeps_their_ids() -> (
    None
):
    text = "31/12/19, 11:23 - A: ok\n31/12/19, 11:23 - A: ok\n"
    ids = [one.event_id for one in events(read(text))]
    assert 2 == len(set(ids))
    longer = [one.event_id for one in events(read(text + "31/12/19, 11:23 - A: more\n"))]
    assert ids == longer[:2]


def test_the_zip_of_a_phone_is_looked_into() -> None:
    from tests.exports import zipped

    packed = zipped({"_chat.txt": every_kind("whatsapp"), "photo.jpg": b"\xff\xd8"})
    assert events(read(every_kind("whatsapp"))) == events(read(packed))


def test_what_stands_before_the_first_message_is_named() -> None:
    assert [(1, "not_whatsapp")] == problems(read("hello\n31/12/19, 11:23 - A: x\n", "whatsapp"))


@pytest.mark.parametrize("data", [b"hello", "31/12/19, 11:23 - Zoë: x".encode("latin-1")])
def test_another_text_or_encoding_is_refused(data: bytes) -> None:
    with pytest.raises(ChatSourceError):
        read(data, "whatsapp")
