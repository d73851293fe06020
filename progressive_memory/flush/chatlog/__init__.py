"""Chatlog: chat events folded into the messages of the log (DESIGN §4 "Log", §5 "Log first").

The order of a batch: `wanted` says what must be read, `fold` makes messages of the events,
`written` makes the plan's edits of the messages. An event is known by its id, so a batch logged
twice changes nothing; within a batch the order of the events does not matter.
"""

from __future__ import annotations

from progressive_memory.flush.chatlog.days import Day, home
from progressive_memory.flush.chatlog.doubles import Doubles
from progressive_memory.flush.chatlog.fold import Chat, Counts, Folded, Standing, fold
from progressive_memory.flush.chatlog.ledger import Ledger
from progressive_memory.flush.chatlog.stored import stored_text
from progressive_memory.flush.chatlog.wanted import (
    REMEMBERED,
    Wanted,
    let_go,
    links,
    on_their_own,
    wanted,
)
from progressive_memory.flush.chatlog.written import written

__all__ = [
    "REMEMBERED",
    "Chat",
    "Counts",
    "Day",
    "Doubles",
    "Folded",
    "Ledger",
    "Standing",
    "Wanted",
    "fold",
    "home",
    "let_go",
    "links",
    "on_their_own",
    "stored_text",
    "wanted",
    "written",
]
