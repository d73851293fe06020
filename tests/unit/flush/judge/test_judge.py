"""The judge: seven rulings, ids that stay, and nothing merged by likeness."""

from __future__ import annotations

from dataclasses import replace

import pytest

from progressive_memory.domain.candidate import Ruling, Slot, TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.judge.bench import Bench
from progressive_memory.flush.known.known import Place
from progressive_memory.vault.ids import entry_key
from tests.candidates import GROUP, Saying, block_ids, said
from tests.unit.flush.judge.hearing import (
    AGREED,
    ALL,
    DONE_TASK,
    LATER,
    MYSQL,
    POSTGRES,
    PROPOSAL,
    only_id,
    rule,
    rulings,
)


def test_a_first_statement_is_new_under_the_key_of_its_earliest_message() -> None:
    judgement = rule(POSTGRES.resting_on(PROPOSAL, AGREED))

    assert rulings(judgement) == [Ruling.NEW]
    assert only_id(judgement) == f"d-20260302-{entry_key(GROUP, 'd', 'e1', 0)}"


def test_two_things_said_in_one_message_get_the_next_ordinal() -> None:
    other = replace(POSTGRES, slot=Slot("user store", "engine", "redis"), title="Users go to Redis")

    judgement = rule(POSTGRES.resting_on(PROPOSAL), other.resting_on(PROPOSAL))

    assert [known.key for known in judgement.after.values()] == [
        entry_key(GROUP, "d", "e1", 0),
        entry_key(GROUP, "d", "e1", 1),
    ]


def test_the_same_said_again_is_a_duplicate() -> None:
    before = rule(POSTGRES.resting_on(PROPOSAL, AGREED)).after

    judgement = rule(POSTGRES.resting_on(LATER), known=before)

    assert rulings(judgement) == [Ruling.DUPLICATE]
    assert judgement.after == before


def test_a_new_confirmer_extends_the_entry_that_stands() -> None:
    before = rule(POSTGRES.resting_on(PROPOSAL, AGREED)).after

    judgement = rule(
        replace(POSTGRES, confirmed_by=("Bo", "Cy")).resting_on(PROPOSAL, AGREED, LATER),
        known=before,
    )

    assert rulings(judgement) == [Ruling.EXTENDS]
    assert judgement.after[only_id(judgement)].confirmed_by == ("Bo", "Cy")
    assert len(judgement.after[only_id(judgement)].evidence) == 3


def test_a_segment_read_again_changes_nothing_though_the_entry_was_reworded() -> None:
    before = rule(POSTGRES.resting_on(PROPOSAL, AGREED)).after
    (entry_id, written) = before.popitem()
    reworded = replace(written, title="PG it is", slot=Slot("pg"), fingerprint="")

    judgement = rule(
        POSTGRES.resting_on(PROPOSAL, AGREED),
        known={entry_id: reworded},
        bench=Bench(GROUP, "en"),
    )

    assert rulings(judgement) == [Ruling.DUPLICATE]
    assert judgement.after == {entry_id: reworded}


def test_a_confirmation_reaches_a_reworded_entry_by_the_meaning_it_was_written_with() -> None:
    before = rule(POSTGRES.resting_on(PROPOSAL, AGREED)).after
    (entry_id, written) = before.popitem()
    reworded = replace(written, title="PG it is", slot=Slot("pg"))

    judgement = rule(
        replace(POSTGRES, confirmed_by=("Cy",)).resting_on(PROPOSAL, LATER),
        known={entry_id: reworded},
    )

    assert rulings(judgement) == [Ruling.EXTENDS]
    assert judgement.after[entry_id].title == "PG it is"


def test_another_value_later_and_with_authority_supersedes() -> None:
    before = rule(POSTGRES.resting_on(PROPOSAL, AGREED)).after
    old_id = next(iter(before))

    judgement = rule(MYSQL.resting_on(LATER), known=before)

    (verdict,) = judgement.verdicts
    assert (verdict.ruling, verdict.standing_id) == (Ruling.SUPERSEDES, old_id)
    assert judgement.after[old_id].superseded_by == (verdict.entry_id,)
    assert judgement.after[verdict.entry_id].supersedes == (old_id,)


