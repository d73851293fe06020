"""pending.md is read as people edited it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.judge.pending import (
    Typed,
    accepted_candidate,
    answered,
    review,
    typed_lines,
)
from progressive_memory.flush.judge.questions import which_holds
from progressive_memory.flush.judge.reviewer import reviewer
from progressive_memory.flush.known.homes import Homes
from progressive_memory.flush.known.known import Known, Place, from_candidate
from progressive_memory.flush.known.read_back import known_entries
from progressive_memory.flush.writeback.render import Scribe, block
from progressive_memory.vault.blocks import entries
from tests.candidates import GROUP, Saying, said

TODAY = date(2026, 3, 20)
SAID = said("e1", "Ana", "maybe we should move the order store to PostgreSQL 16")
REVIEWER = reviewer("en")
ITEM_ID = "d-20260302-aaaaaaaaaa"
WAITING = Saying(decided_by=(), confirmed_by=(), confirmed=False, reason="nobody_agreed")


def item(mark: str = " ", **changes: str) -> Known:
    """A pending item as read back from the note, its box and words as a person left them."""
    known = from_candidate(WAITING.resting_on(SAID), ITEM_ID, Place.PENDING)
    text = block(known, Scribe(Homes(GROUP), "en")).replace("[ ]", f"[{mark}]")
    for old, new in changes.items():
        text = text.replace(old.replace("_", " "), new)
    path = f"memory/groups/{GROUP}/pending.md"
    return known_entries(entries(path, f"# Pending\n\n{text}\n"), {})[ITEM_ID]


@pytest.mark.parametrize(
    ("mark", "since", "where"),
    [
        ("x", "", "accepted"),
        ("X", "", "accepted"),
        ("-", "", "rejected"),
        (" ", "2026-03-19", ""),
        (" ", "2026-03-06", "expired"),
        (" ", "", ""),
        (" ", "no day", ""),
        ("x", "2026-01-01", "accepted"),
        ("?", "", ""),
    ],
    ids=[
        "ticked",
        "ticked X",
        "dashed",
        "new",
        "old",
        "no day known",
        "no day",
        "ticked late",
        "other",
    ],
)
def test_items_are_sorted_by_what_was_done_to_them(mark: str, since: str, where: str) -> None:
    reviewed = review([item(mark)], {ITEM_ID: since}, TODAY, 14)

    found = {
        name: [one.id for one in getattr(reviewed, name)]
        for name in ("accepted", "rejected", "expired")
    }
    assert found == {
        name: [ITEM_ID] if name == where else [] for name in ("accepted", "rejected", "expired")
    }


def test_an_accepted_item_is_what_the_person_left_with_the_proposer_and_the_reviewer() -> None:
    reworded = item("x", PostgreSQL_16="Postgres")

    candidate = accepted_candidate(reworded, {SAID.block_id: SAID}, (), REVIEWER)

    assert candidate is not None
    assert candidate.title == "Move the order store to Postgres"
    assert [person.name for person in candidate.decided_by] == ["Ana"]
    assert [one.person.name for one in candidate.confirmed_by] == ["a reviewer"]
    assert candidate.confirmed


def test_an_accepted_item_names_who_confirmed_it_where_that_is_known() -> None:
    candidate = accepted_candidate(item("x"), {SAID.block_id: SAID}, (), reviewer("en", "Nora"))

    assert candidate is not None
    assert [one.person.name for one in candidate.confirmed_by] == ["Nora"]


def test_an_accepted_item_takes_the_fields_extraction_still_finds() -> None:
    extracted = replace(WAITING, fields=((Field.CONTEXT, "JSON indexes time out"),))

    candidate = accepted_candidate(
        item("x"), {SAID.block_id: SAID}, [extracted.resting_on(SAID)], REVIEWER
    )

    assert candidate is not None
    assert candidate.fields == ((Field.CONTEXT, "JSON indexes time out"),)


def test_an_agents_note_is_not_decided_by_the_agent() -> None:
    noted = replace(SAID, role="assistant")

    candidate = accepted_candidate(item("x"), {SAID.block_id: noted}, (), REVIEWER)

    assert candidate is not None
    assert candidate.decided_by == ()


@pytest.mark.parametrize(
    "messages", [{}, {SAID.block_id: replace(SAID, deleted=True)}], ids=["gone", "deleted"]
)
def test_an_item_without_a_message_left_is_no_candidate(messages: dict[str, object]) -> None:
    assert accepted_candidate(item("x"), messages, (), REVIEWER) is None  # type: ignore[arg-type]


def test_ticked_lines_without_an_id_of_ours_are_typed_by_people() -> None:
    text = f"""# Pending

Tick = accept.

- [ ] not ticked
- [x] the office closes at 19:00
  - really
- [X] mine ^my-own-id
- [x] ours — Ana, 2026-03-02 — nobody agreed ^{ITEM_ID}
- plain
  - [x] nested
10. [x] two lines, %%a comment%%
  one thing
- [x] ^only-an-id
- [x]
"""

    assert typed_lines(text) == (
        Typed("the office closes at 19:00", "- [x] the office closes at 19:00\n  - really"),
        Typed("mine", "- [X] mine ^my-own-id"),
        Typed("two lines, one thing", "10. [x] two lines, %%a comment%%\n  one thing"),
    )


def test_an_answer_supersedes_one_of_the_two() -> None:
    old = from_candidate(Saying().resting_on(SAID), "d-20260302-oooooooooo", Place.STANDING)
    new = from_candidate(Saying().resting_on(SAID), "d-20260302-nnnnnnnnnn", Place.STANDING)
    question = which_holds(new, old, "o-20260302-qqqqqqqqqq", "en")
    known = {one.id: one for one in (old, new)}

    yes = answered(question, known, newer_holds=True)
    no = answered(question, known, newer_holds=False)

    assert question.kind is Kind.OPEN_LOOP
    assert (yes[old.id].superseded_by, yes[old.id].confidence) == ((new.id,), 0.5)
    assert yes[new.id].supersedes == (old.id,)
    assert no[new.id].superseded_by == (old.id,)


def test_an_answer_about_an_entry_that_is_gone_changes_nothing() -> None:
    old = from_candidate(Saying().resting_on(SAID), "d-20260302-oooooooooo", Place.STANDING)
    new = replace(old, id="d-20260302-nnnnnnnnnn")
    question = which_holds(new, old, "o-20260302-qqqqqqqqqq", "en")

    assert answered(question, {old.id: old}, newer_holds=True) == {}
