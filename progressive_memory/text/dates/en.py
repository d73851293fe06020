"""English phrases, and what they mean."""

from __future__ import annotations

import re
from datetime import date

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.en_words import (
    ANY_MONTH,
    ANY_WEEKDAY,
    END,
    NUMBER,
    START,
    STEPS,
    UNIT,
    WEEKDAY,
    WEEKDAYS,
    month_number,
    number,
    part_of_month,
)
from progressive_memory.text.dates.span import Clause, Interval, Language, Rule, leave_alone

_NEAR = {
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "yesterday": -1,
    "last night": -1,
    "day after tomorrow": 2,
    "day before yesterday": -2,
}


def _near(match: re.Match[str], clause: Clause) -> Interval:
    return calendar.days_away(clause.day, _NEAR[match["near"].lower()])


def _away(match: re.Match[str], clause: Clause) -> Interval | None:
    ahead = match.re is not _AGO
    if ahead and clause.past:
        return None  # "we did it in three days" says how long it took
    count = number(match["count"]) * (1 if ahead else -1)
    unit = match["unit"].lower()
    if unit == "month":
        return calendar.month(calendar.month_start(clause.day, count))
    if unit == "year":
        return calendar.year(clause.day.year + count)
    days = {"day": 1, "week": 7, "fortnight": 14}[unit]
    return calendar.days_away(clause.day, days * count)


def _within(match: re.Match[str], clause: Clause) -> Interval:
    days = number(match["count"]) * (7 if match["unit"].lower() == "week" else 1)
    return calendar.days_from(clause.day, calendar.days_away(clause.day, days).last)


def _unit(unit: str, day: date, step: int) -> Interval:
    """The whole week, weekend, month, quarter or year, `step` of them away."""
    if unit == "month":
        return calendar.month(calendar.month_start(day, step))
    if unit == "year":
        return calendar.year(day.year + step)
    return {"week": calendar.week, "weekend": calendar.weekend, "quarter": calendar.quarter}[unit](
        day, step
    )


def _step_unit(match: re.Match[str], clause: Clause) -> Interval:
    return _unit(match["unit"].lower(), clause.day, STEPS[match["step"].lower()])


def _week_after_next(match: re.Match[str], clause: Clause) -> Interval:
    return calendar.week(clause.day, 2 if match["step"].lower() == "after next" else -2)


def _the_weekend(_match: re.Match[str], clause: Clause) -> Interval:
    return calendar.weekend(clause.day, -1 if clause.past and clause.day.weekday() < 5 else 0)


_DAYS_OF_WEEK = {
    "early": (0, 1),
    "beginning": (0, 1),
    "start": (0, 1),
    "mid": (1, 3),
    "middle": (1, 3),
    "late": (3, 4),
    "end": (4, 6),
}


def _part_of_unit(match: re.Match[str], clause: Clause) -> Interval:
    """`end of the month`, `early next week`, `beginning of this year`."""
    unit, part = match["unit"].lower(), match["part"].lower()
    whole = _unit(unit, clause.day, STEPS[(match["step"] or "this").lower()])
    if unit == "month":
        return part_of_month(whole.first, part)
    if unit == "week":
        monday = whole.first
        days = {
            "early": (0, 1),
            "beginning": (0, 1),
            "start": (0, 1),
            "mid": (1, 3),
            "middle": (1, 3),
        }
        first, last = days.get(part, (3, 4) if part == "late" else (4, 6))
        return calendar.days_from(
            calendar.days_away(monday, first).first, calendar.days_away(monday, last).last
        )
    if part == "end":
        return calendar.days_away(whole.last, 0)
    if part in {"beginning", "start"}:
        return calendar.month(whole.first)
    return whole


def _end_of(match: re.Match[str], clause: Clause) -> Interval:
    letter = match["unit"]
    if letter == "D":
        return calendar.days_away(clause.day, 0)
    if letter == "W":
        return calendar.days_from(
            *(calendar.weekday_in_week(clause.day, weekday, 0).first for weekday in (4, 6))
        )
    unit = {"M": "month", "Q": "quarter", "Y": "year"}[letter]
    return calendar.days_away(_unit(unit, clause.day, 0).last, 0)


