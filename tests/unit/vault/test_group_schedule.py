from __future__ import annotations

import pytest

from progressive_memory.domain.problem import Problem
from progressive_memory.vault.group_schedule import parse

PATH = "memory/groups/dock.md"


def note(properties: str) -> str:
    return f"---\ngroup_name: dock\n{properties}status: active\n---\n\n# Dock\n"


@pytest.mark.parametrize(
    ("properties", "lines"),
    [
        ("", None),
        ("schedules:\n", None),
        ("schedules: none\n", ()),
        ("schedules: []\n", ()),
        ("schedules: 17 6 * * 1-5\n", ("17 6 * * 1-5",)),
        ('schedules: "*/30 * * * *"\n', ("*/30 * * * *",)),
        ("schedules:\n  - 17 6 * * *\n  - '*/5 9 * * mon'\n", ("17 6 * * *", "*/5 9 * * mon")),
        ('schedules: ["17 6 * * *", "0 0 L * *"]\n', ("17 6 * * *", "0 0 L * *")),
    ],
)
def test_the_lines_of_a_group(properties: str, lines: tuple[str, ...] | None) -> None:
    assert (lines, ()) == parse(PATH, note(properties))


def test_a_bad_line_is_a_problem_and_the_vaults_schedule_holds() -> None:
    lines, problems = parse(PATH, note('schedules: ["17 6 * * *", "0 0 30 2 *"]\n'))

    message = "schedules: '0 0 30 2 *' names a day that never comes"
    assert lines is None
    assert (Problem(PATH, 3, "bad_schedules", message),) == problems


def test_properties_that_are_no_yaml_leave_the_vaults_schedule() -> None:
    assert (None, ()) == parse(PATH, note("schedules: */5 * * * *\n"))
