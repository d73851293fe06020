"""attention.md stays true: what is listed as open is open, whatever nobody ended by name."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.domain.group import Language
from tests.chat_room import ChatRoom

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
Line = tuple[float, str, str]
_TASK = re.compile(r"^- (?:\[(?P<mark>.)\] )?(?P<text>.+?) \^[tbo]-\S+$", re.MULTILINE)


def talked(language: Language, *talk: Line, flush_after: frozenset[int] = frozenset()) -> ChatRoom:
    """A room in which each line (day, who, text) was said, flushed at the end."""
    room = ChatRoom(language=language)
    for number, (day, who, text) in enumerate(talk):
        room.say(who, text, at=START + timedelta(days=day, minutes=number))
        if number in flush_after:
            room.flush()
    room.flush()
    return room


def listed(room: ChatRoom, *, archived: bool) -> list[tuple[str, str]]:
    """Checkbox and line of each task, blocker and loop of one half of attention.md."""
    archive = next(one for one in ("## 归档", "## Archive") if one in room.note("attention.md"))
    active, _, over = room.note("attention.md").partition(archive)
    return [
        (hit["mark"] or "", hit["text"]) for hit in _TASK.finditer(over if archived else active)
    ]


TAKEN: dict[Language, Line] = {
    "zh": (0, "林舟", "我来写港口报表的导出脚本"),
    "en": (0, "Lin", "I'll write the export script for the harbour report"),
}
QUIET: dict[Language, tuple[str, str]] = {
    "zh": (" ", "写港口报表的导出脚本 — 林舟 — 最后更新 2026-03-02"),
    "en": (" ", "Write the export script for the harbour report — Lin — last update 2026-03-02"),
}
OTHER: dict[Language, str] = {"zh": "今天先看别的", "en": "looking at other things today"}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_task_nobody_speaks_of_goes_quiet_and_is_never_called_done(language: Language) -> None:
    still_open = talked(language, TAKEN[language], (14, "Wu", OTHER[language]))
    quiet = talked(language, TAKEN[language], (15, "Wu", OTHER[language]))

    assert listed(still_open, archived=False) == [(" ", QUIET[language][1].rpartition(" — ")[0])]
    assert listed(quiet, archived=False) == []
    assert listed(quiet, archived=True) == [QUIET[language]]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0}), frozenset({0, 1})])
def test_quiet_counts_to_the_newest_message_and_a_second_flush_changes_nothing(
    language: Language, flush_after: frozenset[int]
) -> None:
    room = talked(language, TAKEN[language], (16, "Wu", OTHER[language]), flush_after=flush_after)
    before = room.notes()

    room.ports.clock.forward(timedelta(days=400))
    room.flush()

    assert before == room.notes()


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0}), frozenset({1})])
def test_a_quiet_task_spoken_of_again_is_active_again_under_its_id(
    language: Language, flush_after: frozenset[int]
) -> None:
    again = (40, *TAKEN[language][1:])
    room = talked(
        language,
        TAKEN[language],
        (20, "Wu", OTHER[language]),
        again,
        flush_after=flush_after,
    )

    assert listed(room, archived=True) == []
    assert listed(room, archived=False) == [(" ", QUIET[language][1].rpartition(" — ")[0])]
    assert room.note("attention.md").count(" ^t-20260302-") == 1


def test_a_task_is_not_quiet_before_it_is_due() -> None:
    taken = (0, "Lin", "I'll write the export script for the harbour report by Monday (2026-03-30)")

    before = talked("en", taken, (27, "Wu", OTHER["en"]))
    just_after = talked("en", taken, (35, "Wu", OTHER["en"]))
    long_after = talked("en", taken, (45, "Wu", OTHER["en"]))

    assert [1, 1, 0] == [
        len(listed(one, archived=False)) for one in (before, just_after, long_after)
    ]


def test_what_a_person_reworded_or_took_out_of_the_archive_is_left_alone() -> None:
    room = talked("en", TAKEN["en"])
    room.replace("attention.md", "Write the export script", "Write the CSV export script")
    room.say("Wu", OTHER["en"], at=START + timedelta(days=30))
    room.flush()
    assert len(listed(room, archived=False)) == 1

    quiet = talked("en", TAKEN["en"], (15, "Wu", OTHER["en"]))
    block = re.search(r"- \[ \] Write.*\n(?:  .*\n?)*", quiet.note("attention.md"))
    assert block
    note = quiet.note("attention.md").replace(block[0], "")
    quiet.save("attention.md", note.replace("## Active tasks\n", f"## Active tasks\n\n{block[0]}"))
    before = quiet.note("attention.md")
    quiet.say("Wu", "nothing new from me", at=START + timedelta(days=60))
    quiet.flush()
    assert before == quiet.note("attention.md")


def test_the_days_are_a_setting() -> None:
    room = ChatRoom()
    room.ports.settings = type(room.ports.settings)("v", quiet_task_days=3)
    room.say("Lin", TAKEN["en"][2], at=START)
    room.say("Wu", OTHER["en"], at=START + timedelta(days=4))
    room.flush()

    assert listed(room, archived=True) == [QUIET["en"]]


def test_a_blocker_goes_quiet_too() -> None:
    room = talked(
        "en",
        (0, "Lin", "The report job is blocked by the missing tide tables"),
        (30, "Wu", OTHER["en"]),
    )

    assert listed(room, archived=False) == []
    assert [mark for mark, _ in listed(room, archived=True)] == [""]


ENDINGS: list[tuple[Language, str, str, str, str]] = [
    ("zh", "林舟", "我来做 tideDB 的增量导入，保留旧接口", "林舟", "tideDB 已灰度"),
    ("zh", "林舟", "我加泊位表的字段与迁移脚本", "林舟", "迁移完成"),
    ("zh", "林舟", "我减小潮汐预报的批次，避免队列堵塞", "林舟", "队列堵塞缓解了"),
    ("zh", "林舟", "我来写泊位冲突检测脚本", "吴迪", "泊位冲突检测脚本已上线，我测过没问题"),
    ("zh", "吴迪", "我加个“靠泊历史”的小弹窗", "吴迪", "页面更新完了，新增“靠泊历史”动画"),
    ("zh", "林舟", "我来接短信网关，先接东港的", "林舟", "短信网关已接入，发送成功率 99%"),
    ("en", "Lin", "I'll implement tideDB streaming and keep the old API", "Lin",
     "tideDB has been gradually rolled out."),
    ("en", "Lin", "I'll write the berth conflict detection script", "Wu",
     "The berth conflict detection script is live, tested it myself."),
    ("en", "Wu", "I'll add a small popup for the mooring history", "Wu",
     "Finished the layout and added the mooring history popup."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "owner", "taken", "teller", "told"), ENDINGS)
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0})])
def test_a_later_report_that_names_the_deliverable_ends_the_task(
    language: Language, owner: str, taken: str, teller: str, told: str, flush_after: frozenset[int]
) -> None:
    room = talked(language, (0, owner, taken), (2, teller, told), flush_after=flush_after)

    assert listed(room, archived=False) == []
    ended = [text for mark, text in listed(room, archived=True) if mark == "x"]
    assert any(text.endswith("✅ 2026-03-04") for text in ended)
    assert room.note("attention.md").count(" ^t-20260302-") == 1
    before = room.notes()
    room.flush()
    assert before == room.notes()


STILL_OPEN: list[tuple[Language, str, str, str, str]] = [
    ("zh", "林舟", "我来做支付网关迁移", "林舟", "订单库迁移完成"),
    ("zh", "林舟", "我来做支付网关迁移", "林舟", "支付回调迁移完成"),
    ("zh", "林舟", "我来写用户库迁移脚本和回滚脚本", "林舟", "订单库迁移脚本和回滚脚本完成"),
    ("zh", "林舟", "我来写泊位冲突检测脚本", "林舟", "泊位冲突检测脚本初版完成"),
    ("zh", "林舟", "我来写泊位冲突检测脚本", "林舟", "泊位冲突检测脚本还没完成"),
    ("zh", "林舟", "我来写泊位冲突检测脚本", "吴迪", "泊位表已更新"),
    ("zh", "林舟", "我来写用户导出接口的文档", "林舟", "导出接口上线"),
    ("en", "Lin", "I'll write the runbook for the export service", "Lin",
     "The export service is live."),
    ("zh", "林舟", "我来写泊位冲突检测脚本", "林舟", "泊位冲突检测脚本完成了吗？"),
    ("en", "Lin", "I'll write unit tests for the login page", "Lin",
     "The unit tests for the signup page are done."),
    ("en", "Lin", "I'll migrate the payment gateway to the new cluster", "Lin",
     "The order store has been migrated."),
    ("en", "Lin", "I'll write the berth conflict detection script", "Lin",
     "The first draft of the berth conflict detection script is done."),
    ("en", "Lin", "I'll write the berth conflict detection script", "Lin",
     "The berth conflict detection script will be done tomorrow."),
    ("en", "Lin", "I'll write the berth conflict detection script", "Wu",
     "The berth table has been updated."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "owner", "taken", "teller", "told"), STILL_OPEN)
def test_a_near_namesake_a_draft_or_a_promise_ends_nothing(
    language: Language, owner: str, taken: str, teller: str, told: str
) -> None:
    room = talked(language, (0, owner, taken), (2, teller, told))

    assert [mark for mark, _ in listed(room, archived=False)] == [" "]


def test_a_report_that_may_mean_two_open_tasks_ends_neither() -> None:
    room = talked(
        "zh",
        (0, "林舟", "我来做支付网关迁移"),
        (1, "林舟", "我来做订单库迁移"),
        (2, "林舟", "迁移完成"),
    )

    assert len(listed(room, archived=False)) == 2


ONE_WORK: list[tuple[Language, Line, Line]] = [
    ("en", (0, "Lin", "Wu, please record the berth process."),
     (0.01, "Wu", "OK, I'll record a video of the berth process for documentation purposes.")),
    ("zh", (0, "林舟", "我来写泊位冲突检测脚本"), (3, "林舟", "我今天写泊位冲突检测的脚本和说明")),
]  # fmt: skip


@pytest.mark.parametrize(("language", "first", "second"), ONE_WORK)
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0})])
def test_two_announcements_of_one_deliverable_are_one_task(
    language: Language, first: Line, second: Line, flush_after: frozenset[int]
) -> None:
    room = talked(language, first, second, flush_after=flush_after)

    assert len(listed(room, archived=False)) == 1


def test_announcements_that_differ_in_what_they_are_about_stay_two() -> None:
    room = talked(
        "en",
        (0, "Lin", "I'll write unit tests for the login page"),
        (0.01, "Lin", "I'll write unit tests for the signup page"),
    )

    assert len(listed(room, archived=False)) == 2


@pytest.mark.parametrize(
    ("language", "over", "wording"),
    [
        ("zh", "一期达标，大家辛苦", "随「一期」收尾 2026-03-07"),
        ("zh", "项目正式结项，感谢大家", "随「项目」收尾 2026-03-07"),
        ("zh", "潮汐预报验收通过", "随「潮汐预报」收尾 2026-03-07"),
        ("en", "The pilot is complete.", "closed with pilot, 2026-03-07"),
        ("en", "We're closing this project, thank you all.", "closed with the project, 2026-03-07"),
        ("en", "The tide forecast has been accepted.", "closed with tide forecast, 2026-03-07"),
    ],
)
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0}), frozenset({1})])
def test_a_milestone_settles_the_open_tasks_that_belong_to_it(
    language: Language, over: str, wording: str, flush_after: frozenset[int]
) -> None:
    topic = {"zh": "我们来做潮汐预报", "en": "next is the tide forecast"}
    taken = {"zh": "我来写导出脚本和文档", "en": "I'll write the export script and its guide"}
    talk = [(0, "Wu", topic[language]), (0, "Lin", taken[language]), (5, "Ada", over)]
    room = talked(language, *talk, flush_after=flush_after)
    before = room.notes()
    room.flush()

    assert listed(room, archived=False) == []
    closed = [(mark, text) for mark, text in listed(room, archived=True) if "Lin" in text]
    assert [("-", wording)] == [(mark, text.rpartition(" — ")[2]) for mark, text in closed]
    assert room.notes() == before


@pytest.mark.parametrize(
    ("language", "taken", "over"),
    [
        ("zh", "我来写导出脚本和文档", "潮汐预报验收通过"),
        ("zh", "我来写导出脚本和文档", "一期达标了吗？"),
        ("zh", "我来写导出脚本和文档", "一期下周完成"),
        ("zh", "我来写二期的导出脚本和文档", "一期达标"),
        (
            "en",
            "I'll write the export script and its guide",
            "The tide forecast has been accepted.",
        ),
        ("en", "I'll write the export script and its guide", "The pilot is not complete."),
        ("en", "I'll write the export script and its guide", "The pilot will be complete soon."),
        ("en", "I'll write the export script and its guide", "tidelib 1.4.0 has been released."),
    ],
)
def test_a_milestone_of_something_else_or_still_to_come_settles_nothing(
    language: Language, taken: str, over: str
) -> None:
    room = talked(language, (0, "Lin", taken), (5, "Ada", over))

    assert [mark for mark, _ in listed(room, archived=False)] == [" "]


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("zh", "决定：潮汐表每天更新", "决定：潮汐表每小时更新"),
        ("en", "Decided: refresh the tide tables once a day", "Decided: refresh the tide tables every hour"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0})])
def test_a_later_value_of_the_same_target_supersedes_the_earlier(
    language: Language, first: str, second: str, flush_after: frozenset[int]
) -> None:
    room = talked(language, (0, "Ada", first), (5, "Ada", second), flush_after=flush_after)

    note = room.note("experience.md")
    assert 2 == note.count("\n## ")
    assert 1 == note.count("被取代:: " if language == "zh" else "Superseded by:: ")
    assert 1 == note.count("置信:: 0.5" if language == "zh" else "Confidence:: 0.5")


@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0})])
def test_a_request_nobody_took_is_written_once_its_owner_takes_or_ends_it(
    flush_after: frozenset[int],
) -> None:
    asked = (0, "Lin", "Wu, please write the berth conflict report.")
    taken = talked("en", asked, (1, "Wu", "I'll write the berth conflict report today"),
                   flush_after=flush_after)  # fmt: skip
    ended = talked("en", asked, (1, "Wu", "The berth conflict report is done."),
                   flush_after=flush_after)  # fmt: skip

    assert [1, 0] == [len(listed(room, archived=False)) for room in (taken, ended)]
    assert ["x"] == [mark for mark, _ in listed(ended, archived=True)]
    assert all("^t-" not in room.note("pending.md") for room in (taken, ended))
    for room in (taken, ended):
        before = room.notes()
        room.flush()
        assert before == room.notes()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh", "我顺手补一下泊位表的注释"),
        ("zh", "我今晚看下泊位冲突检测"),
        ("en", "I'll take a look at the berth conflict detection"),
        ("en", "I'll quickly tidy the berth table comments"),
    ],
)
def test_what_is_over_within_the_hour_is_no_task_unless_somebody_called_for_it(
    language: Language, text: str
) -> None:
    assert listed(talked(language, (0, "Wu", text)), archived=False) == []


@pytest.mark.parametrize(
    ("language", "topic", "taken", "accepted", "praise"),
    [
        ("zh", "我们要加潮汐预报", "我来写导出脚本和文档", "验收通过。", "辛苦，潮汐预报做的不错。"),
        ("en", "We add a tide forecast now", "I'll write the export script and its guide",
         "Acceptance passed.", "Well done, the tide forecast is done nicely."),
    ],
)  # fmt: skip
def test_what_is_praised_right_after_an_acceptance_was_accepted(
    language: Language, topic: str, taken: str, accepted: str, praise: str
) -> None:
    talk: list[Line] = [(0, "Ada", topic), (0, "Lin", taken)]
    closed = talked(language, *talk, (5, "Wu", accepted), (5, "Ada", praise))
    praised = talked(language, *talk, (5, "Ada", praise))

    assert [0, 1] == [len(listed(room, archived=False)) for room in (closed, praised)]


def test_an_event_that_was_held_settles_what_prepared_it_though_due_later() -> None:
    room = talked(
        "zh",
        (0, "林舟", "我来写演示脚本，下周五（2026-03-13）前"),
        (0, "吴迪", "我来修泊位表的排序，下周五（2026-03-13）前"),
        (5, "Ada", "demo 很成功。"),
    )

    assert ["修泊位表的排序"] == [
        text.partition(" — ")[0] for _, text in listed(room, archived=False)
    ]


def test_a_numbered_or_nameless_thing_settles_only_what_names_it() -> None:
    talk = (0, "Lin", "I'll write the migration guide that PR-118 asks for")

    for over in ("PR-120 has been accepted.", "The proposal has been accepted."):
        assert len(listed(talked("en", talk, (5, "Ada", over)), archived=False)) == 1


def test_a_task_that_names_code_goes_quiet_too() -> None:
    room = talked(
        "en",
        (0, "Lin", "I'll write the guide for Tide::Config and its cache"),
        (20, "Wu", OTHER["en"]),
    )

    assert listed(room, archived=False) == []


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0}), frozenset({1})])
def test_what_its_owner_tells_more_of_it_is_the_last_update(
    language: Language, flush_after: frozenset[int]
) -> None:
    taken, more = {
        "zh": ("我来做“航次面板”，分组：泊位/潮汐", "航次面板默认收起，靠泊时才展开。"),
        "en": (
            'I will build the "Berth Panel" with groups for tides and ships',
            "The berth panel is folded by default.",
        ),
    }[language]
    told = (5, "Lin", more)
    theirs = (5, "Wu", more)
    later = (30, "Wu", OTHER[language])

    owner = talked(language, (0, "Lin", taken), told, later, flush_after=flush_after)
    other = talked(language, (0, "Lin", taken), theirs, later, flush_after=flush_after)

    assert [True] == [line.endswith("2026-03-07") for _, line in listed(owner, archived=True)]
    assert [True] == [line.endswith("2026-03-02") for _, line in listed(other, archived=True)]


def test_the_owner_may_report_it_done_weeks_later() -> None:
    taken = (0, "林舟", "我来补下航次日志埋点")
    done, by_another = (20, "林舟", "埋点已加。"), (20, "吴桐", "埋点已加。")

    assert ["x"] == [mark for mark, _ in listed(talked("zh", taken, done), archived=True)]
    assert [" "] == [mark for mark, _ in listed(talked("zh", taken, by_another), archived=True)]


@pytest.mark.parametrize(
    ("submission", "due", "mark"),
    [
        ("提交：准确率 0.81，延迟 60ms", "3月9日（2026-03-09）", "x"),
        ("提交：准确率 0.81，延迟 60ms", "3月20日（2026-03-20）", " "),
        ("准确率在涨", "3月9日（2026-03-09）", " "),
    ],
)
def test_an_accepted_submission_is_the_task_due_that_day(
    submission: str, due: str, mark: str
) -> None:
    room = talked(
        "zh",
        (0, "林舟", f"我来做潮汐模型和回测，{due}提交。"),
        (7, "林舟", submission),
        (7, "吴桐", "验收通过。"),
    )

    found = [*listed(room, archived=False), *listed(room, archived=True)]
    assert [(mark, True)] == [(box, "潮汐模型" in line) for box, line in found]


FREED: list[tuple[Language, str, str]] = [
    ("en", "The chart import is blocked by the harbour's mail server", "The harbour mail server is back"),
    ("en", "The chart import is blocked by the harbour's mail server", "the chart import is running again"),
    ("en", "The chart import is blocked by the harbour's mail server", "The mail server works again, thanks"),
    ("en", "The chart import is blocked by the harbour's mail server", "good news: the mail server is up again"),
    ("zh", "泊位地图卡住了，海图还没给，得等周岚", "海图收到了，泊位地图继续做"),
    ("zh", "泊位地图被短信网关卡住了", "短信网关恢复了"),
    ("zh", "泊位地图被短信网关卡住了", "短信网关又能用了"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "stuck", "freed"), FREED)
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0})])
def test_a_blocker_ends_when_what_it_names_goes_on(
    language: Language, stuck: str, freed: str, flush_after: frozenset[int]
) -> None:
    room = talked(language, (0, "Lin", stuck), (2, "Lin", freed), flush_after=flush_after)

    assert listed(room, archived=False) == []
    assert [mark for mark, _ in listed(room, archived=True)] == [""]


@pytest.mark.parametrize(
    "told",
    [
        "The coffee machine is back",
        "The mail server is not back",
        "Once the mail server is back we go on",
        "Is the mail server back?",
    ],
)
def test_a_blocker_stays_until_its_own_trouble_is_over(told: str) -> None:
    stuck = "The chart import is blocked by the harbour's mail server"
    room = talked("en", (0, "Lin", stuck), (2, "Lin", told), flush_after=frozenset({0}))

    assert [text.partition(" — ")[0] for _, text in listed(room, archived=False)] == [stuck]


def test_work_that_runs_again_is_not_done() -> None:
    room = talked(
        "en",
        (0, "Lin", "I'll write the chart import job"),
        (2, "Lin", "the chart import job is running again"),
        flush_after=frozenset({0}),
    )

    assert [mark for mark, _ in listed(room, archived=False)] == [" "]


CARD: dict[Language, tuple[Line, ...]] = {
    "zh": (
        (0, "林舟", "我来做“潮汐提醒日历”，按港口分"),
        (5, "Wu", "潮汐日历里“导出”按钮能不能选月份？"),
    ),
    "en": (
        (0, "Lin", 'I\'ll build the "Tide Reminder Calendar" by harbour'),
        (5, "Wu", 'Can the "Export" button in the tide calendar pick a month?'),
    ),
}
CARD_DONE: dict[Language, str] = {
    "zh": "做“潮汐提醒日历”，按港口分 — 林舟 ✅ 2026-03-07",
    "en": 'Build the "Tide Reminder Calendar" by harbour — Lin ✅ 2026-03-07',
}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_thing_whose_details_are_spoken_of_is_there(language: Language) -> None:
    said, asked = CARD[language]
    same_day = talked(language, said, (0, asked[1], asked[2]))

    assert listed(talked(language, said, asked), archived=True) == [("x", CARD_DONE[language])]
    assert [mark for mark, _ in listed(same_day, archived=False) if mark] == [" "]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_demo_ends_what_was_for_it_and_not_what_was_taken_after_other_talk(
    language: Language,
) -> None:
    between: dict[Language, tuple[str, str]] = {
        "zh": ("下周五要给港务局做演示", "仓库租约的事还要再想想"),
        "en": ("there is a demo for the harbour office on Friday", "I keep thinking of the lease"),
    }
    first, filler = between[language]
    held: dict[Language, str] = {"zh": "演示很成功", "en": "the demo was a success"}
    chatter = [(0.0, "Wu", filler)] * 8
    room = talked(language, (0, "Wu", first), *chatter, TAKEN[language], (3, "Wu", held[language]))

    assert listed(room, archived=False) == [(" ", QUIET[language][1].rpartition(" — ")[0])]


TROUBLE: dict[Language, tuple[Line, ...]] = {
    "zh": (
        (0, "Wu", "发现一个问题：潮位曲线偶尔画反"),
        (0, "林舟", "我来补潮位的回归样例"),
        (1, "Wu", "抽了一百条都正常，这个问题收尾。"),
    ),
    "en": (
        (0, "Wu", "Found an issue: the tide curves are sometimes drawn upside down"),
        (0, "Lin", "I'll write the regression samples for the tides"),
        (1, "Wu", "I went through fifty drawings. This issue is now closed."),
    ),
}
TROUBLE_OVER: dict[Language, str] = {
    "zh": "补潮位的回归样例（关于“潮位曲线偶尔画反”） — 林舟 — 随「潮位曲线偶尔画反」收尾 2026-03-03",
    "en": "Write the regression samples for the tides (about “The tide curves are sometimes drawn "
    "upside down”) — Lin — closed with the tide curves are sometimes drawn…, 2026-03-03",
}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_trouble_closed_by_who_raised_it_ends_the_work_taken_for_it(language: Language) -> None:
    raised, taken, closed = TROUBLE[language]
    by_another = talked(language, raised, taken, (1, "Bo", closed[2]))

    assert listed(talked(language, raised, taken, closed), archived=True) == [
        ("-", TROUBLE_OVER[language])
    ]
    assert [mark for mark, _ in listed(by_another, archived=False)] == [" "]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({2})])
def test_a_decision_says_that_a_value_it_gives_was_set_anew(
    language: Language, flush_after: frozenset[int]
) -> None:
    said: dict[Language, tuple[str, str, str]] = {
        "zh": ("决定：搜索用倒排索引，maxHits=40", "同意", "maxHits 已经从40调到25"),
        "en": (
            "decided: the search uses an inverted index with maxHits=40",
            "agreed",
            "I changed maxHits from 40 to 25",
        ),
    }
    decision, yes, anew = said[language]
    room = talked(
        language, (0, "Wu", decision), (0, "Bo", yes), (4, "Wu", anew), flush_after=flush_after
    )

    line: dict[Language, str] = {
        "zh": "- 执行:: 2026-03-06 起 maxHits 由 40 改为 25",
        "en": "- Action:: Since 2026-03-06 maxHits is 25, no longer 40",
    }
    assert room.note("experience.md").count(line[language]) == 1
