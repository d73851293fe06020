"""Which day note a message belongs to, also where zones have changed."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from progressive_memory.flush.chatlog.days import Day, home, near

SHANGHAI = ZoneInfo("Asia/Shanghai")
NIGHT = datetime(2026, 5, 14, 18, 30, tzinfo=UTC)  # half past two on the 15th in Shanghai


def test_a_new_note_is_that_of_the_day_in_the_groups_zone() -> None:
    local = NIGHT.astimezone(SHANGHAI)
    assert Day(date(2026, 5, 15), local, SHANGHAI) == home(NIGHT, {}, SHANGHAI)


def test_a_note_that_stands_keeps_its_zone() -> None:
    zones = {date(2026, 5, 14): UTC, date(2026, 5, 15): UTC}
    assert Day(date(2026, 5, 14), NIGHT, UTC) == home(NIGHT, zones, SHANGHAI)


def test_the_day_before_a_note_in_another_zone_is_made_in_that_zone() -> None:
    zones = {date(2026, 5, 15): UTC}
    assert Day(date(2026, 5, 14), NIGHT, UTC) == home(NIGHT, zones, SHANGHAI)


@pytest.mark.parametrize(
    ("zones", "own", "expected"),
    [
        (
            {date(2026, 5, 14): SHANGHAI, date(2026, 5, 15): UTC},
            SHANGHAI,
            "2026-05-15T00:00:00+00:00",
        ),
        ({date(2026, 5, 14): SHANGHAI, date(2026, 5, 15): UTC}, UTC, "2026-05-14T23:59:59+08:00"),
    ],
)
def test_a_gap_between_two_zones_puts_a_message_at_the_edge_of_its_day(
    zones: dict[date, ZoneInfo], own: ZoneInfo, expected: str
) -> None:
    assert expected == home(NIGHT, zones, own).at.isoformat()


def test_a_message_may_stand_on_the_days_around_it() -> None:
    assert (date(2026, 5, 14), date(2026, 5, 15), date(2026, 5, 16)) == near(NIGHT, SHANGHAI)
