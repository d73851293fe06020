"""Which person's message an assistant's answer answers, when it does not say so itself."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from datetime import datetime, timedelta
from operator import itemgetter

from progressive_memory.domain.message import Message

WITHIN = timedelta(hours=1)
"""What was said earlier is no request any more: a report at nine answers nobody's evening."""


class Requests:
    """What people said, each message with its words, by thread and time."""

    def __init__(self, said: Iterable[tuple[Message, str]]) -> None:
        self._threads: dict[str, list[tuple[datetime, str]]] = {}
        for message, text in said:
            if message.role == "user" and not message.deleted:
                self._threads.setdefault(message.thread, []).append((message.at, text))
        for thread in self._threads.values():
            thread.sort(key=itemgetter(0))

    def before(self, answer: Message) -> str:
        """A person's last words in the answer's thread, at most an hour before; "" for none."""
        thread = self._threads.get(answer.thread, [])
        at = bisect_right(thread, answer.at, key=itemgetter(0))
        if not at or answer.at - thread[at - 1][0] > WITHIN:
            return ""
        return thread[at - 1][1]
