"""Fields are read in either language, and people are found in them."""

from __future__ import annotations

import pytest

from progressive_memory.domain.entry import Field
from progressive_memory.vault.fields import confidence, people, read, value


def test_fields_keep_their_order_and_a_persons_own_names() -> None:
    lines = [
        "- 决定:: 王五\n",
        "\t* evidence:: x\n",
        "  - Mood:: good\n",
        "- no field\n",
        "- a: b\n",
    ]

    assert (("decided_by", "王五"), ("evidence", "x"), ("Mood", "good")) == read(lines)


def test_value_runs_on_over_lines_until_a_bullet_or_blank() -> None:
    lines = ["- Context:: one\n", "  two\n", "three\n", "  - nested\n", "  four\n", "- Lesson:: a\n", "\n", "b\n", "^d-1\n"]  # fmt: skip

    assert (("context", "one two three"), ("lesson", "a")) == read(lines)


@pytest.mark.parametrize("line", ["- `a::b` x", "- [[a::b]]", "text:: x", "- ::"])
def test_what_is_no_field(line: str) -> None:
    assert () == read([line])


def test_first_value_counts() -> None:
    assert "a" == value((("lesson", "a"), ("lesson", "b")), Field.LESSON)
    assert "" == value((), Field.LESSON)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("李四、赵六 👍", ("李四", "赵六")),
        ("Mary Ann :+1:, Bo +1", ("Mary Ann", "Bo")),
        ("[[memory/groups/g/people#^r-1|王五]]，2026-03-02", ("王五",)),
        ("Li, Li", ("Li",)),
        ("", ()),
        ("2026-03-02", ()),
    ],
)
def test_people_are_names_without_links_keys_and_dates(text: str, names: tuple[str, ...]) -> None:
    assert names == people(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.5", 0.5), ("50%", 0.5), ("1", 1.0), ("7", 1.0), ("", 1.0), ("high", 1.0), ("0", 0.0)],
)
def test_confidence_is_between_nothing_and_one(text: str, number: float) -> None:
    assert number == confidence(text)


def test_a_line_of_blanks_is_read_in_one_pass() -> None:
    assert () == read([f"- {' ' * 100_000}x\n", f"- x{' ' * 100_000}\n"])


def test_any_number_of_reaction_keys_behind_a_name_is_dropped() -> None:
    assert ("Ann",) == people("Ann" + " 👍 +1\t:ok:" * 10_000)
    assert ("Ann" + " " * 100_000 + "x",) == people("Ann" + " " * 100_000 + "x")
