"""Chinese holidays, and days of the Chinese calendar: 国庆, 春节, 农历八月十五."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import GRAMMAR, existing, refuse_unless
from progressive_memory.text.dates.grammar.holidays import by_year, fixed, named, nth_weekday
from progressive_memory.text.dates.lunar import lunar_day, new_year, solar_term
from progressive_memory.text.dates.times import Context, Cycle, Fixed


def _lunar(month: int, day: int) -> Cycle:
    return by_year(lambda year: lunar_day(year, month, day))


def _new_years_eve(year: int) -> date:
    return new_year(year) - timedelta(days=1)


CHINESE: dict[str, Cycle] = {
    "元旦|元旦节|元旦節": fixed(1, 1),
    "情人节|情人節": fixed(2, 14),
    "妇女节|婦女節|三八节": fixed(3, 8),
    "植树节": fixed(3, 12),
    "愚人节|愚人節": fixed(4, 1),
    "劳动节|勞動節|五一国际劳动节|五一劳动节": fixed(5, 1),
    "青年节|五四青年节": fixed(5, 4),
    "儿童节|兒童節|六一儿童节": fixed(6, 1),
    "建党节": fixed(7, 1),
    "建军节|建軍節|八一建军节|八一建軍節": fixed(8, 1),
    "教师节|教師節": fixed(9, 10),
    "国庆|国庆节|國慶|國慶節|十一国庆节": fixed(10, 1),
    "万圣节|萬聖節": fixed(10, 31),
    "双十一": fixed(11, 11),
    "平安夜": fixed(12, 24),
    "圣诞|圣诞节|聖誕|聖誕節": fixed(12, 25),
    "母亲节|母親節": nth_weekday(5, 6, 2),
    "父亲节|父親節": nth_weekday(6, 6, 3),
    "感恩节|感恩節": nth_weekday(11, 3, 4),
    "老板节|老闆節": fixed(10, 16),
    "复活节|復活節": by_year(calendar.easter),
    "春节|春節|农历新年|農曆新年|新春|大年初一": by_year(new_year),
    "除夕|大年三十|年三十": by_year(_new_years_eve),
    "元宵|元宵节|元宵節": _lunar(1, 15),
    "清明|清明节|清明節": by_year(lambda year: solar_term(year, 15, 4)),
    "冬至": by_year(lambda year: solar_term(year, 270, 12)),
    "端午|端午节|端午節": _lunar(5, 5),
    "七夕|七夕节|七夕節": _lunar(7, 7),
    "中秋|中秋节|中秋節": _lunar(8, 15),
    "重阳|重阳节|重陽節": _lunar(9, 9),
    "腊八|腊八节": _lunar(12, 8),
}

for _words, _cycle in CHINESE.items():
    named(_words, _cycle)
named("chinese lunar? new year|year's day?", by_year(new_year))
named("spring festival", by_year(new_year))
named("mid-autumn festival", _lunar(8, 15))
named("dragon boat festival", _lunar(5, 5))


@GRAMMAR.rule("lunar_month", "zmonth")
def numbered_month(_: Context, month: int) -> int:
    """八月."""
    return month


@GRAMMAR.rule("lunar_month", "'正月'")
def first_month(_: Context) -> int:
    """正月."""
    return 1


@GRAMMAR.rule("lunar_month", "'腊月'|'臘月'")
def last_month(_: Context) -> int:
    """腊月."""
    return 12


@GRAMMAR.rule("lunar", "'农历'|'農曆'|'阴历'|'陰曆' lunar_month '初'? num hao?")
def lunar_date(_: Context, month: int, day: int, _hao: object) -> Cycle:
    """农历八月十五."""
    refuse_unless(1 <= day <= 30)
    return replace(_lunar(month, day), quiet=False)


@GRAMMAR.rule("lunar", "'正月' '初'? num", "'大年' '初' num")
def first_month_date(_: Context, day: int) -> Cycle:
    """正月十五, 大年初十."""
    return replace(_lunar(1, day), quiet=False)


@GRAMMAR.rule("lunar", "'腊月'|'臘月' '初'? num")
def last_month_date(_: Context, day: int) -> Cycle:
    """腊月二十三."""
    return replace(_lunar(12, day), quiet=False)


@GRAMMAR.rule("date", "lunar")
def lunar_alone(_: Context, cycle: Cycle) -> Cycle:
    """A day of the Chinese calendar."""
    return cycle


@GRAMMAR.rule("date", "zyear lunar")
def lunar_of_year(_: Context, year: int, cycle: Cycle) -> Fixed:
    """2012年农历正月十五."""
    return _in_chinese_year(year, cycle, absolute=True)


@GRAMMAR.rule("date", "znearyear lunar")
def lunar_of_near_year(context: Context, step: int, cycle: Cycle) -> Fixed:
    """今年农历八月十五."""
    return _in_chinese_year(context.at.year + step, cycle, absolute=False)


def _in_chinese_year(year: int, cycle: Cycle, *, absolute: bool) -> Fixed:
    found = cycle.within(datetime(year, 1, 1))
    return Fixed(existing(found), absolute=absolute)
