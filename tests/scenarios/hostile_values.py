"""Words that no command was made for, and a vault to try them on, in one process."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from progressive_memory.api import Memory
from progressive_memory.cli import main
from progressive_memory.domain.group import NewGroup

SECRET = "walrus-41-outside"
"""A word that stands only outside the vault, behind symbolic links."""

VALUES: dict[str, str] = {
    "empty": "",
    "blank": "   ",
    "dot": ".",
    "two dots": "..",
    "up": "../x",
    "up from within": "people/../../../outside/secret",
    "absolute": "{outside}/secret.md",
    "home": "~/x",
    "NUL": "a\0b",
    "newline": "a\nb",
    "carriage return": "a\rb",
    "escape": "a\x1b[31mb",
    "300 bytes": "n" * 300,
    "100 characters of 3 bytes": "海" * 100,
    "5,000 bytes": "word " * 1_000,
    "leading dot": ".hidden",
    "trailing dot": "name.",
    "trailing space": "name ",
    "reserved": "CON",
    "reserved with an ending": "nul.md",
    "colon": "a:b",
    "drive": "C:/x",
    "pipe": "a|b",
    "hash": "#",
    "hash within": "a#b",
    "caret": "^",
    "caret within": "a^b",
    "brackets": "[[",
    "link": "[[people/ana|Ana]]",
    "closing brackets": "]]",
    "comment": "%%",
    "percent": "%2e%2e%2fx",
    "format": "%s{0}",
    "emoji": "🦭👩‍👩‍👧",
    "composed": "caf\u00e9",
    "decomposed": "cafe\u0301",
    "right to left": "\u202egnp.exe\u202c",
    "only marks": "\u200f\u200b",
    "byte order mark": "\ufeff",
    "half a pair": "a\udcffb",
    "link that leads out": "leak",
    "the same with .md": "leak.md",
    "folder that leads out": "away/secret",
    "group's link that leads out": "memory/groups/harbour/leak",
    "group's link by its name": "conventions/leak.md",
    "option": "-x",
    "long option": "--help-me",
    "dash": "-",
    "two dashes": "--",
    "slash": "/",
    "slash within": "a/b",
    "two slashes": "a//b",
    "backslash": "a\\b",
    "backslash up": "..\\x",
    "quotes": "a\"b'c",
    "SQL": "x' OR 1=1 --",
    "FTS": 'NEAR("a" AND',
    "star": "a*?<>b",
    "equals": "=",
    "YAML": "{a: [b, *c]}",
    "fence": "```",
    "properties": "---\nstatus: archived\n---",
    "template": "<% tp %>",
    "far date": "9999-99-99",
    "number": "-1",
}

_CHAT = (
    ("$e1", "ana", "I propose we move the order store to PostgreSQL 16", ""),
    ("$e2", "bo", "+1", "$e1"),
    ("$e3", "ana", "Bo will write the restore script by Friday.", ""),
    ("$e4", "bo", "ok, I take the restore script", "$e3"),
    ("$e5", "ana", "I propose we keep the spare key in the office", ""),
)
_NOT_IN_NAMES = re.compile(
    r'[\\:*?"<>|#^\[\]\x00-\x1f\x7f\u200b\u200e\u200f\u202a-\u202e\ufeff]|%%'
)
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


@dataclass(frozen=True)
class Done:
    """How one command ended."""

    code: int
    out: str
    err: str


class _Pipe(io.BytesIO):
    name = "<stdin>"


class HostileRoom:
    """A vault with two groups, a person's notes, and links that lead out of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.vault = folder / "live" / "vault"
        self.outside = folder / "outside"
        self.here = folder / "outside" / "a" / "b"
        self.here.mkdir(parents=True)
        (self.outside / "secret.md").write_text(f"# {SECRET}\n\n- {SECRET} ^abc\n", "utf-8")
        self._make()
        shutil.copytree(folder / "live", folder / "made", symlinks=True)
        self._names_then = set(self._state(self.vault))
        self._outside_then = self._state(self.outside)
        self._stamps_then = _stamps(folder / "live")

    def _make(self) -> None:
        Memory.init(self.vault, "en")
        memory = Memory.open(self.vault)
        for group in ("harbour", "yard"):
            memory.group_add(NewGroup(group, room=f"!{group}:x", language="en"))
            memory.log_file(group, io.BytesIO(chat_lines(_CHAT)))
        memory.flush()
        people = self.vault / "people"
        people.mkdir()
        (people / "ana.md").write_text("---\ntags: [crew]\n---\n# Ana\n\n- [ ] call ^t1\n", "utf-8")
        (self.vault / "diary.md").write_text("See [[people/ana]] and [[ana|her]].\n", "utf-8")
        (self.vault / "leak.md").symlink_to(self.outside / "secret.md")
        (self.vault / "away").symlink_to(self.outside)
        notes = self.vault / "memory/groups/harbour"
        (notes / "leak.md").symlink_to(self.outside / "secret.md")
        (notes / "conventions").mkdir(exist_ok=True)
        (notes / "conventions/leak.md").symlink_to(self.outside / "secret.md")

    def fresh(self) -> None:
        """Put vault, data and cache back as they were made, where anything has changed."""
        if _stamps(self.folder / "live") == self._stamps_then:
            return
        shutil.rmtree(self.folder / "live")
        shutil.copytree(self.folder / "made", self.folder / "live", symlinks=True)
        self._stamps_then = _stamps(self.folder / "live")

    def value(self, name: str) -> str:
        """The value of that name."""
        return VALUES[name].replace("{outside}", str(self.outside))

    def run(self, words: list[str], piped: bytes = b"") -> Done:
        """One command, as the program runs it; an error that the program does not know is raised."""
        out, err = io.StringIO(), io.StringIO()
        code: object = 0
        standard = io.TextIOWrapper(_Pipe(piped))
        with patch.object(sys, "stdin", standard), redirect_stdout(out), redirect_stderr(err):
            try:
                main(words)
            except SystemExit as ending:
                code = ending.code
        return Done(code if isinstance(code, int) else 1, out.getvalue(), err.getvalue())

    def wrongs(self) -> Iterator[str]:
        """What a command has done that none may: outside the vault, or names that cannot travel."""
        if self._state(self.outside) != self._outside_then:
            yield "something changed outside the vault"
        for path in {name for name, _ in _stamps(self.vault)} - self._names_then:
            for name in Path(path).parts:
                if _cannot_travel(name):
                    yield f"made {path!r}"
            if (self.vault / path).is_symlink():
                yield f"made the link {path!r}"

    @staticmethod
    def _state(folder: Path) -> dict[str, str]:
        found = {}
        for place, folders, files in os.walk(folder):
            for name in (*folders, *files):
                file = Path(place, name)
                held = b"" if file.is_symlink() or file.is_dir() else file.read_bytes()
                found[os.path.relpath(file, folder)] = hashlib.sha256(held).hexdigest()
        return found


def _stamps(folder: Path) -> set[tuple[str, tuple[int, ...]]]:
    """Path and stamp of all that stands below a folder."""
    found: set[tuple[str, tuple[int, ...]]] = set()
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            file = os.path.join(place, name)  # noqa: PTH118 — names may be no text
            status = os.lstat(file)
            stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
            found.add((os.path.relpath(file, folder), stamp if name in files else ()))
    return found


def _cannot_travel(name: str) -> bool:
    """Whether a name is one that some disk, a link or Obsidian cannot carry."""
    return bool(
        _NOT_IN_NAMES.search(name)
        or _RESERVED.fullmatch(name)
        or name != name.strip()
        or name.startswith(".")
        or name.endswith(".")
        or len(os.fsencode(name)) > 255
    )


def chat_lines(chat: tuple[tuple[str, str, str, str], ...]) -> bytes:
    """Messages (event id, sender, text, the one replied to) as lines of the canonical form."""
    return b"\n".join(
        json.dumps(
            {
                "event_id": event,
                "ts": f"2026-05-15T09:0{number}:00Z",
                "sender": f"@{sender}:x",
                "text": text,
                **({"reply_to": to} if to else {}),
            }
        ).encode()
        for number, (event, sender, text, to) in enumerate(chat)
    )
