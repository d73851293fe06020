"""Segments: topic shift over task end over time gap; replies and threads bind (DESIGN §5).

A chat is read once, message by message. Each goes on with one of the last few topics, or opens
another: what it says, to whom, who says it, and the pause before it against the chat's own rhythm
are weighed (`odds`). So two topics that run side by side are two segments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from math import expm1, log1p

from progressive_memory.domain.message import Message
from progressive_memory.domain.segment import Segment
from progressive_memory.flush.segment.odds import BEFORE, NEXT, Around, anew, outweighs, toward
from progressive_memory.flush.segment.run import Run
from progressive_memory.flush.segment.signs import Signs, each, signs

_GOING_ON = 6  # topics a message may go on with
_LONGEST = 400  # messages; longer runs are cut, so that reading stays linear
_HEARD = 30  # messages after which a key is news again
_LEAST_RHYTHM = 2.0  # minutes; a livelier chat does not make a short pause a long one
_RHYTHM_SHARE = 0.05  # what the newest pause counts in the rhythm


def segments(messages: Sequence[Message]) -> tuple[Segment, ...]:
    """The segments of `messages` (in time order), by their first messages; those that the next
    message might go on with are open.

    A message that replies into an earlier segment, or belongs to its thread, is part of that one.
    """
    return segments_among(signs(messages))


def segments_among(talk: Sequence[Signs]) -> tuple[Segment, ...]:
    """The same of messages whose signs are known."""
    floor = _Floor(one.message for one in talk)
    runs = [run for run in map(floor.take, _surroundings(talk)) if len(run.messages) == 1]
    return tuple(Segment(tuple(run.messages), open=run in floor.recent) for run in runs)


def openings(messages: Sequence[Message]) -> Iterator[tuple[Signs, bool]]:
    """Each message's signs, and whether it opens a segment; read as it is asked for, so that a long
    log is never held as signs.
    """
    floor = _Floor(messages)
    for around in _surroundings(each(messages)):
        yield around.ahead[0], len(floor.take(around).messages) == 1


def _surroundings(talk: Iterable[Signs]) -> Iterator[Around]:
    """Each message with those around it."""
    before: list[Signs] = []
    ahead: list[Signs] = []
    for said in chain(talk, repeat(None, NEXT - 1)):
        if said is not None:
            ahead.append(said)
        if ahead and (len(ahead) == NEXT or said is None):
            yield Around(before, ahead)
            before = [*before[1 - BEFORE :], ahead[0]]
            ahead = ahead[1:]


class _Floor:
    """The topics of a chat as it is read: `recent` are those spoken of last, newest first."""

    def __init__(self, messages: Iterable[Message]) -> None:
        self.recent: list[Run] = []
        self._number = -1
        self._last: float | None = None  # the minute of the message before
        # A run is kept while something may still go on with it: replies name what they answer.
        self._answered = {
            link for message in messages for link in (message.reply_to, message.thread) if link
        }
        self._holds: dict[str, Run] = {}  # a message that is answered, or a thread
        self._home: dict[str, Run] = {}  # of a sender
        self._heard: dict[str, int] = {}  # when a key was said last
        self._pause = 0.0  # the usual one, as log1p of minutes

    def take(self, around: Around) -> Run:
        """Put a message where it belongs, and say where; a run with nothing else is a new one."""
        said = around.ahead[0]
        message = said.message
        self._number += 1
        if self._last is not None:
            self._feel(said.minute - self._last)
        self._last = said.minute
        run = self._bound(message) or self._likeliest(around)
        if run is None or len(run.messages) >= _LONGEST:
            run = Run()
        run.add(self._number, said)
        self.recent = [run, *(one for one in self.recent if one is not run)][:_GOING_ON]
        self._home[message.sender] = run
        if message.block_id in self._answered:
            self._holds[message.block_id] = run
        if message.thread:
            self._holds[message.thread] = run
        self._heard |= dict.fromkeys(said.keys, self._number)
        return run

    def _bound(self, message: Message) -> Run | None:
        for other in (message.reply_to, message.thread):
            if other and (run := self._holds.get(other)) is not None:
                return run
        return None

    def _likeliest(self, around: Around) -> Run | None:
        """The run it goes on with; None for another topic. It leaves the run of the message before
        only when that is more likely than not.
        """
        if not self.recent:
            return None
        said, number = around.ahead[0], self._number
        rhythm = max(_LEAST_RHYTHM, expm1(self._pause))
        home = self._home.get(said.message.sender)
        scores = [toward(run, said, number, rhythm, home, self.recent[0]) for run in self.recent]
        heard = frozenset(
            key for key in said.keys if number - self._heard.get(key, -_HEARD) < _HEARD
        )
        other = anew(around, heard)
        if outweighs(scores[0], (*scores[1:], other)):
            return self.recent[0]
        best = max(scores[1:], default=other)
        return None if best <= other else self.recent[scores.index(best, 1)]

    def _feel(self, pause: float) -> None:
        share = max(_RHYTHM_SHARE, 1 / (self._number + 1))
        self._pause += (log1p(max(0.0, pause)) - self._pause) * share
