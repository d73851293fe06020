"""English phrases, each with the reader that says what it means."""

from __future__ import annotations

import re

from progressive_memory.text.dates import en_meanings as means
from progressive_memory.text.dates.en_words import (
    ANY_MONTH,
    ANY_WEEKDAY,
    END,
    NUMBER,
    START,
    UNIT,
    WEEKDAY,
)
from progressive_memory.text.dates.span import Language, Rule, leave_alone


def _i(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?i:{START}{pattern}{END})")


_OWN = r"(?:['’]s)?"
_ORDINAL = r"(?:st|nd|rd|th)"
_NOT_A_WEEKDAY_OF_A_WEEK = (
    "every|each|most|any|some|per|a|another|one|other|alternate|first|second|third|fourth"
    "|black|good|cyber|super|ash|easter|patch|fat|ruby|casual"
)
_TO = r"\s?(?:-|–|to|through|thru|until|till)\s?"

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
    (_i(rf"(?:the\s)?(?P<near>day\safter\stomorrow|day\sbefore\syesterday){_OWN}"), means.near),
    (
        _i(
            r"(?P<near>today|tonight|tomorrow|tmrw?|yesterday|last\snight"
            rf"|this\s(?:morning|afternoon|evening)){_OWN}"
        ),
        means.near,
    ),
    (_i(rf"(?P<count>{NUMBER})\s(?P<unit>{UNIT})s?\sago"), means.ago),
    (_i(rf"(?P<count>{NUMBER})\s(?P<unit>{UNIT})s?\sfrom\s(?:now|today)"), means.ahead),
    (
        _i(rf"in\s(?P<count>{NUMBER})\s(?P<unit>{UNIT})s?(?!\s(?:of|or|flat|row)\b|['’]s?)"),
        means.ahead,
    ),
    (_i(rf"(?:with)?in\sthe\snext\s(?P<count>{NUMBER})\s(?P<unit>day|week)s?"), means.within),
    (_i(rf"within\s(?P<count>{NUMBER})\s(?P<unit>day|week)s?"), means.within),
    (re.compile(r"\bEO(?P<unit>[DWMQY])\b"), means.end_of),
    (_i(r"by\s(?:the\s)?end\sof\s(?:the\s)?day|(?<!the\s)end\sof\sday"), means.end_of_day),
)
_STEP = r"(?P<step>last|this|next)"
_WEEKS = (
    (
        _i(rf"(?P<weekday>{WEEKDAY})\s(?:morning\s|afternoon\s|evening\s)?(?:of\s)?{_STEP}\sweek"),
        means.week_weekday,
    ),
    (_i(rf"{_STEP}\sweek(?:,|['’]s)?\s(?:on\s)?(?P<weekday>{ANY_WEEKDAY})"), means.week_weekday),
    (_i(r"(?:the\s)?week\s(?P<step>after\snext|before\slast)"), means.week_after_next),
    (
        _i(
            r"(?P<step>last|this\spast|this\scoming|this|next)\s"
            rf"(?P<unit>weekend|week|month|quarter|year){_OWN}(?!\s(?:of|or)\b)"
        ),
        means.step_unit,
    ),
    (_i(r"the\sweekend"), means.the_weekend),
    (
        _i(
            r"(?:the\s)?(?P<part>end|beginning|start|middle)(?:\sof)?\s(?:the\s)?"
            rf"(?:{_STEP}\s)?(?P<unit>week|month|quarter|year){_OWN}"
        ),
        means.part_of_unit,
    ),
    (
        _i(rf"(?P<part>early|mid|late)[\s\-]{_STEP}\s(?P<unit>week|month|quarter|year)"),
        means.part_of_unit,
    ),
    (
        _i(
            rf"(?P<step>this\scoming|coming|this\spast|last|this|next)\s(?P<weekday>{ANY_WEEKDAY}){_OWN}"
        ),
        means.step_weekday,
    ),
    (_i(rf"(?P<weekday>{WEEKDAY}){_OWN}"), means.bare_weekday),
    (
        _i(
            r"(?:on|by|until|till|before|after|since|from)\s"
            r"(?P<weekday>mon|tues?|wed|thu(?:rs?)?|fri|(?-i:Sat))"
        ),
        means.bare_weekday,
    ),
)
_NO_YEAR_BEHIND = r"(?!\d|[:.]\d|,?\s?(?:19|20)\d\d)"
_MONTHS = (
    (
        re.compile(
            rf"{START}(?P<month>{ANY_MONTH})\.?\s(?P<day>\d{{1,2}})(?P<ordinal>{_ORDINAL})?{_NO_YEAR_BEHIND}"
            rf"(?:{_TO}(?P<to>\d{{1,2}}){_ORDINAL}?{_NO_YEAR_BEHIND})?(?![\w%])"
        ),
        means.month_day,
    ),
    (
        re.compile(
            rf"{START}(?P<day>\d{{1,2}})(?P<ordinal>{_ORDINAL})?"
            rf"(?:{_TO}(?:the\s)?(?P<to>\d{{1,2}}){_ORDINAL}?)?"
            rf"\s(?:of\s)?(?P<month>{ANY_MONTH})(?!\w|\s(?:be|not|have|need|also|or)\b)"
        ),
        means.month_day,
    ),
    (_i(rf"(?P<day>\d{{1,2}}){_ORDINAL}?\sof\s{_STEP}\smonth"), means.day_of_step_month),
    (
        _i(
            rf"(?:on|by|until|till|before|after|from|since)\sthe\s(?P<day>\d{{1,2}}){_ORDINAL}"
            r"(?=\s?[.,;:!?)]|$|\n|\s(?:and|or|at|if|so|but|we|is|it|i)\b)"
        ),
        means.day_of_month,
    ),
    (
        re.compile(
            r"\b(?:[Ii]n|[Bb]y|[Ss]ince|[Uu]ntil|[Tt]ill|[Bb]efore|[Aa]fter|[Ff]rom|[Tt]hrough"
            r"|[Dd]uring|(?:[Tt]he\s)?(?P<part>[Ee]arly|[Mm]id|[Ll]ate|(?:[Ee]nd|[Bb]eginning|[Ss]tart"
            rf"|[Mm]iddle)(?=\sof))(?:\sof)?)[\s\-](?P<month>{ANY_MONTH}){END}(?!\s\d|['’]s)"
        ),
        means.whole_month,
    ),
    (
        re.compile(rf"\b(?P<step>[Nn]ext|[Ll]ast|[Tt]his)\s(?P<month>{ANY_MONTH}){END}"),
        means.step_month,
    ),
)

_WEEKDAY_READERS = (means.bare_weekday, means.step_weekday)

ENGLISH = Language(
    hint=re.compile(
        r"(?i:day|week|month|year|quarter|tomorrow|tmr|night|morning|afternoon|evening|fortnight"
        r"|\b(?:mon|tue|wed|thu|fri|sat|sun))|EO[DWMQY]|\d(?:st|nd|rd|th)"
        r"|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
    ),
    rules=(
        *(Rule(pattern, leave_alone) for pattern in _NO_DATES),
        *(Rule(pattern, read) for pattern, read in _DAYS),
        *(Rule(p, read, weekday=read in _WEEKDAY_READERS) for p, read in _WEEKS),
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
