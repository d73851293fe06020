"""Loops: what stops the work, and what is still to be decided; anyone may raise them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.domain.candidate import Candidate, Slot, TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import CUT, Move, Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.en import LEXICON as EN
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.lexicon.zh import LEXICON as ZH
from progressive_memory.flush.extract.wording import phrase, questions
from progressive_memory.flush.extract.wording.specific import stands_alone
from progressive_memory.text.similarity import terms

_ASKING = re.compile(r"(?:please|pls|can you|could you|would you)\b|(?:请|麻烦)", re.IGNORECASE)
# "held up by an issue we found": what it is only those know who were there.
_OURS = re.compile(r"\b(?:issue|problem|bug|thing)s? (?:that )?(?:we|i)\b", re.IGNORECASE)


MOST_MEMBERS = 8
"""In a larger channel a question left open is nobody's."""
_LEAST_TERMS = 3
# Asks what is to be, and does not only check how something is.
_WHICH = re.compile(
    r"^(?:(?:so|and|ok|but|hmm)\W+)*(?:what|which|when|where|who|how|should|shall|do we|can we|could we|(?:does )?any(?:one|body) know|any idea)\b|"
    r"谁|什么|哪|怎么|如何|多少|何时|为什么|要不要|是否|该不该|能不能|需不需要",
    re.IGNORECASE,
)
_ANSWERS_WITHIN = 12  # turns
_TO_ONE = re.compile(
    r"\b(?:you|your|i|my|anyone (?:here|around))\b|你|我(?!们)|吃|有空|在吗", re.IGNORECASE
)


def loops(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The blockers and open loops of a segment."""
    for turn in talk.turns:
        for move in turn.moves:
            if move.act is Act.BLOCKED and not move.reported:
                yield from _blocker(talk, move, setting)
        found = list(_open(talk, turn, setting))
        yield from found
        if not found and setting.members.count <= MOST_MEMBERS:
            yield from _missing(turn, setting)
            yield from _unanswered(talk, turn, setting)


def _blocker(talk: Talk, move: Move, setting: Setting) -> Iterator[Candidate]:
    title = phrase.title(move.text)
    if _ASKING.match(move.text) or not phrase.clear(title) or not (move.cause or move.body):
        return
    if setting.members.find(move.body) or (setting.members.crowd and move.hedged):
        return  # on the bus, in traffic
    if _OURS.search(move.cause) or (setting.members.crowd and not stands_alone(title)):
        return
    if phrase.jokes(move.message.text) or move.question or move.conditional:
        return
    freed = next((one for one in talk.moves(Act.UNBLOCKED) if _frees(talk, one, move)), None)
    yield Candidate(
        kind=Kind.BLOCKER,
        title=title,
        evidence=draft.evidence([move.message, freed.message if freed else None]),
        slot=_slot(title, move.body, move.cause),
        tail=(move.person.name,),
        state=TaskState.DONE if freed else TaskState.OPEN,
    )


def _frees(talk: Talk, freed: Move, blocked: Move) -> bool:
    """Whether a word that something goes on is of this blocker: of those told before, it names
    this one most; it names none, and its sender has told no other.
    """
    if freed.at <= blocked.at or freed.question or freed.hedged or freed.conditional:
        return False
    before = [one for one in talk.moves(Act.BLOCKED) if one.at < freed.at and not one.reported]
    named = [_shared(one, freed) for one in before]
    if any(named):
        return _shared(blocked, freed) == max(named)
    own = [one for one in before if one.person == freed.person]
    return own == [blocked] and not terms(freed.body)


def _shared(blocked: Move, freed: Move) -> int:
    return len(terms(blocked.text) & terms(freed.text))


def blocker_slot(title: str) -> Slot:
    """What is stuck, and by what, read from a blocker's line."""
    hits = (one.find(title) for one in (*ZH.work, *EN.work) if one.act is Act.BLOCKED)
    groups = next((hit.groupdict() for hit in hits if hit), {})
    cause = (groups.get("cause") or "").strip(CUT)
    return _slot(title, (groups.get("body") or title).strip(CUT), cause)


def _slot(title: str, body: str, cause: str) -> Slot:
    return Slot(phrase.title(body) or title, "blocked", cause)


def _missing(turn: Turn, setting: Setting) -> Iterator[Candidate]:
    """What someone says is still to be had, or still undecided."""
    for move in turn.moves:
        about = phrase.title(move.text)
        if move.act is Act.OPEN and not (move.question or move.reported):
            if phrase.clear(about, _LEAST_TERMS) and not phrase.jokes(turn.message.text):
                name = turn.person.name
                said = setting.says(f"（{name}说）", f" (said by {name})")
                yield _loop(about + said, about, turn)
            return


def _unanswered(talk: Talk, turn: Turn, setting: Setting) -> Iterator[Candidate]:
    """A question of the team's own work that nobody answered."""
    asked = next((one for one in turn.moves if one.act in (Act.ASK, Act.ASK_WHETHER)), None)
    if asked is None or asked.reported or turn.addressee or phrase.jokes(turn.message.text):
        return
    about = phrase.plain(asked.text)
    particular = phrase.words_of(about).general.sub("", about)
    if (
        _TO_ONE.search(about)
        or not _WHICH.search(about)
        or not phrase.clear(about, _LEAST_TERMS + 1)
    ):
        return
    if len(terms(particular)) < _LEAST_TERMS or _is_answered(talk, asked):
        return
    name = turn.person.name
    said = setting.says(f"（{name}问，无人回答）", f" (asked by {name}, nobody answered)")
    yield _loop(phrase.capital(about.rstrip("?？")) + setting.says("？", "?") + said, about, turn)


def _is_answered(talk: Talk, asked: Move) -> bool:
    """Whether anybody took it up: an answer that is more than small talk, or the asker goes on."""
    mine = terms(asked.text)
    for later in talk.turns[asked.at + 1 : asked.at + 1 + _ANSWERS_WITHIN]:
        said = [one for one in later.moves if one.act is not Act.CHATTER]
        own = later.person == asked.person
        if said and (not own or any(terms(one.text) & mine for one in said)):
            return True
    return False


def _loop(title: str, about: str, turn: Turn) -> Candidate:
    return Candidate(
        kind=Kind.OPEN_LOOP,
        title=title,
        evidence=draft.evidence([turn.message]),
        slot=Slot(about, "open", "open"),
    )


def _open(talk: Talk, turn: Turn, setting: Setting) -> Iterator[Candidate]:
    """A choice put up and left open: by its own words, or because the answer was "later"."""
    asked = next((move for move in turn.moves if move.act is Act.ASK_WHETHER), None)
    left = next((move for move in turn.moves if move.act is Act.OPEN), None)
    if asked is None or asked.reported:
        return
    later = [answer for answer in talk.answers(asked.at) if answer.has(Act.OPEN, Act.DEFER)]
    if left is None and not later:
        return
    about = questions.whether(asked.body)
    if not phrase.clear(about):
        return
    name = turn.person.name
    yield Candidate(
        kind=Kind.OPEN_LOOP,
        title=about + setting.says(f"（{name}提出，未定）", f" (raised by {name}, undecided)"),
        evidence=draft.evidence([turn.message, *(answer.message for answer in later[:1])]),
        slot=Slot(about, "open", "open"),
    )
