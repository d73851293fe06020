from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.adapters.tokens_bpe import BpeTokens
from progressive_memory.text.tokens import estimate

ENTRY = """## 2026-03-02 对账任务改为每天两次

- 背景:: 单次对账窗口太长，月末堆积 40 万笔
- 决策:: 每天 06:30 与 18:30 各跑一次
- 决定:: 周敏
- 依据:: [[memory/groups/清算/log/2026/2026-03-02#^m-3k35udq6ab|10:05 周敏]]

^d-20260302-zokg4p2geo
"""
PROSE = """We moved the nightly export to the replica because the primary was saturated between two and
four in the morning. Nobody has complained since, and the dashboards now finish before stand-up.
"""
MIXED = "发布流程：先跑 `make check`，再打 tag v2.4.1，然后通知 Maya（#release 频道）确认 rollout ≥ 95%。\n"
TABLE = (
    "| 触发场景 | 加载文件 | 优先级 |\n|---|---|---|\n| 当前任务、阻断项 | `attention.md` | P0 |\n"
)


@pytest.mark.parametrize("text", [ENTRY, PROSE, MIXED, TABLE, PROSE.upper(), ENTRY * 20])
def test_the_estimate_is_not_below_a_real_tokenizer_nor_far_above(text: str) -> None:
    real = BpeTokens().count(text)
    assert real <= estimate(text) <= 1.6 * real


def test_only_the_empty_text_costs_nothing() -> None:
    assert estimate("") == 0
    assert [estimate(text) for text in (" ", "a", "。", "\n")] == [1, 2, 3, 1]


@given(st.text(min_size=1))
def test_any_text_costs_something(text: str) -> None:
    assert estimate(text) >= 1


@given(st.text(), st.text())
def test_more_text_never_costs_less(first: str, second: str) -> None:
    assert estimate(first + "\n" + second) >= max(estimate(first), estimate(second))


@pytest.mark.parametrize(
    "text", ["ሰላም ለዓለም", "བཀྲ་ཤིས་བདེ་ལེགས", "ᐃᓄᒃᑎᑐᑦ", "㋿㌔㍿", "𒀀𒀁𓀀", "ꯃꯤꯇꯩ", "ⲁⲃⲅ", "⻰⻱", "ᚠᚢᚦ"]
)
def test_scripts_that_a_vocabulary_spells_in_bytes_are_not_underestimated(text: str) -> None:
    assert estimate(text * 9) >= BpeTokens().count(text * 9)
