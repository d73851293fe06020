from __future__ import annotations

from progressive_memory.disclosure.ranking.rank_log import NEAR, ranked_log
from progressive_memory.domain.agreed import Agreed
from progressive_memory.domain.match import Match


def said(path: str, place: int, relevance: float, who: str = "") -> Match:
    return Match(path, place, relevance, kind="m", who=who)


DAY = "log/2026/2026-05-14.md"
OTHER = "log/2026/2026-05-02.md"


def order(
    *matches: Match, asked: str = "release", agreed: tuple[Agreed, ...] = (), only: bool = False
) -> list[tuple[str, int]]:
    found = ranked_log(matches, agreed, asked, only_matches=only)
    return [(match.path, match.place) for match, _ in found]


def test_a_match_comes_before_what_stands_near_it() -> None:
    assert order(said(DAY, 10, 5.0))[0] == (DAY, 10)


def test_the_message_after_a_match_comes_before_the_one_before_it() -> None:
    found = order(said(DAY, 10, 5.0))
    assert found[1] == (DAY, 11)
    assert found.index((DAY, 9)) < found.index((DAY, 8))
    assert len(found) == 1 + len(NEAR)


def test_an_answer_among_matches_beats_a_better_match_that_stands_alone() -> None:
    talk = [said(DAY, place, 4.0) for place in (10, 11, 12)]
    assert order(said(OTHER, 3, 5.0), *talk)[0] == (DAY, 12)


def test_the_days_of_two_notes_do_not_touch() -> None:
    found = order(said(DAY, 0, 5.0), said(OTHER, 1, 5.0))
    assert ("", 1) not in found
    assert {path for path, _ in found} == {DAY, OTHER}


def test_only_matches_are_named_where_the_question_has_filters() -> None:
    assert order(said(DAY, 10, 5.0), said(DAY, 12, 1.0), only=True) == [(DAY, 10), (DAY, 12)]


def test_who_is_named_in_the_question_comes_first() -> None:
    two = [said(DAY, 10, 4.0, who="maya li"), said(OTHER, 10, 4.5, who="tom")]
    assert order(*two, asked="what did Maya say about the release?")[0] == (DAY, 10)
    assert order(*two, asked="what was said about the release?")[0] == (OTHER, 10)


def test_a_chinese_name_needs_no_blanks_around_it() -> None:
    two = [said(DAY, 10, 4.0, who="王五"), said(OTHER, 10, 4.5, who="老李")]
    assert order(*two, asked="王五对发布怎么说")[0] == (DAY, 10)


def test_a_name_that_is_a_stop_word_names_nobody() -> None:
    two = [said(DAY, 10, 4.0, who="will"), said(OTHER, 10, 4.5, who="tom")]
    assert order(*two, asked="when will the release be?")[0] == (OTHER, 10)


def test_what_was_agreed_to_after_the_talk_is_found_though_it_shares_no_word() -> None:
    talk = [said(DAY, place, 4.0) for place in (3, 6, 9, 12, 15)]
    found = order(*talk, agreed=(Agreed(DAY, 20, 2),))
    assert [place for _, place in found if place >= 20] == [20, 22, 21]
    assert found.index((DAY, 20)) < found.index((DAY, 16))


def test_a_single_match_says_little_of_what_was_agreed_to_later() -> None:
    found = order(said(DAY, 3, 4.0), agreed=(Agreed(DAY, 9, 2),))
    assert found.index((DAY, 5)) < found.index((DAY, 9)) < found.index((DAY, 11))


def test_what_was_agreed_to_before_the_talk_or_on_another_day_is_not() -> None:
    agreed = (Agreed(DAY, 3, 2), Agreed(OTHER, 40, 2))
    found = order(said(DAY, 30, 4.0), agreed=agreed)
    assert (DAY, 3) not in found
    assert (OTHER, 40) not in found


def test_the_best_scores_one_and_ties_are_newest_first() -> None:
    alike = [said(OTHER, 1, 2.0), said(DAY, 1, 2.0)]
    found = list(ranked_log(alike, (), "x", only_matches=True))
    assert [(match.path, score) for match, score in found] == [(DAY, 1.0), (OTHER, 1.0)]
    assert list(ranked_log([], (), "x", only_matches=False)) == []


def test_without_a_question_the_order_of_the_engine_stays() -> None:
    listed = [said(OTHER, 1, 1.0), said(DAY, 1, 1.0)]
    assert order(*listed, asked=" ") == [(OTHER, 1), (DAY, 1)]


def test_sections_of_a_note_without_messages_do_not_lift_each_other() -> None:
    assert order(Match(DAY, 10, 5.0)) == [(DAY, 10)]


def test_matches_that_weigh_nothing_are_found_all_the_same() -> None:
    assert [(said(DAY, 10, 0.0), 0.0)] == list(
        ranked_log([said(DAY, 10, 0.0)], (), "release", only_matches=True)
    )
