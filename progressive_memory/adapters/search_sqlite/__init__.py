"""SearchIndex on SQLite: one file a group, so that no query can reach another room."""

from __future__ import annotations

from progressive_memory.adapters.search_sqlite.index import SqliteSearchIndex

__all__ = ["SqliteSearchIndex"]
