"""What names the same deliverable, and what only shares words with it."""

from __future__ import annotations

import pytest

from progressive_memory.flush.extract.work.deliverable import (
    Rarity,
    ends,
    one_work,
    tells_of,
    told_apart,
)


@pytest.mark.parametrize(
    ("title", "report", "by_owner"),
    [
        ("做 tideDB 流式导入，保留旧接口", "tideDB 已灰度", True),
        ("定义响应schema", "schema+接口上线", True),
        ("建Qdrant库和索引", "QdrantDB库已建", True),
        ("Write the berth conflict report", "the berth conflict report is live", False),
        ("接入增量任务，整点触发", "增量同步已支持断点续传", True),
        ("打通潮汐链路", "潮汐数据已接入", True),
    ],
)
def test_a_report_ends_what_it_names(title: str, report: str, by_owner: bool) -> None:
    assert ends(title, report, Rarity([title]), by_owner=by_owner)


@pytest.mark.parametrize(
    ("title", "report", "by_owner"),
    [
        ("支付网关迁移", "订单库迁移完成", True),
        ("做黑名单缓存", "白名单缓存已上线", True),
        ("Migrate the payment gateway", "The payment callback has been migrated", True),
        ("Order store migration", "Order store 2 migrated", True),
        ("做 tideDB 流式导入，保留旧接口", "tideDB 已灰度", False),
        ("接入增量任务，整点触发", "增量同步的日志已加", True),
        ("接入增量任务，整点触发", "增量同步已支持断点续传", False),
        ("打通潮汐链路", "港口潮汐图已上线", True),
    ],
)
def test_a_report_of_a_namesake_or_a_strangers_hint_does_not(
    title: str, report: str, by_owner: bool
) -> None:
    assert not ends(title, report, Rarity([title]), by_owner=by_owner)


def test_words_of_several_open_tasks_tell_none_of_them() -> None:
    titles = ["支付网关迁移", "订单库迁移"]

    assert ends(titles[0], "迁移完成", Rarity(titles[:1]), by_owner=True)
    assert not ends(titles[0], "迁移完成", Rarity(titles), by_owner=True)


def test_one_work_is_told_by_what_the_shorter_says() -> None:
    longer = "Record a video of the berth process for documentation purposes"

    assert one_work("Record the berth process", longer, same_day=True)
    assert not one_work("Record the mooring process", longer, same_day=True)
    assert not one_work(
        "Raise the limit to 600/s in tideDB export",
        "Raise the limit to 500/s in tideDB export",
        same_day=True,
    )


def test_what_stands_beside_tells_apart() -> None:
    assert told_apart("the login page", "the signup page")
    assert told_apart("用户库迁移脚本", "订单库迁移脚本")
    assert not told_apart("缩短靠泊队列，避免港口堵塞", "靠泊港口堵塞缓解")


@pytest.mark.parametrize(
    ("title", "told", "expected"),
    [
        ("做“航次面板”，分组：泊位/潮汐", "航次面板默认收起", True),
        ("Build a Berth Panel", "The berth panel is folded by default", True),
        ("潮汐检索，topN=6，按score融合", "topN=6还行", True),
        ("潮汐检索，topN=6，按score融合", "加了门控：score<0.35不显示", False),
        ("做“航次面板”，分组：泊位/潮汐", "面板先不改", False),
        ("Migrate the payment gateway", "The payment callback is slow", False),
    ],
)
def test_what_the_owner_tells_of_it_by_name_is_of_it(title: str, told: str, expected: bool) -> None:
    assert expected == tells_of(title, told, Rarity([title]))
