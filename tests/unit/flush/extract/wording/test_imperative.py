from __future__ import annotations

import pytest

from progressive_memory.flush.extract.wording.imperative import imperative


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("writing the guide", "write the guide"),
        ("running the load test", "run the load test"),
        ("defines the schema", "define the schema"),
        ("publishes the notes", "publish the notes"),
        ("Writing: the guide", "write: the guide"),
        ("not changing the names", "do not change the names"),
        ("string handling", "string handling"),
        ("writing", "writing"),
    ],
)
def test_work_is_told_as_a_task_line_says_it(said: str, line: str) -> None:
    assert line == imperative(said)
