"""Whose word settles what: deciders, and who has a thing in charge by a role that stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from progressive_memory.domain.candidate import Candidate, Slot
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.judge.authority import Authority
from progressive_memory.flush.judge.bench import Bench
from progressive_memory.flush.known.known import Known, Place
from tests.candidates import GROUP, Saying, said

LONE = Saying(
    Kind.ENVIRONMENT,
    Slot("", "", ""),
    "Releases are built on Debian 12",
    decided_by=("Cy",),
    confirmed_by=(),
)


def role(name: str, duty: str) -> Known:
    """A role as people.md tells it."""
    return Known(f"r-20260301-{name.lower():a<10}", Kind.ROLE, name, Slot(""), tail=(duty,))


def stands(candidate: Candidate, *roles: Known) -> bool:
    """Whether one person's environment value is taken."""
    return Authority(Bench(GROUP, "en"), roles).guarded(candidate).confirmed


@pytest.mark.parametrize(
    ("duty", "title", "expected"),
    [
        ("releases", "Releases are built on Debian 12", True),
        ("owner of the releases", "Releases are built on Debian 12", True),
        ("发版负责人", "发版机器是 build-2", True),
        ("release notes", "Releases are built on Debian 12", False),
        ("support", "Releases are built on Debian 12", False),
        ("manager", "Releases are built on Debian 12", False),
        ("负责人", "发版机器是 build-2", False),
    ],
)
def test_a_duty_counts_for_what_it_names(duty: str, title: str, *, expected: bool) -> None:
    candidate = replace(LONE, title=title).resting_on(said("e1", "Cy", title))

    assert stands(candidate, role("Cy", duty)) is expected


def test_the_duty_of_another_or_one_that_does_not_stand_counts_for_nothing() -> None:
    candidate = LONE.resting_on(said("e1", "Cy", LONE.title))

    assert not stands(candidate, role("Ana", "releases"))
    assert not stands(candidate, replace(role("Cy", "releases"), place=Place.PENDING))
    assert not stands(
        candidate, replace(role("Cy", "releases"), superseded_by=("r-20260302-bbbbbbbbbb",))
    )


@pytest.mark.parametrize("kind", [Kind.ROLE, Kind.RULE])
def test_a_duty_gives_no_say_over_roles_and_rules(kind: Kind) -> None:
    candidate = replace(LONE, kind=kind).resting_on(said("e1", "Cy", LONE.title))

    assert not stands(candidate, role("Cy", "releases"))
