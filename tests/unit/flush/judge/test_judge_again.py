"""What was judged, turned down or rejected before, and comes again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from progressive_memory.domain.candidate import Ruling, Slot
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.judge.bench import Bench
from progressive_memory.flush.known import meaning
from progressive_memory.flush.known.known import Place
from progressive_memory.flush.known.vetoes import Veto
from progressive_memory.vault.ids import entry_key
from tests.candidates import GROUP, Saying, block_ids
from tests.unit.flush.judge.hearing import (
    AGREED,
    ALL,
    DONE_TASK,
    LATER,
    MYSQL,
    POSTGRES,
    PROPOSAL,
    rule,
    rulings,
)


def test_a_vetoed_key_is_not_written_again() -> None:
    veto = Veto(entry_key(GROUP, "d", "e1", 0), Kind.DECISION, block_ids([PROPOSAL]))

    judgement = rule(
        POSTGRES.resting_on(PROPOSAL, AGREED),
        bench=Bench(GROUP, "en", fresh=ALL, vetoes=(veto,)),
    )

    assert [(v.ruling, v.reason) for v in judgement.verdicts] == [(Ruling.REJECTED, "vetoed")]


def test_a_veto_reaches_what_means_the_same_on_one_of_its_messages() -> None:
    print_ = meaning.fingerprint(Kind.DECISION, POSTGRES.slot)
    veto = Veto("aaaaaaaaaa", Kind.DECISION, block_ids([AGREED]), print_)
    bench = Bench(GROUP, "en", fresh=ALL, vetoes=(veto,))

    same = rule(POSTGRES.resting_on(PROPOSAL, AGREED), bench=bench)
    other_meaning = rule(MYSQL.resting_on(PROPOSAL, AGREED), bench=bench)
    other_message = rule(POSTGRES.resting_on(LATER), bench=bench)

    assert rulings(same) == [Ruling.REJECTED]
    assert rulings(other_meaning) == [Ruling.NEW]
    assert rulings(other_message) == [Ruling.NEW]


def test_an_expired_item_comes_back_only_when_it_is_confirmed_anew() -> None:
    expired = frozenset({entry_key(GROUP, "d", "e1", 0)})
    proposal = replace(POSTGRES, confirmed=False, reason="unanswered").resting_on(PROPOSAL)

    again = rule(proposal, bench=Bench(GROUP, "en", expired=expired))
    confirmed = rule(
        POSTGRES.resting_on(PROPOSAL, AGREED),
        bench=Bench(GROUP, "en", fresh=block_ids([AGREED]), expired=expired),
    )

    assert [v.reason for v in again.verdicts] == ["expired"]
    assert rulings(confirmed) == [Ruling.NEW]


@pytest.mark.parametrize(
    ("value", "edited", "expected"),
    [
        ("mysql 8", True, Ruling.SUPERSEDES),
        ("postgresql 17", True, Ruling.SUPERSEDES),
        ("postgresq 16", True, Ruling.DUPLICATE),  # a slip of the pen, put right or made
        ("mysql 8", False, Ruling.DUPLICATE),  # the same words, read in another light
    ],
)
def test_a_message_edited_to_say_otherwise_supersedes_what_it_said(
    value: str, edited: bool, expected: Ruling
) -> None:
    before = rule(POSTGRES.resting_on(PROPOSAL, AGREED)).after
    changed = block_ids([PROPOSAL]) if edited else frozenset()
    otherwise = replace(POSTGRES, slot=Slot("order store", "engine", value), title=f"Use {value}")

    judgement = rule(
        otherwise.resting_on(PROPOSAL, AGREED),
        known=before,
        bench=Bench(GROUP, "en", fresh=ALL, edited=changed),
    )

    assert [expected] == rulings(judgement)


def test_judging_twice_in_a_row_changes_nothing_the_second_time() -> None:
    candidates = [
        replace(POSTGRES, fields=((Field.CONTEXT, "JSON indexes time out"),)).resting_on(
            PROPOSAL, AGREED
        ),
        DONE_TASK.resting_on(PROPOSAL),
        MYSQL.resting_on(LATER),
    ]
    first = rule(*candidates)

    second = rule(*candidates, known=first.after)

    assert second.after == first.after
    assert set(rulings(second)) == {Ruling.DUPLICATE}


@pytest.mark.parametrize(
    ("fresh", "place"),
    [(frozenset(), Place.PENDING), (block_ids([AGREED]), Place.STANDING)],
)
def test_what_waits_is_borne_out_by_new_words_alone(fresh: frozenset[str], place: Place) -> None:
    waits = replace(POSTGRES, confirmed=False, reason="unclear").resting_on(PROPOSAL, AGREED)
    before = rule(waits).after

    again = rule(
        POSTGRES.resting_on(PROPOSAL, AGREED), known=before, bench=Bench(GROUP, "en", fresh=fresh)
    )

    assert [place] == [one.place for one in again.after.values()]


def test_a_statement_that_points_at_what_it_replaces_supersedes_it_in_whatever_words() -> None:
    before = rule(
        replace(POSTGRES, slot=Slot("the order store", "", "PostgreSQL")).resting_on(PROPOSAL)
    ).after
    pointing = Saying(
        slot=Slot("the order store", "", "rows go where invoices are"),
        title="Rows go where invoices are",
    )

    judgement = rule(pointing.resting_on(LATER), known=before)

    assert rulings(judgement) == [Ruling.SUPERSEDES]


@pytest.mark.parametrize(("confirmed", "expected"), [(False, Ruling.REJECTED), (True, Ruling.NEW)])
def test_nobody_is_asked_in_other_words_about_what_was_vetoed(
    *, confirmed: bool, expected: Ruling
) -> None:
    vetoed = Saying(slot=Slot("", "", "use leaflet for the map"), title="Use Leaflet for the map")
    print_ = meaning.fingerprint(Kind.DECISION, vetoed.slot)
    veto = Veto("aaaaaaaaaa", Kind.DECISION, block_ids([PROPOSAL]), print_)
    anew = Saying(
        slot=Slot("", "", "the map uses leaflet"),
        title="The map uses Leaflet",
        confirmed=confirmed,
        reason="" if confirmed else "unanswered",
    )

    judgement = rule(
        vetoed.resting_on(PROPOSAL, AGREED),
        anew.resting_on(LATER),
        bench=Bench(GROUP, "en", fresh=ALL, vetoes=(veto,)),
    )

    assert rulings(judgement) == [Ruling.REJECTED, expected]


def test_a_task_asked_for_and_then_taken_stands_under_the_request() -> None:
    asked = replace(DONE_TASK, tail=(), confirmed=False, reason="nobody_took").resting_on(PROPOSAL)
    before = rule(asked).after
    taken = DONE_TASK.resting_on(LATER)

    judgement = rule(taken, known=before)

    assert list(judgement.after) == list(before)
    assert [one.place for one in judgement.after.values()] == [Place.STANDING]
