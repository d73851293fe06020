"""Whether a group is closed: its index note says so, or its attention.md does (DESIGN §4)."""

from __future__ import annotations

import re

ARCHIVED = "archived"
"""The `status` of a closed group's index note."""

_HEAD = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_NAMES = re.compile(r"^(?:aliases|group_name)[ \t]*:.*\n(?:[ \t]*-.*\n)*", re.MULTILINE)
"""Properties that hold names: a group may be called `archived-docs`."""
_TITLE = re.compile(r"^# (.*)$", re.MULTILINE)
_ARCHIVED = re.compile(r"已归档|\barchived\b(?!\s*:\s*(?:false|no)\b)", re.IGNORECASE)


def says_archived(attention: str) -> bool:
    """Whether the frontmatter or the title of attention.md says 已归档 or archived."""
    head = _HEAD.match(attention)
    title = _TITLE.search(attention, head.end() if head else 0)
    said = (_NAMES.sub("", head[1]) if head else "") + (title[1] if title else "")
    return bool(_ARCHIVED.search(said))
