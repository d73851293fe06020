"""The Chinese calendar against published dates."""

from __future__ import annotations

from datetime import date

import pytest

from progressive_memory.text.dates.lunar import lunar_day, new_year, solar_term


@pytest.mark.parametrize(
    ("year", "month_and_day"),
    [
        *((1985, "02-20"), (1990, "01-27"), (2000, "02-05"), (2001, "01-24"), (2010, "02-14")),
        *((2013, "02-10"), (2014, "01-31"), (2015, "02-19"), (2018, "02-16"), (2020, "01-25")),
        *((2023, "01-22"), (2025, "01-29"), (2026, "02-17"), (2033, "01-31"), (2034, "02-19")),
    ],
)
def test_new_years(year: int, month_and_day: str) -> None:
    assert f"{year}-{month_and_day}" == new_year(year).isoformat()


def test_days_of_months_and_of_a_leap_month() -> None:
    assert date(2023, 9, 29) == lunar_day(2023, 8, 15)
    assert date(2022, 12, 23) == lunar_day(2022, 12, 1)
    assert date(2020, 5, 23) == lunar_day(2020, 4, 1, leap=True)


@pytest.mark.parametrize(("month", "day", "leap"), [(13, 1, False), (1, 31, False), (4, 1, True)])
def test_what_a_year_does_not_have_is_refused(month: int, day: int, leap: bool) -> None:
    with pytest.raises(ValueError, match=r"no day .* of month"):
        lunar_day(2026, month, day, leap=leap)


def test_solar_terms() -> None:
    assert date(2024, 4, 4) == solar_term(2024, 15, 4)
    assert date(2021, 12, 21) == solar_term(2021, 270, 12)