def _end_of_day(_match: re.Match[str], clause: Clause) -> Interval:
    return calendar.days_away(clause.day, 0)


def _day_of_step_month(match: re.Match[str], clause: Clause) -> Interval:
    first = calendar.month_start(clause.day, STEPS[match["step"].lower()])
    return calendar.days_away(first.replace(day=int(match["day"])), 0)


def _week_weekday(match: re.Match[str], clause: Clause) -> Interval:
    return calendar.weekday_in_week(
        clause.day, WEEKDAYS[match["weekday"].lower()], STEPS[match["step"].lower()]
    )


def _step_weekday(match: re.Match[str], clause: Clause) -> Interval:
    step, weekday = match["step"].lower(), WEEKDAYS[match["weekday"].lower()]
    if step in {"next", "this"}:
        return calendar.weekday_in_week(clause.day, weekday, STEPS[step])
    return calendar.nearest_weekday(clause.day, weekday, past="coming" not in step)


def _weekday(match: re.Match[str], clause: Clause) -> Interval:
    return calendar.nearest_weekday(
        clause.day, WEEKDAYS[match["weekday"].lower()], past=clause.past
    )


def _month_day(match: re.Match[str], clause: Clause) -> Interval:
    month = month_number(match["month"], sure=bool(match["ordinal"]))
    first = calendar.nearest_date(clause.day, month, int(match["day"]))
    if not match["to"]:
        return calendar.days_away(first, 0)
    return calendar.days_from(first, first.replace(day=int(match["to"])))


def _day_of_month(match: re.Match[str], clause: Clause) -> Interval:
    return calendar.nearest_day_of_month(clause.day, int(match["day"]), past=clause.past)


def _month(match: re.Match[str], clause: Clause) -> Interval:
    month = month_number(match["month"], sure=bool(match["part"]))
    first = calendar.nearest_month(clause.day, month)
    return part_of_month(first, match["part"].lower()) if match["part"] else calendar.month(first)


def _step_month(match: re.Match[str], clause: Clause) -> Interval:
    """`next March`, `last March`: the first after, or the latest before, the present month."""
    here = calendar.month_start(clause.day)
    ahead = (month_number(match["month"], sure=False) - here.month) % 12
    away = {"next": ahead or 12, "this": ahead, "last": ahead - 12}[match["step"].lower()]
    return calendar.month(calendar.month_start(here, away))


def _i(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?i:{START}{pattern}{END})")


_OWN = r"(?:['’]s)?"
_ORDINAL = r"(?:st|nd|rd|th)"
_NOT_A_WEEKDAY_OF_A_WEEK = (
    "every|each|most|any|some|per|a|another|one|other|alternate|first|second|third|fourth"
    "|black|good|cyber|super|ash|easter|patch|fat|ruby|casual"
)
_TO = r"\s?(?:-|–|to|through|thru|until|till)\s?"
_AGO = _i(rf"(?P<count>{NUMBER})\s(?P<unit>{UNIT})s?\sago")

