"""A day note is the same whatever batches its messages came in."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.domain.message import Message
from progressive_memory.domain.plan import CreateNote, LogItem, Operation, PutMessages
from progressive_memory.vault import log_note
from progressive_memory.vault.ids import message_block_id
from progressive_memory.vault.layout import day_note
from progressive_memory.vault.splice import apply_operations

DAY = date(2026, 3, 2)
PATH = day_note("g", DAY)
NEW = CreateNote(log_note.new_day_note("g", DAY, "UTC"))


def item(second: int) -> LogItem:
    at = datetime(2026, 3, 2, tzinfo=UTC) + timedelta(seconds=second)
    event_id = f"${second}"
    message = Message(
        event_id, message_block_id(event_id), at, "@a:b", "A", f"m\n{second}", path=PATH
    )
    return LogItem(message.block_id, at, log_note.render_item(message, paths={}))


def put(data: bytes | None, seconds: list[int]) -> bytes | None:
    operations: list[Operation] = [NEW, PutMessages(tuple(item(second) for second in seconds))]
    result = apply_operations(PATH, data, operations)
    assert () == result.displaced
    return result.data


@given(st.permutations(list(range(0, 60, 7))), st.integers(0, 9))
def test_batches_in_any_order_give_one_note(order: list[int], cut: int) -> None:
    data = put(put(None, order[:cut]), order[cut:])

    assert put(None, sorted(order)) == data
    assert data == put(data, order)


@given(st.lists(st.text(max_size=10), max_size=4), st.permutations(list(range(0, 40, 7))))
def test_lines_of_people_stay_in_order(typed: list[str], order: list[int]) -> None:
    mine = [f"mine {number} {' '.join(text.split())}" for number, text in enumerate(typed)]
    half = len(order) // 2
    note = (put(None, order[:half]) or b"").decode()
    note += "".join(f"\n{line}\n" for line in mine)

    after = (put(note.encode(), order[half:]) or b"").decode()

    assert mine == [line for line in after.split("\n") if line.startswith("mine ")]
    expected = sorted(f"${second}" for second in order)
    assert expected == sorted(message.event_id for message in log_note.parse(PATH, after))
