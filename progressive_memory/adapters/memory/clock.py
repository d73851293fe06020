"""A clock that stands until it is moved."""

from __future__ import annotations

from datetime import datetime, timedelta


class MemoryClock:
    """Shows `at` (aware); `forward` and `sleep` move it, and nobody waits."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        """The instant it was set to."""
        return self.at

    def forward(self, by: timedelta) -> None:
        """Move it on."""
        self.at += by

    def sleep(self, seconds: float) -> None:
        """Move it on by so many seconds."""
        self.at += timedelta(seconds=max(0.0, seconds))