_NO_DATES = (
    # habits, ranges of weekdays, days counted from elsewhere, names, dates with their year
    _i(rf"(?:{_NOT_A_WEEKDAY_OF_A_WEEK})\s{ANY_WEEKDAY}s?"),
    _i(rf"{ANY_WEEKDAY}{_TO}{ANY_WEEKDAY}"),
    _i(rf"{WEEKDAY}(?:s|\s(?:mornings|afternoons|evenings|nights)|\sthe\s13th)"),
    _i(rf"(?:days?|weeks?|months?|years?)\s(?:from|after|before)\s(?:next\s|last\s)?{ANY_WEEKDAY}"),
    _i(r"(?:the|past)\s(?:next|last|past)\s(?:week|month|quarter|year|weekend)s?"),
    _i(rf"(?:once|twice|times)\sin\s{NUMBER}\s{UNIT}s?"),
    _i(r"usa\stoday|these\sdays|week\sof\s(?:the\s)?[a-z0-9]+\s[a-z0-9]+"),
    _i(rf"{ANY_WEEKDAY}\s(?:after|before)(?:\s(?:next|last|that))?"),
    _i(
        rf"(?:the\s)?(?:first|second|third|fourth|last)\s{ANY_WEEKDAY}\s(?:of|in)\s(?:[a-z]+\s)?[a-z]+"
    ),
    re.compile(
        rf"{START}{ANY_MONTH}\s?(?:\d{{1,2}}{_ORDINAL}?)?,?\s?(?:of\s)?(?:'\d\d|(?:19|20)\d\d)(?!\d)"
    ),
    re.compile(
        rf"{START}\d{{1,2}}{_ORDINAL}?\s(?:of\s)?{ANY_MONTH},?\s(?:'\d\d|(?:19|20)\d\d)(?!\d)"
    ),
)
_DAYS = (
    (_i(rf"(?:the\s)?(?P<near>day\safter\stomorrow|day\sbefore\syesterday){_OWN}"), _near),
    (
        _i(
            r"(?P<near>today|tonight|tomorrow|tmrw?|yesterday|last\snight"
            rf"|this\s(?:morning|afternoon|evening)){_OWN}"
        ),
        _near,
    ),
    (_AGO, _away),
    (_i(rf"(?P<count>{NUMBER})\s(?P<unit>{UNIT})s?\sfrom\s(?:now|today)"), _away),
    (_i(rf"in\s(?P<count>{NUMBER})\s(?P<unit>{UNIT})s?(?!\s(?:of|or|flat|row)\b|['’]s?)"), _away),
    (_i(rf"(?:with)?in\sthe\snext\s(?P<count>{NUMBER})\s(?P<unit>day|week)s?"), _within),
    (_i(rf"within\s(?P<count>{NUMBER})\s(?P<unit>day|week)s?"), _within),
    (re.compile(r"\bEO(?P<unit>[DWMQY])\b"), _end_of),
    (_i(r"by\s(?:the\s)?end\sof\s(?:the\s)?day|(?<!the\s)end\sof\sday"), _end_of_day),
)
_STEP = r"(?P<step>last|this|next)"
_WEEKS = (
    (
        _i(rf"(?P<weekday>{WEEKDAY})\s(?:morning\s|afternoon\s|evening\s)?(?:of\s)?{_STEP}\sweek"),
        _week_weekday,
    ),
    (_i(rf"{_STEP}\sweek(?:,|['’]s)?\s(?:on\s)?(?P<weekday>{ANY_WEEKDAY})"), _week_weekday),
    (_i(r"(?:the\s)?week\s(?P<step>after\snext|before\slast)"), _week_after_next),
    (
        _i(
            r"(?P<step>last|this\spast|this\scoming|this|next)\s"
            rf"(?P<unit>weekend|week|month|quarter|year){_OWN}(?!\s(?:of|or)\b)"
        ),
        _step_unit,
    ),
    (_i(r"the\sweekend"), _the_weekend),
    (
        _i(
            r"(?:the\s)?(?P<part>end|beginning|start|middle)(?:\sof)?\s(?:the\s)?"
            rf"(?:{_STEP}\s)?(?P<unit>week|month|quarter|year){_OWN}"
        ),
        _part_of_unit,
    ),
    (
        _i(rf"(?P<part>early|mid|late)[\s\-]{_STEP}\s(?P<unit>week|month|quarter|year)"),
        _part_of_unit,
    ),
    (
        _i(
            rf"(?P<step>this\scoming|coming|this\spast|last|this|next)\s(?P<weekday>{ANY_WEEKDAY}){_OWN}"
        ),
        _step_weekday,
    ),
    (_i(rf"(?P<weekday>{WEEKDAY}){_OWN}"), _weekday),
    (
        _i(
            r"(?:on|by|until|till|before|after|since|from)\s"
            r"(?P<weekday>mon|tues?|wed|thu(?:rs?)?|fri|(?-i:Sat))"
        ),
        _weekday,
    ),
)
_NO_YEAR_BEHIND = r"(?!\d|[:.]\d|,?\s?(?:19|20)\d\d)"
_MONTHS = (
    (
        re.compile(
            rf"{START}(?P<month>{ANY_MONTH})\.?\s(?P<day>\d{{1,2}})(?P<ordinal>{_ORDINAL})?{_NO_YEAR_BEHIND}"
            rf"(?:{_TO}(?P<to>\d{{1,2}}){_ORDINAL}?{_NO_YEAR_BEHIND})?(?![\w%])"
        ),
        _month_day,
    ),
    (
        re.compile(
            rf"{START}(?P<day>\d{{1,2}})(?P<ordinal>{_ORDINAL})?"
            rf"(?:{_TO}(?:the\s)?(?P<to>\d{{1,2}}){_ORDINAL}?)?"
            rf"\s(?:of\s)?(?P<month>{ANY_MONTH})(?!\w|\s(?:be|not|have|need|also|or)\b)"
        ),
        _month_day,
    ),
    (_i(rf"(?P<day>\d{{1,2}}){_ORDINAL}?\sof\s{_STEP}\smonth"), _day_of_step_month),
    (
        _i(
            rf"(?:on|by|until|till|before|after|from|since)\sthe\s(?P<day>\d{{1,2}}){_ORDINAL}"
            r"(?=\s?[.,;:!?)]|$|\n|\s(?:and|or|at|if|so|but|we|is|it|i)\b)"
        ),
        _day_of_month,
    ),
    (
        re.compile(
            r"\b(?:[Ii]n|[Bb]y|[Ss]ince|[Uu]ntil|[Tt]ill|[Bb]efore|[Aa]fter|[Ff]rom|[Tt]hrough"
            r"|[Dd]uring|(?:[Tt]he\s)?(?P<part>[Ee]arly|[Mm]id|[Ll]ate|(?:[Ee]nd|[Bb]eginning|[Ss]tart"
            rf"|[Mm]iddle)(?=\sof))(?:\sof)?)[\s\-](?P<month>{ANY_MONTH}){END}(?!\s\d|['’]s)"
        ),
        _month,
    ),
    (re.compile(rf"\b(?P<step>[Nn]ext|[Ll]ast|[Tt]his)\s(?P<month>{ANY_MONTH}){END}"), _step_month),
)

