"""A group under a new name: where its notes go, and what every link to them becomes."""

from __future__ import annotations

import json
import posixpath
import re
from dataclasses import dataclass

from progressive_memory.vault import frontmatter, layout
from progressive_memory.vault.lines import LINE_END, LINE_START
from progressive_memory.vault.names import same
from progressive_memory.vault.wikilinks import Link, retarget

_ALIAS = re.compile(
    rf'{LINE_START}aliases: \[(("(?:[^"\\]|\\["\\/bfnrt])*")|[^\[\],"\r\n]+)\][ \t]*{LINE_END}'
)
"""One alias in brackets, as we write it: bare, or a JSON string."""


@dataclass(frozen=True)
class GroupMove:
    """From one group name to another. `bare` says that no other note of the vault is called like
    the group, so that `[[name]]` alone means its index note.
    """

    old: str
    new: str
    bare: bool

    def path(self, path: str) -> str:
        """Where the note at `path` goes; the same path for a note of no group or another."""
        if path == layout.index_note(self.old):
            return layout.index_note(self.new)
        folder = layout.group_folder(self.old) + "/"
        if path.startswith(folder):
            return f"{layout.group_folder(self.new)}/{path.removeprefix(folder)}"
        return path

    def text(self, path: str, text: str) -> str:
        """The text of the note now at `path`: links follow, our alias names the new group."""

        def moved(link: Link) -> str:
            return self._target(posixpath.dirname(path), link)

        linked = retarget(text, moved)
        return self._alias(linked) if self.path(path) != path else linked

    def canvas(self, text: str) -> str:
        """The text of a JSON Canvas: the files it names follow."""
        for ending in (".md", "/"):
            old, new = (f'"{layout.GROUPS}/{name}{ending}' for name in (self.old, self.new))
            text = text.replace(old, new)
        return text

    def _target(self, folder: str, link: Link) -> str:
        """A link target follows when it names the group by its path, or by the end of it."""
        names = link.target.split("/")
        at = next((n for n, name in enumerate(names) if same(name) == same(self.old)), -1)
        if at < 0:
            return link.target
        above = "/".join(names[:at])
        places = {layout.GROUPS, layout.GROUPS.rpartition("/")[2]}
        named = above in places or (not above and (len(names) > 1 or self.bare))
        if link.markdown:
            named = layout.GROUPS in {above, posixpath.normpath(posixpath.join(folder, above))}
        return "/".join([*names[:at], self.new, *names[at + 1 :]]) if named else link.target

    def _alias(self, text: str) -> str:
        """`aliases: [<old> attention]`, as we write it, for the new name; a person's own stay."""
        block = frontmatter.find(text)
        written = _ALIAS.search(text, block.start, block.end) if block else None
        if written is None:
            return text
        name = json.loads(written[2]) if written[2] else written[1]
        if not name.startswith(f"{self.old} "):
            return text
        alias = frontmatter.scalar(self.new + name.removeprefix(self.old))
        return f"{text[: written.start(1)]}{alias}{text[written.end(1) :]}"
