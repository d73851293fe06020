from __future__ import annotations

import pytest

from progressive_memory.domain.group import Language
from progressive_memory.vault import summary_note
from progressive_memory.vault.summary_note import Draft, Summary

LOW, HIGH = "s-20260301-aaaaaaaaaa", "s-20260301-bbbbbbbbbb"
LINE = (
    "2026-03-01 [[memory/groups/g/log/2026/2026-03-01#^m-aaaaaaaaaa|09:00 Ana]]: The crane is old"
)


def draft(level: int = 1, lines: tuple[str, ...] = (LINE,)) -> Draft:
    own = LOW if level == 1 else HIGH
    return Draft(own, level, "2026-03-01", "2026-03-09", ("crane", "ferry"), lines, 12, 3)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_is_rendered_reads_back(language: Language) -> None:
    path = summary_note.path_of("g", draft(), ())

    found = summary_note.parse(path, summary_note.render("g", draft(), language))

    topics = "crane、ferry" if language == "zh" else "crane, ferry"
    told = ("2026-03-01 09:00 Ana: The crane is old",)
    assert Summary(LOW, 1, "2026-03-01", "2026-03-09", path, topics, told, frozenset()) == found


def test_a_summary_of_summaries_knows_what_it_condenses() -> None:
    link = f"[[memory/groups/g/summaries/L1/2026-03-01--2026-03-09#^{LOW}|2026-03-01 – 2026-03-09]]"
    high = draft(2, (f"{link}: crane", "  - The crane is old"))

    found = summary_note.parse(
        "memory/groups/g/summaries/L2/2026-03-01--2026-03-09.md",
        summary_note.render("g", high, "en"),
    )

    assert found is not None
    assert (2, frozenset({LOW})) == (found.level, found.below)
    assert ("2026-03-01 – 2026-03-09: crane", "The crane is old") == found.lines


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_newlines_change_nothing(newline: str) -> None:
    path = summary_note.path_of("g", draft(), ())
    text = summary_note.render("g", draft(), "en")

    assert summary_note.parse(path, text) == summary_note.parse(path, text.replace("\n", newline))


def test_two_of_the_same_days_stand_beside_each_other() -> None:
    first = summary_note.path_of("g", draft(), ())

    second = summary_note.path_of("g", draft(), (first,))

    assert "memory/groups/g/summaries/L1/2026-03-01--2026-03-09-2.md" == second
    assert summary_note.parse(second, summary_note.render("g", draft(), "en")) is not None


def test_a_note_of_a_person_is_no_summary() -> None:
    assert summary_note.parse("memory/groups/g/summaries/L1/notes.md", f"- mine ^{LOW}\n") is None
    assert (
        summary_note.parse("memory/groups/g/summaries/L1/2026-03-01--2026-03-09.md", "- mine\n")
        is None
    )


def test_one_day_is_named_once() -> None:
    assert ("2026-03-01", "2026-03-01 – 2026-03-02") == (
        summary_note.span("2026-03-01", "2026-03-01"),
        summary_note.span("2026-03-01", "2026-03-02"),
    )
