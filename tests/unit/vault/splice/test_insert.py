"""New blocks stand where they belong, and nothing else moves."""

from __future__ import annotations

import pytest

from progressive_memory.domain.plan import InsertDated, InsertUnder, Operation
from progressive_memory.vault.splice import apply_operations

T1 = "t-20260302-aaaaaaaaaa"
D1 = "d-20260302-aaaaaaaaaa"
ITEM = f"- [ ] Water — Ana ^{T1}\n  - Evidence:: x"
TASK = InsertUnder("Active tasks", ITEM, T1)


def spliced(text: str, *operations: Operation) -> str:
    result = apply_operations("memory/groups/g/attention.md", text.encode(), operations)
    assert result.data is not None
    assert () == result.displaced
    return result.data.decode()


def dated(on: str, block_id: str = D1) -> InsertDated:
    return InsertDated(f"## {on} New\n\n- Decision:: x\n\n^{block_id}", block_id, on)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# A\n\n## Active tasks\n\n## Blockers\n", f"# A\n\n## Active tasks\n\n{ITEM}\n\n## Blockers\n"),
        ("## Active tasks\n## Blockers\n", f"## Active tasks\n\n{ITEM}\n\n## Blockers\n"),
        ("## Active tasks", f"## Active tasks\n\n{ITEM}\n"),
        ("## Active tasks\n", f"## Active tasks\n\n{ITEM}\n"),
        ("## Active tasks\n\n- a\n  - b\n\n## B", f"## Active tasks\n\n- a\n  - b\n{ITEM}\n\n## B"),
        ("## Active tasks\n\n- a\n\n\n\n## B\n", f"## Active tasks\n\n- a\n{ITEM}\n\n\n\n## B\n"),
        ("## Active tasks\n- a\n## B\n", f"## Active tasks\n- a\n{ITEM}\n\n## B\n"),
        ("## Active tasks\n\nmine\n", f"## Active tasks\n\nmine\n\n{ITEM}\n"),
        ("## Active tasks\n\n- a\n\nmine\n", f"## Active tasks\n\n- a\n{ITEM}\n\nmine\n"),
        ("## Active tasks\n\n- a\n\n### Later\n\n- z\n", f"## Active tasks\n\n- a\n{ITEM}\n\n### Later\n\n- z\n"),
        ("## Active tasks\n\n- a\n\n^mine\n", f"## Active tasks\n\n- a\n\n^mine\n\n{ITEM}\n"),
        ("# A\n\nx", f"# A\n\nx\n\n## Active tasks\n\n{ITEM}\n"),
        ("", f"## Active tasks\n\n{ITEM}\n"),
        ("---\na: 1\n---\n", f"---\na: 1\n---\n## Active tasks\n\n{ITEM}\n"),
    ],
)  # fmt: skip
def test_list_item_goes_after_the_last_of_its_section(before: str, after: str) -> None:
    assert after == spliced(before, TASK)
    assert after == spliced(after, TASK)


@pytest.mark.parametrize(
    "heading", ["活跃任务", "🔥 Active Tasks", "**Active tasks:**", "Active tasks ##"]
)
def test_heading_translated_or_dressed_up_is_the_same_section(heading: str) -> None:
    assert f"## {heading}\n\n{ITEM}\n\n## B\n" == spliced(f"## {heading}\n\n## B\n", TASK)


def test_heading_in_code_or_comment_is_no_section() -> None:
    hidden = "```\n## Active tasks\n```\n\n%%\n## Active tasks\n%%\n"

    assert f"{hidden}\n## Active tasks\n\n{ITEM}\n" == spliced(hidden, TASK)


def test_windows_newlines_and_byte_order_mark_are_kept() -> None:
    before = "\ufeff---\r\na: 1\r\n---\r\n\r\n## Active tasks\r\n\r\n- a\r\n"

    after = spliced(before, TASK)

    assert before + ITEM.replace("\n", "\r\n") + "\r\n" == after


def test_blank_lines_part_blocks_in_windows_newlines_too() -> None:
    text = "## A\r\n\r\n## B\r\n\r\ntext\r\n"

    assert "## A\r\n\r\n- x\r\n\r\n## B\r\n\r\ntext\r\n\r\n- y\r\n" == spliced(
        text, InsertUnder("A", "- x"), InsertUnder("B", "- y")
    )
    assert "text\r\n\r\n- x\r\n" == spliced("text\r\n", InsertUnder("", "- x"))


def test_first_puts_the_block_on_top() -> None:
    top = InsertUnder("B", "- new", first=True)

    assert "## B\n\n- new\n- a\n\n## C\n" == spliced("## B\n\n- a\n\n## C\n", top)
    assert "## B\n\n- new\n\ntext\n" == spliced("## B\n\ntext\n", top)
    assert "## B\n\n- new\n\n## C\n" == spliced("## B\n\n## C\n", top)


