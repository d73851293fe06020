"""The words of a text that phrases about time are made of, each with the place it stands at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from progressive_memory.text.dates.chart import Node
from progressive_memory.text.dates.lexicon.en import Entry
from progressive_memory.text.dates.lexicon.zh import DIGITS, NO_DATE, numeral
from progressive_memory.text.dates.times import Clock
from progressive_memory.text.dates.vocabulary import CHINESE_WORDS, ENGLISH_WORDS, LONGEST

_PIECE = re.compile(
    r"(?P<chunk>(?:(?<![@#_$£€¥\\/&=+.\-%])|(?<=[\u4e00-\u9fff]-))[A-Za-z0-9½][A-Za-z0-9_@#&=/\\.\-+~$%'’:*,^½–—]*)"
    r"|(?P<stuck>[A-Za-z0-9_][A-Za-z0-9_@#&=/\\.\-+~$%'’:*,^]*)"
    r"|(?P<cjk>[\u3007\u4e00-\u9fff])"
    r"|(?P<symbol>[-,，、()（）~～–—@：/／])"
)
_VERSION = re.compile(r"(?!\d{4}\.\d\d?\.\d\d?$|\d\d?\.\d\d?\.\d{4}$)\d+(?:\.\d+){2}")
_CHUNK_TAIL = re.compile(r"(?<![.:,\-/~*+–—^])(?:['’](?=$)|[.:,\-/~*+–—^])+$")
_TOKEN = re.compile(
    r"(?P<iso>(?<![\d.])\d{4}-\d\d?-\d\d?[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?"
    r"(?:Z|[+-]\d\d:?\d\d)?(?!\d))"
    r"|(?P<ymd>(?<![\d.])\d{4}(?P<s1>[-/.])\d\d?(?P=s1)\d\d?(?![\d.]))"
    r"|(?P<xyy>(?<![\d.])\d\d?(?P<s2>[-/.])\d\d?(?P=s2)(?:\d{4}|\d\d)(?![\d.\-/]))"
    r"|(?P<clock>(?<![\d.:])\d\d?:\d\d(?::\d\d)?(?![\d:]))"
    r"|(?P<ordinal>\d{1,3}(?:st|nd|rd|th)(?![A-Za-z]))"
    r"|(?P<decimal>(?<![\d.])\d{1,6}\.\d{1,3}(?![\d.]))"
    r"|(?P<number>\d+)"
    r"|(?P<word>[A-Za-z]+(?:['’](?:s|clock)\b|\.m\b\.?)?)"
    r"|(?P<sign>[^A-Za-z0-9])",
    re.IGNORECASE,
)
_SIGNS = {
    "–": "-",
    "—": "-",
    "~": "-",
    "～": "-",
    "，": ",",
    "：": ":",
    "（": "(",
    "）": ")",
    "／": "/",
}
_PASSING = set("-/.:,–—~½")
_DIGITS = "〇零一二三四五六七八九十百千万廿卅两兩半"
_WEEK_ENDS = ("周", "週", "期", "拜", "禮")


def words_of(text: str) -> list[Node]:
    """Numbers, signs and words of the two lexicons, in order; none of a name, path or address."""
    nodes: list[Node] = []
    taken = 0
    solid = NO_DATE.finditer(text)
    block = next(solid, None)
    for piece in _PIECE.finditer(text):
        while block and block.end() <= piece.start():
            block = next(solid, None)
        if piece.start() < taken:
            continue
        if piece["cjk"]:
            if block and block.start() <= piece.start():
                taken = block.end()
                continue
            limit = block.start() if block else len(text)
            taken = piece.start() + _chinese(text, piece.start(), limit, nodes)
        elif piece["chunk"]:
            nodes += _latin(piece["chunk"], piece.start())
        elif piece["symbol"]:
            nodes.append(_sign(piece["symbol"], piece.start()))
    return nodes


def _sign(sign: str, start: int) -> Node:
    return Node(f"'{_SIGNS.get(sign, sign)}'", start, start + len(sign), sign)


def _latin(chunk: str, start: int) -> list[Node]:
    """The words of a run without blanks; none when a word of it is no word about time."""
    tail = _CHUNK_TAIL.search(chunk)
    bare = chunk[: tail.start()] if tail else chunk
    if _VERSION.match(bare):
        return []
    nodes: list[Node] = []
    for token in _TOKEN.finditer(bare):
        found = list(_token_nodes(token, start))
        if not found:
            return []
        nodes += found
    if tail:
        if bare[-1:].isdecimal() and tail.group()[0] in "'’":
            nodes.append(Node("prime", start + tail.start(), start + tail.start() + 1, "minute"))
        signs = enumerate(tail.group())
        nodes += [_sign(sign, start + tail.start() + n) for n, sign in signs if sign in _PASSING]
    return nodes


def _token_nodes(token: re.Match[str], offset: int) -> Iterator[Node]:
    start, end, said = offset + token.start(), offset + token.end(), token.group()
    kind = token.lastgroup or ""
    for name, value in _READERS.get(kind, _figures)(said):
        yield Node(name, start, end, value)


def _sign_entries(said: str) -> Iterator[Entry]:
    if said == "½":
        yield "num", 0.5
    elif said in _PASSING or said in "'’":
        yield f"'{_SIGNS.get(said, said)}'", said


def _number_entries(said: str) -> Iterator[Entry]:
    if len(said) <= 8:
        yield "num", int(said)
        yield f"digits{len(said)}", said


def _clock_entries(said: str) -> Iterator[Entry]:
    hour, minute, *rest = (int(number) for number in said.split(":"))
    if hour <= 24 and minute <= 59 and (not rest or rest[0] <= 59):
        twelve = 1 <= hour <= 12 and not said.startswith("0")
        second = rest[0] if rest else 0
        yield "hhmm", Clock(hour, minute, second, "second" if rest else "minute", twelve)


def _figures(said: str) -> Iterator[Entry]:
    """A date in figures, the year first or last."""
    numbers = tuple(re.split(r"[-/.]", said))
    yield "ymd" if len(numbers[0]) == 4 else "xyy", (numbers, said)


def _entries(word: str) -> tuple[Entry, ...]:
    """What a word may be, with possessive 's; a name of small letters may be a verb."""
    low = word.lower().replace("’", "'")
    found = ENGLISH_WORDS.get(low) or ENGLISH_WORDS.get(low.removesuffix("'s"), ())
    small = word[0].islower()
    return tuple(
        (f"{kind}~" if kind in {"month", "weekday"} and small and low in _VERBS else kind, value)
        for kind, value in found
    )


