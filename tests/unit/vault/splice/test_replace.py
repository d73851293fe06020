"""Standing entries change by their id, and only where a person has not been."""

from __future__ import annotations

import pytest

from progressive_memory.domain.plan import AddFields, InsertUnder, Operation, ReplaceBlock
from progressive_memory.vault.splice import Spliced, apply_operations

T1 = "t-20260302-aaaaaaaaaa"
D1 = "d-20260302-aaaaaaaaaa"
OPEN = f"- [ ] Water ^{T1}\n  - Evidence:: x"
DONE = f"- [x] Water ^{T1}\n  - Evidence:: x"


def apply(text: str, *operations: Operation) -> Spliced:
    return apply_operations("memory/groups/g/attention.md", text.encode(), operations)


def spliced(text: str, *operations: Operation) -> str:
    result = apply(text, *operations)
    assert result.data is not None
    assert () == result.displaced
    return result.data.decode()


def test_entry_is_replaced_and_its_neighbours_stay() -> None:
    before = f"## T\n\n- a\n{OPEN}\n- b\n"
    replace = ReplaceBlock(T1, OPEN, DONE)

    after = spliced(before, replace)

    assert before.replace(OPEN, DONE) == after
    assert after == spliced(after, replace)


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_other_newlines_are_no_edit_and_are_kept(newline: str) -> None:
    before = f"- a\n{OPEN}\n- b\n".replace("\n", newline)
    as_read = (one.replace("\n", newline) for one in (OPEN, DONE))

    assert before.replace("[ ]", "[x]") == spliced(before, ReplaceBlock(T1, OPEN, DONE))
    assert before.replace("[ ]", "[x]") == spliced(before, ReplaceBlock(T1, *as_read))


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_line_without_an_id_is_found_by_its_words_and_removed(newline: str) -> None:
    before = "# P\n\n- [x] a thing\n  - more\n- a thing of mine\n".replace("\n", newline)
    removal = ReplaceBlock("", "- [x] a thing\n  - more", "")

    after = spliced(before, removal)

    assert after == "# P\n\n- a thing of mine\n".replace("\n", newline)
    assert spliced(after, removal) == after


def test_a_line_without_an_id_that_is_gone_displaces_a_replacement() -> None:
    result = apply("# P\n\n- other\n", ReplaceBlock("", "- [x] a thing", "- b"))

    assert [one.reason for one in result.displaced] == ["the lines are gone"]


def test_entry_a_person_nested_keeps_its_depth() -> None:
    before = f"- Backend\n\t- [ ] Water ^{T1}\n\t  - Evidence:: x\n"

    assert before.replace("[ ]", "[x]") == spliced(before, ReplaceBlock(T1, OPEN, DONE))


def test_entry_a_person_edited_stays_and_the_operation_is_displaced() -> None:
    text = f"- [ ] Water the roses ^{T1}\n  - Evidence:: x\n"
    replace = ReplaceBlock(T1, OPEN, DONE)

    result = apply(text, replace)

    assert text.encode() == result.data
    assert [(replace, "a person has edited the entry since")] == [
        (one.operation, one.reason) for one in result.displaced
    ]


def test_entry_that_is_gone_displaces_a_replacement_but_not_a_removal() -> None:
    assert ["the entry is gone"] == [
        one.reason for one in apply("- a\n", ReplaceBlock(T1, OPEN, DONE)).displaced
    ]
    assert "- a\n" == spliced("- a\n", ReplaceBlock(T1, OPEN, ""))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"## T\n\n{OPEN}\n\n## B\n", "## T\n\n## B\n"),
        (f"## T\n\n- a\n{OPEN}\n- b\n", "## T\n\n- a\n- b\n"),
        (f"## T\n\n- a\n{OPEN}\n\n## B\n", "## T\n\n- a\n\n## B\n"),
        (f"## T\n\n{OPEN}\n", "## T\n"),
        (f"## T\n\n- a\n{OPEN}", "## T\n\n- a\n"),
        (f"mine\n{OPEN}\n---\n", "mine\n\n---\n"),
        (f"{OPEN}\n---\nmine\n---\n", "\n---\nmine\n---\n"),
        (f"5%% a\n{OPEN}\n> 6%% b\n", "5%% a\n\n> 6%% b\n"),
    ],
)
def test_removed_entry_leaves_no_gap(before: str, after: str) -> None:
    assert after == spliced(before, ReplaceBlock(T1, OPEN, ""))


