"""`element`: every kind of event in Element's export."""

from __future__ import annotations

from tests.exports import every_kind, zipped
from tests.unit.adapters.chat_exports.feeds import events, feed_of, problems, read


def test_every_kind_of_event_becomes_what_a_bot_in_the_room_would_log() -> None:
    said = [
        (one.event_id, one.sender_name, one.text, one.reply_to, one.thread)
        for one in events(read(every_kind("element")))
        if not (one.reacts_to or one.deletes or one.replaces)
    ]
    assert [
        ("$text", "Ines", "The second oven trips the fuse.", "", ""),
        ("$answer", "Teo", "Since Monday, yes.", "$text", ""),
        ("$threaded", "Teo", "I called the electrician.", "", "$text"),
        ("$file", "Teo", "The plan of the box\n📎 fuse-box.pdf", "", ""),
        ("$emote", "Ines", "* Ines sighs", "", ""),
        ("$notice", "", "Oven 2: 40 °C", "", ""),
        ("$sticker", "Teo", "a loaf with sunglasses", "", ""),
        ("$poll", "Ines", "Close on Sunday?\n- yes\n- no", "", ""),
        ("$edited", "Ines", "We close at noon.", "", ""),
        ("$gone", "Teo", "", "", ""),
    ] == said


def test_edits_reactions_and_deletions_come_with_their_own_ids() -> None:
    done = [
        (one.event_id, one.replaces, one.reacts_to, one.deletes, one.key or one.text)
        for one in events(read(every_kind("element")))
        if one.reacts_to or one.deletes or one.replaces
    ]
    assert [
        ("$edit", "$edited", "", "", "We close at one."),
        ("$thumb", "", "$edited", "", "👍"),
        ("$redaction", "", "", "$gone", ""),
    ] == done


def test_notices_are_a_bots() -> None:
    bots = [one.event_id for one in events(read(every_kind("element"))) if one.role == "bot"]
    assert ["$notice"] == bots


def test_what_could_not_be_decrypted_or_has_no_id_is_named_with_its_place() -> None:
    assert [(14, "encrypted"), (15, "missing_field")] == problems(read(every_kind("element")))


def test_what_is_no_talk_is_counted() -> None:
    feed = feed_of(every_kind("element"))
    assert [] == [one for one in feed.events() if getattr(one, "event_id", "") == "$create"]
    assert ("passed over: 2 m.room.member, 1 m.room.create",) == feed.remarks


def test_an_export_with_attachments_is_a_zip_with_the_export_inside() -> None:
    packed = zipped({"export.json": every_kind("element"), "images/a.json": "{}"})
    assert events(read(every_kind("element"))) == events(read(packed))
