from __future__ import annotations

import errno
import gc
import os
import random
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from evals.faults import os_calls
from evals.faults.calls import Calls, Fault
from progressive_memory import __version__
from progressive_memory.adapters.search_whoosh import folder, whoosh_search_index
from progressive_memory.adapters.search_whoosh.index import WhooshSearchIndex
from progressive_memory.domain.notice import Notice
from progressive_memory.domain.section import Section
from progressive_memory.errors import SearchIndexError
from progressive_memory.ports import Query, Stamp

STAMP = Stamp(1, 1)
PUT = """
import sys
from pathlib import Path
from progressive_memory.adapters.search_whoosh import whoosh_search_index
from progressive_memory.domain.section import Section
from progressive_memory.ports import Query, Stamp
index = whoosh_search_index(Path(sys.argv[1]))
for n in range(int(sys.argv[3])):
    path = f"{sys.argv[2]}-{n}.md"
    index.put("g", "entries", (path, Stamp(n, n), "s"), [Section("d", path, "", "needle")])
    print(len(index.search("g", "entries", Query("needle"), 1)), flush=True)
"""


def put(index: WhooshSearchIndex, *texts: str, group: str = "g", path: str = "a.md") -> None:
    sections = [Section(f"d-{n}", path, "", text) for n, text in enumerate(texts)]
    index.put(group, "entries", (path, STAMP, "sha"), sections)


def found(index: WhooshSearchIndex, text: str) -> list[tuple[str, str]]:
    hits = index.search("g", "entries", Query(text), 50)
    return [(hit.section.path, hit.section.text) for hit in hits]


def files(path: Path) -> list[Path]:
    return [each for each in path.rglob("*") if each.is_file()]


def test_each_group_has_a_folder_of_its_own(tmp_path: Path) -> None:
    index = whoosh_search_index(tmp_path)
    put(index, "alpha", group="a")
    put(index, "beta", group="b")
    holding = [
        [word for word in (b"alpha", b"beta") if any(word in f.read_bytes() for f in files(path))]
        for path in tmp_path.iterdir()
        if path.is_dir()
    ]
    assert sorted(holding) == [[b"alpha"], [b"beta"]]


def test_dropped_words_do_not_stay_on_disk(tmp_path: Path) -> None:
    index = whoosh_search_index(tmp_path)
    put(index, "zanzibarian secret", "other")
    put(index, "other kept text", path="b.md")
    index.drop("g", "a.md")
    assert [path.name for path in files(tmp_path) if b"zanzibar" in path.read_bytes()] == []
    assert found(index, "other") == [("b.md", "other kept text")]


def test_what_is_gone_never_comes_back_in_a_process_that_goes_on_reading(tmp_path: Path) -> None:
    reading, writing = whoosh_search_index(tmp_path), whoosh_search_index(tmp_path)
    for n in range(8):
        put(writing, *(f"needle number{m}" for m in range(n, 20)))
        put(writing, f"needle old{n}", path="b.md")
        assert len(found(reading, "needle")) == 21 - n
        assert found(reading, f"old{n - 1}") == []
        if n % 2:
            writing.drop("g", "b.md")
            assert len(found(reading, "needle")) == 20 - n
            assert len(reading.indexed("g")) == 1


def test_processes_at_once_lose_no_note(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PUT, str(tmp_path)]
    running = [subprocess.Popen([*command, name, "6"], stdout=subprocess.DEVNULL) for name in "abc"]
    assert [process.wait() for process in running] == [0, 0, 0]
    index = whoosh_search_index(tmp_path)
    assert len(index.indexed("g")) == 18
    assert len(found(index, "needle")) == 18


def test_a_killed_writer_leaves_an_index_that_works(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PUT, str(tmp_path), "a", "100000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        done = [process.stdout.readline() for _ in range(3)]
        process.kill()
    index = whoosh_search_index(tmp_path)
    standing = len(index.indexed("g"))
    assert done == ["1\n"] * 3
    assert standing >= 3
    put(index, "needle", path="b.md")
    assert len(found(index, "needle")) == standing + 1


def test_what_a_killed_writer_left_is_removed(tmp_path: Path) -> None:
    index = whoosh_search_index(tmp_path)
    put(index, "needle")
    (folder_of_g,) = (each for each in tmp_path.iterdir() if each.is_dir())
    left = folder_of_g / "_MAIN_2.toc.1764495000.25"
    left.write_bytes(b"half of")
    (folder_of_g / "MAIN.tmp").mkdir(exist_ok=True)
    (folder_of_g / "MAIN.tmp" / "lost.ctmp").write_bytes(b"half of")
    put(index, "needle", path="b.md")
    assert [] == [path.name for path in (left, *folder_of_g.rglob("*.ctmp")) if path.exists()]


def test_a_disk_that_fails_for_good_is_a_search_index_error(tmp_path: Path) -> None:
    index = whoosh_search_index(tmp_path)
    put(index, "needle")
    calls = Calls(str(tmp_path))
    with os_calls.watched(calls):
        put(index, "needle", path="b.md")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # Whoosh closes no file of such a commit
        for number in range(1, len(calls.made), 7):
            index = whoosh_search_index(tmp_path)
            broken = Calls(str(tmp_path), Fault(number, errno.EIO, lasting=True))
            with os_calls.watched(broken), pytest.raises(SearchIndexError):
                put(index, "needle", path=f"{number}.md")
            gc.collect()


def test_a_writer_waits_and_then_says_who_is_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Notice] = []
    index = whoosh_search_index(tmp_path, told.append)
    put(index, "alpha")
    monkeypatch.setattr(folder, "BUSY_SECONDS", 0.05)
    (path,) = (each for each in tmp_path.iterdir() if each.is_dir())
    with (
        folder.IndexFolder(path, "g").exclusive(),
        pytest.raises(SearchIndexError, match="another process") as caught,
    ):
        put(index, "beta")
    assert caught.value.next_step == "try again when it has ended"
    assert ["index_unkept"] == [one.code for one in told]
    put(index, "beta", path="b.md")  # in a folder of its own, as long as the program runs
    assert found(index, "beta") == [("b.md", "beta")]
    assert found(whoosh_search_index(tmp_path), "alpha beta") == [("a.md", "alpha")]


