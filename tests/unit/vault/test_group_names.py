"""Rooms are mapped to group names; a bad row hides no good one."""

from __future__ import annotations

import pytest

from progressive_memory.vault.group_names import parse
from tests.golden import GROUPS, Golden


@GROUPS
def test_golden_file_maps_its_room(golden: Golden) -> None:
    text = golden.text("memory/group_names.json")

    found, problems = parse(text)

    (room,) = found.rooms_of(golden.name)
    assert ((), golden.name, golden.display_name) == (
        problems,
        found.name_of(room),
        found.display_name_of(golden.name),
    )


def test_rooms_share_a_group_and_ids_need_no_server() -> None:
    found, problems = parse('{"!a:x": {"name": "garden"}, "!v12room": {"name": "garden", "n": 1}}')

    assert ((), ("!a:x", "!v12room"), "", "") == (
        problems,
        found.rooms_of("Garden"),
        found.display_name_of("garden"),
        found.name_of("!c:x"),
    )


@pytest.mark.parametrize(
    "row", ['{"name": "../etc"}', '{"name": ""}', "{}", "7", '{"name": 7}', '"a/b"', "null"]
)
def test_row_with_a_name_no_path_may_carry_is_left_out(row: str) -> None:
    found, problems = parse(f'{{"!bad:x": {row}, "!good:x": "yard"}}')

    assert ("", "yard", 1) == (found.name_of("!bad:x"), found.name_of("!good:x"), len(problems))


def test_room_that_stands_twice_keeps_its_first_name() -> None:
    found, problems = parse('{"!a:x": "yard", "!a:x": "other"}')

    assert ("yard", 1) == (found.name_of("!a:x"), len(problems))


@pytest.mark.parametrize("text", ["{", "[]", "[" * 100_000])
def test_file_that_is_no_json_object_is_a_problem(text: str) -> None:
    assert 1 == len(parse(text)[1])


def test_missing_file_has_no_rooms() -> None:
    assert ((), "") == (parse("")[1], parse("")[0].name_of("!a:x"))
