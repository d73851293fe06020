"""Whether a group is closed: its index note says so, or its attention.md does (DESIGN §4)."""

from __future__ import annotations

import re

from progressive_memory.vault import frontmatter
from progressive_memory.vault.lines import LINE_START

ARCHIVED = "archived"
"""The `status` of a closed group's index note."""

_NAMES = re.compile(
    LINE_START + r"(?:aliases|group_name)[ \t]*:[^\r\n]*[\r\n]+(?:[ \t]*-[^\r\n]*[\r\n]+)*"
)
"""Properties that hold names: a group may be called `archived-docs`."""
_TITLE = re.compile(LINE_START + r"# ([^\r\n]*)")
_ARCHIVED = re.compile(r"已归档|\barchived\b(?!\s*:\s*(?:false|no)\b)", re.IGNORECASE)


def says_archived(attention: str) -> bool:
    """Whether the frontmatter or the title of attention.md says 已归档 or archived."""
    head = frontmatter.find(attention)
    title = _TITLE.search(attention, frontmatter.body_start(attention))
    properties = _NAMES.sub("", attention[head.start : head.end]) if head else ""
    said = properties + (title[1] if title else "")
    return bool(_ARCHIVED.search(said))
