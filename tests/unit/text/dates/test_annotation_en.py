"""English dates, said on Tuesday the 12th of May 2026."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from progressive_memory.text.dates import annotate

AT = datetime(2026, 5, 12, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "annotated"),
    [
        ("see you tomorrow", "see you tomorrow (2026-05-13)"),
        ("Today's build", "Today's (2026-05-12) build"),
        ("it broke last night", "it broke last night (2026-05-11)"),
        ("day after tomorrow", "day after tomorrow (2026-05-14)"),
        ("3 days ago", "3 days ago (2026-05-09)"),
        ("done in two weeks", "done in two weeks (2026-05-26)"),
        ("within 3 days", "within 3 days (2026-05-12 – 2026-05-15)"),
        ("3 months ago", "3 months ago (2026-02)"),
        ("a year ago", "a year ago (2025)"),
        ("two weeks from now", "two weeks from now (2026-05-26)"),
        ("by EOD", "by EOD (2026-05-12)"),
    ],
)
def test_days_near_and_counted(text: str, annotated: str) -> None:
    assert annotated == annotate(text, AT, "en")


@pytest.mark.parametrize(
    ("text", "annotated"),
    [
        ("next Friday", "next Friday (2026-05-22)"),
        ("this Friday", "this Friday (2026-05-15)"),
        ("last Friday", "last Friday (2026-05-08)"),
        ("ship it on Friday", "ship it on Friday (2026-05-15)"),
        ("I merged it on Monday", "I merged it on Monday (2026-05-11)"),
        ("broken since Friday", "broken since Friday (2026-05-08)"),
        ("it was moved to Friday", "it was moved to Friday (2026-05-15)"),
        ("on Tuesday morning next week", "on Tuesday morning next week (2026-05-19)"),
        ("due by fri", "due by fri (2026-05-15)"),
        ("next week", "next week (2026-05-18 – 2026-05-24)"),
        ("this weekend", "this weekend (2026-05-16 – 2026-05-17)"),
        ("the week after next", "the week after next (2026-05-25 – 2026-05-31)"),
        ("early next week", "early next week (2026-05-18 – 2026-05-19)"),
        ("end of the week", "end of the week (2026-05-15 – 2026-05-17)"),
        ("tomorrow, next Friday", "tomorrow (2026-05-13), next Friday (2026-05-22)"),
    ],
)
def test_weeks_and_weekdays(text: str, annotated: str) -> None:
    assert annotated == annotate(text, AT, "en")


@pytest.mark.parametrize(
    ("text", "annotated"),
    [
        ("end of month", "end of month (2026-05-31)"),
        ("by the end of April.", "by the end of April (2026-04-30)."),
        ("have something by March", "have something by March (2026-03)"),
        ("mid-July", "mid-July (2026-07-11 – 2026-07-20)"),
        ("May 3rd", "May 3rd (2026-05-03)"),
        ("the 3rd of june", "the 3rd of june (2026-06-03)"),
        ("Dec 20", "Dec 20 (2025-12-20)"),
        ("May 3-5", "May 3-5 (2026-05-03 – 2026-05-05)"),
        ("Friday, May 15", "Friday, May 15 (2026-05-15)"),
        ("by the 20th", "by the 20th (2026-05-20)"),
        ("20th of next month", "20th of next month (2026-06-20)"),
        ("next month", "next month (2026-06)"),
        ("next quarter", "next quarter (2026-07 – 2026-09)"),
        ("last March", "last March (2026-03)"),
        ("next year", "next year (2027)"),
    ],
)
def test_months_quarters_and_years(text: str, annotated: str) -> None:
    assert annotated == annotate(text, AT, "en")


@pytest.mark.parametrize(
    "text",
    [
        *("just now", "recently", "these days", "the other day", "the day after", "the last week"),
        *("every Monday", "we release on Thursdays", "Monday to Friday", "Mon-Fri", "one Friday"),
        *("Black Friday sale", "Friday the 13th", "two weeks from Monday", "Friday after next"),
        *("you may 3 times", "march on", "sat on it", "the sun is up", "wed", "the 5th attempt"),
        *("March 15, 2025", "3 March 2025", "in March 2025", "2025-03-15", "Feb 30"),
        *("we did it in 3 days", "twice in a week", "USA Today", "version May 3.5"),
        *("Thom May's birthday", "in the coming weeks", "a few days ago", "in several weeks"),
        *(
            "this may be larger",
            "at 3",
            "in 5 minutes",
            "Christmas",
            "3/4 of it",
            "the last Monday of June",
        ),
        *("`today`", "https://x.io/today", "notes-today", "today.md", "@today", "#friday"),
        *("[[today]]", "> see you tomorrow", "mail me at friday@example.com"),
    ],
)
def test_what_is_no_relative_date_stays(text: str) -> None:
    assert text == annotate(text, AT, "en")


def test_a_fenced_block_stays() -> None:
    text = "log:\n```\nfailed yesterday\n```"
    assert text == annotate(text, AT, "en")
