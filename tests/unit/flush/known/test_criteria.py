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
    ],
    ids=["zh", "en"],
)  # fmt: skip
def test_other_values_of_the_same_reset_it(earlier: str, later: str) -> None:
    assert resets(earlier, later)
    assert resets(later, earlier)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("准点率≥0.8；误报率≤8%", "准点率≥0.8、误报率≤8%"),
        ("准点率≥0.8；误报率≤8%；P95≤1.5s", "召回率≥0.6；首包延迟P95≤40ms"),
    ],
    ids=[
        "the same values",
        "one metric in common",
    ],
)
def test_other_things_or_the_same_values_do_not(one: str, other: str) -> None:
    assert not resets(one, other)
