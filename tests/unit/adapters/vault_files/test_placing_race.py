"""A person saves about a hundred times a second while a writer writes as fast as it can."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from progressive_memory.adapters.clock import SystemClock
from progressive_memory.adapters.vault_files import VaultFiles, Writing
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


@pytest.mark.parametrize("writing", ["exchange", "in_place"])
@pytest.mark.parametrize("way", ["in-place", "by-rename"])
def test_saves_of_a_person_stay_and_nothing_of_ours_is_lost(
    tmp_path: Path, way: str, writing: str
) -> None:
    note = tmp_path / "vault" / "note.md"
    note.parent.mkdir()
    note.write_bytes(START)
    vault = VaultFiles(note.parent, tmp_path / "data", SystemClock(), Writing(writing))
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
    operations = (each.operation for each in displaced)
    given_up = {one.block_id for one in operations if isinstance(one, InsertUnder)}
    ours = {f"a{number:04d}" for number in range(written)}
    assert len([n for n in range(SAVES) if b"- h%04d\n" % n not in text]) <= MOST_LOST
    assert given_up == {one for one in ours if b"^%s\n" % one.encode() not in text}
    assert ["note.md"] == [each.name for each in note.parent.iterdir() if each.name != ".editor"]
    assert written > 3
