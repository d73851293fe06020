"""Day notes are read and written in the golden shape."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from progressive_memory.domain.message import Message, Reaction
from progressive_memory.vault import log_note
from progressive_memory.vault.ids import message_block_id
from progressive_memory.vault.layout import day_note
from tests.golden import GROUPS, Golden

PATH = day_note("kitchen", date(2026, 11, 1))


def message(event_id: str, text: str, at: datetime, sender_name: str = "Ana") -> Message:
    return Message(
        event_id=event_id,
        block_id=message_block_id(event_id),
        at=at,
        sender="@ana:chat.test",
        sender_name=sender_name,
        text=text,
        path=PATH,
    )


NOON = message("$n", "lunch", datetime(2026, 11, 1, 12, tzinfo=UTC))


def note_of(*messages: Message, zone: str = "UTC") -> str:
    paths = {one.block_id: one.path for one in messages}
    items = (log_note.render_item(one, paths=paths) for one in messages)
    head = log_note.new_day_note("kitchen", date(2026, 11, 1), zone)
    return head + "\n" + "".join(f"{item}\n" for item in items)


@GROUPS
def test_golden_day_note_renders_byte_for_byte_from_its_messages(golden: Golden) -> None:
    on = date.fromisoformat(golden.day)
    path = day_note(golden.name, on)
    expected = golden.text(path)

    messages = log_note.parse(path, expected)

    paths = {one.block_id: path for one in messages}
    items = "".join(log_note.render_item(one, paths=paths) + "\n" for one in messages)
    rendered = log_note.new_day_note(golden.name, on, golden.timezone) + "\n" + items
    assert expected == rendered


@GROUPS
def test_golden_messages_carry_their_envelope(golden: Golden) -> None:
    path = day_note(golden.name, date.fromisoformat(golden.day))

    messages = log_note.parse(path, golden.text(path))

    assert all(one.block_id == message_block_id(one.event_id) for one in messages)
    assert all(one.sender.endswith(":example.org") for one in messages)
    known = {one.block_id for one in messages}
    assert all(one.reply_to in known for one in messages if one.reply_to)


def test_every_field_of_a_message_is_read_back() -> None:
    full = replace(
        NOON,
        reply_to="m-aaaaaaaaaa",
        thread="m-bbbbbbbbbb",
        edited=2,
        role="bot",
        forwarded=True,
        reactions=(
            Reaction("👍", "@li:chat.test", "李 (dev), QA", "$r1"),
            Reaction(":+1:", "@bo:chat.test", "Bo · B", "$r2 x"),
        ),
    )

    (read,) = log_note.parse(PATH, note_of(full))

    assert full == read


def test_meta_line_keeps_the_order_of_the_design_and_links_across_days() -> None:
    full = replace(
        NOON, reply_to="m-aaaaaaaaaa", thread="m-bbbbbbbbbb", edited=1, role="bot", forwarded=True
    )
    paths = {"m-aaaaaaaaaa": PATH, "m-bbbbbbbbbb": "memory/groups/kitchen/log/2026/2026-10-31.md"}

    meta = log_note.render_item(full, paths=paths).split("\n")[1]

    assert meta == (
        "  - event:: $n · from:: @ana:chat.test · re:: [[#^m-aaaaaaaaaa]]"
        " · thread:: [[memory/groups/kitchen/log/2026/2026-10-31#^m-bbbbbbbbbb]]"
        " · edited:: 1 · role:: bot · forwarded:: yes"
    )


def test_multi_line_message_is_indented_and_its_id_ends_its_own_text() -> None:
    item = log_note.render_item(replace(NOON, text="one\n\n- [ ] two"), paths={})

    assert item == (
        f"- 12:00:00 Ana: one\n  \\\n  \\- [ ] two ^{NOON.block_id}\n"
        "  - event:: $n · from:: @ana:chat.test"
    )


def test_deleted_message_shows_the_word_and_a_person_may_type_it() -> None:
    gone = replace(NOON, text="", deleted=True)
    typed = message("$t", "(deleted)", NOON.at)

    assert log_note.render_item(gone, paths={}).startswith("- 12:00:00 Ana: (deleted) ^m-")
    assert (gone, typed) == log_note.parse(PATH, note_of(gone, typed))


def test_times_in_a_dst_fold_carry_their_offset() -> None:
    zone = ZoneInfo("America/New_York")
    early = message("$1", "first", datetime(2026, 11, 1, 1, 30, tzinfo=zone))
    late = message("$2", "second", datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=zone))

    note = note_of(early, late, zone="America/New_York")

    assert "- 01:30:00-04:00 Ana: first" in note
    assert "- 01:30:00-05:00 Ana: second" in note
    read = log_note.parse(PATH, note)
    assert [0, 1] == [one.at.fold for one in read]
    assert [5, 6] == [one.at.astimezone(UTC).hour for one in read]


def test_name_unknown_shows_the_localpart() -> None:
    assert log_note.render_item(replace(NOON, sender_name=""), paths={}).startswith(
        "- 12:00:00 ana: lunch"
    )


def test_lines_a_person_typed_are_passed_over() -> None:
    other = message("$o", "tea", NOON.at)
    first, second = (log_note.render_item(one, paths={}) for one in (NOON, other))
    note = note_of() + f"\nmy own line\n{first}\n  - so true!\n\n- 13:00 not a message\n{second}\n"

    assert (NOON, other) == log_note.parse(PATH, note)


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_other_newlines_and_byte_order_mark_are_read(newline: str) -> None:
    note = "\ufeff" + note_of(replace(NOON, text="a\nb"), zone="Asia/Tokyo").replace("\n", newline)

    (read,) = log_note.parse(PATH, note)

    assert ("a\nb", ZoneInfo("Asia/Tokyo")) == (read.text, read.at.tzinfo)


def test_zone_that_does_not_exist_reads_as_utc() -> None:
    (read,) = log_note.parse(PATH, note_of(NOON, zone="Mars/Olympus"))

    assert NOON == read


ROW = [message(f"$r{n}", f"plate {n}", NOON.at + timedelta(minutes=n)) for n in range(9)]


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai"])
def test_what_is_read_beside_a_message_is_what_the_whole_note_says(zone: str) -> None:
    text = note_of(*ROW, zone=zone)
    day = log_note.parse(PATH, text)
    asked = {ROW[0].block_id, ROW[4].block_id, ROW[8].block_id, "m-aaaaaaaaaa"}

    assert ((day[0], day[:3]), (day[4], day[2:7]), (day[8], day[6:])) == log_note.beside(
        PATH, text, asked, 2
    )


@pytest.mark.parametrize(
    "typed", ["- 12:03:30 note: ask Bo", "- 12:03:30 \n\n> on the plates", "- plates\n  - of tin"]
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_lines_a_person_typed_between_messages_are_none_beside_one(
    typed: str, newline: str
) -> None:
    before, item, rest = note_of(*ROW).partition("- 12:04:00")
    text = f"{before}{typed}\n{item}{rest}".replace("\n", newline)
    day = log_note.parse(PATH, text)

    assert ((day[3], day[1:6]),) == log_note.beside(PATH, text, {ROW[3].block_id}, 2)


def test_nothing_is_read_beside_what_does_not_stand_there() -> None:
    assert () == log_note.beside(PATH, "", {NOON.block_id}, 2)
    assert () == log_note.beside(PATH, f"a line ^{NOON.block_id}\n", {NOON.block_id}, 2)
    assert () == log_note.beside("g/people.md", note_of(NOON), {NOON.block_id}, 2)