_VERBS = {"may", "march", "mar", "sat", "sun", "mon", "wed", "dec", "jan", "jun", "sep", "oct"}


_READERS: dict[str, Callable[[str], Iterable[Entry]]] = {
    "word": _entries,
    "sign": _sign_entries,
    "number": _number_entries,
    "decimal": lambda said: [("decimal", said)],
    "iso": lambda said: [("iso", said)],
    "ordinal": lambda said: [("ord", int(said[:-2]))],
    "clock": _clock_entries,
}


def _chinese(text: str, start: int, limit: int, nodes: list[Node]) -> int:
    """Add the words at a place; how many characters are behind us."""
    for length in range(LONGEST, 1, -1):
        word = text[start : min(start + length, limit)]
        if len(word) == length and word in CHINESE_WORDS:
            nodes += [
                Node(kind, start, start + length, value) for kind, value in CHINESE_WORDS[word]
            ]
            return length
    char = text[start]
    if char in _DIGITS and char != "半":
        return _numerals(text, start, nodes)
    nodes += [Node(kind, start, start + 1, value) for kind, value in CHINESE_WORDS.get(char, ())]
    return 1


def _numerals(text: str, start: int, nodes: list[Node]) -> int:
    """Add the number at a place, and for 周三两点 the weekday's digit and the number behind it."""
    end = start
    while end < len(text) and text[end] in _DIGITS and text[end] != "半" and end - start < 12:
        end += 1
    before = text[start - 1 : start]
    if before in _WEEK_ENDS and end - start > 1:
        nodes.append(Node("num", start, start + 1, numeral(text[start])))
        return 1
    said = text[start:end]
    value = numeral(said)
    if value is not None and before != "第":
        nodes.append(Node("num", start, end, value))
    if len(said) in {2, 4} and not set(said) & set("十百千万廿卅两兩"):
        nodes.append(Node("yeardigits", start, end, "".join(str(DIGITS[char]) for char in said)))
    if value is not None:
        nodes.append(Node("zhnum", start, end, value))
    return end - start


def zone_minutes(moment: datetime) -> int:
    """How many minutes east of UTC an aware moment's zone is."""
    return int((moment.utcoffset() or timedelta()).total_seconds() // 60)
