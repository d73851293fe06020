"""From a text and its time to the dated phrases in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime

from progressive_memory.text.dates.en import ENGLISH
from progressive_memory.text.dates.span import Clause, DateSpan, Interval, Language, Rule
from progressive_memory.text.dates.zh import CHINESE

ANNOTATION = re.compile(
    r" ?(?:（\d{4}(?:-\d\d){0,2}(?: – \d{4}(?:-\d\d){0,2})?）"
    r"|\(\d{4}(?:-\d\d){0,2}(?: – \d{4}(?:-\d\d){0,2})?\))"
)
"""A date in brackets, as `annotate` writes it (and people may)."""

_KEPT = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|\[\[[^\[\]\n]{0,300}\]\]|\^[A-Za-z0-9-]+"
    r"|\b[A-Za-z][A-Za-z0-9+.\-]{1,20}://\S+|www\.\S+|^[ \t]*>[^\n]*"
    r"|(?<![A-Za-z0-9_\-./])[A-Za-z0-9_\-./]{1,80}\.[A-Za-z][A-Za-z0-9]{1,4}\b"
    r"|(?<![A-Za-z0-9_.+\-])[A-Za-z0-9_.+\-]{1,64}@[A-Za-z0-9.\-]+",
    re.DOTALL | re.MULTILINE,
)
_FILE_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}\b")
_CLAUSE_END = re.compile(r"[。！？；，,;!?\n]|\.(?=\s|$)")
_JOINT = re.compile(r"[\s,，、]{0,2}(?P<bracket>[(（])?\s?")


@dataclass(frozen=True)
class _Found:
    """A phrase at `start` to `end`; `meaning` None = no date, and nothing inside it is one."""

    start: int
    end: int
    meaning: Interval | None
    weekday: bool = False


def resolve(text: str, at: datetime) -> tuple[DateSpan, ...]:
    """The dated phrases of a text, in order, none overlapping another.

    `at` is the message's own time, aware, in the zone whose days count (the group's). Dates
    already put behind a phrase by `annotate` change nothing.
    """
    bare, removed = strip_annotations(text)
    positions = [position for position, _ in removed]
    lengths = [0]
    for _, annotation in removed:
        lengths.append(lengths[-1] + len(annotation))
    spans = []
    for span in dated_phrases(bare, at.date()):
        start = span.start + lengths[bisect_right(positions, span.start)]
        end = span.end + lengths[bisect_right(positions, span.end - 1)]
        spans.append(replace(span, start=start, end=end, text=text[start:end]))
    return tuple(spans)


def strip_annotations(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text without dates in brackets, and each of them with its place in that text."""
    pieces: list[str] = []
    removed: list[tuple[int, str]] = []
    position = length = 0
    for match in ANNOTATION.finditer(text):
        pieces.append(text[position : match.start()])
        length += len(pieces[-1])
        removed.append((length, match.group()))
        position = match.end()
    return "".join([*pieces, text[position:]]), removed


def dated_phrases(text: str, day: date) -> tuple[DateSpan, ...]:
    """The dated phrases of a text without annotations, for a message of that day."""
    found = _apart(sorted(_found(text, day), key=lambda phrase: (phrase.start, -phrase.end)))
    if not found:
        return ()
    kept = [match.span() for match in _KEPT.finditer(text)]
    starts = [start for start, _ in kept]
    spans = []
    for phrase in _joined(text, found):
        before = bisect_right(starts, phrase.end - 1)
        inside = before and kept[before - 1][1] > phrase.start
        if phrase.meaning and not inside and not _FILE_ENDING.match(text, phrase.end):
            meaning = phrase.meaning
            spans.append(
                DateSpan(
                    phrase.start,
                    phrase.end,
                    text[phrase.start : phrase.end],
                    meaning.first,
                    meaning.last,
                    meaning.precision,
                )
            )
    return tuple(spans)


def _found(text: str, day: date) -> Iterator[_Found]:
    for language in (CHINESE, ENGLISH):
        if language.hint.search(text):
            tense = _Tense(text, language)
            for rule in language.rules:
                for match in rule.pattern.finditer(text):
                    clause = Clause(day, tense.is_past(match.start()))
                    yield _Found(*match.span(), _meaning(rule, match, clause), rule.weekday)


def _meaning(rule: Rule, match: re.Match[str], clause: Clause) -> Interval | None:
    try:
        return rule.read(match, clause)
    except (ValueError, OverflowError):
        return None  # the 30th of February, the year 10000


class _Tense:
    """Whether the clause around a place tells of the past; each clause is looked at once."""

    def __init__(self, text: str, language: Language) -> None:
        self._text = text
        self._language = language
        self._ends: list[int] | None = None
        self._known: dict[int, bool] = {}

    def is_past(self, place: int) -> bool:
        if self._ends is None:
            self._ends = [match.end() for match in _CLAUSE_END.finditer(self._text)]
        number = bisect_right(self._ends, place)
        if number not in self._known:
            start = self._ends[number - 1] if number else 0
            end = self._ends[number] if number < len(self._ends) else len(self._text)
            past, future = self._language.past, self._language.future
            self._known[number] = bool(
                past.search(self._text, start, end) and not future.search(self._text, start, end)
            )
        return self._known[number]


def _apart(found: list[_Found]) -> list[_Found]:
    """The phrases that do not overlap: the one that starts first, of those the longest."""
    apart: list[_Found] = []
    for phrase in found:
        if not apart or phrase.start >= apart[-1].end:
            apart.append(phrase)
    return apart


def _joined(text: str, found: list[_Found]) -> list[_Found]:
    """`Friday, May 15` and `明天（周三）` are one phrase; the weekday yields to the date."""
    joined: list[_Found] = []
    for phrase in found:
        last = joined[-1] if joined else None
        if last and last.meaning and phrase.meaning and _same_day(last, phrase):
            joint = _JOINT.fullmatch(text, last.end, phrase.start)
            if joint:
                end = phrase.end
                if joint["bracket"] and text[end : end + 1] in {")", "）"}:
                    end += 1
                meaning = phrase.meaning if last.weekday else last.meaning
                joined[-1] = _Found(last.start, end, meaning, last.weekday and phrase.weekday)
                continue
        joined.append(phrase)
    return joined


def _same_day(one: _Found, other: _Found) -> bool:
    """Whether two phrases mean the same; a weekday means any date that falls on it."""
    if not one.meaning or not other.meaning or one.meaning == other.meaning:
        return one.meaning == other.meaning
    days = one.meaning.precision == other.meaning.precision == "day"
    weekdays = one.meaning.first.weekday(), other.meaning.first.weekday()
    return days and one.weekday != other.weekday and weekdays[0] == weekdays[1]
