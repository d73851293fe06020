"""Chinese phrases (simplified and traditional), and what they mean."""

from __future__ import annotations

import re
from datetime import date

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.span import Clause, Interval, Language, Rule, leave_alone
from progressive_memory.text.dates.zh_words import (
    AHEAD,
    BACK,
    DAY,
    NEAR_DAYS,
    NEAR_YEARS,
    NOT_INSIDE,
    NUMBER,
    PART,
    STEP,
    STEPS,
    TIME_BEHIND,
    TO,
    WEEK,
    WEEKDAY,
    WEEKDAYS,
    number,
)


def _near(match: re.Match[str], clause: Clause) -> Interval:
    return calendar.days_away(clause.day, NEAR_DAYS[match["near"]])


def _away(match: re.Match[str], clause: Clause) -> Interval | None:
    count = number(match["count"]) * (-1 if match["way"].endswith("前") else 1)
    if match["unit"] in {"天", "日"}:
        return calendar.days_away(clause.day, count)
    if match["unit"] == "月":
        return calendar.month(calendar.month_start(clause.day, count))
    if match["unit"] == "年":
        return calendar.year(clause.day.year + count) if abs(count) < 20 else None
    return calendar.days_away(clause.day, 7 * count)


def _within(match: re.Match[str], clause: Clause) -> Interval:
    days = number(match["count"]) * (1 if match["unit"] in {"天", "日"} else 7)
    return calendar.days_from(clause.day, calendar.days_away(clause.day, days).last)


def _week(match: re.Match[str], clause: Clause) -> Interval:
    return calendar.week(clause.day, STEPS[match["step"]])


def _weekend(match: re.Match[str], clause: Clause) -> Interval:
    if match["step"]:
        return calendar.weekend(clause.day, STEPS[match["step"]])
    return calendar.weekend(clause.day, -1 if clause.past and clause.day.weekday() < 5 else 0)


def _weekday(match: re.Match[str], clause: Clause) -> Interval:
    weekday = WEEKDAYS[match["weekday"]]
    if match["step"]:
        return calendar.weekday_in_week(clause.day, weekday, STEPS[match["step"]])
    return calendar.nearest_weekday(clause.day, weekday, past=clause.past)


def _weekdays(match: re.Match[str], clause: Clause) -> Interval:
    weeks = STEPS[match["step"]]
    first = calendar.weekday_in_week(clause.day, WEEKDAYS[match["weekday"]], weeks).first
    return calendar.days_from(
        first, calendar.nearest_weekday(first, WEEKDAYS[match["to"]], past=False).last
    )


def _part(first: date, part: str | None) -> Interval:
    """A month, or the part of it that 初, 中旬, 底 … name."""
    if not part:
        return calendar.month(first)
    if part in {"底", "末"}:
        return calendar.end_of_month(first)
    return calendar.third_of_month(first, {"中": 1, "中旬": 1, "下旬": 2}.get(part, 0))


def _step_month(match: re.Match[str], clause: Clause) -> Interval:
    first = calendar.month_start(clause.day, STEPS[match["step"]])
    if match["day"]:
        return calendar.days_away(first.replace(day=number(match["day"])), 0)
    return _part(first, match["part"])


def _this_month(match: re.Match[str], clause: Clause) -> Interval:
    next_one = match["part"] == "初" and clause.day.day > 10 and not clause.past
    return _part(calendar.month_start(clause.day, 1 if next_one else 0), match["part"])


def _month(match: re.Match[str], clause: Clause) -> Interval:
    month = number(match["month"])
    if month > 12:
        raise ValueError(f"no month {month}")
    return _part(calendar.nearest_month(clause.day, month), match["part"])


def _month_day(match: re.Match[str], clause: Clause) -> Interval:
    first = calendar.nearest_date(clause.day, number(match["month"]), number(match["day"]))
    if not match["to"]:
        return calendar.days_away(first, 0)
    return calendar.days_from(first, first.replace(day=number(match["to"])))


def _day_of_month(match: re.Match[str], clause: Clause) -> Interval:
    return calendar.nearest_day_of_month(clause.day, number(match["day"]), past=clause.past)


def _year(match: re.Match[str], clause: Clause) -> Interval:
    start = date(clause.day.year + NEAR_YEARS[match["which"]], 1, 1)
    if match["month"]:
        first = start.replace(month=number(match["month"]))
        if match["day"]:
            return calendar.days_away(first.replace(day=number(match["day"])), 0)
        return _part(first, match["part"])
    if match["quarter"]:
        return calendar.quarter(start, number(match["quarter"]) - 1)
    if match["half"]:
        return calendar.months(start.replace(month=1 if match["half"] == "上" else 7), 6)
    if match["edge"]:
        return _edge_of_year(start, match["edge"])
    return calendar.year(start.year)


def _edge_of_year(start: date, edge: str) -> Interval:
    return calendar.month(start) if edge == "初" else calendar.end_of_month(start.replace(month=12))


def _this_year(match: re.Match[str], clause: Clause) -> Interval:
    return _edge_of_year(clause.day.replace(month=1, day=1), match["edge"])


def _quarter(match: re.Match[str], clause: Clause) -> Interval:
    return calendar.quarter(clause.day, STEPS[match["step"]])


