"""Whether two pieces of talk name the same deliverable, by what is rare among the open tasks. Pure.

Terms weigh less the more open tasks share them, and identifiers (`gRPC`, `doc_id`) more than other
words. What is alike but for a word that tells it apart (`支付网关迁移`, `支付回调迁移`) is not the
same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile

from progressive_memory.text.similarity import negated, quantities, stem, terms

_IDENTIFIER = 2.0
_LONE = 0.3  # one Chinese character between Latin words
_SAME_PLACE = 0.99
_TOLD = 0.6  # the share of a report that the task names
_DONE_HALF = 0.5  # the share of the task that another person's report names
_RUN = 3
_COINED = re.compile(r"[a-z]+[A-Z]\w*|[A-Za-z]+_\w+")  # topK, doc_id
_BY_NAME = 2.0  # two words, or an identifier
_ONE_WORK = 0.75  # the share of the shorter of two announcements
_LEAST_FOR_ONE = 2.5
_PREFIX = 5
_SHORT = re.compile(
    r"初版|首版|初稿|草稿|第一版|一半|一部分|还没|尚未|未完成|没有?完成|没做完|没写完|"
    r"\b(?:first (?:draft|version|cut)|initial version|draft(?:ed|ing)?|half|partly|partially|not|"
    r"isn['’]t|aren['’]t|hasn['’]t|haven['’]t)\b",
    re.IGNORECASE,
)
_DETAILS = re.compile(r"[，,；;：:]")
# Work about a thing: the thing is there before it is described, or tested.
_ABOUT = re.compile(
    r"文档|说明|手册|教程|公告|测试|用例|培训|"
    r"\b(?:docs?|documentation|guide|runbook|readme|manual|tutorial|announcement|tests?)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?<![\w.=≥≤<>→~+-])\d+(?![\w.%→-])")  # `store 2`, no measure
_KIND_OF_WORK = re.compile(r"任务|链路|流程|功能|模块|工作|接入")
_HYPHEN = re.compile(r"(?<=[A-Za-z])-(?=[A-Za-z])")
_LATIN = re.compile(r"^[a-z]")
_CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9_]*|[\u3400-\u4dbf\u4e00-\u9fff]|[^\sA-Za-z]")
_BREAK = ""
_IDENTIFIERS = re.compile(
    r"[A-Za-z]*[a-z][A-Z]\w*|[A-Z]{2,}[a-z]\w*|\b[A-Z][A-Z0-9]+\b|\w+_\w+|\b[A-Za-z]+\d\w*"
)
# What every report and every announcement says, whatever it is about.
_COMMON = re.compile(
    r"已经|已|都|也|先|再|刚刚?|正在|我们?|这边|那边|那块|完成|上线|接入|建好?|就绪|生效|灰度|发布|通过|修复|修好|搞定|"
    r"跑通|打通|支持|可以|合入|合并|交付|新增|增加|添加|更新|更改|调整|处理|负责|准备|安排|缓解|解决|恢复正常|做好?|做完|"
    r"加好?|加上|补上|挂上|写好|写完|画好|画完|录好|录制|录一?下|改好|换好|迁完|发了|发出|了|一下|一个|一段|个|下|"
    r"供.{1,6}使用|搞|弄|来|把|将|给|的|在|并|和|与|数据",
)
_COMMON_WORDS = """
add create implement handle do did write wrote written make build built set setup update
finish complete done live online ready deploy release ship work new now gradually
successfully already video documentation purpose start record draw drawing drawn fully
roll out main version use merge merged rebase commit committed push pushed close closed data take responsibility responsible prepare later
"""
_COMMON_TERMS = terms(_COMMON_WORDS)


_KEYS = re.compile(r"(?<![\w/])(?:[A-Za-z]{2,10}[-#]{1,2}|#)(?P<number>\d{1,6})\b")


class Rarity:
    """How much each term tells, given the titles of the open tasks."""

    def __init__(self, titles: Iterable[str]) -> None:
        """Count in how many of `titles` each term is."""
        self._count = Counter(term for title in titles for term in named(title))

    def weight(self, found: Iterable[str], identifiers: frozenset[str] = frozenset()) -> float:
        """What a set of terms tells."""
        return sum(_weight(term, identifiers) / max(1, self._count[term]) for term in found)


def of_another_ticket(title: str, text: str) -> bool:
    """Whether a line names tickets, or pull requests, and the work of that title is on others."""
    mine, theirs = set(_KEYS.findall(title)), set(_KEYS.findall(text))
    return bool(mine) and bool(theirs) and mine.isdisjoint(theirs)


def falls_short(text: str) -> bool:
    """Whether a report tells of a draft or a part, or that the thing is not done."""
    return bool(_SHORT.search(text))


def pieces(report: str) -> tuple[str, ...]:
    """A report's title whole, and what it begins with, before the details."""
    return tuple(dict.fromkeys((report, _DETAILS.split(report, maxsplit=1)[0])))


