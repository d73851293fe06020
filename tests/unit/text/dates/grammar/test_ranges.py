"""From one date to another, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("from Monday to Wednesday", "from Monday to Wednesday", "2026-05-11 – 2026-05-14 day"),
        ("Aug 8 - Aug 12", "Aug 8 - Aug 12", "2026-08-08 – 2026-08-13 day"),
        ("3-5 June", "3-5 June", "2026-06-03 – 2026-06-06 day"),
        ("from 13 to 15 July 2027", "from 13 to 15 July 2027", "2027-07-13 – 2027-07-16 day"),
        (
            "between Jan 22 and now",
            "between Jan 22 and now",
            "2026-01-22 – 2026-05-12 09:00 second",
        ),
        ("July 13 through 15", "July 13 through 15", "2026-07-13 – 2026-07-16 day"),
        ("Oct 1 to Feb 3, 2027", "Oct 1 to Feb 3, 2027", "2026-10-01 – 2027-02-04 day"),
        ("5月20日-22日", "5月20日-22日", "2026-05-20 – 2026-05-23 day"),
        ("从明天到周五", "从明天到周五", "2026-05-13 – 2026-05-16 day"),
        ("3月5号到8号", "3月5号到8号", "2026-03-05 – 2026-03-09 day"),
        ("2025年5月1日至2026年5月7日", "2025年5月1日至2026年5月7日", "2025-05-01 – 2026-05-08 day"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
