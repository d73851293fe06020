"""List entries' lines say the same when read as when written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.domain.candidate import TaskState
from progressive_memory.domain.group import Language
from progressive_memory.flush.known.known import ARCHIVED
from progressive_memory.flush.known.lines import Asked, Line, read, read_pending, write, write_claim

WORDS = st.text("abc 订单库", min_size=1, max_size=12).map(str.strip).filter(bool)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            Line("Migrate the store", ("Bo", "by 2026-06-01")),
            "Migrate the store — Bo — by 2026-06-01",
        ),
        (Line("迁移订单库", ("李四",), TaskState.BLOCKED), "迁移订单库 — 李四 — 受阻"),
        (
            Line("迁移订单库", ("李四",), TaskState.DONE, "2026-05-30"),
            "迁移订单库 — 李四 ✅ 2026-05-30",
        ),
        (Line("迁移订单库", (), TaskState.DROPPED, "2026-05-30"), "迁移订单库 ❌ 2026-05-30"),
    ],
    ids=["open", "blocked", "done", "dropped"],
)
def test_a_line_as_written(line: Line, text: str) -> None:
    assert write(line, "zh") == text
    assert read(text) == line


@pytest.mark.parametrize(
    ("language", "state", "what", "text"),
    [
        ("zh", TaskState.QUIET, "", "迁移 — 李四 — 最后更新 2026-05-30"),
        ("en", TaskState.QUIET, "", "迁移 — 李四 — last update 2026-05-30"),
        ("zh", TaskState.CLOSED, "一期", "迁移 — 李四 — 随「一期」收尾 2026-05-30"),
        ("en", TaskState.CLOSED, "the pilot", "迁移 — 李四 — closed with the pilot, 2026-05-30"),
    ],
)
def test_what_went_quiet_or_was_closed_says_so_and_is_open_outside_the_archive(
    language: Language, state: TaskState, what: str, text: str
) -> None:
    line = Line("迁移", ("李四",), state, "2026-05-30", what)

    assert write(line, language) == text
    assert read(text, archived=True) == line
    assert read(text) == Line("迁移", ("李四", text.rsplit(" — ", maxsplit=1)[-1]))
    assert read(text, mark="x", archived=True).state is TaskState.DONE


def test_a_box_a_person_ticked_tells_the_state() -> None:
    assert read("Migrate the store — Bo", mark="x").state is TaskState.DONE
    assert read("Migrate the store — Bo", mark="-").state is TaskState.DROPPED


def test_a_linked_owner_is_read_by_name() -> None:
    assert read("迁移 — [[memory/groups/g/people#^r-1|李四]]").tail == ("李四",)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "Paint the quay green — Olga, 2026-05-12 — nobody agreed",
            Asked(Line("Paint the quay green"), "Olga", "2026-05-12", "nobody agreed"),
        ),
        (
            "迁移 — 李四 — 2026-06-01 前 — 王五, 2026-05-12 — 对方尚未接受",
            Asked(Line("迁移", ("李四", "2026-06-01 前")), "王五", "2026-05-12", "对方尚未接受"),
        ),
        ("Paint the quay green", Asked(Line("Paint the quay green"))),
    ],
    ids=["decision", "task", "shortened by a person"],
)
def test_an_item_of_pending_as_read(text: str, asked: Asked) -> None:
    assert read_pending(text) == asked


@given(WORDS, st.lists(WORDS, max_size=2), st.sampled_from(list(TaskState)))
def test_any_line_is_read_as_it_was_written(title: str, tail: list[str], state: TaskState) -> None:
    line = Line(
        " ".join(title.split()),
        tuple(" ".join(one.split()) for one in tail),
        state,
        "2026-05-30" if state in ARCHIVED else "",
        "the pilot" if state is TaskState.CLOSED else "",
    )

    assert read(write(line, "en"), archived=True) == line


@pytest.mark.parametrize(
    ("language", "state", "text"),
    [
        ("zh", TaskState.DONE, "迁移 — 李四 — 称已完成 2026-05-30"),
        ("en", TaskState.DONE, "迁移 — 李四 — said to be done 2026-05-30"),
        ("zh", TaskState.DROPPED, "迁移 — 李四 — 称已放弃 2026-05-30"),
        ("en", TaskState.DROPPED, "迁移 — 李四 — said to be dropped 2026-05-30"),
    ],
)
def test_an_end_nobody_confirmed_is_told_in_words_beside_an_open_box(
    language: Language, state: TaskState, text: str
) -> None:
    line = Line("迁移", ("李四",), state, "2026-05-30")

    assert write_claim(line, language) == text
    assert read_pending(f"{text} — 王五, 2026-05-31 — why") == Asked(
        line, "王五", "2026-05-31", "why"
    )
    assert read_pending(text) == Asked(line)
    signed = write(line, language)
    assert read_pending(f"{signed} — 王五, 2026-05-31 — why").line == line
