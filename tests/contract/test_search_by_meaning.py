"""What every SearchIndex with an Embedder finds beyond words, by either embedder."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from progressive_memory.adapters.embed_use import UseEmbedder
from progressive_memory.adapters.memory.embedder import HashedEmbedder
from progressive_memory.adapters.memory.search import MemorySearchIndex
from progressive_memory.adapters.search_sqlite import SqliteSearchIndex
from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section
from progressive_memory.ports import Embedder, Query, SearchIndex, Stamp

GROUP = "kitchen"
NOTE = "memory/groups/kitchen/experience.md"
SAME_AS = {
    "星期": "day",
    "几开": "week",
    "weekli": "week",
    "monday": "day",
    "谁修": "repair",
    "修电": "repair",
    "电梯": "lift",
    "broken": "repair",
}
"""What the hashed words must know to be an encoder for the questions below."""

MEETING = Section(
    "d-1", NOTE, "", "The weekly meeting is on Monday from now on", "d", "Weekly meeting: Monday"
)
LIFT = Section("d-2", NOTE, "", "A firm from Lyon repairs the broken lift", "d", "Lift repair")
LUNCH = Section("d-3", NOTE, "", "午饭补贴每天三十元", "d", "午饭补贴", who=("Maya",))
ENTRIES = (MEETING, LIFT, LUNCH)


@pytest.fixture(scope="module", params=["encoder", "hashed"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return UseEmbedder() if request.param == "encoder" else HashedEmbedder(SAME_AS)


@pytest.fixture(params=["sqlite", "memory"])
def index(request: pytest.FixtureRequest, tmp_path: Path, embedder: Embedder) -> SearchIndex:
    if request.param == "memory":
        return MemorySearchIndex(embedder)
    return SqliteSearchIndex(tmp_path, embedder)


def put(index: SearchIndex, *sections: Section, path: str = NOTE, scope: Scope = "entries") -> None:
    index.put(GROUP, scope, (path, Stamp(1, 1), "sha"), sections)


def ids(index: SearchIndex, text: str, *, scope: Scope = "entries", **fields: object) -> list[str]:
    query = Query(text, **fields)  # type: ignore[arg-type]
    return [hit.section.id for hit in index.search(GROUP, scope, query, 10)]


def test_a_question_finds_what_is_written_in_the_other_language(index: SearchIndex) -> None:
    put(index, *ENTRIES)
    assert ids(index, "例会是星期几开？") == ["d-1"]
    assert ids(index, "谁修电梯？")[0] == "d-2"


def test_the_same_question_finds_nothing_without_an_embedder() -> None:
    index = MemorySearchIndex()
    put(index, *ENTRIES)
    assert ids(index, "谁修电梯？") == []


def test_a_hit_tells_how_near_it_is(index: SearchIndex) -> None:
    put(index, *ENTRIES)
    (first, *_) = index.search(GROUP, "entries", Query("谁修电梯？"), 10)
    assert 0.22 <= first.nearness <= 1.001
    (newest, *_) = index.search(GROUP, "entries", Query(""), 1)
    assert newest.nearness == 0.0


def test_words_made_from_a_question_are_searched_with_its_meaning(index: SearchIndex) -> None:
    put(index, *ENTRIES)
    assert ids(index, "amendment", asked="谁修电梯？")[0] == "d-2"
    assert ids(index, "amendment") == []


def test_what_is_near_in_nothing_is_not_found(index: SearchIndex) -> None:
    put(index, *ENTRIES)
    assert ids(index, "quantum chromodynamics on a lattice") == []
    assert ids(index, "?!") == []


def test_a_word_that_stands_there_still_finds(index: SearchIndex) -> None:
    put(index, *ENTRIES)
    assert ids(index, "Lyon")[0] == "d-2"


def test_phrases_and_filters_hold_for_what_meaning_finds(index: SearchIndex) -> None:
    put(index, *ENTRIES)
    assert ids(index, "谁修电梯？", phrases=("firm from lyon",)) == ["d-2"]
    assert ids(index, "谁修电梯？", phrases=("firm of lyon",)) == []
    assert ids(index, "谁修电梯？", who="maya") == []
    assert ids(index, "谁修电梯？", kinds=("t",)) == []
    assert ids(index, "谁修电梯？", since="2026-01-01") == []
    assert ids(index, "谁修电梯？", paths=("other.md",)) == []


def test_scopes_and_groups_do_not_mix(index: SearchIndex) -> None:
    put(index, *ENTRIES)
    said = Section("m-1", "log/1.md", "", "- 10:00 Li: …", "m", "the lift is broken", who=("Li",))
    put(index, said, path="log/1.md", scope="log")
    assert ids(index, "谁修电梯？", scope="log") == ["m-1"]
    assert "m-1" not in ids(index, "谁修电梯？")
    assert index.search("other", "entries", Query("谁修电梯？"), 10) == ()


def test_a_changed_note_is_searched_as_it_now_reads(index: SearchIndex) -> None:
    put(index, *ENTRIES)
    assert ids(index, "谁修电梯？")[0] == "d-2"
    put(index, MEETING, LUNCH)
    assert "d-2" not in ids(index, "谁修电梯？")
    put(index, LUNCH, LIFT)
    assert ids(index, "谁修电梯？")[0] == "d-2"
    assert ids(index, "例会是星期几开？") == []
    index.drop(GROUP, NOTE)
    assert ids(index, "谁修电梯？") == []


def test_another_process_sees_and_makes_the_same_vectors(
    tmp_path: Path, embedder: Embedder
) -> None:
    one, other = (SqliteSearchIndex(tmp_path, embedder) for _ in range(2))
    put(one, MEETING)
    assert ids(other, "例会是星期几开？") == ["d-1"]
    put(other, MEETING, LIFT)
    assert ids(one, "谁修电梯？")[0] == "d-2"
    put(one, MEETING)
    assert "d-2" not in ids(other, "谁修电梯？")


def test_vectors_go_with_their_sections(tmp_path: Path, embedder: Embedder) -> None:
    index = SqliteSearchIndex(tmp_path, embedder)
    put(index, *ENTRIES)
    ids(index, "谁修电梯？")
    assert vectors(tmp_path) == 3
    put(index, MEETING)
    assert vectors(tmp_path) == 1
    index.drop(GROUP, NOTE)
    assert vectors(tmp_path) == 0


def vectors(folder: Path) -> int:
    (path,) = folder.glob("*.sqlite3")
    database = sqlite3.connect(path)
    (count,) = database.execute("SELECT count(*) FROM vectors").fetchone()
    database.close()
    return int(count)
