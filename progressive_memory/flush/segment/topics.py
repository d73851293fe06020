"""Segments: topic shift over task end over time gap; replies and threads bind (DESIGN §5).

A chat is read once, message by message. Each goes on with one of the last few topics, or opens
another: what it says, to whom, who says it, and the pause before it against the chat's own rhythm
are weighed (`odds`). So two topics that run side by side are two segments.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import expm1, log1p

from progressive_memory.domain.message import Message
from progressive_memory.domain.segment import Segment
from progressive_memory.flush.segment.odds import anew, outweighs, toward
from progressive_memory.flush.segment.run import Run
from progressive_memory.flush.segment.signs import Signs, signs

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
    floor = _Floor(signs(messages))
    for number in range(len(messages)):
        floor.take(number)
    return tuple(Segment(tuple(run.messages), open=run in floor.recent) for run in floor.runs)


class _Floor:
    """The topics of a chat as it is read: `runs` are all of them by their first messages, `recent`
    those spoken of last, newest first.
    """

    def __init__(self, talk: Sequence[Signs]) -> None:
        self.runs: list[Run] = []
        self.recent: list[Run] = []
        self._talk = talk
        self._holds: dict[str, Run] = {}  # a message, or a thread
        self._home: dict[str, Run] = {}  # of a sender
        self._heard: dict[str, int] = {}  # when a key was said last
        self._pause = 0.0  # the usual one, as log1p of minutes

    def take(self, number: int) -> None:
        """Put message `number` where it belongs."""
        said = self._talk[number]
        message = said.message
        if number:
            self._feel(number, said.minute - self._talk[number - 1].minute)
        run = self._bound(message) or self._likeliest(number)
        if run is None or len(run.messages) >= _LONGEST:
            run = Run()
            self.runs.append(run)
        run.add(number, said)
        self.recent = [run, *(one for one in self.recent if one is not run)][:_GOING_ON]
        self._home[message.sender] = self._holds[message.block_id] = run
        if message.thread:
            self._holds[message.thread] = run
        self._heard |= dict.fromkeys(said.keys, number)

    def _bound(self, message: Message) -> Run | None:
        for other in (message.reply_to, message.thread):
            if other and (run := self._holds.get(other)) is not None:
                return run
        return None

    def _likeliest(self, number: int) -> Run | None:
        """The run it goes on with; None for another topic. It leaves the run of the message before
        only when that is more likely than not.
        """
        if not self.recent:
            return None
        said = self._talk[number]
        rhythm = max(_LEAST_RHYTHM, expm1(self._pause))
        home = self._home.get(said.message.sender)
        scores = [toward(run, said, number, rhythm, home, self.recent[0]) for run in self.recent]
        heard = frozenset(
            key for key in said.keys if number - self._heard.get(key, -_HEARD) < _HEARD
        )
        other = anew(self._talk, number, heard)
        if outweighs(scores[0], (*scores[1:], other)):
            return self.recent[0]
        best = max(scores[1:], default=other)
        return None if best <= other else self.recent[scores.index(best, 1)]

    def _feel(self, number: int, pause: float) -> None:
        share = max(_RHYTHM_SHARE, 1 / (number + 1))
        self._pause += (log1p(max(0.0, pause)) - self._pause) * share