def test_going_back_to_what_was_superseded_is_a_new_entry() -> None:
    first = rule(POSTGRES.resting_on(PROPOSAL, AGREED)).after
    second = rule(MYSQL.resting_on(LATER), known=first).after
    back = said("e10", "Ana", "decided: back to PostgreSQL 16", 900)

    judgement = rule(
        POSTGRES.resting_on(back), known=second, bench=Bench(GROUP, "en", fresh=block_ids([back]))
    )

    assert rulings(judgement) == [Ruling.SUPERSEDES]
    assert len(judgement.after) == 3


@pytest.mark.parametrize(
    "bench",
    [
        Bench(GROUP, "en", fresh=ALL),
        Bench(GROUP, "en", fresh=ALL, deciders=frozenset({"Ana"})),
    ],
    ids=["fewer people", "no decider among them"],
)
def test_without_authority_both_stand_and_people_are_asked(bench: Bench) -> None:
    before = rule(replace(POSTGRES, confirmed_by=("Bo", "Di")).resting_on(PROPOSAL, AGREED)).after
    old_id = next(iter(before))
    candidate = replace(MYSQL, decided_by=("Cy",), confirmed_by=("Ed",)).resting_on(LATER)

    judgement = rule(candidate, known=before, bench=bench)

    (verdict,) = judgement.verdicts
    question = next(one for one in judgement.after.values() if one.place is Place.PENDING)
    assert verdict.ruling is Ruling.CONTRADICTS
    assert judgement.after[old_id].contradicts == (verdict.entry_id,)
    assert not judgement.after[old_id].superseded_by
    assert judgement.after[verdict.entry_id].contradicts == (old_id,)
    assert question.contradicts == (verdict.entry_id, old_id)


def test_what_is_older_than_the_entry_does_not_overrule_it() -> None:
    before = rule(MYSQL.resting_on(LATER)).after

    judgement = rule(POSTGRES.resting_on(PROPOSAL, AGREED), known=before)

    assert rulings(judgement) == [Ruling.CONTRADICTS]


def test_unconfirmed_waits_and_a_later_confirmation_takes_over_its_id() -> None:
    proposal = replace(POSTGRES, confirmed=False, confirmed_by=(), reason="unanswered")
    before = rule(proposal.resting_on(PROPOSAL)).after
    pending_id = next(iter(before))

    judgement = rule(POSTGRES.resting_on(PROPOSAL, AGREED), known=before)

    assert before[pending_id].place is Place.PENDING
    assert rulings(judgement) == [Ruling.NEW]
    assert judgement.after[pending_id].place is Place.STANDING


def test_a_decision_that_answers_a_pending_proposal_takes_over_its_id() -> None:
    proposal = Saying(
        slot=Slot("state library", "", "zustand"), title="Move to Zustand", confirmed=False
    )
    before = rule(proposal.resting_on(PROPOSAL)).after
    pending_id = next(iter(before))

    answer = Saying(slot=Slot("state library", "", "redux"), title="Keep Redux")
    judgement = rule(answer.resting_on(PROPOSAL, LATER), known=before)

    assert list(judgement.after) == [pending_id]
    assert judgement.after[pending_id].title == "Keep Redux"


def test_a_decision_settles_a_pending_rival_it_does_not_rest_on() -> None:
    proposal = replace(MYSQL, confirmed=False, reason="unanswered")
    before = rule(proposal.resting_on(PROPOSAL)).after
    pending_id = next(iter(before))

    judgement = rule(POSTGRES.resting_on(LATER), known=before)

    assert judgement.settled == {pending_id: "contradicted"}
    assert pending_id not in judgement.after


def test_an_unconfirmed_rival_waits_as_a_contradiction() -> None:
    before = rule(POSTGRES.resting_on(PROPOSAL, AGREED)).after

    judgement = rule(
        replace(MYSQL, confirmed=False, reason="unanswered").resting_on(LATER), known=before
    )

    assert [(v.ruling, v.reason) for v in judgement.verdicts] == [(Ruling.PENDING, "contradicts")]


