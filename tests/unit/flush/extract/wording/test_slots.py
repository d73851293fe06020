from __future__ import annotations

import pytest

from progressive_memory.domain.candidate import Slot
from progressive_memory.flush.extract.wording.slots import names_more, slot_of, work_slot


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("订单库改用 PostgreSQL 16", Slot("订单库", "", "PostgreSQL 16")),
        ("move the order store to PostgreSQL 16", Slot("order store", "", "PostgreSQL 16")),
        ("use Loki for the gateway logs", Slot("gateway logs", "", "Loki")),
        ("set the upload limit to 2 GB", Slot("upload limit", "", "2 GB")),
        ("缓存层不用 Redis", Slot("缓存层", "", "Redis", negated=True)),
        ("先做一轮可用性测试", Slot("", "", "先做一轮可用性测试")),
        ("指标改为 0.9", Slot("", "", "指标改为 0.9")),
    ],
)
def test_a_slot_names_a_subject_only_when_it_is_particular(text: str, slot: Slot) -> None:
    assert slot == slot_of(text)


def test_a_task_is_about_its_key_or_its_title() -> None:
    assert Slot("PR-12", "state", "open") == work_slot("PR-12: Retry policy", "open")
    assert Slot("Write the guide", "state") == work_slot("Write the guide")


@pytest.mark.parametrize(
    ("standing", "said", "more"),
    [
        ("PR-12 (rfcs)", "PR-12: Retry policy", True),
        ("PR-12", "PR-12: Retry policy", True),
        ("PR-12: Retries", "PR-12: Retry policy", False),
        ("PR-12", "PR-15: Style", False),
        ("Write the guide", "Write the guide: now", False),
    ],
)
def test_only_a_bare_key_is_named_later(standing: str, said: str, more: bool) -> None:
    assert more == names_more(standing, said)
