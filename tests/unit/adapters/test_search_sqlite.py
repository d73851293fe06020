from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from progressive_memory.adapters.search_sqlite import SqliteSearchIndex, database, sign
from progressive_memory.domain.notice import Notice
from progressive_memory.domain.section import Section
from progressive_memory.errors import SearchIndexError
from progressive_memory.ports import Query, Stamp

PAGE_BYTES = 4_096
STAMP = Stamp(1, 1)
PUT = """
import sys
from contextlib import suppress
from pathlib import Path
from progressive_memory.adapters.search_sqlite import SqliteSearchIndex
from progressive_memory.domain.section import Section
from progressive_memory.ports import Stamp
index = SqliteSearchIndex(Path(sys.argv[1]))
for n in range(15):
    path = f"{sys.argv[2]}-{n}.md"
    index.put("g", "entries", (path, Stamp(n, n), "s"), [Section("d", path, "", "needle")])
"""

PUT_MANY = """
import sys
from contextlib import suppress
from pathlib import Path
from progressive_memory.adapters.search_sqlite import SqliteSearchIndex
from progressive_memory.domain.section import Section
from progressive_memory.ports import Stamp
index = SqliteSearchIndex(Path(sys.argv[1]))
with index.batch("g"):
    for n in range(80):
        path = f"{sys.argv[2]}-{n}.md"
        sections = [Section(f"d-{m}", path, "", "needle" if m else "rare") for m in range(150)]
        index.put("g", "entries", (path, Stamp(n, n), "s"), sections)
"""


def put(index: SqliteSearchIndex, *texts: str, group: str = "g", path: str = "a.md") -> None:
    sections = [Section(f"d-{n}", path, "", text) for n, text in enumerate(texts)]
    index.put(group, "entries", (path, STAMP, "sha"), sections)


def put_in_a_batch(index: SqliteSearchIndex, *texts: str | None) -> None:
    """Each text in turn as all of the same note; None is no text, and fails."""
    with index.batch("g"):
        for text in texts:
            put(index, text)  # type: ignore[arg-type]


def only_file(folder: Path) -> Path:
    (path,) = folder.glob("*.sqlite3")
    return path


def test_each_group_has_a_file_of_its_own(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, "alpha", group="a")
    put(index, "beta", group="b")
    index.close()
    holding = [
        [word for word in (b"alpha", b"beta") if word in path.read_bytes()]
        for path in tmp_path.glob("*.sqlite3")
    ]
    assert sorted(holding) == [[b"alpha"], [b"beta"]]


def test_dropped_words_do_not_stay_on_disk(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, "zanzibarian secret", "other")
    put(index, "other kept text", path="b.md")
    index.drop("g", "a.md")
    left = [path.name for path in tmp_path.iterdir() if b"zanzibar" in path.read_bytes()]
    assert left == []
    assert [h.section.path for h in index.search("g", "entries", Query("other"), 5)] == ["b.md"]


def test_words_that_an_edit_took_out_do_not_stay_on_disk(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, "zanzibarian secret")
    put(index, "(deleted)")
    assert [path.name for path in tmp_path.iterdir() if b"zanzibar" in path.read_bytes()] == []


def test_processes_at_once_lose_no_note(tmp_path: Path) -> None:
    running = [subprocess.Popen([sys.executable, "-c", PUT, str(tmp_path), n]) for n in "abc"]
    assert [process.wait() for process in running] == [0, 0, 0]
    index = SqliteSearchIndex(tmp_path)
    assert len(index.indexed("g")) == 45
    assert len(index.search("g", "entries", Query("needle"), 100)) == 45


def test_a_file_that_is_no_database_is_made_anew(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, "alpha")
    index.close()
    only_file(tmp_path).write_bytes(b"no database" * 1000)
    index = SqliteSearchIndex(tmp_path)
    assert index.indexed("g") == {}
    put(index, "alpha")
    assert len(index.search("g", "entries", Query("alpha"), 5)) == 1


def test_a_file_damaged_inside_is_thrown_away_and_said(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, *(f"word{n} " * 200 for n in range(50)))
    index.close()
    path = only_file(tmp_path)
    data = bytearray(path.read_bytes())
    half = len(data) // 2
    data[half:] = b"\xa5" * (len(data) - half)
    path.write_bytes(data)
    sign.write(path)  # as a disk damages it, and no program
    index = SqliteSearchIndex(tmp_path)
    with pytest.raises(SearchIndexError, match="g"):
        index.search("g", "entries", Query("word7 word49"), 5)
    assert index.indexed("g") == {}


