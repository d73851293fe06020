"""What shows that work is done though nobody says so in its words."""

from __future__ import annotations

import pytest

from progressive_memory.flush.extract.work import outcomes
from progressive_memory.flush.extract.work.deliverable import Rarity


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("换上新的限流规则与配额", "网关配额生效"),
        ("New routing rules and quotas will be released", "The gateway quotas take effect"),
        ("Ship the harbour invoices", "The invoices went live"),
    ],
)
def test_what_took_effect_is_the_noun_the_work_ends_in(title: str, told: str) -> None:
    assert outcomes.took_effect(title, told)


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("换上新的限流规则", "网关配额生效"),
        ("换上新的配额", "配额还没生效"),
        ("Ship the harbour invoices", "The invoices will be deployed tomorrow"),
        ("Build the signup page", "The login page is live"),
    ],
)
def test_another_thing_or_one_that_is_to_come_took_no_effect(title: str, told: str) -> None:
    assert not outcomes.took_effect(title, told)


@pytest.mark.parametrize(
    ("title", "told", "shown"),
    [
        ("跑一轮夜间压测", "夜间吞吐=420", True),
        ("Run a nightly load test", "Nightly throughput is at 420", True),
        ("跑一轮夜间压测", "今天吞吐=420", False),
        ("Write the nightly report", "Nightly throughput is at 420", False),
    ],
)
def test_a_figure_shows_that_it_was_measured(title: str, told: str, shown: bool) -> None:
    assert outcomes.gives_figure(title, told, Rarity([title])) == shown


@pytest.mark.parametrize(
    ("title", "told", "shown"),
    [
        ("搜索接口加上 maxHits=40 和分页", "maxHits=40 还行", True),
        ("Let the search return maxHits=40 and pages", "maxHits=40 works fine", True),
        ("Let the search return maxHits=40 and pages", "maxHits=40 is not good", False),
        ("Let the search return pages", "the weather is fine", False),
    ],
)
def test_a_thing_that_works_is_there(title: str, told: str, shown: bool) -> None:
    assert outcomes.works(title, told, Rarity([title])) == shown


@pytest.mark.parametrize(
    ("title", "told", "shown"),
    [
        (
            "Post to the harbour list about berth fees",
            "feedback from the harbour list was thin",
            True,
        ),
        ("去问财务部要不要留底单", "财务部那边的回复是要留", True),
        ("Post to the harbour list about berth fees", "feedback from the crews was thin", False),
        ("Paint the harbour wall", "feedback from the harbour list was thin", False),
    ],
)
def test_an_answer_shows_that_it_was_asked(title: str, told: str, shown: bool) -> None:
    assert outcomes.answered(title, told) == shown


def test_a_thing_is_called_by_its_name_or_a_shorter_one() -> None:
    assert outcomes.is_called("潮汐日历", "做“潮汐提醒日历”，按港口分")
    assert outcomes.is_called("tide calendar", 'Build the "Tide Reminder Calendar" by harbour')
    assert outcomes.is_called("harbour wiki", "Set up a harbour wiki for the crews")
    assert not outcomes.is_called("harbour", "Set up a harbour wiki for the crews")
    assert not outcomes.is_called("潮汐提醒", "做“潮汐提醒日历”，按港口分")
    assert not outcomes.is_called("tide table", 'Build the "Tide Reminder Calendar" by harbour')


def test_a_line_speaks_of_details_inside_a_thing() -> None:
    assert "潮汐日历" in list(outcomes.insides("潮汐日历里“导出”能不能选月份？"))
    assert "tide calendar" in list(
        outcomes.insides("Can the export in the tide calendar pick a month?")
    )
    assert list(outcomes.insides("导出能不能选月份？")) == []


@pytest.mark.parametrize(
    ("told", "changed"),
    [
        ("lower maxHits from 40 to 25", [("maxHits", "40", "25")]),
        ("我把重试次数从3次改为5次", [("重试次数", "3", "5")]),
        ("recall权重0.7→0.6", [("recall权重", "0.7", "0.6")]),
        ("it takes 3 to 4 days", []),
        ("upgrade from version 1.2 to 1.3", []),
    ],
)
def test_a_value_set_anew_is_told_with_the_old_one(
    told: str, changed: list[tuple[str, str, str]]
) -> None:
    assert list(outcomes.changes(told)) == changed


def test_a_text_has_the_value_of_that_name_only() -> None:
    assert outcomes.has_value("search with maxHits=40, pages of 10", "maxHits", "40")
    assert not outcomes.has_value("search with maxHits=400", "maxHits", "40")
    assert not outcomes.has_value("search with minHits=40", "maxHits", "40")


def test_a_clause_says_on_which_day_a_thing_goes_live() -> None:
    assert outcomes.live_on("the tide calendar is launched tonight (2026-03-06)") == "2026-03-06"
    assert outcomes.live_on("潮汐日历今晚（2026-03-06）上线") == "2026-03-06"
    assert outcomes.live_on("the tide calendar is due (2026-03-06)") == ""


@pytest.mark.parametrize(
    ("title", "text", "given"),
    [
        (
            "Draft agenda from the harbour survey",
            "Draft agenda for May: https://pad.example/7",
            True,
        ),
        ("写潮汐报表的说明", "潮汐报表说明：https://pad.example/7", True),
        ("Draft agenda from the harbour survey", "Draft minutes: https://pad.example/8", False),
        ("Review the draft agenda for May", "Draft agenda for May: https://pad.example/7", False),
        ("写潮汐报表的说明", "潮汐报表说明初稿：https://pad.example/7", False),
    ],
)
def test_a_link_under_the_name_of_the_work_hands_it_over(
    title: str, text: str, given: bool
) -> None:
    assert outcomes.hands_over(title, text) == given
