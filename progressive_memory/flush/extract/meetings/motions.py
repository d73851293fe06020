"""Motions: what a meeting decides by procedure: moved and carried, put in a line of its own, asked
for objections nobody had.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.domain.candidate import Candidate, Confirmation
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.meetings.ballots import votes
from progressive_memory.flush.extract.meetings.wordings import asks_other
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.slots import slot_of
from progressive_memory.text.similarity import terms

_MOVED = re.compile(
    r"(?:^|[,;:–—.-] ?)so moved[,:;–—-]+\s*(?:that )?(?P<body>\S.{12,})$", re.IGNORECASE
)
_FRAME = re.compile(
    r"^(?:(?:so|ok(?:ay)?|and|enough talk)[,.! –—-]*|given that\W*)*(?:here'?s (?:the|my) (?P<decides>decision|ruling|call)|"
    r"(?:here'?s )?(?:my|the) (?:proposal|motion|suggestion)(?: is(?: this)?)?|here'?s what i'?(?:m|d) (?:proposing|like to (?:propose|suggest)|suggest(?:ing)?)|"
    r"i (?:would like to |want to )?(?:propose|move|suggest) (?:this|the following))\s*[:.–—-]*$",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"^(?:(?:so|ok(?:ay)?|and|is|is there)[, ]+)*(?:any(?:one|body)|any (?:votes|objections?|opposition))(?: (?:opposed|objecting))? "
    r"(?:against|to) (?P<body>(?!that\b|this\b|it\b|doing that\b)[^?]{8,})\?",
    re.IGNORECASE,
)
_CALLS = re.compile(
    r"^\W*(?:\d\W*|going (?:once|twice).*|sold\b.*|(?:\d+|ten|thirty) seconds to .*)$",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"^\W*(?:ok(?:ay)?\b|so moved|sold\b|carried|great\b|awesome\b|moving on|next\b)", re.IGNORECASE
)
_WANTS = re.compile(r"^i(?:'d| would) like to (?:see|have) ", re.IGNORECASE)
# "move it to Thursday (2026-05-14)": every Thursday, not the next one.
_ANY_WEEK = re.compile(
    r"(\b(?:to|than|from|every|on) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?)) \(\d{4}-\d{2}-\d{2}[^)]*\)",
    re.I,
)
_REACH = 14  # turns before and after in which a motion is answered
_CALLED_WITHIN = 10  # turns in which the one who asked goes on
_SPEECH = 2  # own turns behind a frame that hold what is put


def motions(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The decisions of a meeting made by procedure; what is put and then asked about is one."""
    counted: set[str] = set()
    for one in _motions(talk, setting):
        votes_on_it = {message.event_id for message in one.evidence if one.confirmed_by}
        if not votes_on_it & counted:
            counted |= votes_on_it
            yield one


def _motions(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    for at, turn in enumerate(talk.turns):
        if not turn.moves:
            continue
        text = turn.message.text
        moved, against = _MOVED.search(text), _AGAINST.match(text)
        framed = next((hit for move in turn.moves if (hit := _FRAME.match(move.text))), None)
        if moved:
            yield from _decided(talk, at, at, moved["body"], _agreeing_before(talk, at), setting)
        elif framed:
            yield from _put(talk, at, bool(framed["decides"]), setting)
        elif against and _unopposed(talk, at):
            voters = [*_agreeing_before(talk, at), *_agreeing(talk, at)]
            yield from _decided(talk, at, at, against["body"], voters, setting)


def _put(talk: Talk, at: int, decides: bool, setting: Setting) -> Iterator[Candidate]:
    """What the words behind "my proposal is this" say, when others agree or it is a decision."""
    found = _behind(talk, at)
    if found is None:
        return
    place, move = found
    voters = _agreeing(talk, place)
    opposed = any(turn.has(Act.DISAGREE) for turn in _after(talk, place))
    if (decides or voters) and not opposed:
        yield from _decided(talk, at, place, move.text, voters, setting)


def _behind(talk: Talk, at: int) -> tuple[int, Move] | None:
    """The first statement of the same person behind a frame: in its turn, or in the next ones."""
    own = talk.turns[at]
    frame = next(place for place, move in enumerate(own.moves) if _FRAME.match(move.text))
    for move in own.moves[frame + 1 :]:
        if not move.question:
            return at, move
    mine = (place for place in range(at + 1, min(at + 6, len(talk.turns))))
    mine = (place for place in mine if talk.turns[place].person == own.person)
    for _, place in zip(range(_SPEECH), mine, strict=False):
        for move in talk.turns[place].moves:
            if not move.question:
                return place, move
    return None


def _decided(
    talk: Talk, at: int, place: int, body: str, voters: list[Turn], setting: Setting
) -> Iterator[Candidate]:
    turn = talk.turns[at]
    title = phrase.title(
        phrase.third_person(_WANTS.sub("", _ANY_WEEK.sub(r"\1", body)), turn.person.name)
    )
    if len(terms(title)) < 3 or not phrase.clear(title) or phrase.starts_bare(title):
        return
    voters = [one for one in voters if one.person != turn.person]
    if not setting.may_declare(turn.person) and not voters:
        return
    topic = talk.topic(at)
    sure = bool(voters) or not setting.members.crowd  # in a channel of many silence is no yes
    context = ((Field.CONTEXT, setting.says(f"议题：{topic}", f"On {topic}")),) if topic else ()
    messages = [turn.message, talk.turns[place].message, *(one.message for one in voters)]
    yield Candidate(
        kind=Kind.DECISION,
        title=title,
        evidence=draft.evidence(messages),
        slot=slot_of(title),
        fields=(*context, (Field.DECISION, title)),
        decided_by=(turn.person,),
        confirmed_by=draft.voices((Confirmation(one.person) for one in voters), (turn.person,)),
        confirmed=sure,
        reason="" if sure else draft.NOBODY_AGREED,
    )


def _unopposed(talk: Talk, at: int) -> bool:
    """True when nobody spoke against it until the one who asked went on."""
    person = talk.turns[at].person
    for turn in talk.turns[at + 1 : at + 1 + _CALLED_WITHIN]:
        text = turn.message.text
        if turn.person != person:
            if turn.has(Act.DISAGREE):
                return False
        elif _CLOSES.match(text) or _CALLS.match(text):
            return True
    return False


def _after(talk: Talk, at: int) -> list[Turn]:
    """The turns in which a motion is answered, up to the next topic, or what its mover asks next."""
    found: list[Turn] = []
    own = talk.turns[at]
    for turn in talk.turns[at + 1 : at + 1 + _REACH]:
        text = turn.message.text
        if turn.has(Act.TOPIC) or (
            turn.person == own.person and asks_other(text, own.message.text)
        ):
            break
        found.append(turn)
    return found


def _agreeing(talk: Talk, at: int) -> list[Turn]:
    return [turn for turn in _after(talk, at) if votes(turn)]


def _agreeing_before(talk: Talk, at: int) -> list[Turn]:
    """Plain agreement said just before, since the last topic."""
    found: list[Turn] = []
    for turn in reversed(talk.turns[max(0, at - _REACH) : at]):
        if turn.has(Act.TOPIC):
            break
        if votes(turn):
            found.append(turn)
    return found[::-1]
