from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.disclosure.ranking.passages import Found, passages

founds = st.lists(
    st.builds(Found, st.sampled_from(["a.md", "b.md"]), st.integers(0, 40), st.integers(1, 30)),
    max_size=30,
    unique_by=lambda found: (found.path, found.place),
)


def test_what_stands_together_is_one_passage_in_its_own_order() -> None:
    found = [Found("a.md", 7, 5), Found("b.md", 1, 5), Found("a.md", 5, 5), Found("a.md", 20, 5)]
    assert passages(found, 100) == [[2, 0], [1], [3]]


def test_what_does_not_fit_is_passed_over_for_what_does() -> None:
    found = [Found("a.md", 1, 60), Found("a.md", 2, 50), Found("a.md", 3, 40)]
    assert passages(found, 100) == [[0, 2]]


def test_nothing_is_no_passage() -> None:
    assert passages([], 100) == []
    assert passages([Found("a.md", 1, 60)], 10) == []


@given(founds, st.integers(0, 200))
def test_the_budget_holds_and_nothing_is_handed_over_twice(found: list[Found], budget: int) -> None:
    handed = [at for passage in passages(found, budget) for at in passage]
    assert sum(found[at].tokens for at in handed) <= budget
    assert len(set(handed)) == len(handed)