def only_about(title: str, report: str) -> bool:
    """Whether the work is to describe or test a thing, and the report is of the thing alone."""
    return bool(_ABOUT.search(title)) and not _ABOUT.search(report)


@lru_cache(maxsize=8192)
def named(text: str) -> frozenset[str]:
    """The terms of what a text is about, less what every report says."""
    bare = _COMMON.sub(" ", _HYPHEN.sub("", text))
    return frozenset(terms(bare) - _COMMON_TERMS)


def ends(title: str, report: str, rarity: Rarity, *, by_owner: bool) -> bool:
    """Whether a report tells that the work of that title is done.

    The owner's words need to name hardly anything else; somebody else's most of the work too.
    """
    if not (by_owner or may_share(title, report)):
        return False
    marks = _identifiers(title, report)
    mine, theirs = named(title), named(report)
    shared = _shared(theirs, mine)
    told = rarity.weight(shared, marks)
    if only_about(title, report):
        return False
    if not set(_NUMBERED.findall(report)) <= set(_NUMBERED.findall(title)):
        return False
    if by_owner and _begins_with_it(title, report, rarity):
        return True
    if by_owner and mine <= theirs and len(theirs - mine) <= 1 and told >= 1:
        return not told_apart(title, report)
    if told < 1 or told < _TOLD * _plain(theirs, marks) or told_apart(title, report):
        return False
    # "schema_version" names a schema, but says less of it than of the version.
    half = rarity.weight(_shared(mine, theirs), marks) >= _DONE_HALF * _plain(mine, marks)
    return by_owner or (half and told >= _DONE_HALF * _plain(mine, marks))


def tells_of(title: str, told: str, rarity: Rarity) -> bool:
    """Whether words of its owner tell more of the thing the work is on, called by its name."""
    shared = _shared(named(told), named(title))
    coined = shared & _terms_of(_COINED.findall(title))
    by_name = coined or _same_run(_tokens(title), _tokens(told))
    return (
        bool(by_name) and rarity.weight(shared, coined) >= _BY_NAME and not told_apart(title, told)
    )


def _same_run(left: list[str], right: list[str]) -> bool:
    """Whether two words, or three of which some are Chinese characters, stand together in both."""
    for at, here in enumerate(left):
        for there, same in enumerate(right):
            if here != same or here == _BREAK:
                continue
            run = list(takewhile(_is_same, zip(left[at:], right[there:], strict=False)))
            chinese = any(_CJK.match(here) for here, _ in run)
            if len(run) >= (_RUN if chinese else _RUN - 1):
                return True
    return False


def _is_same(pair: tuple[str, str]) -> bool:
    return pair[0] != _BREAK and pair[0] == pair[1]


def _begins_with_it(title: str, report: str, rarity: Rarity) -> bool:
    """Whether a Chinese report begins with all that names the work: `增量同步已支持…` and the
    work `接入增量任务`; `增量任务的日志…` is of another thing.
    """
    head = _KIND_OF_WORK.sub("", _COMMON.sub("", _DETAILS.split(title, maxsplit=1)[0])).strip()
    named_so = bool(_CJK.search(head)) and report.strip().startswith(head)
    return named_so and "的" not in report and rarity.weight(named(head)) >= 1


