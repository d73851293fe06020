"""A group under a new name: where its notes go, and the alias they carry."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from progressive_memory.vault import frontmatter, layout
from progressive_memory.vault.lines import LINE_END, LINE_START

_ALIAS = re.compile(
    rf'{LINE_START}aliases: \[(("(?:[^"\\]|\\["\\/bfnrt])*")|[^\[\],"\r\n]+)\][ \t]*{LINE_END}'
)
"""One alias in brackets, as we write it: bare, or a JSON string."""


@dataclass(frozen=True)
class GroupMove:
    """From one group name to another."""

    old: str
    new: str

    def path(self, path: str) -> str:
        """Where the note at `path` goes; the same path for a note of no group or another."""
        if path == layout.index_note(self.old):
            return layout.index_note(self.new)
        folder = layout.group_folder(self.old) + "/"
        if path.startswith(folder):
            return f"{layout.group_folder(self.new)}/{path.removeprefix(folder)}"
        return path

    def aliased(self, text: str) -> str:
        """The text of a note of the group with `aliases: [<old> attention]`, as we write it, for
        the new name; a person's own stay.
        """
        block = frontmatter.find(text)
        written = _ALIAS.search(text, block.start, block.end) if block else None
        if written is None:
            return text
        name = json.loads(written[2]) if written[2] else written[1]
        if not name.startswith(f"{self.old} "):
            return text
        alias = frontmatter.scalar(self.new + name.removeprefix(self.old))
        return f"{text[: written.start(1)]}{alias}{text[written.end(1) :]}"
