from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from progressive_memory.text.wall_time import instant, latest_shown, shown

NEW_YORK = ZoneInfo("America/New_York")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
APIA = ZoneInfo("Pacific/Apia")
CHANGES = [
    (NEW_YORK, datetime(2027, 3, 14), datetime(2027, 3, 14, 7, tzinfo=UTC)),
    (NEW_YORK, datetime(2026, 11, 1), datetime(2026, 11, 1, 6, tzinfo=UTC)),
    (ZoneInfo("Europe/London"), datetime(2026, 3, 29), datetime(2026, 3, 29, 1, tzinfo=UTC)),
    (LORD_HOWE, datetime(2026, 10, 4), datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
    (LORD_HOWE, datetime(2026, 4, 5), datetime(2026, 4, 4, 15, tzinfo=UTC)),
    (APIA, datetime(2011, 12, 30), datetime(2011, 12, 30, 10, tzinfo=UTC)),
]


@pytest.mark.parametrize(("zone", "day", "change"), CHANGES)
def test_each_minute_comes_when_the_clock_first_shows_or_passes_it(
    zone: ZoneInfo, day: datetime, change: datetime
) -> None:
    """By watching the clock minute by minute, from a day before to two days after."""
    watched = [change + timedelta(minutes=n) for n in range(-1500, 3000)]
    first: dict[datetime, datetime] = {}
    passed = datetime(1, 1, 1)
    for at in watched:
        wall = shown(at, zone)
        while passed.year > 1 and passed < wall - timedelta(minutes=1):
            passed += timedelta(minutes=1)
            first[passed] = at
        first.setdefault(wall, at)
        passed = max(passed, wall)
    wanted = {wall: at for wall, at in first.items() if day <= wall < day + timedelta(days=1)}

    assert 1440 == len(wanted)
    assert wanted == {wall: instant(wall, zone) for wall in wanted}


def test_an_hour_that_comes_twice_counts_once() -> None:
    assert datetime(2026, 11, 1, 5, 30, tzinfo=UTC) == instant(
        datetime(2026, 11, 1, 1, 30), NEW_YORK
    )


def test_after_clocks_went_back_more_has_been_shown_than_is() -> None:
    again = datetime(2026, 11, 1, 6, 10, tzinfo=UTC)

    assert datetime(2026, 11, 1, 1, 10) == shown(again, NEW_YORK)
    assert datetime(2026, 11, 1, 2, 10) == latest_shown(again, NEW_YORK)
    assert datetime(2026, 11, 3, 1, 10) == latest_shown(
        datetime(2026, 11, 3, 6, 10, tzinfo=UTC), NEW_YORK
    )
