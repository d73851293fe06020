"""Of a report its outline stays, of an operation its outcome."""

from __future__ import annotations

from progressive_memory.domain.message import ToolCall
from progressive_memory.flush.chatlog.policy.shapes import operation_ledger, report_summary

FILLING = "\n\n".join(f"Number {at}: the figure of week {at} stood still." for at in range(60))
REPORT = (
    "# Incidents in May\n\nFour incidents, one of them long.\n\n"
    f"## Figures\n\n| day | count |\n|---|---|\n| 1 | 2 |\n\n{FILLING}\n\n"
    "**Conclusion**\n\nThe queue is the weak spot.\n\n## Sources\n\nThe pager's log."
)


def test_a_report_keeps_headings_opening_and_conclusion() -> None:
    lines = report_summary(REPORT, "en").split("\n")
    assert f"(summary of a report of {len(REPORT):,} characters)" == lines[0]
    assert "Structure: Incidents in May / Figures / Conclusion / Sources" == lines[1]
    assert "Opening: Four incidents, one of them long." == lines[2]
    assert "Conclusion: The queue is the weak spot." == lines[-1]
    assert len("\n".join(lines)) < 1_300


def test_a_report_without_a_heading_for_it_concludes_with_its_end() -> None:
    plain = FILLING + "\n\nSo the queue is the weak spot."
    last = report_summary(plain, "zh").split("\n")
    assert f"（报告摘要，原文 {len(plain):,} 字）" == last[0]
    assert "So the queue is the weak spot." == last[-1]


def test_a_short_report_is_kept_whole() -> None:
    assert "# A\n\nAll fine." == report_summary("# A\n\nAll fine.", "en")


def test_an_operation_keeps_time_means_and_outcome() -> None:
    calls = [ToolCall("bash", "make", 60_000), ToolCall("bash", "make test", 12_000)]
    body = (
        f"First I looked around.\n\n```\n{FILLING}\n```\n\n{FILLING}\n\nDeployed, all tests pass."
    )
    lines = operation_ledger(body, calls, 0, "en").split("\n")
    assert ["Time: 1m12s", "Means: bash ×2"] == lines[:2]
    assert "Deployed, all tests pass." == lines[-1]
    assert len("\n".join(lines)) < 700


def test_the_time_told_counts_before_the_calls() -> None:
    assert "用时：3.0s\n结果：好了" == operation_ledger("好了", [], 3_000, "zh")


def test_an_operation_without_words_keeps_what_is_known() -> None:
    assert "Means: bash" == operation_ledger("", [ToolCall("bash")], 0, "en")
