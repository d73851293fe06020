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
from progressive_memory.flush.extract.grammar.dialogue import Agreement, Talk, response_to
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.called_up import called_up, floor_taken, next_key
from progressive_memory.flush.extract.wording.issue_names import called
from progressive_memory.flush.extract.wording.slots import work_slot
from progressive_memory.flush.extract.wording.taken_back import misspoken, shaken
from progressive_memory.flush.extract.wording.takers import moves_on, takes, with_taker
from progressive_memory.flush.extract.wording.ticket_lines import (
    disposal,
    is_voice,
    key_written,
    verdict,
)

_LONGEST = 240  # characters of a title that names the issue too
_MERGES = re.compile(r"(?:merg|commit)", re.IGNORECASE)
_NUMBERED = re.compile(r"(?<![\w/-])(?:[A-Za-z]{2,10}-|(?:PR|issue|ticket) ?#?|#)\d{2,6}\b", re.I)
_BARE = re.compile(r"(?<![\w.#/:$-])(?!19\d\d\b|20\d\d\b)\d{3,6}(?![\w.%:/-]|,\d)")
# "a duplicate of 12": of the thing on the floor that is said.
_RELATED = re.compile(
    r"\b(?:duplicates?(?: of)?|dup(?:e|licated)? (?:of|by)|related to|(?:un)?like|similar to|same as|linked? (?:\w+ ){0,3}(?:to|with)|superseded by|blocked by|part of|or|see)\W+(?:[A-Za-z]{2,10}-|#)?\d{2,6}\b",
    re.IGNORECASE,
)
_ASSIGNS = re.compile(r"\bassign|指派|分配", re.IGNORECASE)
_LINK = re.compile(r"https?://\S+")
_BUT = re.compile(r"^\W*but\b", re.IGNORECASE)  # it goes on about something said before
_JUST_BEFORE = 3  # turns
_AGAIN = 14  # turns
_FLOOR = 24  # turns for which what was called up is on the floor


def tickets(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The verdicts on tickets in a segment."""
    for at, turn in enumerate(talk.turns):
        found = verdict(turn)
        if found is not None and (_said_again(talk, at, found[0]) or misspoken(talk, at, found[0])):
            continue
        if found is not None:
            key, (said, taken) = found[0], with_taker(talk, at, *found, setting)
            turns = (turn, taken) if taken is not None else (turn,)
            reason = draft.UNCLEAR if shaken(talk, at, key) else ""
            yield from _decided(talk, setting, (key, said), turns, by=turn, reason=reason)
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


def _called_up(turn: Turn) -> str | None:
    """The key of the ticket a turn calls up, and says no more of: "done. next, ABC-12"."""
    by_link = called_up(turn.message.text) if turn.links else None
    if by_link is not None:
        return by_link.key
    return next_key(turn.message.text) if turn.moves else None


def _talked_through(talk: Talk, setting: Setting, at: int, key: str) -> Iterator[Candidate]:
    """What the one who called a ticket up says in the end of it, before the next is called up; and
    who takes it on.
    """
    call, last, taken = talk.turns[at], None, None
    voting = False
    for place, turn in enumerate(talk.turns[at + 1 : at + 1 + _FLOOR], start=at + 1):
        if (turn.moves or turn.links) and moves_on(turn.message.text, key):
            break
        if verdict(turn) is not None:
            last = None  # it says so itself
            break
        voice = is_voice(turn.message.text)
        voting = voting or (voice and turn.person != call.person)
        said = disposal(turn, key) if turn.person == call.person else ""
        if said and not (voice and voting):  # one voice among others settles nothing
            last, taken = (place, said), None if _ASSIGNS.search(said) else taken
        verb = takes(turn)
        if verb:
            yield _taken_on(called(f"{verb} {key}", setting.names), call, turn)
            taken = turn
    if last is not None:
        yield from _in_the_end(talk, setting, (at, key), last, taken)


def _in_the_end(
    talk: Talk,
    setting: Setting,
    called_at: tuple[int, str],
    last: tuple[int, str],
    taken: Turn | None,
) -> Iterator[Candidate]:
    """The decision of the turn that said last what is to become of the ticket, with who took it."""
    (at, key), (place, said) = called_at, last
    turn = talk.turns[place]
    reason = draft.UNCLEAR if _other_thing(talk, at, last, key, setting) else ""
    if shaken(talk, place, key) or _BUT.match(turn.message.text):
        reason = draft.UNCLEAR
    if any(move.hedged for move in turn.moves):
        reason = draft.HEDGED
    if taken is None:
        said, taken = with_taker(talk, place, key, said, setting)
    elif taken.person.name not in said:
        name = taken.person.name
        said += setting.says(f"；{name} 接手", f"; {name} takes it")
    turns = (talk.turns[at], turn, *((taken,) if taken else ()))
    yield from _decided(talk, setting, (key, said), turns, by=turn, reason=reason)


def _other_thing(talk: Talk, at: int, last: tuple[int, str], key: str, setting: Setting) -> bool:
    """True when something else with a number was spoken of since: of what was said to be merged
    at any time, else just before.
    """
    place, said = last
    first = at + 1 if _MERGES.match(said) else max(at + 1, place - _JUST_BEFORE)
    for turn in reversed(talk.turns[first : place + 1]):
        named = _named(turn, setting) if turn.moves else set()
        if named:  # the one named last is meant
            return not any(one == key or one.endswith(key[key.rfind("-") :]) for one in named)
    return False


def _named(turn: Turn, setting: Setting) -> set[str]:
    """The keys of the things with a number that a turn names; a bare number is one where the chat
    knows a thing with it.
    """
    text = _RELATED.sub(" ", _LINK.sub(" ", turn.message.text))
    named = {key_written(hit.group()) for hit in _NUMBERED.finditer(text)}
    bare = {f"-{hit.group()}" for hit in _BARE.finditer(text)}
    return named | {key for key in setting.names if bare and key[key.rfind("-") :] in bare}


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


def _still_on_it(talk: Talk, by: Turn, key: str, agreeing: list[Agreement]) -> list[Agreement]:
    """Who agreed before the next ticket was called up: a vote behind that is on the next one."""
    first = by.moves[0].at + 1
    places = range(first, len(talk.turns))
    end = next((at for at in places if _takes_up(talk.turns[at], key)), len(talk.turns))
    return [one for one in agreeing if one[1] is None or (talk.place(one[1]) or 0) < end]


def _takes_up(turn: Turn, key: str) -> bool:
    called_next = floor_taken(turn.message.text) if turn.moves or turn.links else None
    return called_next is not None and called_next.key != key


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
    agreeing = _still_on_it(talk, by, key, response.plainly_agreed(talk))
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
