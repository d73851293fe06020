"""Course: what becomes of tasks, blockers and open loops that nobody ends by name. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from progressive_memory.domain.candidate import TaskState
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.work import outcomes
from progressive_memory.flush.extract.work.reports import EVERYTHING, Report
from progressive_memory.flush.known import homes, lines, meaning
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.known.meaning import STATE_KINDS
from progressive_memory.text.similarity import terms
from progressive_memory.vault.words import HEADING_WORDS

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_AFTERWARDS = re.compile(
    r"二期|下一?期|后续|下个?阶段|v2|\b(?:phase (?:two|2)|next (?:phase|stage)|follow-?up)\b",
    re.IGNORECASE,
)
_TROUBLED = 3  # days within which a trouble that was raised is called closed
_PROJECT: dict[Language, str] = {"zh": "项目", "en": "the project"}
_DEMO = terms("demo demos demonstration presentation 演示")
_NUMBERED = re.compile(r"(?<![\w-])[\w-]*\d[\w.-]*")
_NAMELESS = terms(
    "meeting call test tests release build change changes pr prs pull request patch proposal "
    "rfc issue ticket everything thing stuff work job result version code feature 会议 测试 大家 "
    "这个 版本 代码 方案 事情 问题 工作 任务 功能 需求 结果 效果 今天"
)
_TALK_MESSAGES = 30
_NEAR = 6
_TALK = timedelta(hours=3)
_ACTIVE = frozenset({TaskState.OPEN, TaskState.BLOCKED})


def quieted(known: Mapping[str, Known], newest: str, quiet_days: int) -> dict[str, Known]:
    """`known`, with what nobody has spoken of for more than `quiet_days` gone quiet, counted up to
    the ISO day `newest` ("" = nothing does) and from the due day where that is later.
    """
    after = dict(known)
    if newest:
        for one in known.values():
            heard = one.latest[:10]
            if heard and is_ours_to_end(one) and is_quiet(one, newest, quiet_days):
                after[one.id] = replace(one, state=TaskState.QUIET, ended_on=heard)
    return after


def is_ours_to_end(known: Known) -> bool:
    """Whether it is open as we wrote it: not pending, not reworded, moved or taken out of the
    archive by a person.
    """
    if known.place is not Place.STANDING or known.kind not in STATE_KINDS:
        return False
    if known.state not in _ACTIVE or any(lines.says_over(piece) for piece in known.tail):
        return False
    return known.entry is None or (_has_our_words(known) and _at_home(known, known.entry.heading))


@dataclass(frozen=True)
class Milestone:
    """What was reported over: its name, what names the tasks that belong to it (`EVERYTHING` = all
    that are open), the local minute, and after how many days a task had gone quiet before.
    """

    name: str
    scope: str
    at: str
    quiet_days: int


def belongs(task: Known, over: Milestone, days: Mapping[str, Sequence[Message]]) -> bool:
    """Whether an open task is settled by what was reported over: it is older, not due later, had
    not gone quiet before, and belongs to it.

    What is due later is not settled, unless its own words name what is over. To a whole project
    belongs all of it; to its phase all from before that day that does not speak
    of what comes after; to any other thing what names it, or was taken while it was spoken of.
    """
    heard, day = task.latest, over.at[:10]
    if not heard or heard >= over.at or is_quiet(task, day, over.quiet_days):
        return False
    due_later = due_of(task) > day
    if over.scope == EVERYTHING:
        later = due_later or _AFTERWARDS.search(task.title)
        return not due_later if not over.name else heard[:10] < day and not later
    if _names(over.scope, task.title):
        return True
    # What was held ends what was for it; what was built, all that was done while it was spoken of.
    near = _NEAR if terms(over.scope) & _DEMO else _TALK_MESSAGES
    talk = _talk_about(task, days, near)
    return not due_later and any(_names(over.scope, one.text) for one in talk)


def trouble_of(task: Known, report: Report, at: str, days: Mapping[str, Sequence[Message]]) -> str:
    """The trouble, in a few words, that an open task was taken for and the one who raised it calls
    closed a few days later; "" for none.
    """
    heard, day = task.latest, at[:10]
    if not days_before(day, _TROUBLED) <= heard[:10] or heard >= at or due_of(task) > day:
        return ""
    for one in reversed(tuple(_talk_about(task, days, _TALK_MESSAGES))):
        trouble = outcomes.trouble_in(one.text) if one.sender == report.person.sender else ""
        if trouble:
            return trouble
    return ""


def closed(task: Known, over: Milestone, language: Language) -> Known:
    """The task as it is closed with what was reported over."""
    name = over.name or _PROJECT[language]
    return replace(task, state=TaskState.CLOSED, ended_on=over.at[:10], closed_with=name)


def done(task: Known, at: str) -> Known:
    """The task as it is done at a local minute."""
    return replace(task, state=TaskState.DONE, ended_on=at[:10], closed_with="")


def is_quiet(known: Known, day: str, quiet_days: int) -> bool:
    """Whether by that ISO day nobody had spoken of it for more than `quiet_days`, counted from its
    due day where that is later.
    """
    return max(known.latest[:10], due_of(known)) < days_before(day, quiet_days)


@lru_cache(maxsize=64)
def days_before(day: str, count: int) -> str:
    """The ISO day that is `count` days before an ISO day."""
    return str(date.fromisoformat(day) - timedelta(days=count))


def _talk_about(task: Known, days: Mapping[str, Sequence[Message]], most: int) -> Iterator[Message]:
    """The message the task rests on first, and at most so many said of late before it."""
    for cited in task.evidence[:1]:
        here = days.get(cited.path, ())
        at = next((at for at, one in enumerate(here) if one.block_id == cited.block_id), None)
        if at is not None:
            last = here[at]
            for one in here[max(0, at - most) : at + 1]:
                if last.at - one.at <= _TALK:
                    yield one


def _names(scope: str, text: str) -> bool:
    """Whether a text calls by name, number and all, what is over; `the PR` names nothing."""
    mine = _spelled(terms(scope))
    numbered = (mark.casefold() in text.casefold() for mark in _NUMBERED.findall(scope))
    return bool(mine - _NAMELESS) and mine <= _spelled(terms(text)) and all(numbered)


def _spelled(found: frozenset[str]) -> frozenset[str]:
    """`found`, a demo called by one name."""
    return frozenset("demo" if term in _DEMO else term for term in found)


def due_of(known: Known) -> str:
    """The last ISO day its tail names; "" for none."""
    return max((day for piece in known.tail for day in _DAY.findall(piece)), default="")


def _has_our_words(known: Known) -> bool:
    # A note shows identifiers as code, which the words were first taken down without.
    bare = replace(
        known.slot,
        subject=known.slot.subject.replace("`", ""),
        value=known.slot.value.replace("`", ""),
    )
    written = (known.slot, bare)
    return known.fingerprint in ("", *(meaning.fingerprint(known.kind, one) for one in written))


def _at_home(known: Known, heading: str) -> bool:
    home = homes.heading_of(known)
    return not home or heading in HEADING_WORDS[home].values()
