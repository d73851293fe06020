from __future__ import annotations

from progressive_memory.disclosure.rank import ranked
from progressive_memory.domain.section import Section


def section(id_: str, on: str = "", **fields: object) -> Section:
    return Section(id_, "a.md", "", "", on=on, **fields)  # type: ignore[arg-type]


def order(*found: tuple[Section, float]) -> list[str]:
    return [section.id for section, _ in ranked(found)]


def test_relevance_decides_first() -> None:
    assert order((section("a", "2026-05-01"), 1.0), (section("b", "2026-01-01"), 9.0)) == ["b", "a"]


def test_freshness_decides_between_equals() -> None:
    assert order((section("a", "2026-01-01"), 5), (section("b", "2026-05-01"), 5)) == ["b", "a"]


def test_confidence_decides_between_equals() -> None:
    assert order((section("a", confidence=0.5), 5), (section("b"), 5)) == ["b", "a"]


def test_a_superseded_section_keeps_half_its_score() -> None:
    (_, standing), (_, replaced) = ranked([(section("a"), 5), (section("b", superseded=True), 5)])
    assert replaced == standing / 2


def test_a_date_the_calendar_does_not_know_counts_as_none() -> None:
    (_, wrong), (_, none) = ranked([(section("a", "2026-13-77"), 5), (section("b"), 5)])
    assert wrong == none


def test_the_best_newest_and_surest_scores_one() -> None:
    ((_, score),) = ranked([(section("a", "2026-05-01"), 3)])
    assert abs(score - 1.0) < 1e-9
    assert ranked([]) == ()
