"""What a program put right by itself, or did without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Notice:
    """One of these: `code` names it for programs, `about` is what it is of (a group, a file, ""),
    `message` a sentence for people.

    `index_rebuilt`, `index_unkept`, `disclosures_lost`, `seen_unkept`, `data_folder_missing`,
    `record_unreadable`, `two_places`, `host_history`, `deleted_before_redo`:
    docs/commands.md tells of each.
    """

    code: str
    about: str
    message: str


Tell = Callable[[Notice], object]
"""Where an adapter says what it put right."""
