"""What the log keeps of what no person said."""

from __future__ import annotations

from datetime import UTC, datetime

from progressive_memory.domain.message import ChatEvent, Role, ToolCall
from progressive_memory.flush.chatlog.policy import shaped

AT = datetime(2026, 5, 15, 6, 0, tzinfo=UTC)
LONG = "\n\n".join(f"Step {at} went as it should." for at in range(80))
TRACE = "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nKeyError: 'x'"


def said(text: str, role: Role = "assistant", **more: object) -> ChatEvent:
    return ChatEvent("$1", AT, "helper", text, role=role, **more)  # type: ignore[arg-type]


def test_a_discussion_stays_whole_without_traces() -> None:
    text, secrets = shaped(said(f"{LONG}\n{TRACE}\nso x is missing"), "why is x missing?", "en")
    assert (f"{LONG}\nKeyError: 'x'\nso x is missing", 0) == (text, secrets)


def test_an_operation_becomes_a_ledger() -> None:
    call = ToolCall("bash", "make deploy", 61_000)
    text, _ = shaped(said(f"{LONG}\n\nDeployed.", tools=(call,)), "deploy it", "en")
    assert text.startswith("Time: 1m1s\nMeans: bash\nOutcome: ")
    assert text.endswith("Deployed.\n\nTool calls:\n1. `bash` — ✅ 1m1s\n   - call: `make deploy`")


def test_a_report_is_summed_up() -> None:
    text, _ = shaped(said(f"# Retro\n\n{LONG}"), "总结一下复盘", "zh")
    assert text.startswith("（报告摘要，")


def test_secrets_go_before_anything_is_cut() -> None:
    call = ToolCall("bash", "login --password hunter2Xy9 " + "x" * 300)
    text, secrets = shaped(said("Done.", tools=(call,)), "deploy it", "en")
    assert 1 == secrets
    assert "hunter2" not in text


def test_what_a_tool_returned_is_not_kept() -> None:
    text, _ = shaped(said(LONG, "tool", sender_name="bash"), "", "zh")
    assert f"`bash` — （输出 {len(LONG):,} 字，未保存）" == text


def test_of_a_tool_that_failed_the_reason_is_kept() -> None:
    assert ("`helper` — ❌ — KeyError: 'x'", 0) == shaped(said(TRACE, "tool"), "", "en")


def test_a_tool_message_with_its_call_is_a_ledger() -> None:
    call = ToolCall("bash", "", 20, ok=False, error="boom")
    text, _ = shaped(said(LONG, "tool", tools=(call,)), "", "en")
    assert "Tool calls:\n1. `bash` — ❌ 20ms — boom" == text


def test_a_bots_notice_stays_without_its_trace() -> None:
    assert ("build 12 failed\nKeyError: 'x'", 0) == shaped(
        said(f"build 12 failed\n{TRACE}", "bot"), "deploy it", "en"
    )
