"""The scheduler: flushes every group when its schedule says so, from crontab, systemd or a bot."""

from __future__ import annotations

from progressive_memory.scheduler.runner import Scheduler

__all__ = ["Scheduler"]
