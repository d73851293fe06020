from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.vault.history import outlived

NOW = datetime(2026, 5, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days_ago", "gone"),
    [
        ((), 0),
        ((30,), 0),
        ((31, 10), 1),
        ((50, 40, 20, 10), 2),
        ((400, 10), 0),  # a long pause may be a wrong clock as well, and counts for nothing
        ((400, 395, 380, 12), 1),
        ((400, 380, 360, 12), 2),
        ((20, -26_000, 10), 0),
        ((20, -26_000, -26_020, 10), 0),
        ((40, 35, -26_000, 10), 0),
        ((45, 20, -26_000, 10, 5), 1),
    ],
)
def test_records_go_thirty_days_after_they_were_written(
    days_ago: tuple[int, ...], gone: int
) -> None:
    assert gone == outlived([NOW - timedelta(days=days) for days in days_ago], NOW)