def test_whole_body_means_the_end_of_the_note() -> None:
    end = InsertUnder("", "- new")

    assert "- a\n\ntext\n\n- new\n" == spliced("- a\n\ntext", end)
    assert "text\n\n- a\n- new\n" == spliced("text\n\n- a\n", end)


def test_line_that_stands_in_the_section_is_not_added_again() -> None:
    text = "## A\n\n- same\n\n## B\n\n- other\n"

    assert text == spliced(text, InsertUnder("A", "- same"))
    assert "## A\n\n- same\n\n## B\n\n- other\n- same\n" == spliced(
        text, InsertUnder("B", "- same")
    )


def test_id_put_aside_in_a_comment_does_not_come_back() -> None:
    text = f"## Active tasks\n\n%%\n- old ^{T1}\n%%\n"

    assert text == spliced(text, TASK)


def test_dated_block_goes_before_the_same_day_or_older() -> None:
    text = "# E\n\n## 2026-03-09 A\n\na\n\n## 2026-03-02 B\n\nb\n"
    new = f"## 2026-03-02 New\n\n- Decision:: x\n\n^{D1}\n\n"

    after = spliced(text, dated("2026-03-02"))

    assert text.replace("## 2026-03-02 B", new + "## 2026-03-02 B") == after
    assert after == spliced(after, dated("2026-03-02"))


def test_dated_block_older_than_all_or_first_goes_to_the_end() -> None:
    new = f"## 2026-03-02 New\n\n- Decision:: x\n\n^{D1}\n"

    assert f"# E\n\n{new}" == spliced("# E\n", dated("2026-03-02"))
    assert f"# E\n\n## 2026-03-09 A\n\na\n\n{new}" == spliced(
        "# E\n\n## 2026-03-09 A\n\na", dated("2026-03-02")
    )


def test_own_section_of_a_person_is_not_split_by_dates_inside_it() -> None:
    text = "# E\n\n## My notes\n\n### 2026-01-01 x\n\nmine\n\n## 2026-01-01 B\n"

    after = spliced(text, dated("2026-03-02"))

    assert "# E\n\n## 2026-03-02 New" == after[:22]
    assert after.endswith(text[5:])


def test_deprecated_or_bold_date_counts_as_a_date() -> None:
    text = "# E\n\n## [DEPRECATED] 2026-03-01 A\n"

    assert spliced(text, dated("2026-03-02")).endswith(f"^{D1}\n\n{text[5:]}")


@pytest.mark.parametrize(
    "end", ["```\nopen", "~~~~\nopen\n~~~", "```", "<!-- open", "<script>\nopen", "<pre>\n\nx"]
)
@pytest.mark.parametrize("operation", [TASK, InsertUnder("", ITEM, T1), dated("2026-03-02")])
def test_end_that_would_swallow_the_block_displaces_it(end: str, operation: Operation) -> None:
    text = f"# A\n\n{end}\n"

    result = apply_operations("memory/groups/g/x.md", text.encode(), [operation])

    assert (text.encode(), 1) == (result.data, len(result.displaced))


@pytest.mark.parametrize(
    "end", ["```\nclosed\n```", "~~~\nx\n~~~~", "<!-- closed -->", "<div>\nx", "- ```\n  in a list"]
)
def test_end_that_is_closed_takes_the_block(end: str) -> None:
    text = f"# A\n\n{end}\n"

    assert spliced(text, TASK) == f"{text}\n## Active tasks\n\n{ITEM}\n"


def test_section_before_an_open_end_takes_the_block() -> None:
    text = "## Active tasks\n\n## B\n\n```\nopen\n"

    assert spliced(text, TASK) == text.replace("tasks\n", f"tasks\n\n{ITEM}\n")


def test_item_goes_behind_a_comment_that_begins_in_the_list() -> None:
    listed = "## Active tasks\n\n- a\n5%% b\n%%\n"

    assert f"{listed}{ITEM}\n\n## More\n" == spliced(f"{listed}## More\n", TASK)
    assert f"{listed}{ITEM}\n\nwords\n" == spliced(f"{listed}words\n", TASK)
    parted = "## Active tasks\n\n- a\n5%% b\nc\n%% words\n"
    assert f"{parted}\n{ITEM}\n" == spliced(parted, TASK)


def test_a_comment_above_code_is_not_what_an_item_stands_before() -> None:
    text = "%%\nmine\n%%\n    code\n"

    after = spliced(text, InsertUnder("", ITEM, T1, first=True))

    assert f"{text}\n{ITEM}\n" == after
