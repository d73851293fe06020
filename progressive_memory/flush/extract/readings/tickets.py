"""Tickets: what a chair says became of one by its key: "ABC-12: +4, assign to Ann, schedule for 2.0".

A team that goes through its tracker in a channel decides in such lines. The line itself declares;
it stands alone because the key does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.domain.candidate import Candidate, Slot, TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk, response_to
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.called_up import called_up
from progressive_memory.flush.extract.wording.issue_names import called
from progressive_memory.flush.extract.wording.slots import work_slot
from progressive_memory.flush.extract.wording.takers import moves_on, seeks_owner, taker, takes
from progressive_memory.flush.extract.wording.ticket_lines import disposal, key_written, verdict

_LONGEST = 240  # characters of a title that names the issue too
_CALL = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|done|great|thanks[^.,]*(?=[,.])|alright|cool|yes|yep|now|moving on|comment added)[,.! -]+)*(?:thanks[^.,]*[! -])?"
    r"(?:(?:next|first|last|finally|up|on|another|one more|starting|beginning|start|moving on|then)\w*"
    r"(?: (?:one|up|on|list|the|to|in|is|our|with|off|ticket|issue|item|comes?|today|again))*\s*[,:–-]*\s*"
    r"|(?:(?:the|our|other|another|last|next) )+[\w. ]{0,50}\b(?:is|are|up|:) )?"
    r"(?P<key>(?:[A-Za-z]{2,10}-|#)\d{1,6})\b(?: (?:first|next|now|then))?\W*$",
    re.IGNORECASE,
)
_MERGES = re.compile(r"(?:merg|commit)", re.IGNORECASE)
_NUMBERED = re.compile(r"(?<![\w/-])(?:[A-Za-z]{2,10}-|(?:PR|issue|ticket) ?#?|#)\d{2,6}\b", re.I)
_LINK = re.compile(r"https?://\S+")
_BUT = re.compile(r"^\W*but\b", re.IGNORECASE)  # it goes on about something said before
_JUST_BEFORE = 3  # turns
_AGAIN = 14  # turns
_FLOOR = 24  # turns for which what was called up is on the floor


def tickets(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The verdicts on tickets in a segment."""
    for at, turn in enumerate(talk.turns):
        found = verdict(turn)
        if found is not None and _said_again(talk, at, found[0]):
            continue
        if found is not None:
            worded, turns = _with_taker(talk, at, found, setting)
            yield from _decided(talk, setting, worded, turns, by=turn)
            continue
        call = _called_up(turn)
        if call is not None:
            yield from _talked_through(talk, setting, at, call)


def _said_again(talk: Talk, at: int, key: str) -> bool:
    """True when the same person says soon what is to become of the ticket once more: votes went on
    falling, or a word was wrong.
    """
    later = talk.turns[at + 1 : at + 1 + _AGAIN]
    return any(
        turn.person == talk.turns[at].person and (verdict(turn) or ("", ""))[0] == key
        for turn in later
    )


def _with_taker(
    talk: Talk, at: int, found: tuple[str, str], setting: Setting
) -> tuple[tuple[str, str], tuple[Turn, ...]]:
    """A verdict that seeks an owner, with who then took it on, and the turns that say so."""
    key, said = found
    taken = taker(talk, at, key) if seeks_owner(said) else None
    if taken is None:
        return found, (talk.turns[at],)
    name = taken.person.name
    said += setting.says(f"；{name} 接手", f"; {name} takes it")
    return (key, said), (talk.turns[at], taken)


def _called_up(turn: Turn) -> str | None:
    """The key of the ticket a turn calls up, and says no more of: "done. next, ABC-12"."""
    hit = _CALL.match(turn.message.text) if turn.moves else None
    by_link = called_up(turn.message.text) if turn.links else None
    if by_link is not None:
        return by_link.key
    return key_written(hit["key"]) if hit else None


def _talked_through(talk: Talk, setting: Setting, at: int, key: str) -> Iterator[Candidate]:
    """What the one who called a ticket up says in the end of it, before the next is called up; and
    who takes it on.
    """
    call, last, taken = talk.turns[at], None, None
    for place, turn in enumerate(talk.turns[at + 1 : at + 1 + _FLOOR], start=at + 1):
        if (turn.moves or turn.links) and moves_on(turn.message.text, key):
            break
        if verdict(turn) is not None:
            last = None  # it says so itself
            break
        said = disposal(turn, key) if turn.person == call.person else ""
        last, taken = ((place, said), None) if said else (last, taken)
        verb = takes(turn)
        if verb:
            yield _taken_on(called(f"{verb} {key}", setting.names), call, turn)
            taken = turn
    if last is not None:
        place, said = last
        turns = (call, talk.turns[place], *((taken,) if taken else ()))
        said += (
            setting.says(f"；{taken.person.name} 接手", f"; {taken.person.name} takes it")
            if taken
            else ""
        )
        reason = draft.UNCLEAR if _other_thing(talk, at, place, key, said) else ""
        reason = draft.UNCLEAR if _BUT.match(talk.turns[place].message.text) else reason
        hedged = any(move.hedged for move in talk.turns[place].moves)
        reason = draft.HEDGED if hedged else reason
        yield from _decided(talk, setting, (key, said), turns, by=talk.turns[place], reason=reason)


def _other_thing(talk: Talk, at: int, place: int, key: str, said: str) -> bool:
    """True when something else with a number was spoken of since: of what was said to be merged
    at any time, else just before.
    """
    if key in _named(talk.turns[place]):
        return False
    first = at + 1 if _MERGES.match(said) else max(at + 1, place - _JUST_BEFORE)
    return any(_named(turn) - {key} for turn in talk.turns[first : place + 1] if turn.moves)


def _named(turn: Turn) -> set[str]:
    """The keys of the things with a number that a turn names."""
    text = _LINK.sub(" ", turn.message.text)
    return {key_written(hit.group()) for hit in _NUMBERED.finditer(text)}


def _taken_on(title: str, call: Turn, turn: Turn) -> Candidate:
    """The task of who says "I'll take it" of a ticket that was called up."""
    return Candidate(
        kind=Kind.TASK,
        title=title,
        evidence=draft.evidence((call.message, turn.message)),
        slot=work_slot(title, TaskState.OPEN),
        tail=(turn.person.name,),
        state=TaskState.OPEN,
        confirmed=True,
    )


def _decided(
    talk: Talk,
    setting: Setting,
    found: tuple[str, str],
    turns: tuple[Turn, ...],
    *,
    by: Turn,
    reason: str = "",
) -> Iterator[Candidate]:
    """The decision that `by` said, which rests on `turns`; unsure for a `reason`, or where nobody
    in the chat told what the ticket is about.
    """
    key, said = found
    response = response_to(talk, by.moves[0].at)
    if response.withdrawn or response.open_objections():
        return
    agreeing = response.plainly_agreed(talk)
    reason = reason or ("" if key in setting.names else draft.UNNAMED)
    sure = setting.may_declare(by.person) and not reason
    yield Candidate(
        kind=Kind.DECISION,
        title=phrase.shorten(called(f"{key}: {said}", setting.names), "en", _LONGEST),
        evidence=draft.evidence([*(one.message for one in turns), *(one for _, one in agreeing)]),
        slot=Slot(key, "verdict", said),
        decided_by=(by.person,),
        confirmed_by=draft.voices((one for one, _ in agreeing), but=(by.person,)),
        confirmed=sure,
        reason="" if sure else reason or draft.ONE_PERSON,
    )
