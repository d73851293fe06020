"""From a text and its time to the phrases about time in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from progressive_memory.text.dates.accepted import acceptable, doubtful
from progressive_memory.text.dates.brackets import MAX_CHARACTERS, strip_annotations
from progressive_memory.text.dates.chart import Node
from progressive_memory.text.dates.grammar import GRAMMAR
from progressive_memory.text.dates.grammar.base import grain_of
from progressive_memory.text.dates.scan import words_of, zone_minutes
from progressive_memory.text.dates.span import DateSpan, Interval, Kind, Lean, Mention, coarse
from progressive_memory.text.dates.tense import Tense
from progressive_memory.text.dates.times import (
    Clock,
    Context,
    Cycle,
    Fixed,
    Time,
    chosen,
    next_clock,
)
from progressive_memory.text.dates.vocabulary import may_hold_time

_KEPT = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|\[\[[^\[\]\n]{0,300}\]\]|\^[A-Za-z0-9-]+"
    r"|\b[A-Za-z][A-Za-z0-9+.\-]{1,20}://\S+|www\.\S+|^[ \t]*>[^\n]*"
    r"|(?<![A-Za-z0-9_\-./])[A-Za-z0-9_\-./]{1,80}\.[A-Za-z][A-Za-z0-9]{1,4}\b"
    r"|(?<![A-Za-z0-9_.+\-])[A-Za-z0-9_.+\-]{1,64}@[A-Za-z0-9.\-]+",
    re.DOTALL | re.MULTILINE,
)
_MAY_BE_KEPT = re.compile(r"[`^@>]|\[\[|://|www|\.[A-Za-z]")
_FILE_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}\b")
_POSSESSIVE = re.compile(r"(?:['’]s)?$")
_WIDE = {0xFF10 + n: 0x30 + n for n in range(10)} | {0xFF1A: 0x3A}
_RANKS = (
    *("no_date", "habit", "span", "when", "date", "bounded", "clocktime", "hourspan", "parttime"),
    *("latent", "len"),
)
_ORDER = {kind: number for number, kind in enumerate(_RANKS)}
_KINDS: dict[str, Kind] = {"habit": "habit", "len": "length"}


@dataclass(frozen=True)
class Phrase:
    """A phrase of a text, and how it was read."""

    node: Node
    kind: Kind
    time: Fixed | None


def date_spans(text: str, at: datetime, lean: Lean) -> tuple[DateSpan, ...]:
    """What `resolution.resolve` gives."""
    if not may_hold_time(text):
        return ()
    bare, places = _without_annotations(text)
    spans = []
    for phrase in phrases(bare, at, lean):
        if phrase.time:
            start, end = places.start(phrase.node.start), places.end(phrase.node.end)
            interval = phrase.time.interval
            spans.append(
                DateSpan(
                    start,
                    end,
                    text[start:end],
                    interval.begin.replace(tzinfo=at.tzinfo),
                    interval.until.replace(tzinfo=at.tzinfo),
                    interval.grain,
                    phrase.time.bound,
                )
            )
    return tuple(spans)


def all_mentions(text: str, at: datetime) -> tuple[Mention, ...]:
    """What `resolution.mentions` gives."""
    if not may_hold_time(text):
        return ()
    bare, places = _without_annotations(text)
    found = []
    for phrase in phrases(bare, at):
        start, end = places.start(phrase.node.start), places.end(phrase.node.end)
        end -= len(_POSSESSIVE.search(text[start:end]).group())  # type: ignore[union-attr]
        found.append(Mention(start, end, text[start:end], phrase.kind))
    return tuple(found)


class _Places:
    """From places in a text without annotations to places in the text."""

    def __init__(self, removed: list[tuple[int, str]]) -> None:
        self._positions = [position for position, _ in removed]
        self._lengths = [0]
        for _, annotation in removed:
            self._lengths.append(self._lengths[-1] + len(annotation))

    def start(self, place: int) -> int:
        return place + self._lengths[bisect_right(self._positions, place)]

    def end(self, place: int) -> int:
        return place + self._lengths[bisect_right(self._positions, place - 1)]


def _without_annotations(text: str) -> tuple[str, _Places]:
    bare, removed = strip_annotations(text)
    return bare, _Places(removed)


def phrases(text: str, at: datetime, lean: Lean = "nearest") -> Iterator[Phrase]:
    """The phrases about time of a text without annotations, in order, the longest at each place."""
    if len(text) > MAX_CHARACTERS:
        return
    shown = (_KEPT.sub(_blank, text) if _MAY_BE_KEPT.search(text) else text).translate(_WIDE)
    context = Context(at.replace(tzinfo=None, microsecond=0), lean == "ahead", zone_minutes(at))
    tense = Tense(text)
    for node in _longest(shown, context):
        if not _FILE_ENDING.match(text, node.end):
            phrase = _read(node, context, past=tense.is_past(node.start))
            if phrase and node.kind != "no_date":
                yield phrase


def _blank(match: re.Match[str]) -> str:
    return "\0" * len(match.group())


def _longest(text: str, context: Context) -> Iterator[Node]:
    chart = GRAMMAR.parse(text, words_of(text), context)
    found = [
        node
        for nodes in chart.values()
        for node in nodes
        if node.kind in _ORDER and acceptable(node, text)
    ]
    taken = bytearray(len(text))
    apart = []
    for node in sorted(
        found, key=lambda node: (node.start - node.end, _ORDER[node.kind], node.start)
    ):
        if not any(taken[node.start : node.end]):
            taken[node.start : node.end] = b"\1" * (node.end - node.start)
            apart.append(node)
    yield from sorted(apart, key=lambda node: node.start)


def _read(node: Node, context: Context, *, past: bool) -> Phrase | None:
    if node.kind in _KINDS or node.kind == "no_date":
        return Phrase(node, _KINDS.get(node.kind, "habit"), None)
    time = node.value
    if isinstance(time, Clock):
        return Phrase(node, "date", next_clock(time, context))
    try:
        return Phrase(node, "date", chosen(time, context, past=past))
    except (ValueError, OverflowError, StopIteration):
        return None


def dated_places(text: str, at: datetime) -> list[tuple[int, Interval]]:
    """Where a log line of the text has a date behind a phrase, and which: days or more that only
    the message's time makes known, said plainly.
    """
    context = Context(at.replace(tzinfo=None, microsecond=0), local=zone_minutes(at))
    tense = Tense(text)
    return [
        (node.end, fixed.written)
        for phrase in phrases(text, at)
        for node, fixed in _dated(phrase.node, context, tense.is_past(phrase.node.start))
        if not doubtful(node, text)
    ]


def _dated(node: Node, context: Context, past: bool) -> Iterator[tuple[Node, Fixed]]:
    if node.kind in {"habit", "len", "no_date"}:
        return
    if node.kind == "daypart" and not any(
        part.kind == "date" and grain_of(part.value) == "day" for part in node.parts
    ):
        yield node, chosen(node.value[0], context, past=past)
    elif node.kind in {"date", "span"} and isinstance(node.value, Fixed | Cycle):
        time: Time = node.value
        fixed = chosen(time, context, past=past)
        if fixed.ahead and past:
            return
        if coarse(fixed.written.grain) and not fixed.quiet and not fixed.absolute:
            yield node, fixed
    else:
        for part in node.parts:
            yield from _dated(part, context, past)
