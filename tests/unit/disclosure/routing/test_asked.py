"""What a message asks about, and what of it a section holds."""

from __future__ import annotations

import pytest

from progressive_memory.disclosure.routing.asked import (
    asked,
    best_held,
    known_weight,
    tokenised,
    weights,
)
from progressive_memory.domain.section import Section


def section(text: str, **values: object) -> Section:
    return Section("t-1", "g/a.md", "", text, "t", text, **values)  # type: ignore[arg-type]


def share(message: str, text: str, language: str = "en") -> float:
    """The share of the message that a note of this one section holds."""
    held = tokenised([section(text)])
    units = weights(asked(message, language).units, held)
    return best_held(units, held, known_weight(units, held)).share


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("数据库在哪", "The database runs on port 5433"),
        ("which database do we use", "数据库迁到新集群"),
        ("部署到预发了吗", "deployed to staging"),
        ("budget for the hotel", "酒店预算每晚 400"),
        ("供应商的发票", "supplier invoice is late"),
        ("负责人和截止日期", "owner: Ines, deadline Friday"),
        ("oldest system we support", "Minimum systems, support ends in May"),
    ],
)
def test_a_section_holds_a_thing_in_other_words_and_in_the_other_language(
    message: str, text: str
) -> None:
    assert share(message, text, "zh" if text[-1] > "\u4e00" else "en") > 0.5


def test_words_that_name_nothing_are_not_asked_about() -> None:
    assert () == asked("so what is it with that thing again, please?", "en").units
    assert () == asked("那个到底是怎么回事啊", "zh").units[1:]


def test_whom_it_is_said_to_what_is_linked_and_code_are_not_asked_about() -> None:
    message = "@Maya the importer https://x.org/ranking ```ranking = 1```"
    assert ["importer"] == [unit.name for unit in asked(message, "en").units]


def test_what_no_note_holds_lowers_the_share() -> None:
    assert share("the importer", "move the importer") == 1.0
    assert share("the importer of unicorns", "move the importer") < 0.6


def test_a_word_of_the_other_language_that_no_note_holds_lowers_it_little() -> None:
    assert share("importer 独角兽", "move the importer", "en") > 0.8
    assert share("importer 独角兽", "importer 搬家", "zh") < 0.8


def test_who_agreed_and_where_it_was_said_is_no_content() -> None:
    text = "## Keep Redux\n\n- Decided by:: Priya\n- Evidence:: [[log#^m-1|10:00 Priya]]\n"
    held = tokenised([Section("d-1", "g/a.md", "", text, "d", "Keep Redux", who=("Priya",))])
    units = weights(asked("Priya", "en").units, held)
    assert best_held(units, held, 1.0).weight == 0.0


def test_a_replaced_entry_and_a_done_task_hold_less() -> None:
    plain, replaced = section("rate limit"), section("rate limit", superseded=True)
    done = section("- [x] rate limit")
    units = weights(asked("our rate limit", "en").units, tokenised([plain]))
    held = [best_held(units, tokenised([each]), 1.0).weight for each in (plain, replaced, done)]
    assert held[0] > held[2] > held[1]


def test_the_query_has_the_words_of_both_languages() -> None:
    query = asked("部署文档", "zh").query
    assert {"deploy", "manual", "部署文档"} <= set(query.split())
