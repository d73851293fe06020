"""Where things stand in a vault (DESIGN §4). Paths are vault-relative POSIX strings."""

from __future__ import annotations

from datetime import date

SETTINGS = "progressive-memory.toml"
MEMORY = "memory"
GROUP_NAMES = "memory/group_names.json"
FLUSH_STATE = "memory/flush-state.json"
RULES = "memory/rules.md"
GROUPS = "memory/groups"


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


def log_folder(group: str) -> str:
    """The folder of day notes."""
    return f"{GROUPS}/{group}/log"


def day_note(group: str, on: date) -> str:
    """The log of one day, in the group's zone."""
    return f"{GROUPS}/{group}/log/{on:%Y}/{on:%Y-%m-%d}.md"


def link_target(path: str) -> str:
    """What stands inside `[[…]]` for a note: its path without `.md`."""
    return path.removesuffix(".md")
