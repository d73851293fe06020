"""Stretches: what an answer may reach, so what extraction reads as one dialogue (DESIGN §5).

A stretch is coarser than a segment: people agree to something while another topic runs beside it,
and come back to it after a night. It ends at a long pause before something else, and where a chair
goes on to the next point.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from datetime import timedelta

from progressive_memory.domain.message import Message
from progressive_memory.text.similarity import overlap, terms

_LONG_GAP = timedelta(hours=5)  # another sitting, unless the talk goes on about the same
_FAR_GAP = timedelta(hours=40)
_SHORT_GAP = timedelta(minutes=40)
_REMEMBERED = 12  # messages whose terms stand for what the stretch is about
_KEPT_OPEN = 40  # stretches a reply can still reach
_LONGEST = 400  # messages; longer runs are cut, so that reading stays linear
_OPENING = re.compile(
    r"^(?:ok(?:ay)?[,:. -]*)?(?:next (?:up|topic|item|agenda)|moving on|let'?s move on|"
    r"on to (?:the )?(?:next|rfc|pr)|first up|new topic|topic\s*:|another (?:topic|thing)\b|"
    r"下一个?(?:议题|话题|问题)|换个?话题|另外一?件?事|说(?:个|件)别的|议题[一二三四五\d])|"
    r"^[*=\s]*meeting (?:starts|called)",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"meeting (?:ends|adjourned|over|closed)|that'?s all (?:for|folks)|closing\.?$|"
    r"问题?闭环|散会|今天(?:先|就)到这|关闭。?$",
    re.IGNORECASE,
)


def stretches(messages: Sequence[Message]) -> tuple[tuple[Message, ...], ...]:
    """The stretches of `messages` (in time order), by their first messages.

    A message that replies into an earlier stretch, or belongs to its thread, is part of that one.
    """
    runs: list[list[Message]] = []
    home: dict[str, int] = {}
    about: deque[frozenset[str]] = deque(maxlen=_REMEMBERED)
    for message in messages:
        bound = _bound(message, home, len(runs))
        if bound is None and (not runs or _begins(message, runs[-1], about)):
            runs.append([])
            about.clear()
        place = len(runs) - 1 if bound is None else bound
        runs[place].append(message)
        home[message.block_id] = place
        if message.thread:
            home.setdefault(message.thread, place)
        if place == len(runs) - 1:
            about.append(terms(message.text))
    return tuple(map(tuple, runs))


def _bound(message: Message, home: dict[str, int], count: int) -> int | None:
    for other in (message.reply_to, message.thread):
        place = home.get(other) if other else None
        if place is not None and count - place <= _KEPT_OPEN:
            return place
    return None


def _begins(message: Message, run: list[Message], about: deque[frozenset[str]]) -> bool:
    """True when a message opens another topic than the run's."""
    if len(run) >= _LONGEST or _OPENING.match(message.text):
        return True
    gap = message.at - run[-1].at
    if gap < _SHORT_GAP and not _CLOSING.search(run[-1].text):
        return False
    mine, theirs = terms(message.text), frozenset().union(*about)
    if gap < _LONG_GAP:
        return overlap(mine, theirs) < 0.15
    far = gap >= _FAR_GAP
    return overlap(mine, theirs) < (0.4 if far else 0.25) or len(mine & theirs) < (3 if far else 2)
