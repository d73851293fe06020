"""Verbs that only read. Blocking."""

from __future__ import annotations

from progressive_memory.api_live import LiveMemory, Spool
from progressive_memory.domain.disclosure import Outcome

from . import answers, reviews
from .case import Case, Done, answer
from .commands import command_in

VERBS = frozenset({"recall", "status", "help", "why", "pending"})
"""They are answered beside a flush that runs."""

_SHOWN = 5
_SHOWN_OF_CHAT = 3


def read(case: Case, memory: LiveMemory, spool: Spool) -> str | Done:
    """The answer to a verb of `VERBS`, from the room's own group alone."""
    match case.request.verb:
        case "help":
            return case.says_who("help")
        case "status":
            rows = (row for row in memory.status().groups if row.group == case.group)
            return "\n".join(answers.status(case.language, row) for row in rows)
        case "why":
            report = memory.why(case.request.words.strip("`^ "), group=case.group)
            return answers.why(case.language, report, case.room.room_id)
        case "pending":
            return _pending(case, memory, spool)
        case _:
            return _recall(case, memory)


def _recall(case: Case, memory: LiveMemory) -> str:
    """What the notes say, else what was said in the chat."""
    words, language, room = case.request.words, case.language, case.room.room_id
    bundle = memory.recall(case.group, words)
    told = answers.recalled(language, bundle) if bundle.outcome is Outcome.LOADED else ""
    if told:
        return told
    hits = memory.said_about(case.group, words, "entries")
    if hits:
        return f"{case.says('recalled')}\n{answers.found(language, hits[:_SHOWN], room)}"
    said = memory.said_about(case.group, words, "log")
    said = tuple(hit for hit in said if command_in(hit.text) is None)
    if not said:
        return case.says("not_found")
    return f"{case.says('no_memory')}\n{answers.found(language, said[:_SHOWN_OF_CHAT], room)}"


def _pending(case: Case, memory: LiveMemory, spool: Spool) -> Done:
    rows = memory.pending(case.group).pending
    about = answer(case.request, answers.waiting(case.language, rows, case.room.room_id))
    return reviews.shown(case, rows, about, spool.reviews())
