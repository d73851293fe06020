from __future__ import annotations

import pytest

from progressive_memory.disclosure.routing.route import Routing, Weighed
from progressive_memory.disclosure.routing.route_near import by_meaning
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.domain.group import Route

PROJECT = Route("stack", "project.md", "P1")
PEOPLE = Route("roles", "people.md", "P3")
GENERAL = Gate(Need.IF_NAMED, "general")
UNTAKEN = Routing(
    None, "names_nothing_of_the_group", (Weighed(PROJECT, "project"), Weighed(PEOPLE, "people"))
)


def test_a_question_goes_to_the_note_that_is_by_far_the_nearest() -> None:
    routing = by_meaning(UNTAKEN, GENERAL, {"project.md": 0.2, "people.md": 0.5})
    assert (PEOPLE, "near_in_meaning", "people") == (routing.route, routing.reason, routing.about)
    assert {"project", "people"} == {each.about for each in routing.weighed}


@pytest.mark.parametrize(
    "nearest",
    [{}, {"project.md": 0.0}, {"people.md": 0.3}, {"project.md": 0.5, "people.md": 0.52}],
)
def test_what_is_not_near_or_not_nearer_than_others_takes_nothing(
    nearest: dict[str, float],
) -> None:
    assert UNTAKEN == by_meaning(UNTAKEN, GENERAL, nearest)


@pytest.mark.parametrize(
    "gate", [Gate(Need.IF_NAMED, "statement"), Gate(Need.CONTINUATION, "continuation")]
)
def test_only_a_question_is_routed_by_meaning(gate: Gate) -> None:
    assert UNTAKEN == by_meaning(UNTAKEN, gate, {"people.md": 0.6})


def test_words_come_first_and_so_does_a_rule() -> None:
    for reason, route in (("routed", PROJECT), ("a_rule_answers", None), ("archived", None)):
        by_words = Routing(route, reason, UNTAKEN.weighed)
        assert by_words == by_meaning(by_words, GENERAL, {"people.md": 0.6})
