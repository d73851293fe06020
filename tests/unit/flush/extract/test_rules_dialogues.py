"""Small talks written for the purpose, and everything that must come out of each."""

from __future__ import annotations

import pytest

from progressive_memory.domain.candidate import Person
from progressive_memory.flush.extract import rules
from tests.unit.flush.extract.dialogue_cases import Case, cases, fits

ALL = [*cases("en"), *cases("zh"), *cases("en", "meetings")]
CHANNEL = [*cases("en", "channel"), *cases("zh", "channel")]
CROWD = tuple(Person(f"@guest{at}:example.org", f"guest{at}") for at in range(20))


@pytest.mark.parametrize("case", ALL, ids=[f"{case.language}: {case.title}" for case in ALL])
def test_a_talk_gives_what_was_meant_and_nothing_else(case: Case) -> None:
    assert ([], []) == _amiss(case, ())


@pytest.mark.parametrize("case", CHANNEL, ids=[case.title for case in CHANNEL])
def test_a_channel_gives_what_concerns_all_and_nothing_else(case: Case) -> None:
    assert ([], []) == _amiss(case, CROWD)


def _amiss(case: Case, people: tuple[Person, ...]) -> tuple[list[str], list[str]]:
    """What is missing, and what came out beside it."""
    found = list(rules.extract_all(case.messages, language=case.language, people=people))
    missing = []
    for expected in case.expected:
        hit = next((one for one in found if fits(one, expected)), None)
        if hit is None:
            missing.append(expected)
        else:
            found.remove(hit)
    shown = [
        f"{one.kind.name.lower()}; {one.reason or 'confirmed'}; {one.title}; {one.tail}; "
        f"by {[p.name for p in one.decided_by]}; confirmed by {[c.person.name for c in one.confirmed_by]}"
        for one in found
    ]
    return missing, shown


def test_there_are_many_of_them() -> None:
    assert len(ALL) >= 60
