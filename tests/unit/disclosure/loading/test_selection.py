from __future__ import annotations

from progressive_memory.disclosure.loading.part import Tier
from progressive_memory.disclosure.loading.selection import (
    ANSWERS_SHARE,
    CURRENT_SHARE,
    LEAST_TOKENS,
    OPEN_SHARE,
    answering,
    most_important,
    names_something,
    share_tokens,
)
from progressive_memory.domain.section import Section


def entry(n: int, **fields: object) -> Section:
    return Section(f"d-{n}", "e.md", "", "text", "d", on=f"2026-05-{n:02}", **fields)  # type: ignore[arg-type]


def task(n: int, mark: str = " ", heading: str = "Active tasks", kind: str = "t") -> Section:
    text = f"- [{mark}] task {n} ^t-{n}"
    return Section(f"t-{n}", "a.md", heading, text, kind, on=f"2026-05-{n:02}")


NOTE = (task(3), task(9, "x"), task(2, kind="b"), task(5), task(7, heading="归档"))


def test_a_whole_note_is_ordered_by_hits_then_date_with_the_replaced_last() -> None:
    note = (entry(1), entry(2, superseded=True), entry(3), entry(4))
    assert most_important(note, [(entry(1), 0.9)]) == (0, 3, 2, 1)
    assert most_important(note, []) == (3, 2, 0, 1)


def test_open_tasks_come_before_done_ones() -> None:
    done = Section("t-1", "a.md", "", "- [x] old ^t-1", "t", on="2026-05-09")
    assert most_important((done, entry(1)), []) == (1, 0)


def test_a_question_that_names_nothing_gets_what_is_open_then_the_newest_closed() -> None:
    assert answering(NOTE, [], names=False) == (
        Tier((2, 3, 0), OPEN_SHARE),
        Tier((1, 4), CURRENT_SHARE),
    )


def test_a_question_that_names_something_gets_what_answers_and_what_is_open() -> None:
    found = [(NOTE[1], 0.9), (NOTE[3], 0.8), (NOTE[0], 0.1)]
    assert answering(NOTE, found, names=True) == (
        Tier((1, 3), ANSWERS_SHARE),
        Tier((2, 3, 0), CURRENT_SHARE),
    )


def test_where_nothing_answers_the_newest_closed_ones_come_too() -> None:
    assert answering(NOTE, [], names=True)[-1] == Tier((1, 4), CURRENT_SHARE)


def test_words_of_asking_and_the_rows_trigger_name_nothing() -> None:
    for question in ("what's open now?", "现在有哪些任务", "where were we?", "any current tasks?"):
        assert not names_something(question, "current tasks", "attention"), question
    for question in ("what's the status of the importer?", "对账脚本的进展"):
        assert names_something(question, "current tasks", "attention"), question


def test_no_share_is_smaller_than_an_answer() -> None:
    assert share_tokens(ANSWERS_SHARE, 6000) == 2000
    assert share_tokens(CURRENT_SHARE, 500) == LEAST_TOKENS


def test_of_two_entries_with_one_id_the_one_found_answers() -> None:
    first, second = (
        Section("c-1", "p.md", "", f"- {said} ^c-1", "c", said) for said in ("tabs", "spaces")
    )
    found = [(first, 0.9)]
    assert most_important((second, first), found) == (1, 0)
    assert answering((first, second), found, names=True)[0] == Tier((0,), ANSWERS_SHARE)
