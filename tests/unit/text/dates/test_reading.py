"""resolve(): spans of the text as it stands, intervals, grains, zones, hostile text."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from progressive_memory.text.dates import Grain, annotate, resolve
from progressive_memory.text.dates.brackets import MAX_CHARACTERS
from progressive_memory.text.dates.grammar import GRAMMAR
from progressive_memory.text.dates.scan import words_of
from progressive_memory.text.dates.times import Context

AT = datetime(2026, 5, 12, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "grain", "first", "last"),
    [
        ("tomorrow", "day", date(2026, 5, 13), date(2026, 5, 13)),
        ("next week", "week", date(2026, 5, 18), date(2026, 5, 24)),
        ("in March", "month", date(2026, 3, 1), date(2026, 3, 31)),
        ("next quarter", "quarter", date(2026, 7, 1), date(2026, 9, 30)),
        ("明年", "year", date(2027, 1, 1), date(2027, 12, 31)),
    ],
)
def test_a_phrase_has_an_interval_as_exact_as_its_words(
    text: str, grain: Grain, first: date, last: date
) -> None:
    (span,) = resolve(text, AT)
    assert (grain, first, last) == (span.grain, span.first, span.last)
    assert span.text in text


def test_intervals_are_in_the_zone_of_the_message() -> None:
    there = ZoneInfo("Asia/Shanghai")
    (span,) = resolve("明天下午三点", datetime(2026, 5, 12, 23, 30, tzinfo=there))
    assert datetime(2026, 5, 13, 15, tzinfo=there) == span.begin
    assert datetime(2026, 5, 13, 16, tzinfo=there) == span.until


def test_a_named_zone_is_turned_into_that_of_the_message() -> None:
    (span,) = resolve("tomorrow 5pm EST", AT)
    assert datetime(2026, 5, 13, 22, tzinfo=UTC) == span.begin


def test_what_lacks_a_year_is_the_nearest_or_looks_ahead() -> None:
    assert [date(2025, 12, 20)] == [span.first for span in resolve("Dec 20", AT)]
    assert [date(2026, 12, 20)] == [span.first for span in resolve("Dec 20", AT, lean="ahead")]


def test_a_direction_is_told_beside_the_interval() -> None:
    told = [(span.bound, span.first) for span in resolve("by Friday, since Monday, 周四前", AT)]
    friday, monday, thursday = date(2026, 5, 15), date(2026, 5, 11), date(2026, 5, 14)
    assert [("by", friday), ("since", monday), ("before", thursday)] == told


def test_spans_point_into_the_stored_text() -> None:
    stored = annotate("done today, review tomorrow", AT, "en")
    assert stored == "done today (2026-05-12), review tomorrow (2026-05-13)"
    found = [(span.text, stored[span.start : span.end]) for span in resolve(stored, AT)]
    assert found == [("today", "today"), ("tomorrow", "tomorrow")]


def test_the_day_is_that_of_the_zone() -> None:
    late = datetime(2026, 5, 12, 23, 30, tzinfo=UTC)
    assert annotate("今天", late, "zh") == "今天（2026-05-12）"
    there = late.astimezone(ZoneInfo("Asia/Shanghai"))
    assert annotate("今天", there, "zh") == "今天（2026-05-13）"


def test_a_date_a_person_put_behind_the_phrase_is_kept() -> None:
    assert (
        annotate("tomorrow (2026-05-20) or today", AT, "en")
        == "tomorrow (2026-05-20) or today (2026-05-12)"
    )


def test_the_ends_of_the_calendar_raise_nothing() -> None:
    first = datetime(1, 1, 1, tzinfo=UTC)
    last = datetime(9999, 12, 31, tzinfo=UTC)
    text = "yesterday, 昨天, 3 years ago, tomorrow, next month, 明年, 12月31日, 1月1日"
    assert [resolve(text, at) for at in (first, last)]


def test_a_pasted_file_is_left_as_it_is() -> None:
    text = "today " * (MAX_CHARACTERS // 6 + 1)
    assert text == annotate(text, AT, "en")


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "today ",
            "周三",
            "3月",
            "a.b.",
            "[[",
            "`x",
            "May 3 ",
            "1",
            "每周",
            "x@",
            "（2026-05-12）",
        ),
        *("1 ", "1-", "3:20-", "十", "and a half ", "from monday to ", "(", "年月日"),
    ],
)
def test_the_work_grows_with_the_length_only(unit: str) -> None:
    built = [
        sum(
            len(nodes)
            for nodes in GRAMMAR.parse(
                text, words_of(text), Context(AT.replace(tzinfo=None))
            ).values()
        )
        for text in (unit * 100, unit * 200)
    ]
    assert built[1] <= 2.3 * built[0] + 10
