"""What every regular expression of the package costs on the worst text that it may be handed.

    python -m benchmarks.patterns [--only WORDS] [--all] [--shapes]

Every pattern that the package compiles (while it is imported, and while a chat is flushed), and
every one written into a call of `re`, is tried, as it is called there (search, match, fullmatch),
on texts made out of it: what may be repeated in it, many times, after what must stand before and
with an end that does not match. Two figures: CPU seconds on the longest text that it may be handed
(`benchmarks.pattern_places` tells how long that is, and why), and how they grow there: 1 where
twice the text takes twice the time, 2 where it takes four times. Exit code 1 when one is too slow.
"""

from __future__ import annotations

import argparse
import math
import re
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType

from benchmarks.pattern_places import ALLOWED, SINGLE_BLANKS, Place, collected
from benchmarks.pattern_shape import degree
from benchmarks.pattern_texts import hostile

_MOST_SECONDS = 0.5
"""CPU for one call on the longest text: what reads it in proportion needs less."""
_MOST_TRIES = 20_000_000
"""On a run of one character as long as the longest text: a tenth of a second."""
_FIRST = 500
_MOST_TEXTS = 60
_STOPPED = 99.0


class _TooSlowError(Exception):
    pass


def main() -> int:
    """Print the patterns that grow worse than in proportion; 1 when one is too slow."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--only", default="", help="patterns of files whose path holds this")
    options.add_argument("--all", action="store_true", help="every pattern that grows, slow or not")
    options.add_argument("--shapes", action="store_true", help="no clock: what their shape tells")
    given = options.parse_args()
    if given.shapes:
        return _print_shapes()
    signal.signal(signal.SIGPROF, _stop)
    found = {one: place for one, place in collected().items() if given.only in str(place)}
    rows = []
    for pattern, place in found.items():
        exponent, seconds, text = growth(pattern, place)
        rows.append((seconds, exponent, place, text, pattern.pattern))
    rows.sort(key=lambda row: row[0], reverse=True)
    slow = 0
    for seconds, exponent, place, text, written in rows:
        slow += seconds > _MOST_SECONDS
        if seconds > _MOST_SECONDS or (given.all and exponent > 1.5):
            told = "stopped" if exponent == _STOPPED else f"n^{exponent:.1f}"
            print(f"{told:>7} {seconds:7.3f} s  {place}  {text!r}  {written[:80]!r}")
    grow = sum(1 for row in rows if row[1] > 1.5)
    print(
        f"{len(rows)} patterns; {grow} grow worse than n^1.5 up to the longest text they are handed"
    )
    print(f"slowest {rows[0][0]:.3f} s; {slow} beyond {_MOST_SECONDS} s")
    return 1 if slow else 0


def _print_shapes() -> int:
    """Print the patterns that may try a run of one character too often; 1 when there is one."""
    found = collected()
    many = [line for pattern, place in found.items() if (line := _many_tries(pattern, place))]
    print(*many, f"{len(found)} patterns, {len(many)} of a shape that tries too often", sep="\n")
    return 1 if many else 0


def _many_tries(pattern: re.Pattern[str], place: Place) -> str:
    power, char = degree(pattern, place.method)
    if power <= 1 or place.most**power <= _MOST_TRIES:
        return ""
    if f"{place.path} {place.name}" in ALLOWED:
        return ""
    if char.isspace() and place.path.startswith(SINGLE_BLANKS):
        return ""
    return f"n^{power} {place}  {char!r}  {pattern.pattern[:80]!r}"


def growth(pattern: re.Pattern[str], place: Place) -> tuple[float, float, str]:
    """The exponent at the text that takes longest, its CPU seconds at the longest, and the text."""
    worst = (0.0, 0.0, "")
    for before, pump in hostile(pattern)[:_MOST_TEXTS]:
        exponent, seconds = _measured(pattern, place, before, pump)
        if seconds > worst[1]:
            worst = (exponent, seconds, f"{before}+{pump}")
        if exponent == _STOPPED:
            break
    return worst


def _measured(
    pattern: re.Pattern[str], place: Place, before: str, pump: str
) -> tuple[float, float]:
    """Twice the length each time, up to the longest text or until one takes too long to go on."""
    most = place.most
    size, spent, now, exponent = min(_FIRST, most), 0.0, 0.0, 0.0
    try:
        signal.setitimer(signal.ITIMER_PROF, 4 * _MOST_SECONDS)
        while True:
            text = _text(before, pump, size)
            if place.path.startswith(SINGLE_BLANKS):
                text = " ".join(text.split())
            spent, now = now, _spent(pattern, place.method, text)
            if now > 0.002 and spent > 0:
                exponent = math.log2(now / spent)
            if size >= most:
                return exponent, now
            if size >= most // 8 and now * (most / size) ** 2 < _MOST_SECONDS / 50:
                return exponent, now * (most / size) ** max(exponent, 1.0)
            if now > _MOST_SECONDS:
                return exponent, now * (most / size) ** max(exponent, 1.0)
            size = min(2 * size, most)
    except _TooSlowError:
        return _STOPPED, 4 * _MOST_SECONDS
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _text(before: str, pump: str, size: int) -> str:
    return (before + (pump * (size // len(pump) + 1)))[: size - 1] + "\x00"


def _spent(pattern: re.Pattern[str], method: str, text: str) -> float:
    began = time.thread_time()
    if method == "search":
        for _ in _hits(pattern, text):
            pass
    elif method == "match":
        pattern.match(text)
    else:
        pattern.fullmatch(text)
    return time.thread_time() - began


def _hits(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    return pattern.finditer(text)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise _TooSlowError


if __name__ == "__main__":
    sys.exit(main())
