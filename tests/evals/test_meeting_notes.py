"""How entries of meetings are matched with what people noted."""

from __future__ import annotations

from evals.meeting_notes import Row, adopts_minutes, match


def _gold(*texts: str) -> list[Row]:
    return [{"text": text} for text in texts]


def test_the_best_of_its_texts_speaks_for_an_entry() -> None:
    found = match(
        [("Oslo", "close the mirror in Oslo")], _gold("Close the mirror in Oslo"), 0.5, [False]
    )
    assert {0: 0} == found.hits


def test_a_second_hit_counts_for_nothing() -> None:
    same = ("close the mirror in Oslo",)
    found = match([same, same], _gold("Close the mirror in Oslo"), 0.5, [False])
    assert (1, 0, 1) == (found.score.hits, found.score.false, found.repeated)


def test_what_hits_nothing_is_false_and_what_is_not_hit_is_missed() -> None:
    found = match([("lunch is late",)], _gold("Close the mirror in Oslo"), 0.5, [False])
    assert ((0,), (0,)) == (found.false, found.missed)


def test_trivial_notes_are_left_out_on_both_sides() -> None:
    gold = _gold("minutes of last week approved")
    found = match([("Minutes of last week approved",)], gold, 0.5, [True])
    assert (0, 0, 0, 1) == (found.score.hits, found.score.false, found.score.missed, found.trivial)


def test_minutes_are_approved_in_several_words() -> None:
    assert adopts_minutes("Approve the minutes of the last call")
    assert not adopts_minutes("Send the minutes to the library board")
