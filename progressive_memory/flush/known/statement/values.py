"""Values: what a statement gives as a number, a time or a day, with its unit made one. Pure.

`30s`, `30 秒` and `30 seconds` are one value. A number that names a thing (`issue 41`, `PR #7`,
`v2`, `第二期`, `the minutes of 2026-04-02`) is none: it tells things apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

LABEL = "label"
"""The sort of a number that names a thing: it stays in the text, glued to what it names."""

_ZH_NUMBER, _EN_NUMBER = (
    "一两二三四五六七八九十",
    "one two three four five six seven eight nine ten",
)
_NUMBERS = {
    **dict(zip(_ZH_NUMBER, (1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10), strict=True)),
    **{word: number for number, word in enumerate(_EN_NUMBER.split(), 1)},
    "once": 1,
    "twice": 2,
    "半": 0.5,
}
_UNITS = (
    ("ms 毫秒 millisecond", 0.001),
    ("s sec 秒 秒钟 second", 1),
    ("min 分 分钟 minute", 60),
    ("h hr 小时 hour hourly", 3600),
    ("d 天 日 晚 day daily night nightly", 86400),
    ("w 周 星期 week weekly", 604800),
    ("个月 月 month monthly", 2592000),
    ("年 year yearly", 31536000),
)
_SECONDS = {unit: seconds for units, seconds in _UNITS for unit in units.split()}
_BYTES = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}
_WEEKDAYS = {
    day: number
    for days in ("一二三四五六日", ("mon", "tue", "wed", "thu", "fri", "sat", "sun"))
    for number, day in enumerate(days, 1)
} | {"天": 7}
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_NAMED_BY_NUMBER = frozenset(
    "issue pr mr request ticket task step phase stage section chapter item option proposal draft "
    "resolution action figure table example appendix sprint quarter level room page line rule "
    "requirement milestone topic part plan".split()
)
_SET_TO_NUMBER = frozenset(
    "port timeout size limit ttl retries retry count width height depth rate ratio threshold "
    "replicas interval priority weight quota budget temperature score length capacity max min "
    "maximum minimum to is are at of than by in on from until before after need needs allow allows "
    "has have have with for every only about version".split()
)
_N = r"(?P<n>\d[\d,]{0,24}(?:\.\d{1,24}){0,4})"
_FEW = rf"(?:\d+|[{_ZH_NUMBER}半])"
_EN_NUMBERS = _EN_NUMBER.replace(" ", "|")
_TIMES = rf"once|twice|(?:\d+|{_EN_NUMBERS}) times"
_COUNTED = r"\s*[个次条人]|\s+(?!(?:is|was|as|its|this|plus)\b)[a-z]+s\b"
"""Behind a number: what it counts; so it names nothing."""

_EACH = r"minute|hour|day|night|week|month|year"


@dataclass(frozen=True)
class Value:
    """A value: its sort (only values of one sort stand for each other), and how it is compared."""

    sort: str
    text: str


_Reader = Callable[[re.Match[str]], Value | None]


def taken_out(text: str) -> tuple[tuple[Value, ...], str]:
    """The values of a text, by sort and then in their order, and the text without them."""
    found: list[Value] = []
    for pattern, read in _READERS:
        text = pattern.sub(_taker(read, found), text)
    return tuple(sorted(found, key=lambda value: value.sort)), text


def _taker(read: _Reader, found: list[Value]) -> Callable[[re.Match[str]], str]:
    def take(hit: re.Match[str]) -> str:
        value = read(hit)
        if value is None:
            return hit[0]
        if value.sort == LABEL:
            return f" {value.text} "
        found.append(value)
        return f" {hit.groupdict().get('of') or ''} "  # the thing it is of stays

    return take


def _number(word: str) -> float:
    low = word.casefold().replace(",", "")
    return _NUMBERS[low] if low in _NUMBERS else float(low)


def _shown(number: float) -> str:
    return f"{number:.10g}"


def _seconds(unit: str) -> float:
    low = unit.casefold()
    return _SECONDS[low] if low in _SECONDS else _SECONDS[low.rstrip("s")]


def _label(hit: re.Match[str]) -> Value:
    return Value(LABEL, "_".join(("no", *re.findall(r"\w+", hit[0].casefold()))))


def _day(hit: re.Match[str]) -> Value:
    numbers = [part.lstrip("0") for part in re.findall(r"\d+", hit[0])]
    month = (hit.groupdict().get("month") or "")[:3].casefold()
    if month:
        return Value("day", f"{_MONTHS.index(month) + 1}-{numbers[0]}")
    return Value("day", "-".join(numbers[-2:]))


def _weekday(hit: re.Match[str]) -> Value:
    """A weekday; one that comes again (`every Monday`, `Mondays`, `每周一`) is of another sort."""
    again = hit[0].startswith("每") or hit[0].casefold().startswith("every")
    sort = "every week" if again or hit[0].endswith("s") else "weekday"
    return Value(sort, str(_WEEKDAYS[hit["zh"] or hit["en"][:3].casefold()]))


def _clock(hit: re.Match[str]) -> Value:
    groups = hit.groupdict()
    hour, minute = int(hit["hour"]), groups.get("minute") or "00"
    late = (groups.get("half") or "").casefold() in {"pm", "下午", "晚上"}
    return Value("clock", f"{hour + 12 if late and hour < 12 else hour}:{minute}")


def _often(hit: re.Match[str]) -> Value:
    groups = hit.groupdict()
    many = (groups.get("many") or "once").split()[0].removesuffix("次")
    period = _seconds(hit["unit"]) * _number(groups.get("step") or "1")
    return Value("often", _shown(_number(many) * 86400 / period))


def _rate(hit: re.Match[str]) -> Value:
    return Value("rate", _shown(_number(hit["n"]) / _seconds(hit.groupdict().get("unit") or "s")))


def _time(hit: re.Match[str]) -> Value:
    return Value("time", _shown(_number(hit["n"]) * _seconds(hit["unit"])))


def _size(hit: re.Match[str]) -> Value:
    return Value("size", _shown(_number(hit["n"]) * _BYTES[hit["unit"][0].casefold()]))


def _share(hit: re.Match[str]) -> Value:
    return Value("share", _shown(_number(hit["n"])))


def _of_a_thing(hit: re.Match[str]) -> Value | None:
    """The number behind a word: the version of what has a name or a point in it, else a label."""
    name, number = hit["of"], hit["n"]
    if name.casefold() in _SET_TO_NUMBER or "_" in name:
        return None
    if name.casefold().rstrip("s") in _NAMED_BY_NUMBER:
        return _label(hit)
    return Value("version", number) if name[0].isupper() or "." in number else _label(hit)


def _count(hit: re.Match[str]) -> Value:
    return Value("number", hit["n"] if "." in hit["n"] else _shown(_number(hit["n"])))


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_LABEL_PATTERN = "|".join(
    (
        r"\d{4}-\d{2}-\d{2}(?=\s*的)",
        r"(?<=\bof )\d{4}-\d{2}-\d{2}",
        r"第\s*[\d一二三四五六七八九十]+\s*\w",
        r"[\d一二三四五六七八九十]{1,12}\s*[期号楼组](?![月日])",
        r"#\d+",
        r"\bv\d+(?:\.\d+)*\b",
        r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\w.])",
    )
)
_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (_compiled(_LABEL_PATTERN), _label),
    (_compiled(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)"), _day),
    (_compiled(r"(?:\d{4}\s*年\s*)?\d{1,2}\s*月\s*\d{1,2}\s*[日号]"), _day),
    (_compiled(r"\b(?P<month>jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? "
               r"\d{1,2}(?:st|nd|rd|th)?\b"), _day),
    (_compiled(r"\b\d{1,2}(?:st|nd|rd|th)\b|(?<![\d月])\d{1,2}\s*号"), _day),
    (_compiled(r"每?(?:周|星期|礼拜)(?P<zh>[一二三四五六日天])(?!次)|"
               r"\b(?:every )?(?P<en>mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)days?\b"),
     _weekday),
    (_compiled(r"(?<![\d:])(?P<hour>\d{1,2}):(?P<minute>\d{2})(?![\d:])(?:\s?(?P<half>[ap]m)\b)?"),
     _clock),
    (_compiled(r"\b(?P<hour>\d{1,2})\s?(?P<half>[ap]m)\b"), _clock),
    (_compiled(r"(?P<half>上午|下午|晚上)?\s*(?P<hour>\d{1,2})\s*点"), _clock),
    (_compiled(r"每(?P<unit>秒|分钟)\s*" + _N + r"\s*次?"), _rate),
    (_compiled(rf"每隔?(?P<step>{_FEW})?\s?(?P<unit>个?月|天|日|周|小时|分钟|晚|年)"
               rf"(?:(?P<of>[\u4e00-\u9fff]{{0,4}}?)(?P<many>{_FEW}次))?"), _often),
    (_compiled(rf"\b(?P<many>{_TIMES}) (?:an?|per|each|every) (?P<unit>{_EACH})\b"), _often),
    (_compiled(rf"\bevery (?P<step>\d+ )?(?P<unit>{_EACH})s?\b"), _often),
    (_compiled(r"\b(?P<unit>hourly|daily|nightly|weekly|monthly|yearly)\b"), _often),
    (_compiled(_N + r"\s*(?:requests? |calls? |次)?\s*(?:/|per |每)\s*"
               r"(?P<unit>s|sec|seconds?|min|minutes?|h|hours?|days?|秒|分钟|小时|天)(?![a-z])"),
     _rate),
    (_compiled(_N + r"\s*(?:rps|qps|tps)\b"), _rate),
    (_compiled(_N + r"\s*(?P<unit>[kmgt]i?b)\b"), _size),
    (_compiled(_N + r"\s*(?:%|percent\b)"), _share),
    (_compiled(_N + r"\s*-?(?P<unit>ms|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|nights?|"
               r"weeks?|months?|years?|毫秒|秒钟?|分钟|小时|天|周|个月|年|[shd](?![a-z]))(?![a-z])"),
     _time),
    (_compiled(r"(?<![\w.-])(?P<of>[A-Za-z][\w+#-]{0,60}) " + _N + rf"(?![\w.-]*\w|{_COUNTED})"),
     _of_a_thing),
    (_compiled(rf"(?P<n>\d{{1,40}}|[{_ZH_NUMBER}])\s*(?:[个次条份台张名位]|人(?=审批|同意|批准))"),
     _count),
    (_compiled(rf"\b(?P<n>{_EN_NUMBERS})\b(?= (?!of\b|more\b|by\b)[a-z])"), _count),
    (_compiled(r"(?<![\w.-])" + _N + r"(?:\s*times\b)?(?![\w.-]*\w)"), _count),
)  # fmt: skip
