from __future__ import annotations

from progressive_memory.disclosure.loading.fragments import LIMIT, NEWEST, pick
from progressive_memory.domain.section import Section


def entry(n: int, **fields: object) -> Section:
    return Section(f"d-{n}", "e.md", "", "text", "d", on=f"2026-05-{n:02}", **fields)  # type: ignore[arg-type]


NOTE = (
    Section("h-top", "e.md", "Experience", "# Experience"),
    *(entry(n) for n in range(20, 0, -1)),
)


def test_what_a_search_found_is_shown_best_first() -> None:
    assert pick(NOTE, [(entry(3), 0.9), (entry(7), 0.8)], names_something=True) == (18, 14)


def test_weak_hits_beside_a_strong_one_are_left_out() -> None:
    assert pick(NOTE, [(entry(3), 0.9), (entry(7), 0.2)], names_something=True) == (18,)


def test_at_most_eight_are_shown() -> None:
    hits = [(entry(n), 0.9) for n in range(1, 15)]
    assert len(pick(NOTE, hits, names_something=True)) == LIMIT


def test_a_question_that_names_nothing_gets_the_newest_entries() -> None:
    assert pick(NOTE, [], names_something=False) == tuple(range(1, NEWEST + 1))
    assert pick(NOTE, [], names_something=True) == ()
