from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.disclosure.loading.session import (
    alive,
    check_limits,
    check_load,
    check_path,
    opened,
    standing,
    with_file,
)
from progressive_memory.domain.disclosure import Disclosure
from progressive_memory.domain.group import IndexNote, Route
from progressive_memory.domain.section import Section
from progressive_memory.errors import ProtocolViolation

NOW = datetime(2026, 5, 15, 9, 0, tzinfo=UTC)
ATTENTION = Route("tasks", "attention.md", "P0")
PROJECT = Route("stack", "project.md", "P1")
EXPERIENCE = Route("decisions", "experience.md", "P2")
PEOPLE = Route("who", "people.md", "P3")
API = Route("API details", "conventions/api.md", "P2-L3")
OLD = Route("old", "old.md", "P1", deprecated=True)
INDEX = IndexNote(
    "ops",
    "memory/groups/ops.md",
    "",
    routes=(ATTENTION, PROJECT, EXPERIENCE, PEOPLE, API, OLD),
)
OPEN = Disclosure("s", "ops", NOW, NOW)


def refusal(file: str, disclosure: Disclosure = OPEN, index: IndexNote = INDEX) -> str:
    with pytest.raises(ProtocolViolation) as caught:
        check_load(disclosure, index, file, ())
    assert caught.value.exit_code == 6
    assert caught.value.message
    assert caught.value.next_step
    return caught.value.code


def test_a_disclosure_ends_after_four_idle_hours() -> None:
    assert alive(OPEN, NOW + timedelta(hours=4)) == OPEN
    assert alive(OPEN, NOW + timedelta(hours=4, seconds=1)) is None
    assert alive(None, NOW) is None


def test_opening_again_goes_on_and_counts_as_a_touch() -> None:
    later = NOW + timedelta(hours=3)
    spent = replace(OPEN, spent_tokens=70)
    result = opened(spent, "s", "ops", later)
    assert (result.disclosure, result.dropped) == (replace(spent, touched_at=later), "")


def test_opening_another_group_starts_anew_and_says_what_to_drop() -> None:
    result = opened(replace(OPEN, spent_tokens=70), "s", "web", NOW)
    assert (result.disclosure, result.dropped) == (Disclosure("s", "web", NOW, NOW), "ops")


def test_a_disclosure_that_ended_has_nothing_to_drop() -> None:
    result = opened(OPEN, "s", "web", NOW + timedelta(hours=5))
    assert result.dropped == ""


def test_nothing_is_read_before_the_index() -> None:
    with pytest.raises(ProtocolViolation) as caught:
        standing(None, "s", NOW)
    assert caught.value.code == "index_not_open"


def test_the_file_of_the_last_route_may_be_loaded() -> None:
    assert check_load(replace(OPEN, last_route=ATTENTION), INDEX, "attention.md", ()) == ATTENTION


def test_any_other_file_may_not() -> None:
    assert refusal("attention.md") == "not_routed"
    routed = replace(OPEN, last_route=ATTENTION)
    assert refusal("project.md", routed) == "not_routed"
    assert refusal("secret.md", routed) == "not_routed"
    assert refusal("conventions/api.md", routed) == "not_routed"
    assert refusal("old.md", replace(OPEN, last_route=OLD)) == "not_routed"


def test_experience_is_never_loaded_whole() -> None:
    assert refusal("experience.md", replace(OPEN, last_route=EXPERIENCE)) == (
        "experience_is_fragments"
    )


def test_a_conventions_file_may_be_loaded_when_a_loaded_note_names_it() -> None:
    routed = replace(OPEN, last_route=PROJECT, files=("project.md",))
    note = Section("c-1", "p", "", "API: [[memory/groups/ops/conventions/db|DB rules]]")
    assert check_load(routed, INDEX, "conventions/db.md", [note]).file == "conventions/db.md"
    named = replace(routed, last_route=replace(PROJECT, trigger="stack, conventions/db"))
    assert check_load(named, INDEX, "conventions/db.md", ()).priority == "P2-L3"


def test_a_conventions_file_with_a_longer_name_names_no_other() -> None:
    routed = replace(OPEN, last_route=PROJECT, files=("project.md",))
    for longer in ("conventions/db-test", "conventions/db/old", "conventions/db_2"):
        note = Section("c-1", "p", "", f"see [[memory/groups/ops/{longer}]]")
        with pytest.raises(ProtocolViolation, match="may not be loaded"):
            check_load(routed, INDEX, "conventions/db.md", [note])


def test_one_conventions_file_at_a_time() -> None:
    routed = replace(OPEN, last_route=API, convention="conventions/db.md")
    assert refusal("conventions/api.md", routed) == "one_convention"
    again = replace(routed, convention="conventions/api.md")
    assert check_load(again, INDEX, "conventions/api.md", ()) == API


def test_two_state_files_and_one_people_file_are_the_limit() -> None:
    loaded = replace(OPEN, files=("attention.md", "experience.md"))
    assert refusal("project.md", replace(loaded, last_route=PROJECT)) == "too_many_files"
    check_limits(loaded, INDEX, PEOPLE)
    check_limits(loaded, INDEX, API)
    check_limits(loaded, INDEX, ATTENTION)  # loaded before: counts once
    team = replace(INDEX, routes=(*INDEX.routes, Route("team", "team.md", "P3")))
    both = replace(loaded, files=("attention.md", "people.md"), last_route=team.routes[-1])
    assert refusal("team.md", both, team) == "too_many_files"


def test_an_archived_group_shows_its_project_only() -> None:
    archived = replace(INDEX, status="archived")
    assert refusal("attention.md", replace(OPEN, last_route=ATTENTION), archived) == "archived"
    routed = replace(OPEN, last_route=PROJECT)
    assert check_load(routed, archived, "project.md", ()) == PROJECT


@pytest.mark.parametrize(
    "file",
    [
        *("../web/attention.md", "/etc/passwd", "log/2026/2026-05-15.md", "a/../../x.md", "..", ""),
        *("memory/groups/web/attention.md", "C:/x.md", "..\\web\\x.md", "notes.txt", ".hidden.md"),
        *("summaries/L1/a.md", "conventions/../log/a.md", "conventions//a.md", "./attention.md"),
    ],
)
def test_paths_stay_among_the_groups_notes(file: str) -> None:
    assert refusal(file) == "path_escapes"


def test_ordinary_files_pass_the_path_rule() -> None:
    for file in ("attention.md", "conventions/api.md", "决策 记录.md", "conventions/a/b.md"):
        check_path(file)


def test_files_are_counted_once_and_conventions_apart() -> None:
    counted = with_file(with_file(OPEN, "attention.md"), "attention.md")
    assert counted.files == ("attention.md",)
    assert with_file(counted, "conventions/api.md") == replace(
        counted, convention="conventions/api.md"
    )
