from __future__ import annotations

from progressive_memory.disclosure.ranking.rank import ranked
from progressive_memory.domain.match import Match


def match(id_: str, relevance: float, on: str = "", **fields: object) -> Match:
    return Match(id_, 0, relevance, on, **fields)  # type: ignore[arg-type]


def order(*found: Match) -> list[str]:
    return [match.path for match, _ in ranked("entries", found)]


def test_relevance_decides_first() -> None:
    assert order(match("a", 1.0, "2026-05-01"), match("b", 9.0, "2026-01-01")) == ["b", "a"]


def test_freshness_decides_between_equals() -> None:
    assert order(match("a", 5, "2026-01-01"), match("b", 5, "2026-05-01")) == ["b", "a"]


def test_confidence_decides_between_equals() -> None:
    assert order(match("a", 5, confidence=0.5), match("b", 5)) == ["b", "a"]


def test_a_superseded_match_keeps_half_its_score() -> None:
    (_, standing), (_, replaced) = ranked(
        "entries", [match("a", 5), match("b", 5, superseded=True)]
    )
    assert replaced == standing / 2


def test_a_date_the_calendar_does_not_know_counts_as_none() -> None:
    (_, wrong), (_, none) = ranked("entries", [match("a", 5, "2026-13-77"), match("b", 5)])
    assert wrong == none


def test_the_best_newest_and_surest_scores_one() -> None:
    ((_, score),) = ranked("entries", [match("a", 3, "2026-05-01")])
    assert abs(score - 1.0) < 1e-9
    assert list(ranked("entries", [])) == []


def test_a_tie_is_decided_by_where_entries_stand() -> None:
    first, second, other = Match("a", 1, 5), Match("a", 2, 5), Match("b", 0, 5)
    for found in ([first, second, other], [other, second, first]):
        assert [first, second, other] == [match for match, _ in ranked("entries", found)]
