from __future__ import annotations

from evals.kept import Wanted, missing, wanted, without_own
from evals.team_chats import Kept
from progressive_memory.domain.entry import Kind


def _wanted(*at: int, kinds: str = "t") -> Wanted:
    return Wanted("2025-02-01", frozenset(at), kinds, "something")


def _entry(*at: int, kind: Kind = Kind.TASK) -> Kept:
    return Kept(kind, "- [ ] something", frozenset(at), pending=False)


def test_an_entry_two_messages_away_is_near_and_one_three_away_is_not() -> None:
    assert [] == missing([_wanted(10)], [_entry(12)])
    assert [_wanted(10)] == missing([_wanted(10)], [_entry(13)])


def test_an_entry_of_another_kind_is_none() -> None:
    assert [_wanted(10)] == missing([_wanted(10)], [_entry(10, kind=Kind.DECISION)])


def test_one_entry_is_counted_for_one_wanted_thing_only() -> None:
    assert 1 == len(without_own([_wanted(10), _wanted(10)], [_entry(10)]))


def test_an_entry_moves_to_another_thing_when_that_helps() -> None:
    assert [] == without_own([_wanted(10, 11), _wanted(10)], [_entry(10), _entry(11)])


def test_the_list_is_read_with_places_and_kinds() -> None:
    listed = wanted()
    assert all(one.at and one.kinds for one in listed)
    assert 6 <= len({one.day for one in listed})
