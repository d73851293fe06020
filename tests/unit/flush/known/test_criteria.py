"""What sets the same targets anew, and what only looks like it."""

from __future__ import annotations

import pytest

from progressive_memory.flush.known.criteria import resets


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("目标先定：靠泊准点率≥0.8；误报率≤8%", "验收口径：准点率≥0.9、误报≤5%、合规≥0.98"),
        ("Targets: docking punctuality ≥ 0.8; false alarms ≤ 8%",
         "Acceptance locked: punctuality ≥ 0.9, false alarms ≤ 5%, uptime ≥ 0.99"),
        ("潮汐表每天更新一次", "潮汐表改为每小时更新"),
        ("Refresh the tide tables once a day", "Refresh the tide tables every hour"),
        ("导出超时设为 30 秒", "导出超时改为 60 秒"),
    ],
    ids=["zh list", "en list", "zh how often", "en how often", "zh amount"],
)  # fmt: skip
def test_other_values_of_the_same_reset_it(earlier: str, later: str) -> None:
    assert resets(earlier, later)
    assert resets(later, earlier)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("准点率≥0.8；误报率≤8%", "准点率≥0.8、误报率≤8%"),
        ("准点率≥0.8；误报率≤8%；P95≤1.5s", "召回率≥0.6；首包延迟P95≤40ms"),
        ("潮汐表每天更新一次", "泊位表每小时更新"),
        ("潮汐表每天更新一次", "潮汐表不再每小时更新"),
        ("Refresh the tide tables once a day", "Refresh the berth tables every hour"),
        ("Back up store 2 every day", "Back up store 3 every hour"),
        ("Room A holds 10 people", "Room B holds 20 people"),
        ("Deploy on Fridays", "Deploy on Mondays"),
    ],
    ids=[
        "the same values",
        "one metric in common",
        "zh another table",
        "denied",
        "en another table",
        "another number",
        "another letter",
        "no values",
    ],
)
def test_other_things_or_the_same_values_do_not(one: str, other: str) -> None:
    assert not resets(one, other)