def test_moved_task_is_moved_once_however_often_it_is_applied() -> None:
    text = f"## Active tasks\n\n{OPEN}\n\n## Archive\n"
    move = (ReplaceBlock(T1, OPEN, ""), InsertUnder("Archive", DONE, T1))

    after = spliced(text, *move)

    assert f"## Active tasks\n\n## Archive\n\n{DONE}\n" == after
    assert after == spliced(after, *move)


ENTRY = f"## 2026-03-02 A\n\n- Decision:: a\n- Evidence:: x\n\n^{D1}\n"


def test_fields_are_added_after_the_last_bullet_of_a_dated_entry() -> None:
    fields = AddFields(D1, ("- Superseded by:: [[#^d-2]]", "- Confidence:: 0.5"))

    after = spliced(f"# E\n\n{ENTRY}\nmine\n", fields)

    new = "- Evidence:: x\n- Superseded by:: [[#^d-2]]\n- Confidence:: 0.5\n"
    assert f"# E\n\n{ENTRY}\nmine\n".replace("- Evidence:: x\n", new) == after
    assert after == spliced(after, fields)


def test_fields_are_added_where_the_entry_has_text_of_a_person() -> None:
    field = AddFields(D1, ("- Confidence:: 0.5",))

    assert f"## A\n\nfree text\n\n- Confidence:: 0.5\n\n^{D1}\n" == spliced(
        f"## A\n\nfree text\n\n^{D1}\n", field
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{OPEN}\n- b\n", f"{OPEN}\n  - Confidence:: 0.5\n- b\n"),
        (OPEN, f"{OPEN}\n  - Confidence:: 0.5\n"),
        (f"- a ^{T1}\n\t- x\n", f"- a ^{T1}\n\t- x\n\t- Confidence:: 0.5\n"),
        (f"1. a ^{T1}\n", f"1. a ^{T1}\n   - Confidence:: 0.5\n"),
        (f"- B\n\t- a ^{T1}\n- c\n", f"- B\n\t- a ^{T1}\n\t  - Confidence:: 0.5\n- c\n"),
    ],
)
def test_fields_are_nested_under_a_list_item(before: str, after: str) -> None:
    assert after == spliced(before, AddFields(T1, ("- Confidence:: 0.5",)))


@pytest.mark.parametrize(
    "text", ["- a\n", f"^{T1}\n", f"a paragraph ^{T1}\n", f"| a |\n|---|\n\n^{T1}\n"]
)
def test_fields_for_an_entry_gone_or_out_of_shape_are_displaced(text: str) -> None:
    result = apply(text, AddFields(T1, ("- x:: y",)))

    assert (text.encode(), 1) == (result.data, len(result.displaced))


OPENED = f"- [ ] task ^{T1}\n  - Evidence:: x\n5%% a"
HALF = f"{OPENED}\n%%"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{HALF}\n# H\n", f"{HALF}\n  - Confidence:: 0.5\n\n# H\n"),
        (f"{HALF}\nwords\n", f"{HALF}\n  - Confidence:: 0.5\n\nwords\n"),
        (HALF, f"{HALF}\n  - Confidence:: 0.5\n"),
    ],
)
def test_fields_are_added_behind_a_comment_that_begins_in_the_entry(
    before: str, after: str
) -> None:
    add = AddFields(T1, ("- Confidence:: 0.5",))

    assert after == spliced(before, add)
    assert after == spliced(after, add)


def test_fields_stand_before_an_id_line_with_a_comment() -> None:
    before = f"## 2026-03-02 D\n\n- Decision:: x\n\n^{D1} %%mine%%\n"

    after = spliced(before, AddFields(D1, ("- Confidence:: 0.5",)))

    assert before.replace("x\n", "x\n- Confidence:: 0.5\n") == after


@pytest.mark.parametrize(
    "operation",
    [
        AddFields(T1, ("- Confidence:: 0.5",)),
        ReplaceBlock(T1, OPENED, DONE),
        ReplaceBlock(T1, OPENED, ""),
    ],
)
def test_an_edit_that_would_part_the_signs_of_a_comment_is_displaced(operation: Operation) -> None:
    text = f"{OPENED}\nb\n%% words\n# H\n%%\n"

    result = apply(text, operation)

    assert text.encode() == result.data
    assert ["a comment begins in the entry and ends behind it"] == [
        one.reason for one in result.displaced
    ]
