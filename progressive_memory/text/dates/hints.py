"""A quick look at a text, before anything heavy is loaded: may a log line have a date in it?"""

from __future__ import annotations

import re

_WORD = re.compile(r"[a-z]{2,}")
_ORDINAL = re.compile(r"\d(?:st|nd|rd|th)\b", re.IGNORECASE)
_CHINESE_DAYS = re.compile(r"[天日号號周週星礼禮月年季晚早晨夜儿兒]")

_DAYS = frozenset(
    "day days today tonight tomorrow tmr tmrw yesterday night morning afternoon evening week weeks"
    " weekend weekends fortnight fortnights month months quarter quarters qtr year years yr yrs"
    " monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs"
    " fri sat sun january february march april may june july august september october november"
    " december jan feb mar apr jun jul aug sep sept oct nov dec eod eow eom eoq eoy cob"
    " wk wks mth mths".split()
)


def may_hang_on_a_day(text: str) -> bool:
    """Whether a text may hold a phrase that a log line writes a date behind."""
    return (
        bool(_CHINESE_DAYS.search(text))
        or bool(_ORDINAL.search(text))
        or not _DAYS.isdisjoint(_WORD.findall(text.lower()))
    )
