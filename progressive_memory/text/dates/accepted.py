"""Which of the phrases that can be built are said: a bare `May` or 15号 may be something else."""

from __future__ import annotations

import re

from progressive_memory.text.dates.chart import Node

_CUE = re.compile(
    r"(?:^|[\s(（\"'])(?:in|on|by|since|until|till|before|after|during|from|to|through|of|for|around"
    r"|and|late|mid|early|end|between|than|year)[\s\-]$",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"['’]s$")
_COMING_UNITS = re.compile(r"(?:coming|upcoming)\s[a-z]+s", re.IGNORECASE)
_CUE_BEFORE_WEEKDAY = re.compile(
    r"\b(?:on|by|until|till|before|after|since|from)\s$", re.IGNORECASE
)
_BEHIND_DAY = re.compile(
    r"\s?(?:之?前|以前|之?[后後]|以[后後]|上午|下午|早上|晚上|中午|凌晨|开始|開始|截止|左右|上线|上線"
    r"|发布|發布|提测|提測|交付|开会|開會|到期|就|要|会|會|能|可以|出|给|給|再|你|我|他|她"
    r"|[，。；、,;!！?？\s）)]|$)"
)
_NUMERALS = "〇零一二三四五六七八九十百千两兩廿卅"
_NOT_BEFORE_WEEK = "一二两兩三四五六七八九十几幾每逐隔各个個单單双雙整半"
_NO_MONTH_BEHIND = re.compile(r"[亮球饼餅薪]|一次|的?第")


def acceptable(node: Node, text: str) -> bool:
    """Whether a node stands for a phrase about time where it stands."""
    around = text[: node.start], text[node.end :]
    alone = not any(each.strip(" .,!?。，") for each in around)
    check = _CHECKS.get(node.kind)
    if check and not check(node, text, alone):
        return False
    return not _inside_a_word(text, node.start)


def _inside_a_word(text: str, start: int) -> bool:
    """Whether what stands before makes a first character part of a word: 第3号, 两周三次."""
    before, first = text[start - 1 : start], text[start]
    if not before:
        return False
    if first in "周週星礼禮拜":
        return before in _NOT_BEFORE_WEEK or before.isdecimal()
    if before in "第百千几幾数數零":
        return first in _NUMERALS or first.isdecimal()
    return first in _NUMERALS and (before in "./-#" or (before.isascii() and before.isalnum()))


def doubtful(node: Node, text: str) -> bool:
    """Whether a phrase is too unsure to be written down: `wed` may be a verb, `coming weeks` are
    any number of them.
    """
    if _COMING_UNITS.fullmatch(text, node.start, node.end):
        return True
    first = node
    while first.parts:
        first = first.parts[0]
    return first.kind == "weekday~" and len(node.parts) == 1 and not _led(node, text)


def _led(node: Node, text: str) -> bool:
    return bool(_CUE_BEFORE_WEEKDAY.search(text, max(0, node.start - 10), node.start))


def _cjk(char: str) -> bool:
    return "\u3007" <= char <= "\u9fff"


_BEHIND_NTH = re.compile(
    r"\s?(?:[.,;:!?)]|$|\n)|\s(?:and|or|at|if|so|but|we|is|it|i)\b", re.IGNORECASE
)


def _date(node: Node, text: str, alone: bool) -> bool:
    """Whether a date of one word is one: what else it may be is looked for around it."""
    if alone:
        return True
    if [part.kind for part in node.parts] == ["'the'", "ord"]:
        return _cued(node, text) and bool(_BEHIND_NTH.match(text, node.end))
    check = _WORDS.get(node.parts[0].kind) if len(node.parts) == 1 else None
    return check is None or check(node, text)


def _chinese_day(node: Node, text: str) -> bool:
    return text[node.start - 1 : node.start] != "年" and bool(_BEHIND_DAY.match(text, node.end))


def _chinese_month(node: Node, text: str) -> bool:
    return not _NO_MONTH_BEHIND.match(text, node.end)


def _chinese_month_day(node: Node, text: str) -> bool:
    """3月5号; without 号 only where no other word is behind it."""
    behind = text[node.end : node.end + 1] or " "
    return node.parts[0].parts[-1].kind == "zdom" or not _cjk(behind)


def _small_weekday(node: Node, text: str) -> bool:
    return int(node.parts[0].value) < 5 and _led(node, text)


def _cued(node: Node, text: str) -> bool:
    return bool(_CUE.search(text, max(0, node.start - 10), node.start))


def _month(node: Node, text: str) -> bool:
    said = _POSSESSIVE.sub("", text[node.start : node.end].lower())
    return _cued(node, text) or (len(said) > 3 and said != "march")


def _part(node: Node, _text: str, _alone: bool) -> bool:
    """In the morning; `morning` alone is a greeting."""
    return len(node.parts) > 1 or node.parts[0].kind == "zpart"


def _latent(node: Node, _text: str, alone: bool) -> bool:
    """Three twenty, said alone; a bare number is no time of day."""
    return alone and [part.kind for part in node.parts] != ["int"]


_WORDS = {
    "year": _cued,
    "month": _month,
    "weekday~": _small_weekday,
    "zdom": _chinese_day,
    "zmonth": _chinese_month,
    "zmonthday": _chinese_month_day,
}
_CHECKS = {"date": _date, "parttime": _part, "latent": _latent}
