from __future__ import annotations

import pytest

from progressive_memory.flush.extract import is_task_change


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("I'll write the rollback script", True),
        ("我来写回滚脚本", True),
        ("the nightly job has been migrated", True),
        ("iOS 发版被证书卡住了", True),
        ("good morning", False),
        ("how is the weather?", False),
        ("收到", False),
        ("", False),
    ],
)
def test_a_task_change_is_known_from_the_message_alone(text: str, change: bool) -> None:
    assert change == is_task_change(text)
