from __future__ import annotations

from evals.parity import without_twin
from evals.team_chats import Kept
from progressive_memory.domain.entry import Kind


def _entry(*at: int, kind: Kind = Kind.TASK) -> Kept:
    return Kept(kind, "- [ ] something", frozenset(at), pending=False)


def test_a_twin_is_of_the_same_kind_and_at_most_one_message_away() -> None:
    assert [] == without_twin([_entry(10)], [_entry(11)])
    assert [_entry(10)] == without_twin([_entry(10)], [_entry(12)])
    assert [_entry(10)] == without_twin([_entry(10)], [_entry(10, kind=Kind.DECISION)])


def test_any_evidence_of_an_entry_may_be_the_near_one() -> None:
    assert [] == without_twin([_entry(10, 40)], [_entry(41)])
