"""What the SQLite engine does for vectors, beyond the contract."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from progressive_memory.adapters.memory.embedder import HashedEmbedder
from progressive_memory.adapters.search_sqlite import SqliteSearchIndex
from progressive_memory.domain.section import Section
from progressive_memory.ports import Query, Stamp

GROUP = "kitchen"


@dataclass
class Listening:
    """An embedder that tells what it was asked, and may be interrupted while it works."""

    model: str = "listening 1"
    asked: list[str] = field(default_factory=list)
    meanwhile: Callable[[], None] = lambda: None
    words: HashedEmbedder = field(default_factory=HashedEmbedder)

    def embed(self, texts: Sequence[str]) -> list[array[float]]:
        self.asked.extend(texts)
        self.meanwhile()
        return self.words.embed(texts)


def section(number: int, text: str) -> Section:
    return Section(f"d-{number}", "n.md", "", text, "d")


def put(index: SqliteSearchIndex, *sections: Section, path: str = "n.md") -> None:
    index.put(GROUP, "entries", (path, Stamp(1, 1), "sha"), sections)


def ids(index: SqliteSearchIndex, text: str) -> list[str]:
    return [hit.section.id for hit in index.search(GROUP, "entries", Query(text), 10)]


def test_only_what_changed_is_embedded_and_only_when_something_is_asked(tmp_path: Path) -> None:
    embedder = Listening()
    index = SqliteSearchIndex(tmp_path, embedder)
    put(index, section(1, "alpha"), section(2, "beta"))
    assert [] == embedder.asked
    ids(index, "alpha")
    assert ["alpha", "alpha", "beta"] == sorted(embedder.asked)
    embedder.asked.clear()
    put(index, section(2, "beta"), section(3, "gamma"))
    ids(index, "alpha")
    assert ["gamma"] == embedder.asked


def test_a_question_without_words_loads_no_model(tmp_path: Path) -> None:
    embedder = Listening()
    index = SqliteSearchIndex(tmp_path, embedder)
    put(index, section(1, "alpha"))
    assert ["d-1"] == [h.section.id for h in index.search(GROUP, "entries", Query(""), 5)]
    assert [] == ids(index, "?!")
    assert [] == embedder.asked


def test_vectors_outlive_the_process_and_another_model_makes_its_own(tmp_path: Path) -> None:
    put(first := SqliteSearchIndex(tmp_path, Listening()), section(1, "alpha"), section(2, "beta"))
    ids(first, "alpha")
    first.close()
    same, other = Listening(), Listening("listening 2")
    ids(second := SqliteSearchIndex(tmp_path, same), "alpha")
    assert ["alpha"] == same.asked
    second.close()
    assert ["d-2"] == ids(SqliteSearchIndex(tmp_path, other), "beta")
    assert ["alpha", "beta", "beta"] == sorted(other.asked)


def test_more_sections_than_one_round_takes_all_get_their_vectors(tmp_path: Path) -> None:
    embedder = Listening()
    index = SqliteSearchIndex(tmp_path, embedder)
    put(index, *(section(number, f"word{number}") for number in range(600)))
    ids(index, "word1")
    assert 601 == len(embedder.asked)
    assert 600 == len(set(embedder.asked))


def test_what_changes_while_the_model_works_gets_no_vector_of_the_old_text(tmp_path: Path) -> None:
    embedder = Listening()
    index = SqliteSearchIndex(tmp_path, embedder)
    put(index, section(1, "alpha"))
    changes = [lambda: put(index, section(1, "omega"))]

    def meanwhile() -> None:
        if changes:
            changes.pop()()

    embedder.meanwhile = meanwhile
    ids(index, "omega")
    assert ["alpha", "omega", "omega"] == embedder.asked


def test_a_forgotten_vector_stays_nowhere_in_the_files(tmp_path: Path) -> None:
    index = SqliteSearchIndex(tmp_path, Listening())
    put(index, section(1, "alpha beta gamma"), path="n.md")
    ids(index, "alpha")
    (path,) = tmp_path.glob("*.sqlite3")
    kept = HashedEmbedder().embed(["alpha beta gamma"])[0]
    most = max(kept)
    stored = array("b", [round(value * 127 / most) for value in kept]).tobytes()
    index.drop(GROUP, "other.md")
    assert stored in everything(path)
    index.drop(GROUP, "n.md")
    assert stored not in everything(path)


def everything(path: Path) -> bytes:
    return b"".join(each.read_bytes() for each in sorted(path.parent.glob(f"{path.name}*")))


def test_searches_of_many_other_groups_meanwhile_take_nothing_from_this_one(tmp_path: Path) -> None:
    embedder = Listening()
    index = SqliteSearchIndex(tmp_path, embedder)
    others = [f"group-{number}" for number in range(12)]
    for group in (GROUP, *others):
        index.put(group, "entries", ("n.md", Stamp(1, 1), "sha"), [section(1, "alpha")])
        index.search(group, "entries", Query("alpha"), 1)

    def search_the_others() -> None:
        embedder.meanwhile = lambda: None
        for group in others:
            index.search(group, "entries", Query("alpha"), 1)

    embedder.meanwhile = search_the_others

    assert ["d-1"] == ids(index, "alpha beta")
