from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice

from progressive_memory.domain.schedule import Schedule, Slot, Watch
from progressive_memory.scheduler.slots import (
    coming,
    due,
    first_watch,
    given_up,
    next_instant,
    settled_watch,
)

SHANGHAI = Schedule("港口", ("17 6,18 * * *",), "Asia/Shanghai")
NEW_YORK = Schedule("harbour", ("30 1,2 * * *",), "America/New_York")
MORNING = datetime(2026, 11, 29, 22, 17, tzinfo=UTC)
EVENING = MORNING + timedelta(hours=12)
SECOND = timedelta(seconds=1)


def never(slot: Slot) -> bool:
    return False


def always(slot: Slot) -> bool:
    return True


def test_a_slot_is_due_from_its_minute_on() -> None:
    watch = Watch(MORNING - timedelta(hours=1))

    assert due(SHANGHAI, watch, MORNING - SECOND, never) is None
    slot = due(SHANGHAI, watch, MORNING, never)
    assert slot == Slot(MORNING, datetime(2026, 11, 30, 6, 17), "Asia/Shanghai", "港口")
    assert due(SHANGHAI, Watch(MORNING), MORNING + SECOND, never) is None


def test_the_newest_of_the_missed_slots_makes_up_for_all() -> None:
    slot = due(SHANGHAI, Watch(MORNING - timedelta(days=4000)), EVENING, never)

    assert slot is not None
    assert EVENING == slot.at


def test_a_slot_that_has_run_is_not_due_and_an_older_one_is() -> None:
    slot = due(SHANGHAI, Watch(MORNING - SECOND), EVENING, lambda one: one.at == EVENING)

    assert slot is not None
    assert MORNING == slot.at
    assert due(SHANGHAI, Watch(MORNING - SECOND), EVENING, always) is None


def test_a_schedule_without_lines_is_never_due() -> None:
    nothing = Schedule("g", (), "UTC")

    assert due(nothing, Watch(MORNING - timedelta(days=9)), MORNING, never) is None
    assert next_instant(nothing, Watch(MORNING), MORNING, never) is None
    assert [] == list(coming(nothing, MORNING))


def test_an_hour_shown_twice_is_one_slot() -> None:
    """America/New_York put its clocks back at 06:00 UTC."""
    first = datetime(2026, 11, 1, 5, 30, tzinfo=UTC)
    second = datetime(2026, 11, 1, 6, 30, tzinfo=UTC)
    watch = Watch(first - timedelta(hours=1))

    slot = due(NEW_YORK, watch, second, never)
    assert slot is not None
    assert (first, datetime(2026, 11, 1, 1, 30)) == (slot.at, slot.wall)
    assert due(NEW_YORK, Watch(first), second, never) is None
    assert datetime(2026, 11, 1, 7, 30, tzinfo=UTC) == next_instant(
        NEW_YORK, Watch(first), second, never
    )


def test_a_minute_that_is_left_out_is_due_when_the_clock_has_passed_it() -> None:
    change = datetime(2027, 3, 14, 7, tzinfo=UTC)

    slot = due(NEW_YORK, Watch(change - timedelta(minutes=1)), change, never)
    assert slot is not None
    assert (change, datetime(2027, 3, 14, 2, 30)) == (slot.at, slot.wall)


def test_lines_that_meet_in_one_minute_are_one_slot() -> None:
    both = Schedule("g", ("0 * * * *", "*/30 12 * * *"), "UTC")
    noon = datetime(2026, 5, 1, 11, 59, tzinfo=UTC)

    assert ["12:00", "12:30", "13:00"] == [
        f"{slot.wall:%H:%M}" for slot, _ in islice(coming(both, noon), 3)
    ]


def test_what_failed_waits_and_is_given_up_after_three() -> None:
    slot = due(SHANGHAI, Watch(MORNING - SECOND), MORNING, never)
    assert slot is not None
    later = MORNING + timedelta(minutes=5)
    failed = Watch(MORNING - SECOND, slot.key, 1, later)

    assert due(SHANGHAI, failed, later - SECOND, never) is None
    assert later == next_instant(SHANGHAI, failed, MORNING, never)
    assert slot == due(SHANGHAI, failed, later, never)
    lost = Watch(MORNING - SECOND, slot.key, 3)
    assert due(SHANGHAI, lost, later, never) is None
    assert slot == given_up(SHANGHAI, lost, later, never)
    assert EVENING == next_instant(SHANGHAI, lost, later, never)
    assert EVENING == getattr(due(SHANGHAI, lost, EVENING, never), "at", None)


def test_what_was_cut_off_is_due_at_once() -> None:
    slot = due(SHANGHAI, Watch(MORNING - SECOND), MORNING, never)
    assert slot is not None

    assert slot == due(SHANGHAI, Watch(MORNING - SECOND, slot.key, 2), MORNING, never)


def test_the_first_look_counts_its_own_minute() -> None:
    late = MORNING + timedelta(seconds=59)

    assert due(SHANGHAI, first_watch(late), late, never) is not None
    assert due(SHANGHAI, first_watch(late + SECOND), late + SECOND, never) is None


def test_a_clock_that_went_back_begins_to_watch_anew() -> None:
    ahead = Watch(MORNING + timedelta(days=365))

    assert first_watch(MORNING) == settled_watch(ahead, MORNING)
    assert first_watch(MORNING) == settled_watch(None, MORNING)
    assert Watch(MORNING) == settled_watch(Watch(MORNING), MORNING)
    put_off = Watch(MORNING, ("a", "b", "c"), 1, MORNING + timedelta(days=2))
    assert Watch(MORNING, ("a", "b", "c"), 1) == settled_watch(put_off, MORNING)