def one_work(title: str, other: str, *, same_day: bool) -> bool:
    """Whether two announcements by one person are of one piece of work: the shorter one says
    nothing that the longer does not, and no number is in both with another value.
    """
    mine, theirs = sorted((named(title), named(other)), key=len)
    marks = _identifiers(title, other)
    if told_apart(title, other):
        return False
    total, shared = _plain(mine, marks), _plain(_shared(mine, theirs), marks)
    enough = total >= _LEAST_FOR_ONE or (same_day and total >= 2 and shared > _SAME_PLACE * total)
    numbers, others = quantities(title), quantities(other)
    return (
        enough
        and shared >= _ONE_WORK * total
        and (not numbers or not others or numbers == others)
        and negated(title) == negated(other)
    )


def may_be_one(title: str, other: str) -> bool:
    """Whether one of two texts said of the same messages may be of the other's work."""
    rarity = Rarity([title])
    told = any(ends(title, piece, rarity, by_owner=True) for piece in pieces(other))
    return told or one_work(title, other, same_day=True)


def told_apart(one: str, other: str) -> bool:
    """Whether what both name stands beside words that tell them apart: `payment gateway` and
    `payment callback`, `login page` and `signup page`.
    """
    left = _tokens(one)
    right = [_called_so(token, left) for token in _tokens(other)]
    foreign = set(left) ^ set(right)
    for at, token in enumerate(left):
        for there, same in enumerate(right):
            if token and token == same and _parted(left, right, (at, there), foreign):
                return True
    return False


def _parted(left: list[str], right: list[str], at: tuple[int, int], foreign: set[str]) -> bool:
    """Whether the run that begins or ends at these places has a word of its own on that side in
    both; a run of one Chinese character is none.
    """
    here, there = at
    for step in (-1, 1):
        inner = (left[here - step], right[there - step])
        if not _WORD.match(left[here]) and (inner[0] != inner[1] or not inner[0]):
            continue
        beside = (left[here + step], right[there + step])
        if beside[0] in foreign and beside[1] in foreign and _BREAK not in beside:
            return True
    return False


def _called_so(token: str, others: list[str]) -> str:
    """The one of `others` that is a shorter or longer name of the same; else the token."""
    if token in others or not _begins(token, frozenset(others)):
        return token
    return next(other for other in others if _begins(token, frozenset((other,))))


def _tokens(text: str) -> list[str]:
    """Stems and Chinese characters in order; `_BREAK` for all else, and at both ends."""
    found = [_BREAK]
    for token in _TOKEN.findall(_COMMON.sub(" \n。", _HYPHEN.sub("", text))):
        if _CJK.match(token):
            found.append(token)
        elif not _WORD.match(token) or not terms(token) - _COMMON_TERMS:
            found.append(_BREAK)
        else:
            found.append(stem(token))
    return [*found, _BREAK]


def may_share(one: str, other: str) -> bool:
    """Whether two texts may name anything both; False is sure, and cheap."""
    return not _heads(one).isdisjoint(_heads(other))


@lru_cache(maxsize=8192)
def _heads(text: str) -> frozenset[str]:
    """What the terms of a text begin with: where two texts share a term, or one begins the other,
    they share this too.
    """
    return frozenset(term[:_PREFIX] for term in named(text))


def _shared(some: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """The terms of `some` that are among `others`, or begin a longer name there or vice versa."""
    return frozenset(term for term in some if term in others or _begins(term, others))


def _begins(term: str, others: frozenset[str]) -> bool:
    if len(term) < _PREFIX or not _LATIN.match(term):
        return False
    return any(
        len(other) >= _PREFIX and (other.startswith(term) or term.startswith(other))
        for other in others
    )


def _identifiers(one: str, other: str) -> frozenset[str]:
    return _identifiers_in(one) | _identifiers_in(other)


@lru_cache(maxsize=8192)
def _identifiers_in(text: str) -> frozenset[str]:
    return _terms_of((_WORD if _CJK.search(text) else _IDENTIFIERS).findall(text))


def _terms_of(words: Iterable[str]) -> frozenset[str]:
    return frozenset(term for word in words for term in terms(word))


def _plain(found: Iterable[str], identifiers: frozenset[str]) -> float:
    return sum(_weight(term, identifiers) for term in found)


def _weight(term: str, identifiers: frozenset[str]) -> float:
    if term in identifiers:
        return _IDENTIFIER
    return _LONE if len(term) == 1 else 1.0
