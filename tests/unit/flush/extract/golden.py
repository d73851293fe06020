"""The golden chats as the log holds them, for tests of the extractor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from progressive_memory.domain.message import Message
from progressive_memory.vault import log_note

SHARED = Path(__file__).resolve().parents[4] / ".." / "shared" / "cases" / "golden"


def messages(language: str) -> tuple[Message, ...]:
    """The messages of one golden group, read from its day note."""
    vault = SHARED / language / "vault"
    notes = sorted(vault.rglob("log/*/*.md"))
    if not notes:
        pytest.skip("shared cases are not beside this checkout")
    path = notes[0]
    return log_note.parse(path.relative_to(vault).as_posix(), path.read_text("utf-8"))


def items(language: str, note: str) -> list[str]:
    """What the list items of one golden note say, in order, without box and block id."""
    found = sorted((SHARED / language / "vault").rglob(f"{note}.md"))
    if not found:
        pytest.skip("shared cases are not beside this checkout")
    return re.findall(r"^- (?:\[.\] )?(.+) \^\S+$", found[0].read_text("utf-8"), re.MULTILINE)
