"""The spool in one SQLite file: `spool` keeps it, `rows` says what stands in a row."""

from __future__ import annotations

from progressive_memory.adapters.spool_sqlite.spool import SqliteSpool

__all__ = ["SqliteSpool"]
