"""Where things stand in a vault (DESIGN §4). Paths are vault-relative POSIX strings."""

from __future__ import annotations

import re
from datetime import date

SETTINGS = "progressive-memory.toml"
MEMORY = "memory"
GROUP_NAMES = "memory/group_names.json"
FLUSH_STATE = "memory/flush-state.json"
RULES = "memory/rules.md"
GROUPS = "memory/groups"

_SHELF = re.compile(r"archive/attention-(\d{4})\.md")


def index_note(group: str) -> str:
    """The group's entrance (L0)."""
    return f"{GROUPS}/{group}.md"


def group_folder(group: str) -> str:
    """The group's private folder."""
    return f"{GROUPS}/{group}"


def group_of(path: str) -> str:
    """The group that a note belongs to; "" for one that belongs to none."""
    names = path.split("/")
    if names[:2] != GROUPS.split("/") or len(names) < 3:
        return ""
    return names[2] if len(names) > 3 else names[2].removesuffix(".md")


def note(group: str, name: str) -> str:
    """A note of the group by its name in the routing table, e.g. `attention.md`."""
    return f"{GROUPS}/{group}/{name}"


def shelf(group: str, year: str) -> str:
    """The note that the lines of attention.md's archive which ended in a year leave it for."""
    return f"{GROUPS}/{group}/archive/attention-{year}.md"


def is_shelf(file: str) -> bool:
    """Whether a file, relative to its group's folder, is such a note: kept, and never loaded."""
    return _SHELF.fullmatch(file) is not None


def shelf_year(path: str) -> str:
    """The year of such a note, by its path in the vault; "" for any other."""
    group = group_of(path)
    found = _SHELF.fullmatch(path.removeprefix(f"{GROUPS}/{group}/")) if group else None
    return found[1] if found else ""


def standing(group: str) -> str:
    """The file that tells what the group's entries mean (`vault.standing`)."""
    return f"{GROUPS}/{group}/standing.json"


def is_standing(path: str) -> bool:
    """Whether a path is that file of a group."""
    group = group_of(path)
    return bool(group) and path == standing(group)


def log_folder(group: str) -> str:
    """The folder of day notes."""
    return f"{GROUPS}/{group}/log"


def day_note(group: str, on: date) -> str:
    """The log of one day, in the group's zone."""
    return f"{GROUPS}/{group}/log/{on:%Y}/{on:%Y-%m-%d}.md"


def link_target(path: str) -> str:
    """What stands inside `[[…]]` for a note: its path without `.md`."""
    return path.removesuffix(".md")
