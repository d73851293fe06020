"""headless-vault-kit, a reader of Obsidian vaults that we did not write, and our own reading beside it.

Where it is known to read otherwise than Obsidian: it sees no link in the properties, counts a
note's links to itself among its backlinks, checks a link's note but not its heading or block, and
takes `✅ 2026-03-12` out of a task's text wherever it stands, where Tasks looks at the end alone.
`our_links` and `our_tasks` give what it should say with these taken into account.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from progressive_memory.vault import blocks, frontmatter
from progressive_memory.vault.note_problems import block_ids, in_links
from progressive_memory.vault.wikilinks import links

_DONE_ON = re.compile(r" ✅ \d{4}-\d\d-\d\d")


class SeenLink(NamedTuple):
    """A link as a reader sees it: where it stands, and the note and the part of it that it names."""

    source: str
    line: int
    target: str
    fragment: str


class SeenTask(NamedTuple):
    """A task as a reader sees it: where it stands, its checkbox and its text without block id."""

    path: str
    line: int
    mark: str
    text: str

    @classmethod
    def of(cls, row: Mapping[str, object]) -> SeenTask:
        """A row of headless-vault-kit's list."""
        return cls(str(row["path"]), int(str(row["line"])), str(row["status"]), str(row["text"]))


class OtherReader:
    """A vault as headless-vault-kit has read it."""

    def __init__(self, vault: Path, index: Path) -> None:
        self._command = [
            str(Path(sys.executable).with_name("hvk")),
            "--vault",
            str(vault),
            "--index",
            str(index),
        ]
        subprocess.run([*self._command, "scan"], check=True, capture_output=True)

    def rows(self, *words: str) -> list[dict[str, object]]:
        """What a command of it lists."""
        said = subprocess.run(
            [*self._command, "--json", *words], check=False, capture_output=True, encoding="utf-8"
        )
        answer = json.loads(said.stdout)
        rows = (
            next(value for value in answer.values() if isinstance(value, list))
            if isinstance(answer, dict)
            else answer
        )
        assert isinstance(rows, list)
        return rows

    def links(self) -> list[SeenLink]:
        return sorted(
            SeenLink(
                str(row["source"]),
                int(str(row["line"])),
                str(row["resolved"]),
                str(row["subpath"] or "").removeprefix("#"),
            )
            for row in self.rows("links")
        )

    def backlinks(self, path: str) -> list[tuple[str, int]]:
        """The notes and lines that link to a note."""
        return sorted(
            (str(row["source"]), int(str(row["line"]))) for row in self.rows("backlinks", path)
        )

    def tasks(self) -> list[SeenTask]:
        return sorted(map(SeenTask.of, self.rows("tasks")))


def notes_of(vault: Path) -> dict[str, str]:
    """Every Markdown note of a vault outside of hidden folders, by its vault-relative path."""
    found = {file.relative_to(vault): file for file in sorted(vault.rglob("*.md"))}
    return {
        path.as_posix(): file.read_bytes().decode()
        for path, file in found.items()
        if not any(part.startswith(".") for part in path.parts)
    }


def our_links(notes: Mapping[str, str]) -> list[SeenLink]:
    """The links of the notes' bodies as we read them."""
    return sorted(
        SeenLink(path, link.line, f"{link.target}.md" if link.target else path, link.fragment)
        for path, text in notes.items()
        for link in links(text)
        if link.start >= frontmatter.body_start(text)
    )


def our_broken_links(notes: Mapping[str, str]) -> list[tuple[str, int]]:
    """The path and line of each link whose note or block is not there, as we read them."""
    ids = {path: {name for name, _ in block_ids(path, text)} for path, text in notes.items()}
    return [(problem.path, problem.line) for problem in in_links(notes, notes, ids)]


def our_tasks(notes: Mapping[str, str]) -> list[SeenTask]:
    """The entries with a checkbox as we read them."""
    return sorted(
        SeenTask(
            path, text.count("\n", 0, entry.start) + 1, entry.mark, _DONE_ON.sub("", entry.title)
        )
        for path, text in notes.items()
        for entry in blocks.entries(path, text)
        if entry.mark
    )


def assert_read_alike(vault: Path, index: Path) -> None:
    """Both readers see the same links, backlinks, tasks and tags, and no link that leads nowhere."""
    notes, other = notes_of(vault), OtherReader(vault, index)
    ours = our_links(notes)

    assert [] == other.rows("links", "--broken")
    assert [] == other.rows("links", "--ambiguous")
    assert ours == other.links()
    assert our_tasks(notes) == other.tasks()
    assert [] == other.rows("tags")  # we write none, and what was said makes none
    for path in sorted({link.target for link in ours}):
        assert sorted((link.source, link.line) for link in ours if link.target == path) == (
            other.backlinks(path)
        )
