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


HARD = {
    "simplified": "数据库每天凌晨备份一次，备份文件保留三十天；恢复演练由运维组负责，每季度一次。",
    "traditional": "資料庫每天凌晨備份一次，備份檔保留三十天；還原演練由維運組負責，每季舉辦一次。",
    "seldom used": "菜单上的鳜鱼和莴苣又涨价了，后勤决定下周改用鸡肉和白菜，费用能省两成。",
    "japanese": "バックアップは毎日午前三時に取得し、三十日間保存します。",
    "korean": "백업은 매일 새벽 세 시에 실행하고 삼십 일 동안 보관합니다.",
    "hebrew": "הגיבוי רץ כל לילה בשלוש ונשמר שלושים יום",
    "hindi": "बैकअप हर रात तीन बजे चलता है और तीस दिन तक रखा जाता है",
    "numbers": "2026-05-14 06:30:17, 1,204,331.50; 10.4.0.17/24; +49 30 5550199",
    "hashes": "commit 9f2c41d07ab3e6588c1d90fe27b4a6130d5e8f7c, ^d-20260514-k3v7q2ma5x",
    "emoji": "🚀✅👍🏽🧑🏿‍💻📈🪫",
    "code": "for (let i = 0; i < rows.length; i++) {\n\t\tif (!rows[i]?.ok) return null;\n}",
}


@pytest.mark.parametrize("vocabulary", ["o200k_base", "voyage3_base"])
@pytest.mark.parametrize("text", HARD.values(), ids=HARD.keys())
def test_no_vocabulary_of_today_counts_more_than_the_estimate(text: str, vocabulary: str) -> None:
    assert BpeTokens(vocabulary).count(text) <= estimate(text)


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
