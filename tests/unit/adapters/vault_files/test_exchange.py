"""Two files change places."""

from __future__ import annotations

from pathlib import Path

import pytest

from progressive_memory.adapters.vault_files.exchange import change_places


@pytest.mark.parametrize("exchange", [True, False])
def test_what_stood_there_comes_back(tmp_path: Path, exchange: bool) -> None:
    temp, note = tmp_path / ".temp", tmp_path / "note.md"
    temp.write_text("ours")
    note.write_text("theirs")
    assert change_places(str(temp), str(note), exchange=exchange)
    assert ("theirs", "ours") == (temp.read_text(), note.read_text())
    assert [".temp", "note.md"] == sorted(each.name for each in tmp_path.iterdir())


@pytest.mark.parametrize("exchange", [True, False])
def test_a_note_that_is_gone_is_not_made(tmp_path: Path, exchange: bool) -> None:
    temp = tmp_path / ".temp"
    temp.write_text("ours")
    with pytest.raises(FileNotFoundError):
        change_places(str(temp), str(tmp_path / "note.md"), exchange=exchange)
    assert [".temp"] == [each.name for each in tmp_path.iterdir()]


@pytest.mark.parametrize("exchange", [True, False])
def test_an_editor_that_holds_the_note_open_writes_to_what_comes_back(
    tmp_path: Path, exchange: bool
) -> None:
    temp, note = tmp_path / ".temp", tmp_path / "note.md"
    temp.write_text("ours")
    note.write_text("theirs")
    with note.open("r+") as editor:
        change_places(str(temp), str(note), exchange=exchange)
        editor.write("saved!")
    assert ("saved!", "ours") == (temp.read_text(), note.read_text())
