"""A box ticked, a title marked: one place in a note changes."""

from __future__ import annotations

import pytest

from progressive_memory.domain.plan import MarkDeprecated, Operation, TickTask
from progressive_memory.vault.splice import apply_operations


def done(text: str, operation: Operation) -> str:
    result = apply_operations("memory/groups/g/attention.md", text.encode(), [operation])
    assert result.data is not None
    if not result.displaced:
        assert result == apply_operations("x.md", result.data, [operation])
    return "; ".join(each.reason for each in result.displaced) or result.data.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- [ ] a — Bo ^t-1\n  - x [ ]\n", "- [x] a — Bo ^t-1\n  - x [ ]\n"),
        ("1) [/] a\r\n   more ^t-1\r\n", "1) [x] a\r\n   more ^t-1\r\n"),
        ("> - [ ] a ^t-1", "> - [x] a ^t-1"),
        ("* [X] a ^t-1\n", "* [X] a ^t-1\n"),
        ("- a [ ] b ^t-1\n", "the entry is no task: it has no box"),
        ("- [ ] a ^t-2\n", "the entry is gone"),
        ("```\n- [ ] a ^t-1\n```\n", "the entry is gone"),
    ],
)
def test_a_task_is_ticked(before: str, after: str) -> None:
    assert after == done(before, TickTask("t-1"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- [ ] a — Bo ^t-1\n", "- [ ] [DEPRECATED] a — Bo ^t-1\n"),
        ("- a ^t-1\n", "- [DEPRECATED] a ^t-1\n"),
        ("> words ^t-1\n", "> [DEPRECATED] words ^t-1\n"),
        ("## 2026-03-02 A\n\n- x\n\n^t-1\n", "## [DEPRECATED] 2026-03-02 A\n\n- x\n\n^t-1\n"),
        ("- **[deprecated]** a ^t-1\n", "- **[deprecated]** a ^t-1\n"),
        ("- b ^t-2\n", "the entry is gone"),
    ],
)
def test_an_entry_is_marked_deprecated(before: str, after: str) -> None:
    assert after == done(before, MarkDeprecated("t-1"))