ENGLISH = Language(
    hint=re.compile(
        r"(?i:day|week|month|year|quarter|tomorrow|tmr|night|morning|afternoon|evening|fortnight"
        r"|\b(?:mon|tue|wed|thu|fri|sat|sun))|EO[DWMQY]|\d(?:st|nd|rd|th)"
        r"|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
    ),
    rules=(
        *(Rule(pattern, leave_alone) for pattern in _NO_DATES),
        *(Rule(pattern, read) for pattern, read in _DAYS),
        *(Rule(p, read, weekday=read in {_weekday, _step_weekday}) for p, read in _WEEKS),
        *(Rule(pattern, read) for pattern, read in _MONTHS),
    ),
    past=re.compile(
        r"(?i)\b(?:was|were|did|didn['’]t|had|went|sent|came|said|told|got|made|met|saw|found|left"
        r"|ran|broke|since|wrote|took|gave|began|fell|lost|spoke|built|ago|[a-z]{2,}ed)\b"
    ),
    future=re.compile(
        r"(?i)\b(?:will|won['’]t|shall|should|must|can|could|would|may|might|needs?|needed|going\sto"
        r"|gonna|plan|plans|planned|planning|by|until|till|before|due|deadline|let['’]s|please|wants?"
        r"|wanted|expect|expected|have\sto|scheduled?|if|(?:to|for)\s(?:mon|tue|wed|thu|fri|sat|sun))"
        r"|['’]ll\b"
    ),
)
