"""People first, then the talk: what a flush decides of one group."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from progressive_memory.domain.candidate import Ruling
from progressive_memory.flush.judge.compare import Decided, Room, compare
from progressive_memory.flush.known import meaning, vetoes
from progressive_memory.flush.known.homes import Homes
from progressive_memory.flush.known.known import Place
from progressive_memory.flush.known.vetoes import Veto
from tests.candidates import GROUP, Saying, block_ids, said

PROPOSAL = said("e1", "Ana", "move the order store to PostgreSQL 16?")
AGREED = said("e2", "Bo", "+1", 1)
HOMES = frozenset(f"memory/groups/{GROUP}/{name}.md" for name in ("experience", "pending"))
ROOM = Room(
    Homes(GROUP),
    GROUP,
    "en",
    date(2026, 3, 2),
    living_notes=HOMES,
    fresh=block_ids([PROPOSAL, AGREED]),
)
CANDIDATE = Saying().resting_on(PROPOSAL, AGREED)


def first() -> Decided:
    return compare(ROOM, [CANDIDATE])


def seen(decided: Decided) -> dict[str, tuple[str, ...]]:
    return {
        one.id: vetoes.marks(
            one.evidence_ids,
            meaning.fingerprint(one.kind, one.slot),
            meaning.subject_mark(one.kind, one.slot),
        )
        for one in decided.after.values()
    }


def test_what_was_seen_and_is_gone_becomes_a_veto_of_hashes() -> None:
    decided = first()
    (entry_id,) = decided.after

    later = compare(replace(ROOM, seen=seen(decided)), [CANDIDATE])

    assert later.after == {}
    assert later.vetoes == (
        Veto(
            entry_id.rsplit("-", 1)[-1],
            CANDIDATE.kind,
            block_ids([PROPOSAL, AGREED]),
            meaning.fingerprint(CANDIDATE.kind, CANDIDATE.slot),
        ),
    )
    assert later.rejected == {"deleted": 1, "vetoed": 1}


@pytest.mark.parametrize("missing", sorted(HOMES))
def test_a_note_that_is_missing_tells_nothing(missing: str) -> None:
    room = replace(ROOM, seen=seen(first()), living_notes=HOMES - {missing})

    assert compare(room, ()).vetoes == ()


def test_a_veto_is_counted_once() -> None:
    once = compare(replace(ROOM, seen=seen(first())), ())

    again = compare(replace(ROOM, seen=seen(first()), vetoes=once.vetoes), ())

    assert again.vetoes == once.vetoes
    assert again.rejected == {}


def test_a_new_item_waits_from_today_and_an_old_one_from_its_day() -> None:
    waiting = Saying(confirmed=False, reason="nobody_agreed").resting_on(PROPOSAL)
    (item_id,) = compare(ROOM, [waiting]).after
    decided = compare(ROOM, [waiting])

    assert decided.pending_since == {item_id: "2026-03-02"}
    later = replace(
        ROOM,
        known=decided.after,
        today=date(2026, 3, 9),
        pending_since=decided.pending_since,
    )
    assert compare(later, ()).pending_since == {item_id: "2026-03-02"}


def test_only_what_rests_on_something_new_is_counted_as_turned_down() -> None:
    decided = first()

    fresh = compare(replace(ROOM, known=decided.after), [CANDIDATE])
    reread = compare(replace(ROOM, known=decided.after, fresh=frozenset()), [CANDIDATE])

    assert [one.ruling for one in fresh.verdicts] == [Ruling.DUPLICATE]
    assert (fresh.rejected, reread.rejected) == ({"duplicate": 1}, {})


def test_candidates_that_are_only_reread_are_not_judged() -> None:
    decided = compare(ROOM, (), reread=[CANDIDATE])

    assert (decided.after, decided.verdicts) == ({}, ())


def test_a_deletion_ends_what_rested_on_it() -> None:
    decided = first()
    (entry_id,) = decided.after
    deleted = [replace(one, text="", deleted=True) for one in (PROPOSAL, AGREED)]

    later = compare(
        replace(
            ROOM,
            known=decided.after,
            fresh=frozenset(),
            changed=block_ids(deleted),
            messages={one.block_id: one for one in deleted},
        ),
        (),
    )

    assert later.after[entry_id].place is Place.PENDING
    assert later.pending_since == {entry_id: "2026-03-02"}
