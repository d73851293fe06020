"""Messages go into a day note by time, fast, around whatever people typed."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

from progressive_memory.domain.message import Message
from progressive_memory.domain.plan import (
    CreateNote,
    ForgetMessages,
    LogItem,
    Operation,
    PutMessages,
)
from progressive_memory.vault import log_note
from progressive_memory.vault.ids import message_block_id, short_hash
from progressive_memory.vault.layout import day_note
from progressive_memory.vault.splice import Spliced, apply_operations
from tests.golden import GROUPS, Golden

DAY = date(2026, 3, 2)
PATH = day_note("garden", DAY)
NEW = CreateNote(log_note.new_day_note("garden", DAY, "UTC"))


def item(second: int, text: str = "hi", event_id: str = "") -> LogItem:
    at = datetime(2026, 3, 2, tzinfo=UTC) + timedelta(seconds=second)
    event_id = event_id or f"$e{second}"
    message = Message(event_id, message_block_id(event_id), at, "@a:b", "Ana", text, path=PATH)
    return LogItem(message.block_id, at, log_note.render_item(message, paths={}))


def spliced(text: str | None, *items: LogItem) -> str:
    data = None if text is None else text.encode()
    result = apply_operations(PATH, data, [NEW, PutMessages(items)])
    assert result.data is not None
    assert () == result.displaced
    return result.data.decode()


def seconds(note: str) -> list[str]:
    return [one.event_id for one in log_note.parse(PATH, note)]


@GROUPS
def test_golden_day_note_is_built_from_nothing(golden: Golden) -> None:
    on = date.fromisoformat(golden.day)
    path = day_note(golden.name, on)
    expected = golden.text(path)
    messages = log_note.parse(path, expected)
    paths = {one.block_id: path for one in messages}
    items = [LogItem(m.block_id, m.at, log_note.render_item(m, paths=paths)) for m in messages]
    new = CreateNote(log_note.new_day_note(golden.name, on, golden.timezone))

    for order in (items, items[::-1], items[1::2] + items[::2]):
        operations: list[Operation] = [new, PutMessages(tuple(order))]
        result = apply_operations(path, None, operations)

        assert Spliced(expected.encode()) == result
        assert Spliced(expected.encode()) == apply_operations(path, result.data, operations)


def test_late_message_goes_to_its_time_and_ties_follow_what_stands() -> None:
    note = spliced(None, item(10), item(20))

    note = spliced(note, item(15), item(10, event_id="$tie"), item(5))

    assert ["$e5", "$e10", "$tie", "$e15", "$e20"] == seconds(note)


def test_edited_message_is_rewritten_in_place_and_nested_lines_of_a_person_stay() -> None:
    note = spliced(None, item(10, "one\ntwo"), item(20))
    note = note.replace("@a:b\n", "@a:b\n  - mine\n", 1)

    edited = spliced(note, item(10, "three"))
    longer = spliced(edited, item(10, "three\nfour\nfive"))

    assert note.replace("Ana: one\n  two", "Ana: three") == edited
    assert edited.replace("three", "three\n  four\n  five") == longer


def test_lines_people_typed_stay_where_they_are() -> None:
    note = spliced(None, item(10), item(20))
    note = note.replace("# 2026-03-02\n", "# 2026-03-02\n\nA good day.\n").replace(
        "- 00:00:20", "\nafter ten\n\n- 00:00:20"
    ) + "\nthe end\n"  # fmt: skip

    after = spliced(note, item(15), item(30), item(5))

    for line in (item(15).block, item(30).block, item(5).block):
        assert line in after
        after = after.replace(line + "\n", "")
    assert note == after


def test_windows_newlines_and_missing_final_newline() -> None:
    note = spliced(None, item(10)).replace("\n", "\r\n").removesuffix("\r\n")

    after = spliced(note, item(20, "a\nb"))

    assert note + "\r\n" + item(20, "a\nb").block.replace("\n", "\r\n") + "\r\n" == after


def test_meta_line_a_person_removed_comes_back() -> None:
    block = item(10).block
    note = spliced(None, item(10), item(20)).replace(block, block.split("\n")[0])

    assert spliced(None, item(10), item(20)) == spliced(note, item(10))


def test_messages_outside_a_day_note_are_displaced() -> None:
    result = apply_operations("memory/groups/garden/people.md", b"x\n", [PutMessages((item(1),))])

    assert (b"x\n", 1) == (result.data, len(result.displaced))


def test_four_thousand_messages_take_well_under_a_second() -> None:
    old = [item(second * 20) for second in range(2000)]
    new = [item(second * 20 + 7) for second in range(2000)]
    note = spliced(None, *old)

    start = time.process_time()
    after = spliced(note, *new)
    seconds_used = time.process_time() - start

    assert 4000 == after.count("- event:: ")
    assert seconds_used < 1.0


def forgotten(note: str, *event_ids: str, reactions: tuple[str, ...] = ()) -> str:
    ids = tuple(map(message_block_id, event_ids))
    operation = ForgetMessages(ids, tuple(map(short_hash, reactions)))
    once = apply_operations(PATH, note.encode(), [operation])
    assert once.data is not None
    assert once == apply_operations(PATH, once.data, [operation])
    return once.data.decode()


def test_forgetting_leaves_time_and_id_and_what_a_person_nested() -> None:
    note = spliced(None, item(10, "one\ntwo"), item(20)).replace(
        "\n- 00:00:20", "\n  - mine\n- 00:00:20"
    )

    after = forgotten(note, "$e10")

    assert (
        f"\n- 00:00:10 (forgotten) ^{message_block_id('$e10')}\n  - mine\n- 00:00:20 Ana" in after
    )
    (first, second) = log_note.parse(PATH, after)
    assert (True, True, "", message_block_id("$e10")) == (
        first.forgotten,
        first.deleted,
        first.sender_name,
        first.event_id,
    )
    assert (False, "$e20") == (second.forgotten, second.event_id)


def test_a_forgotten_message_is_never_put_back() -> None:
    after = forgotten(spliced(None, item(10), item(20)), "$e10")

    assert after == spliced(after, item(10, "again"))


def test_messages_find_their_time_around_a_forgotten_one() -> None:
    after = forgotten(spliced(None, item(10), item(20), item(30)), "$e20")

    ids = [one.block_id for one in log_note.parse(PATH, spliced(after, item(15), item(25)))]
    assert [message_block_id(f"$e{n}") for n in (10, 15, 20, 25, 30)] == ids


def test_only_the_reactions_named_go() -> None:
    one = item(10)
    pressed = " · reactions:: 👍 Bo (@bo:x $r1), \\+1 Di, too (@di:x $r2), 🎉 Bo (@bo:x $r3)"
    note = spliced(None, LogItem(one.block_id, one.at, one.block + pressed.replace(", too", "")))

    assert "reactions:: \\+1 Di (@di:x $r2)\n" in forgotten(note, reactions=("$r1", "$r3"))
    assert "reactions" not in forgotten(note, reactions=("$r1", "$r2", "$r3"))


def test_a_text_that_reads_like_a_forgotten_message_is_a_text() -> None:
    note = spliced(None, item(10, "(forgotten)"))

    assert ["(forgotten)"] == [one.text for one in log_note.parse(PATH, note)]