def test_a_program_that_seeds_random_at_every_start_overwrites_nothing(tmp_path: Path) -> None:
    for n in range(3):
        random.seed(7)
        put(whoosh_search_index(tmp_path), "needle", path=f"{n}.md")
    assert len(found(whoosh_search_index(tmp_path), "needle")) == 3


@pytest.mark.parametrize("file", ["*.toc", "*.seg", "group", "*"])
@pytest.mark.parametrize("how", ["gone", "empty", "half", "garbage"])
def test_a_damaged_index_is_thrown_away_and_filled_again(
    tmp_path: Path, file: str, how: str
) -> None:
    index = whoosh_search_index(tmp_path)
    put(index, *(f"word{n} " * 200 for n in range(50)))
    index.close()
    for path in (path for path in tmp_path.rglob(file) if path.is_file()):
        data = path.read_bytes()
        if how == "gone":
            path.unlink()
        else:
            damaged = {"empty": b"", "half": data[: len(data) // 2], "garbage": b"\xa5" * len(data)}
            path.write_bytes(damaged[how])
    index = whoosh_search_index(tmp_path)
    try:
        index.search("g", "entries", Query("word7 word49"), 5)
    except SearchIndexError as error:
        assert error.next_step == "pmem reindex"  # noqa: PT017
    assert index.indexed("g") == {}
    put(index, "alpha")
    assert found(index, "alpha") == [("a.md", "alpha")]


def test_an_index_of_another_version_or_group_is_made_anew(tmp_path: Path) -> None:
    mine = f"{folder.VERSION} {__version__}"
    for mark in ("99\ng", f"{mine}.1\ng", f"{mine}\nh"):
        put(whoosh_search_index(tmp_path), "alpha")
        (path,) = tmp_path.rglob("group")
        path.write_text(mark, encoding="utf-8")
        index = whoosh_search_index(tmp_path)
        assert index.kept("g", "sha") is None
        assert index.indexed("g") == {}


def test_the_folder_can_go_at_any_time(tmp_path: Path) -> None:
    index = whoosh_search_index(tmp_path / "cache")
    put(index, "alpha")
    assert found(index, "alpha")
    shutil.rmtree(tmp_path / "cache")
    assert index.indexed("g") == {}
    put(index, "beta")
    assert found(index, "beta") == [("a.md", "beta")]


def test_where_no_folder_can_be_kept_another_serves_for_once_and_that_is_told(
    tmp_path: Path,
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    told: list[Notice] = []
    index = whoosh_search_index(blocked, told.append)
    assert {} == index.indexed("g")
    put(index, "alpha")
    assert found(index, "alpha") == [("a.md", "alpha")]
    assert ["index_unkept"] == [one.code for one in told]
    assert blocked.read_text() == "in the way"


def test_its_warnings_reach_nobody_even_when_it_is_compiled_first(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PUT, str(tmp_path / "index"), "a", "2"],
        env={**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ("1\n1\n", "") == (done.stdout, done.stderr)


def test_notes_touched_in_a_batch_are_written_in_one_commit(tmp_path: Path) -> None:
    index = whoosh_search_index(tmp_path)
    for n in range(4):
        put(index, "needle", path=f"{n}.md")
    before = generation(tmp_path)
    with index.batch("g"):
        for n in range(4):
            index.touch("g", f"{n}.md", Stamp(2, n))
        index.touch("g", "nowhere.md", Stamp(2, 2))
    assert generation(tmp_path) == before + 1
    assert index.indexed("g") == {f"{n}.md": Stamp(2, n) for n in range(4)}
    assert len(found(index, "needle")) == 4


def generation(folder: Path) -> int:
    """The number of the newest commit, by the name of its table of contents."""
    return max(int(path.stem.rpartition("_")[2]) for path in folder.glob("*/*.toc"))
