"""The order of messages: by their own words, by the talk around them, by what was agreed there.

A question and its answer share few words, and a decision falls at the end of a talk, in a line
that may hold none of them. So a match lifts the messages near it, and a talk that matches lifts
what people agreed to at its end. The weights are told in docs/decisions/0015.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from math import sqrt

from progressive_memory.domain.agreed import Agreed
from progressive_memory.domain.match import Match
from progressive_memory.text.cjk import fold, is_stop_word

NEAR = ((1, 0.5), (2, 0.35), (3, 0.25), (-1, 0.35), (-2, 0.25), (-3, 0.2))
"""What a match gives to the messages so many places after it: an answer follows its question."""
DAY = 0.1
"""What the three best matches of a day give to every message near a match on that day."""
_BEST_OF_DAY = 3
NAMED = 0.6
"""What a message gains whose sender the question names."""

AGREED = 0.8
"""What the best of the agreed messages scores."""
_TALK_OF_BEST = 2.2
"""A talk counts in full when it holds so many times what the best message has."""
AGREEING = 0.8
"""The share of its score that those who agreed to a message have."""
TALK = 40
"""A match counts for what is agreed to so many messages later at most."""
_AFTERTALK = 3
_FADES = tuple(0.5 ** (distance / 12) for distance in range(TALK))
"""What a match counts for by its distance: half for every twelve messages."""

_MESSAGE = "m"
_FIRST = 40
"""Most searches show fewer than so many; the others are put in order only when they are asked for.
"""
_WORD = re.compile(r"[^\W_]+")
_SHORTEST_NAME = 2


def ranked_log(
    matches: Sequence[Match], agreed: Iterable[Agreed], asked: str, *, only_matches: bool
) -> Iterator[tuple[Match, float]]:
    """Messages with their scores in 0–1, best first, ties newest first.

    `agreed` are those of the days that `matches` stand on. Unless `only_matches`, messages near a
    match are named too, by their day note and place; none may stand there. In a note that holds no
    message, sections do not talk to each other.
    """
    if not asked.strip():  # listed, or found by phrases alone: no talk to be near to
        most = max((match.relevance for match in matches), default=0.0) or 1.0
        yield from ((match, match.relevance / most) for match in matches)
        return
    days: dict[str, dict[int, float]] = {}
    for match in matches:
        days.setdefault(match.path, {})[match.place] = match.relevance
    known = {(match.path, match.place): match for match in matches}
    talk = {match.path for match in matches if match.kind == _MESSAGE}
    lifted = _lifted(days, talk, _named(matches, asked))
    best = max((score for near in lifted.values() for score in near.values()), default=0.0) or 1.0
    _add_agreed(lifted, days, agreed, best)
    scored = [(score, path, at) for path, near in lifted.items() for at, score in near.items()]
    if only_matches:
        scored = [one for one in scored if one[1:] in known]
    for score, path, place in _best_first(scored):
        match = known.get((path, place)) or Match(path, place, 0.0)
        yield match, (score / best) ** 2  # what matches well stands out from what stands near


def _best_first(scored: list[tuple[float, str, int]]) -> Iterator[tuple[float, str, int]]:
    yield from nlargest(_FIRST, scored)
    if len(scored) > _FIRST:
        yield from sorted(scored, reverse=True)[_FIRST:]


def _lifted(
    days: Mapping[str, Mapping[int, float]], talk: set[str], named: set[tuple[str, int]]
) -> dict[str, dict[int, float]]:
    """What the matches give to themselves, and in the notes of `talk` to what stands near them."""
    lifted: dict[str, dict[int, float]] = {}
    for path, places in days.items():
        day = DAY * _best(places)
        near = {place: day + relevance for place, relevance in places.items()}
        for place, relevance in places.items() if path in talk else ():
            for distance, share in NEAR:
                at = place + distance
                near[at] = near.get(at, day) + share * relevance
        lifted[path] = near
    for path, place in named:
        lifted[path][place] *= 1 + NAMED
    return lifted


def _add_agreed(
    lifted: dict[str, dict[int, float]],
    days: Mapping[str, Mapping[int, float]],
    agreed: Iterable[Agreed],
    best: float,
) -> None:
    """Lift what was agreed to by the talk before it, and with it those who agreed.

    Scores are squared in the end: here stands the root of what is meant.
    """
    found = [(talk, each) for each in agreed if (talk := _talk(days.get(each.path, {}), each))]
    most = max((talk for talk, _ in found), default=0.0)
    most = max(most, _TALK_OF_BEST * best)
    for talk, (path, place, after) in found:
        near = lifted[path]
        score = AGREED * talk / most
        near[place] = max(near.get(place, 0.0), best * sqrt(score))
        agreeing = best * sqrt(AGREEING * score)
        for at in range(place + 1, place + after + 1):
            if near.get(at, 0.0) < agreeing:
                near[at] = agreeing


def _talk(places: Mapping[int, float], agreed: Agreed) -> float:
    """How much of the talk before an agreed message matches; 0 for none of it. The best match in it
    counts by half: a single one says little of what was agreed to later.
    """
    talk = most = 0.0
    for place, relevance in places.items():
        distance = agreed.place - place
        if -_AFTERTALK <= distance < TALK:
            share = relevance * _FADES[max(distance, 0)]
            talk += share
            most = max(most, share)
    return talk - most / 2 + DAY * _best(places) if talk else 0.0


def _best(places: Mapping[int, float]) -> float:
    return sum(sorted(places.values())[-_BEST_OF_DAY:])


def _named(matches: Iterable[Match], asked: str) -> set[tuple[str, int]]:
    """The matches whose sender's name, or a word of it, stands in the question."""
    question = fold(asked)
    words = {word for word in _WORD.findall(question) if len(word) >= _SHORTEST_NAME}
    words = {word for word in words if not is_stop_word(word)}
    said: dict[str, bool] = {}
    for who in {match.who for match in matches}:
        parts = _WORD.findall(who)
        said[who] = not words.isdisjoint(parts) or _cjk_name_in(who, question)
    return {(match.path, match.place) for match in matches if said[match.who]}


def _cjk_name_in(who: str, question: str) -> bool:
    return len(who) >= _SHORTEST_NAME and not who.isascii() and who in question
