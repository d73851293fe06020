"""The messages a flush reads: what is new, and enough of the old to understand it (DESIGN §5).

Every part of it has a cap, so that a flush late in a long chat costs what an early one does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from progressive_memory.domain.message import Message
from progressive_memory.flush.chatlog import REMEMBERED
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.services.log.chat_log import ChatLog

_BEFORE_MESSAGES = 200
_BEFORE = timedelta(hours=48)
"""How far an open segment may reach back."""

_ANSWERED_MESSAGES = 30
_ANSWERED = timedelta(hours=1)
_ANSWERED_DAYS = 60
"""How much talk around an older message is read again when something answers or changes it, and
how many days of talk back an answered message is looked for.
"""

_WAITING_MESSAGES = 6
_WAITING = timedelta(minutes=10)
_WAITING_ITEMS = 20
"""How many items of pending.md, newest first, are read again for something new to settle them, with
how much talk around.
"""


def window(
    new: Sequence[Message], late: Sequence[Message], known: Mapping[str, Known], log: ChatLog
) -> tuple[Message, ...]:
    """The messages to extract from, in time order, none deleted.

    They are `new` and what came before it, what `late` (older ones, new or changed) stands in,
    what is answered, and what pending items rest on: those a person ticked, and with something
    new the newest others.
    """
    found = dict.fromkeys(new)
    if new:
        found |= dict.fromkeys(log.before(new[0], _BEFORE_MESSAGES, _BEFORE))
    here = {message.block_id for message in found}
    answered = {link for one in new for link in (one.reply_to, one.thread) if link} - here
    for older in (*late, *log.find(answered, _ANSWERED_DAYS)):
        found |= dict.fromkeys(log.around(older, _ANSWERED_MESSAGES, _ANSWERED))
    for one in _reread(known, with_newest=bool(new or late)):
        for path in dict.fromkeys(cited.path for cited in one.evidence):
            beside = log.beside(path, one.evidence_ids, _WAITING_MESSAGES, _WAITING)
            found |= dict.fromkeys(beside)
    kept = (one for one in found if not one.deleted and not one.event_id.startswith(REMEMBERED))
    return tuple(sorted(kept, key=when))


def is_ticked(known: Known) -> bool:
    """Whether it is a pending item that a person accepted."""
    entry = known.entry
    return known.place is Place.PENDING and entry is not None and entry.mark in {"x", "X"}


def when(message: Message) -> datetime:
    """The message's instant, to sort by."""
    return message.at


def _reread(known: Mapping[str, Known], *, with_newest: bool) -> Iterator[Known]:
    waiting = [one for one in known.values() if one.place is Place.PENDING]
    waiting.sort(key=lambda one: one.latest, reverse=True)
    for number, one in enumerate(waiting):
        if is_ticked(one) or (with_newest and number < _WAITING_ITEMS):
            yield one
