from __future__ import annotations

from progressive_memory.disclosure.routing.nearness import FULL, STANDS_OUT, UNRELATED, nearest
from progressive_memory.domain.section import Section


def section(text: str) -> Section:
    return Section(text, f"{text}.md", "", text, "d", text)


def test_the_nearest_section_of_each_file_counts() -> None:
    found = nearest({"a.md": [(0.2, section("one")), (0.6, section("two"))], "b.md": []})

    assert {"a.md": "two"} == {file: near.section.title for file, near in found.items()}
    assert FULL == found["a.md"].weight


def test_a_file_that_is_much_less_near_counts_nothing_and_one_that_is_as_near_as_much() -> None:
    cosines = {"a.md": 0.6, "b.md": 0.6, "c.md": 0.6 - STANDS_OUT, "d.md": 0.5}
    found = nearest({file: [(cosine, section(file))] for file, cosine in cosines.items()})

    assert FULL == found["a.md"].weight == found["b.md"].weight
    assert found["c.md"].weight < 1e-9
    assert 0 < found["d.md"].weight < FULL


def test_where_nothing_is_about_the_same_nearness_counts_nothing() -> None:
    assert 0 == nearest({"a.md": [(UNRELATED, section("one"))]})["a.md"].weight
    assert {} == nearest({})
