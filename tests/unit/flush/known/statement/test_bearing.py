"""How a new statement bears on one that stands: by subject, value and polarity, in both languages."""

from __future__ import annotations

import pytest

from progressive_memory.flush.known.statement.bearing import Bearing, bearing

SAME = [
    ("The dock crane uses Modbus", "Use Modbus for the dock crane"),
    ("The export timeout is 30s", "Set the export timeout to 30 seconds"),
    ("Refresh the tide tables once a day", "Refresh the tide tables daily"),
    ("潮汐表每天更新一次", "潮汐表每天更新"),
    ("导出超时设为 30 秒", "导出超时改为 30s"),
    ("`berth-api` 超时 30 秒", "berth-api timeout is 30 s"),
    ("Limit berth-api to 500/s", "berth-api 限流每秒 500 次"),
    ("Move the harbour map from Leaflet to MapLibre", "Use MapLibre for the harbour map"),
]
MORE = [
    ("Tugs need no permit", "Tugs need no permit, except at night"),
    ("拖轮不用报备", "拖轮不用报备，夜间除外"),
    ("Use MapLibre for the harbour map", "Use MapLibre 4 for the harbour map"),
    ("Keep the tide log for 90 days", "Keep the tide log for 90 days because the insurer asks"),
]
OTHER = [
    ("The berth list shows 20 rows", "The berth list shows 50 rows"),
    ("The export timeout is 30s", "Raise the export timeout to 60 s"),
    ("Refresh the tide tables once a day", "Refresh the tide tables every hour"),
    ("潮汐表每天更新一次", "潮汐表改为每小时更新"),
    ("导出超时设为 30 秒", "导出超时改为 60 秒"),
    ("每周一巡检", "改成每周三巡检"),
    ("Inspect the quay every Monday", "Inspect the quay every Wednesday"),
    ("Meet the insurers on Monday", "From now on meet the insurers on Tuesday"),
    ("潮汐表放在 docs 目录", "建议潮汐表改放到 wiki 上".removeprefix("建议")),
    ("`berth-api` 超时 30 秒", "berth-api timeout is 60 s"),
    ("Use Leaflet for the harbour map", "Use MapLibre instead of Leaflet for the harbour map"),
    ("The harbour map uses Leaflet", "Switch the harbour map from Leaflet to MapLibre"),
    ("Keep the tide log in Redis", "No longer keep the tide log in Redis"),
    ("拖轮使用柴油", "拖轮不使用柴油"),
    ("统一用 pnpm 管理依赖", "统一改用 yarn 管理依赖"),
    ("The deadline for bids is 2026-05-01", "Extend the deadline for bids to 2026-05-15"),
    ("泊位号采用流水号", "泊位号改用随机数"),
    ("Never dock at night", "Docking at night is allowed again"),
]
APART = [
    ("Limit GET /berths to 500/s", "Limit GET /tides to 600/s"),
    ("The staging map uses Leaflet 1", "The production map uses Leaflet 2"),
    ("The iOS app needs 15 MB", "The Android app needs 20 MB"),
    ("API v1 returns XML", "API v2 returns XML"),
    ("认证服务端口是 8080", "调度服务端口是 8080"),
    ("Use Leaflet for the harbour map", "Also use MapLibre for the harbour map"),
    ("拖轮使用柴油", "拖轮也使用液化气"),
    ("潮汐表每天更新一次", "泊位表每小时更新"),
    ("Back up store 2 every day", "Back up store 3 every hour"),
    ("Room A holds 10 people", "Room B holds 20 people"),
    ("Dock on Fridays", "Undock on Mondays"),
    ("Close issue 41", "Close issue 47"),
    ("State the depth in fathoms", "Convert the old charts from fathoms to metres"),
    ("The chart model is the Leaflet model", "Adopt the surveyor's change to convert to Leaflet"),
    ("Draw buoys in red", "Draw the legend, and not in red"),
    ("No pilots on 2026-05-04", "No pilots on 2026-05-11"),
    ("Meet the insurers on Monday", "Meet the insurers on Tuesday"),
    ("Send 3 tugs to the north quay", "Send 5 tugs to the north quay"),
    ("Defer dredging #29 to autumn", "Defer dredging #38 to autumn"),
    ("Take a pilot aboard, because of fog", "Take a pilot aboard, because of ice"),
    ("Approve the minutes of 2026-04-02", "Approve the minutes of 2026-04-09"),
    ("Translate the chart into Dutch", "Translate the chart into Danish"),
    ("Add the buoys to the north chart", "Add the buoys to the south chart"),
    ("Tugs need no permit", "Tugs need a permit at night"),
    ("The pilot starts on berth 4", "The pilot ends on 2026-06-01"),
    ("周二发布海图", "周一评审海图"),
    ("标题使用深绿色", "标题使用楷体"),
    ("标题使用深绿色", "标题改用楷体"),
    ("Ship", "Sink"),
]


@pytest.mark.parametrize(
    ("standing", "said", "expected"),
    [
        *((*pair, Bearing.SAME) for pair in SAME),
        *((*pair, Bearing.MORE) for pair in MORE),
        *((*pair, Bearing.OTHER) for pair in OTHER),
        *((*pair, Bearing.APART) for pair in APART),
    ],
)
def test_a_statement_bears_on_another(standing: str, said: str, expected: Bearing) -> None:
    assert bearing(standing, said) is expected


@pytest.mark.parametrize(("one", "other"), [*SAME, *MORE, *OTHER, *APART])
def test_what_is_said_again_in_the_same_words_is_the_same(one: str, other: str) -> None:
    for text in (one, other):
        assert bearing(text, text) in (Bearing.SAME, Bearing.APART)


def test_what_is_given_up_without_saying_of_what_may_be_meant() -> None:
    said = "use MapLibre instead of Leaflet"

    assert bearing("Use Leaflet for the harbour map", said) is Bearing.GIVEN_UP
    assert bearing("Use Redis for the tide log", said) is Bearing.APART
    assert bearing("Export the Leaflet layers at night", said) is Bearing.APART
    long = "Adopt the surveyor's change to convert half the charts from Leaflet to paper"
    assert bearing("The map in the office is Leaflet", long) is Bearing.APART