@pytest.mark.parametrize("kind", [Kind.ROLE, Kind.ENVIRONMENT, Kind.RULE])
def test_one_voice_changes_no_role_environment_or_rule(kind: Kind) -> None:
    candidate = replace(POSTGRES, kind=kind, decided_by=("Ana",), confirmed_by=())

    judgement = rule(candidate.resting_on(PROPOSAL))

    assert [(v.ruling, v.reason) for v in judgement.verdicts] == [(Ruling.PENDING, "one_person")]


def test_a_deciders_word_and_a_roster_need_no_second_voice() -> None:
    role = replace(POSTGRES, kind=Kind.ROLE, decided_by=("Ana",), confirmed_by=())
    roster = replace(role, slot=Slot("Di", "role", "tester"))

    judgement = rule(
        role.resting_on(PROPOSAL),
        roster.resting_on(said("roster:7", "Di", "tester", 3)),
        bench=Bench(GROUP, "en", fresh=ALL, deciders=frozenset({"@ana:example.org"})),
    )

    assert rulings(judgement) == [Ruling.NEW, Ruling.NEW]


def test_what_only_a_bot_said_is_rejected() -> None:
    judgement = rule(POSTGRES.resting_on(replace(PROPOSAL, role="assistant")))

    assert [(v.ruling, v.reason) for v in judgement.verdicts] == [(Ruling.REJECTED, "no_person")]


def test_a_task_keeps_its_id_through_its_states() -> None:
    taken = DONE_TASK.resting_on(PROPOSAL)
    done = replace(DONE_TASK, state=TaskState.DONE, tail=()).resting_on(LATER)

    judgement = rule(taken, done)

    task = judgement.after[only_id(judgement)]
    assert rulings(judgement) == [Ruling.NEW, Ruling.EXTENDS]
    assert (task.state, task.ended_on, task.tail) == (
        TaskState.DONE,
        "2026-03-02",
        ("Bo", "by 2026-06-01"),
    )


@pytest.mark.parametrize(
    ("owner", "title", "ruling"),
    [
        ("Bo", "Order store migrated", Ruling.EXTENDS),
        ("Cy", "Order store migrated", Ruling.NEW),
        ("Bo", "Order store 2 migrated", Ruling.NEW),
        ("Bo", "Lunch ordered", Ruling.NEW),
    ],
    ids=["the owner's words", "someone else's", "another number", "other work"],
)
def test_done_in_other_words_ends_the_owners_task(owner: str, title: str, ruling: Ruling) -> None:
    before = rule(DONE_TASK.resting_on(PROPOSAL)).after
    done = replace(
        DONE_TASK, slot=Slot(title, "state"), title=title, tail=(owner,), state=TaskState.DONE
    )

    assert rulings(rule(done.resting_on(LATER), known=before)) == [ruling]


def test_a_task_handed_over_keeps_its_date() -> None:
    taken = DONE_TASK.resting_on(PROPOSAL)
    handed = replace(DONE_TASK, tail=("Cy",), decided_by=("Cy",)).resting_on(LATER)

    judgement = rule(taken, handed)

    assert judgement.after[only_id(judgement)].tail == ("Cy", "by 2026-06-01")


def test_an_older_statement_does_not_reopen_a_task() -> None:
    done = replace(DONE_TASK, state=TaskState.DONE).resting_on(LATER)
    before = rule(done).after

    judgement = rule(replace(done, evidence=(PROPOSAL,), state=TaskState.DONE), known=before)

    assert judgement.after == before


def test_the_same_work_after_it_was_done_is_a_new_task() -> None:
    done = replace(DONE_TASK, state=TaskState.DONE).resting_on(PROPOSAL)
    again = DONE_TASK.resting_on(LATER)

    judgement = rule(done, again)

    assert rulings(judgement) == [Ruling.NEW, Ruling.NEW]


def test_someone_elses_word_that_a_task_is_done_waits() -> None:
    before = rule(DONE_TASK.resting_on(PROPOSAL)).after
    hearsay = replace(
        DONE_TASK, state=TaskState.DONE, confirmed=False, reason="not_owner"
    ).resting_on(LATER)

    judgement = rule(hearsay, known=before)

    assert rulings(judgement) == [Ruling.PENDING]
    assert [one.place for one in judgement.after.values()] == [Place.STANDING, Place.PENDING]
