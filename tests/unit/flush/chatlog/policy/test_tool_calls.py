"""The ledger says what was called, how long, whether it worked; never what came back."""

from __future__ import annotations

import pytest

from progressive_memory.domain.group import Language
from progressive_memory.domain.message import ToolCall
from progressive_memory.flush.chatlog.policy.tool_calls import duration, ledger, means

FAILED = ToolCall(
    "bash", '{"command":"node ship.js"}', 2_000, ok=False,
    error="Error: Cannot find module './conf'\n    at load (/app/ship.js:3:1)",
)  # fmt: skip
READ = ToolCall("mcp:fs.read", "", 50)


def test_each_call_has_its_line_and_a_failure_one_reason() -> None:
    expected = (
        "Tool calls:\n"
        "1. `bash` — ❌ 2.0s — Error: Cannot find module './conf'\n"
        '   - call: `{"command":"node ship.js"}`\n'
        "2. `mcp:fs.read` ×2 (100ms in all) — 2✅"
    )
    assert expected == ledger([FAILED, READ, READ], "en")


def test_the_ledger_in_chinese() -> None:
    expected = (
        "工具调用：\n"
        "1. `mcp:fs.read` ×2（总用时 100ms） — 2✅\n"
        "2. `bash` ×2（总用时 4.0s） — 1✅ 1❌ — Error: Cannot find module './conf'\n"
        '   - 调用: `{"command":"node ship.js"}`'
    )
    went_well = ToolCall("bash", FAILED.input, 2_000)
    assert expected == ledger([READ, went_well, READ, FAILED], "zh")


def test_calls_with_another_input_are_other_calls() -> None:
    calls = [ToolCall("bash", "ls"), ToolCall("bash", "pwd")]
    assert 5 == ledger(calls, "en").count("\n") + 1
    assert "bash ×2" == means(calls, "en")


def test_a_long_input_is_one_short_line() -> None:
    line = ledger([ToolCall("bash", "echo " + "ab\n" * 300)], "en").split("\n")[2]
    assert len(line) < 180


def test_no_calls_leave_nothing() -> None:
    assert "" == ledger([], "zh")


@pytest.mark.parametrize(
    ("milliseconds", "language", "shown"),
    [
        (340, "en", "340ms"),
        (2_000, "zh", "2.0s"),
        (192_000, "en", "3m12s"),
        (192_000, "zh", "3分12秒"),
    ],
)
def test_times_are_read_easily(milliseconds: int, language: Language, shown: str) -> None:
    assert shown == duration(milliseconds, language)


def test_the_means_in_chinese() -> None:
    assert "bash、mcp:fs.read ×2" == means([FAILED, READ, READ], "zh")
