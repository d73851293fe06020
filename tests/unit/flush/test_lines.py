"""List entries' lines say the same when read as when written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.domain.candidate import TaskState
from progressive_memory.flush.lines import Asked, Line, read, read_pending, write

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


def test_a_box_a_person_ticked_tells_the_state() -> None:
    assert read("Migrate the store — Bo", mark="x").state is TaskState.DONE
    assert read("Migrate the store — Bo", mark="-").state is TaskState.DROPPED


def test_a_linked_owner_is_read_by_name() -> None:
    assert read("迁移 — [[memory/groups/g/people#^r-1|李四]]").tail == ("李四",)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "Release on Thursdays — Priya, 2026-05-12 — nobody agreed",
            Asked(Line("Release on Thursdays"), "Priya", "2026-05-12", "nobody agreed"),
        ),
        (
            "迁移 — 李四 — 2026-06-01 前 — 王五, 2026-05-12 — 对方尚未接受",
            Asked(Line("迁移", ("李四", "2026-06-01 前")), "王五", "2026-05-12", "对方尚未接受"),
        ),
        ("Release on Thursdays", Asked(Line("Release on Thursdays"))),
    ],
    ids=["decision", "task", "shortened by a person"],
)
def test_an_item_of_pending_as_read(text: str, asked: Asked) -> None:
    assert read_pending(text) == asked


@given(WORDS, st.lists(WORDS, max_size=2), st.sampled_from(list(TaskState)))
def test_any_line_is_read_as_it_was_written(title: str, tail: list[str], state: TaskState) -> None:
    ended_on = "2026-05-30" if state in (TaskState.DONE, TaskState.DROPPED) else ""
    line = Line(
        " ".join(title.split()), tuple(" ".join(one.split()) for one in tail), state, ended_on
    )

    assert read(write(line, "en")) == line
