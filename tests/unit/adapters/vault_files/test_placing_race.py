"""A person saves about a hundred times a second while a writer writes as fast as it can."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.vault_files import VaultFiles
from progressive_memory.domain.plan import Displaced, Edit, InsertUnder, Plan
from progressive_memory.errors import VaultError

AT = datetime(2026, 5, 15, 6, 17, tzinfo=UTC)
START = b"# n\n\n## By hand\n- h\n\n## Middle\ntext\n\n## Ours\n- a\n"
SAVES = 120
MOST_LOST = 4
"""A writer that only replaces the file loses about a third of the saves (docs/decisions, writes by
exchange). A save may still fall between two system calls of a busy machine; the contract suite
plays each such moment on purpose.
"""


@pytest.mark.parametrize("way", ["in-place", "by-rename"])
def test_saves_of_a_person_stay(tmp_path: Path, way: str) -> None:
    note = tmp_path / "vault" / "note.md"
    note.parent.mkdir()
    note.write_bytes(START)
    vault = VaultFiles(note.parent, tmp_path / "data", MemoryClock(AT))
    script = Path(__file__).with_name("person.py")
    words = [sys.executable, str(script), str(note), str(SAVES), way, "1"]
    displaced: list[Displaced] = []
    written = 0
    with subprocess.Popen(words) as person:
        while person.poll() is None:
            line = InsertUnder("Ours", f"- a ^a{written:04d}", f"a{written:04d}")
            edit = Edit("note.md", (line,), None)
            # Saves without any pause may turn us away; the next plan finishes what was begun.
            with suppress(VaultError):
                displaced += vault.apply(Plan(f"p-{written}", "log", AT, (edit,))).displaced
            written += 1
    vault.apply(Plan("p-end", "log", AT, ()))
    text = note.read_bytes()
    assert len([n for n in range(SAVES) if b"- h%04d\n" % n not in text]) <= MOST_LOST
    assert ["note.md"] == [each.name for each in note.parent.iterdir() if each.name != ".editor"]
    assert written > 3
