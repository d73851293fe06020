"""The labelled messages are well formed, and their groups read as they are meant to."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from evals.measured import Absent
from evals.routing_set import HALVES, NONE, OWN, RULES, asked, filled, group_names, set_in
from progressive_memory.domain.doctor_report import Finding
from progressive_memory.domain.group import Route
from progressive_memory.vault.blocks import entries

ROWS = {half: asked(OWN, half) for half in HALVES}
ALL = [row for half in HALVES for row in ROWS[half]]


@pytest.fixture(scope="module")
def groups() -> tuple[dict[str, tuple[Route, ...]], tuple[Finding, ...]]:
    """The routes of each folder's group, and what the doctor finds in all of them."""
    with filled(OWN) as (_, memory):
        names = group_names(OWN)
        routes = {folder: memory.group_show(name).routes for folder, name in names.items()}
        return routes, memory.doctor().problems


def text_of(folder: str, file: str) -> str:
    return (OWN / "groups" / folder / group_names(OWN)[folder] / file).read_text(encoding="utf-8")


def test_eight_groups_are_asked_at_least_sixty_messages_each() -> None:
    asked_of = Counter(row.group for row in ALL)

    assert set(group_names(OWN)) == set(asked_of)
    assert 8 == len(asked_of)
    assert 60 <= min(asked_of.values())


def test_each_half_has_at_least_150_messages_in_all_three_languages() -> None:
    for rows in ROWS.values():
        assert 150 <= len(rows)
        assert {"zh", "en", "mixed"} == {row.language for row in rows}


def test_no_message_is_asked_twice() -> None:
    assert [] == [message for message, n in Counter(row.message for row in ALL).items() if n > 1]


def test_every_file_wanted_is_routed_and_stands(
    groups: tuple[dict[str, tuple[Route, ...]], tuple[Finding, ...]],
) -> None:
    files = {
        folder: {row.file for row in routes if not row.deprecated}
        for folder, routes in groups[0].items()
    }
    wanted = {(row.group, file) for row in ALL for file in (row.want, *row.also)}

    assert [] == [
        (folder, file) for folder, file in wanted if file not in {*files[folder], NONE, RULES}
    ]
    assert all(text_of(folder, file) for folder, file in wanted if file not in (NONE, RULES))


def test_the_answer_stands_in_the_file_wanted() -> None:
    answered = [row for row in ALL if row.answer]

    assert 15 <= min(Counter(row.group for row in answered).values())
    assert [] == [
        (row.message, row.answer)
        for row in answered
        if row.answer not in text_of(row.group, row.want)
    ]


def test_at_most_one_label_in_ten_accepts_more() -> None:
    assert len(ALL) >= 10 * sum(bool(row.also) for row in ALL)


def test_the_doctor_finds_what_is_meant_to_be_there_and_no_more(
    groups: tuple[dict[str, tuple[Route, ...]], tuple[Finding, ...]],
) -> None:
    """Day notes are left out, some notes are long, and one group has a row without its file."""
    found = [each for each in groups[1] if "/log/" not in each.message and each.code != "long_note"]

    assert [("route_without_file", "memory/groups/waymark-app.md")] == [
        (each.code, each.path) for each in found
    ]


def test_a_set_in_the_shared_folder_is_taken_before_our_own(tmp_path: Path) -> None:
    (tmp_path / "routing").mkdir()

    assert OWN == set_in(tmp_path / "nowhere")
    assert tmp_path / "routing" == set_in(tmp_path)
    with pytest.raises(Absent, match=r"dev\.jsonl"):
        asked(set_in(tmp_path), "dev")


@pytest.mark.parametrize("folder", group_names(OWN))
def test_a_group_has_thirty_to_eighty_entries_each_of_a_kind(folder: str) -> None:
    notes = sorted((OWN / "groups" / folder / group_names(OWN)[folder]).rglob("*.md"))
    found = [each for note in notes for each in entries(note.name, note.read_text("utf-8"))]

    assert [] == [each.text for each in found if each.kind is None]
    assert 30 <= len(found) <= 80


def test_every_row_says_why() -> None:
    lines = [
        line
        for half in HALVES
        for line in (OWN / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
    ]

    assert [] == [row["message"] for line in lines if not (row := json.loads(line))["why"]]
