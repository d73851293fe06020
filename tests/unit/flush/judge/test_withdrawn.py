"""An entry that lost its last message goes back to people."""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.domain.message import Message
from progressive_memory.flush.judge.withdrawn import without_evidence
from progressive_memory.flush.known.known import Known, Place, from_candidate
from tests.candidates import Saying, said

FIRST = said("e1", "Ana", "we move the order store to PostgreSQL 16")
SECOND = said("e2", "Bo", "agreed: PostgreSQL 16 for the order store", 1)
ENTRY_ID = "d-20260302-aaaaaaaaaa"


def moved(*now: Message, changed: tuple[Message, ...], known: Known | None = None) -> Known | None:
    """What becomes of the entry; itself where it stays."""
    one = known or from_candidate(Saying().resting_on(FIRST, SECOND), ENTRY_ID, Place.STANDING)
    found = without_evidence(
        {one.id: one},
        {message.block_id for message in changed},
        {message.block_id: message for message in now},
        (),
        "en",
    )
    return found.get(one.id, one)


def gone(message: Message) -> Message:
    return replace(message, text="", deleted=True)


def test_all_messages_deleted_takes_the_words_too() -> None:
    then = moved(gone(FIRST), gone(SECOND), changed=(FIRST, SECOND))

    assert then is not None
    assert (then.place, then.reason, then.title) == (Place.PENDING, "withdrawn", "(text deleted)")
    assert (then.tail, then.fields) == ((), ())


def test_one_message_left_keeps_the_entry() -> None:
    then = moved(gone(FIRST), SECOND, changed=(FIRST,))

    assert then is not None
    assert then.place is Place.STANDING


def test_the_last_one_deleted_later_counts_with_those_before() -> None:
    then = moved(gone(FIRST), gone(SECOND), changed=(SECOND,))

    assert then is not None
    assert then.place is Place.PENDING


def test_an_edit_of_form_keeps_the_entry() -> None:
    edited = replace(FIRST, text="We move the order store to PostgreSQL 16!", edited=1)

    then = moved(edited, gone(SECOND), changed=(FIRST, SECOND))

    assert then is not None
    assert then.place is Place.STANDING


def test_an_edit_that_takes_it_back_keeps_the_words_for_people() -> None:
    edited = replace(FIRST, text="never mind", edited=1)

    then = moved(edited, gone(SECOND), changed=(FIRST, SECOND))

    assert then is not None
    assert (then.place, then.title) == (Place.PENDING, "Move the order store to PostgreSQL 16")


def test_what_was_superseded_stays_for_the_record() -> None:
    old = from_candidate(Saying().resting_on(FIRST, SECOND), ENTRY_ID, Place.STANDING)
    old = replace(old, superseded_by=("d-20260303-bbbbbbbbbb",))

    assert moved(gone(FIRST), gone(SECOND), changed=(FIRST, SECOND), known=old) == old


def test_a_pending_item_ends_and_a_withdrawn_one_stays() -> None:
    item = from_candidate(Saying(reason="nobody_agreed").resting_on(FIRST), ENTRY_ID, Place.PENDING)
    kept = replace(item, reason="evidence withdrawn")

    assert moved(gone(FIRST), changed=(FIRST,), known=item) is None
    assert moved(gone(FIRST), changed=(FIRST,), known=kept) == kept
