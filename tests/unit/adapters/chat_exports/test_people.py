"""`people_map`: one person under one id, whatever the platform."""

from __future__ import annotations

from progressive_memory.adapters.chat_exports.people import under_one_name
from tests.unit.adapters.chat_exports.feeds import events, feed_of, problems

LINES = "2026-05-15 10:00:00\tann_\tx\nnoise:\n2026-05-15 10:00:01\tben\ty\n"


def test_a_sender_of_the_map_becomes_the_person_and_keeps_the_name_shown() -> None:
    feed = under_one_name(feed_of(LINES), ("irc:ann_ = @ann:example.org",))
    heard = list(feed.events())
    assert [("@ann:example.org", "ann_"), ("ben", "ben")] == [
        (one.sender, one.sender_name) for one in events(heard)
    ]
    assert ("irc", [(2, "not_irc")]) == (feed.format, problems(heard))


def test_a_line_for_another_format_changes_nothing() -> None:
    feed = feed_of(LINES)
    assert feed is under_one_name(feed, ("slack:ann_ = @ann:example.org",))


def test_ids_stay_so_a_map_written_later_doubles_nothing() -> None:
    feed = under_one_name(feed_of(LINES), ("irc:ann_ = @ann:example.org",))
    assert [one.event_id for one in events(list(feed_of(LINES).events()))] == [
        one.event_id for one in events(list(feed.events()))
    ]