_NO_DATES = (
    # habits, ranges of weekdays without a week, vague days, names, dates that carry their year
    rf"每(?:个|個|逢|一)?(?:{WEEK}|月|年|天|日|晚|早)[一二三四五六日天末底初]?",
    rf"[每隔逢]{NUMBER}?(?:个|個)?{WEEK}[一二三四五六日天]?",
    rf"(?<![上下本这這个個]){WEEK}[一二三四五六日天]{TO}{WEEK}?[一二三四五六日天]",
    rf"{NUMBER}(?:个|個)?{WEEK}[一二三四五六日天](?:次|天)",
    r"黑色星期五|今日头条|明日方舟|明日之星|昨日重现|周一到底",
    r"[前这這过過近那](?:[一两兩几幾][两兩几幾二三]?|[二三])[天日](?![前后後内內])|[这這那][天日]",
    r"[一两兩二三四五六七八九][两兩二三四五六七八九](?:天|周|个月)[前后後内內]",
    r"\d{2,4}\s?年\s?(?:\d{1,2}\s?月(?:份)?)?(?:\s?\d{1,2}\s?[日号號])?[底末初]?",
    r"[二三四五六七八九〇零一十]{2,4}年(?:[一二三四五六七八九十]{1,2}月)?(?:[一二三四五六七八九十]{1,3}[日号號])?",
)
_DAYS = (
    (r"(?P<near>[今明昨](?:天|日|晚|早|晨|夜|儿|兒))", _near),
    (r"(?P<near>大[后後前]天)", _near),
    (r"(?<![然以之随隨今此最先午前])(?P<near>[后後]天)(?![性生然])(?!天(?!气|氣))", _near),
    (r"(?<![之以目从從提午年])(?P<near>前天)(?!天(?!气|氣))", _near),
    (
        rf"{NOT_INSIDE}(?P<count>{NUMBER})\s?(?:个|個)?(?P<unit>天|(?<=[一二两兩三四五六七八九十])日"
        rf"|周|週|星期|礼拜|禮拜|(?<=[个個])月|年)"
        rf"\s?(?P<way>{BACK}|{AHEAD})",
        _away,
    ),
    (
        rf"{NOT_INSIDE}(?P<count>{NUMBER})\s?(?:个|個)?(?P<unit>天|日|周|週|星期|礼拜|禮拜)"
        r"之?[内內](?![存容部])",
        _within,
    ),
)
_WEEKS = (
    (rf"{STEP}{WEEK}(?P<weekday>{WEEKDAY}){TO}{WEEK}?(?P<to>[一二三四五六日天])", _weekdays),
    (rf"{STEP}{WEEK}(?P<weekday>{WEEKDAY})", _weekday),
    (rf"{STEP}{WEEK}(?![期年边邊转轉围圍折全刊末二三四五六])", _week),
    (rf"(?:{STEP})?(?:周|週|双休|雙休)(?:末|六日|六、?(?:周|週)日|日(?<=休日))", _weekend),
    (
        rf"(?P<step>)(?<![一二两兩三四五六七八九十几幾每逐隔各\d个個单單双雙整半]){WEEK}"
        rf"(?P<weekday>{WEEKDAY})",
        _weekday,
    ),
)
_MONTHS = (
    (rf"{STEP}月(?:份)?(?:\s?(?P<day>{NUMBER})\s?{DAY}|{PART})(?![薪球饼])", _step_month),
    (r"(?<![\d一二三四五六七八九十个個每年岁歲蜜])月(?P<part>底|末(?!期)|初)", _this_month),
    (
        rf"{NOT_INSIDE}(?<!年)(?<!年\s)(?P<month>{NUMBER})\s?月\s?(?P<day>{NUMBER})"
        rf"(?:\s?{DAY}|(?={TO}{NUMBER}\s?{DAY})|(?=[\s，。,、）)]|$))"
        rf"(?:{TO}(?P<to>{NUMBER})\s?{DAY})?",
        _month_day,
    ),
    (
        rf"{NOT_INSIDE}(?<!年)(?<!年\s)(?P<month>{NUMBER})\s?月(?:份)?{PART}"
        r"(?![亮球饼餅经經子薪度均活卡报報结結租票嫂供老色光食牙台销銷刊考榜利费費\d]|一次|的?第)",
        _month,
    ),
    (rf"{NOT_INSIDE}(?<![月年])(?P<day>{NUMBER})\s?{DAY}{TIME_BEHIND}", _day_of_month),
    (rf"{STEP}(?:季度|季(?![节節军軍]))", _quarter),
    (
        rf"(?<![之以])(?P<which>[今明去前后後])年(?:\s?(?P<month>{NUMBER})\s?月(?:份)?"
        rf"(?:\s?(?P<day>{NUMBER})\s?{DAY}|{PART})"
        r"|第?(?P<quarter>[一二三四1-4])季度|(?P<half>[上下])半年|年?(?P<edge>底|末|初))?",
        _year,
    ),
    (r"(?<![\d今明去前后後每几幾半一二两兩三四五六七八九十])年(?P<edge>底|末(?!期))", _this_year),
)

CHINESE = Language(
    hint=re.compile(r"[天日号號周週星礼禮月年季晚早晨夜儿兒]"),
    rules=(
        *(Rule(re.compile(pattern), leave_alone) for pattern in _NO_DATES),
        *(Rule(re.compile(pattern), read) for pattern, read in _DAYS),
        *(Rule(re.compile(pattern), read, weekday=read is _weekday) for pattern, read in _WEEKS),
        *(Rule(re.compile(pattern), read) for pattern, read in _MONTHS),
    ),
    past=re.compile(r"[了过過]|已|刚|剛"),
    future=re.compile(
        r"要|(?<!开)会|會|将|將|得|需|应|應|准备|準備|打算|计划|計劃|安排|前|截止|再|吧"
    ),
)
