"""A clock that stands until it is moved."""

from __future__ import annotations

from datetime import datetime, timedelta


class MemoryClock:
    """Shows `at` (aware); `forward` moves it."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        """The instant it was set to."""
        return self.at

    def forward(self, by: timedelta) -> None:
        """Move it on."""
        self.at += by