def test_whichever_page_is_damaged_only_a_search_index_error_leaves_a_write(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, *(f"word{n} " * 20 for n in range(50)))
    index.close()
    path = only_file(tmp_path)
    whole = path.read_bytes()
    failed = 0
    for start in range(PAGE_BYTES, len(whole), PAGE_BYTES):
        path.write_bytes(whole[:start] + b"\xff" * PAGE_BYTES + whole[start + PAGE_BYTES :])
        sign.write(path)
        index = SqliteSearchIndex(tmp_path)
        try:
            put(index, "alpha")
        except SearchIndexError:
            failed += 1
            put(index, "alpha")
        assert len(index.indexed("g")) == 1
        index.close()
        path.unlink(missing_ok=True)
    assert failed > 1


def test_a_file_found_damaged_in_a_batch_is_thrown_away_and_said(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, *(f"word{n} " * 200 for n in range(50)))
    index.close()
    path = only_file(tmp_path)
    data = bytearray(path.read_bytes())
    half = len(data) // 2
    data[half:] = b"\xa5" * (len(data) - half)
    path.write_bytes(data)
    sign.write(path)  # as a disk damages it, and no program
    index = SqliteSearchIndex(tmp_path)
    with pytest.raises(SearchIndexError, match="g"):
        put_in_a_batch(index, *(f"other{n} " * 200 for n in range(60)))
    assert index.indexed("g") == {}
    put(index, "alpha")
    assert len(index.search("g", "entries", Query("alpha"), 5)) == 1


def test_a_batch_that_fails_leaves_what_stood_before(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, "alpha")
    with pytest.raises(TypeError):
        put_in_a_batch(index, "beta", None)
    assert len(index.search("g", "entries", Query("alpha"), 5)) == 1
    assert index.search("g", "entries", Query("beta"), 5) == ()


def test_large_batches_of_two_processes_lose_no_note(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PUT_MANY, str(tmp_path)]
    running = [subprocess.Popen([*command, name]) for name in "ab"]
    assert [process.wait() for process in running] == [0, 0]
    index = SqliteSearchIndex(tmp_path)
    assert len(index.indexed("g")) == 160
    assert len(index.search("g", "entries", Query("rare"), 200)) == 160


def test_a_file_of_another_release_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, "alpha")
    index.close()
    assert list(index.indexed("g")) == ["a.md"]
    index.close()
    monkeypatch.setattr(database, "__version__", "99.0")
    assert index.indexed("g") == {}


def test_a_file_of_another_version_or_group_is_made_anew(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, "alpha")
    index.close()
    path = only_file(tmp_path)
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    assert SqliteSearchIndex(tmp_path).indexed("g") == {}
    database = sqlite3.connect(path)
    with database:
        database.execute("UPDATE kept SET value = 'h' WHERE name = 'group'")
    database.close()
    assert SqliteSearchIndex(tmp_path).indexed("g") == {}


def test_where_no_file_can_be_kept_the_index_is_in_memory_and_that_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    told: list[Notice] = []
    index = SqliteSearchIndex(blocked, None, told.append)
    put(index, "alpha")
    assert ["a.md"] == list(index.indexed("g"))
    assert 1 == len(index.search("g", "entries", Query("alpha"), 5))
    assert [("index_unkept", "g")] == [(one.code, one.about) for one in told]
    assert "cannot be kept" in told[0].message


def test_a_file_that_another_program_changed_is_made_anew_and_that_is_told(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, "alpha")
    index.close()
    path = only_file(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"alpha", b"alphx"))
    told: list[Notice] = []
    index = SqliteSearchIndex(tmp_path, None, told.append)
    assert {} == index.indexed("g")
    assert [("index_rebuilt", "g")] == [(one.code, one.about) for one in told]


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_folder_in_place_of_a_file_goes(tmp_path: Path, suffix: str) -> None:
    index = SqliteSearchIndex(tmp_path)
    put(index, "alpha")
    index.close()
    path = only_file(tmp_path)
    if not suffix:
        path.unlink()
    path.with_name(path.name + suffix).mkdir()
    index = SqliteSearchIndex(tmp_path)
    with suppress(SearchIndexError):  # SQLite may find out only when it writes
        put(index, "alpha")
    put(index, "beta")
    index.close()
    assert path.is_file()
    assert 1 == len(SqliteSearchIndex(tmp_path).search("g", "entries", Query("beta"), 5))


def test_what_a_killed_writer_had_committed_is_used(tmp_path: Path) -> None:
    """It stands in the WAL, and nobody has put it into the file."""
    index = SqliteSearchIndex(tmp_path / "in")
    put(index, "alpha")
    index.close()
    path = only_file(tmp_path / "in")
    reader, writer = (sqlite3.connect(path, isolation_level=None) for _ in range(2))
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM notes").fetchall()
    writer.execute("UPDATE notes SET sha256 = 'other'")
    shutil.copytree(path.parent, tmp_path / "copy", ignore=shutil.ignore_patterns("*-shm"))
    for each in (reader, writer):
        each.close()
    told: list[Notice] = []
    for _ in range(2):
        index = SqliteSearchIndex(tmp_path / "copy", None, told.append)
        assert "other" == index.sha256("g", "a.md")
        index.close()
    assert [] == told
