"""Drafts: a checked item as a candidate, kind by kind. Unsure means pending or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from progressive_memory.domain.candidate import (
    Candidate,
    Confirmation,
    Person,
    Slot,
    TaskState,
)
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move
from progressive_memory.flush.extract.grammar.dialogue import Response, refused
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.model import voices
from progressive_memory.flush.extract.model.evidence import Refused, Said
from progressive_memory.flush.extract.readings.facts import facts
from progressive_memory.flush.extract.readings.loops import blocker_slot
from progressive_memory.flush.extract.readings.people import roles
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.slots import slot_of, work_slot

UNSEEN = "unseen"
"""The grammar sees nothing of the kind in the words quoted."""

SMALL_TALK = "small_talk"
TAKEN_BACK = "taken_back"
UNKNOWN_PERSON = "unknown_person"

_SAYS = (Act.DECIDE, Act.PROPOSE, Act.CONVENTION, Act.RULE, Act.ASK_WHETHER, Act.DIRECT, Act.STATE)
_PUT_FORWARD = (Act.DECIDE, Act.PROPOSE, Act.ASK_WHETHER, Act.DIRECT, Act.CONVENTION)
_FACTS = {
    Kind.ENVIRONMENT: (Act.ENVIRONMENT, Act.DONE),
    Kind.CONVENTION: (Act.CONVENTION, Act.DECIDE, Act.PROPOSE, Act.DIRECT, Act.RULE),
}
_TROUBLE = (Act.PROBLEM, Act.GUESS, Act.ATTEMPT, Act.CAUSE, Act.BLOCKED)
_CURE = (Act.FIX, Act.DONE, Act.CLOSED, Act.WORKED)
_ENDS = (Act.DONE, Act.FIX, Act.CLOSED, Act.WORKED)
_VOTES, BALLOT = 2, 3
"""Voters besides the one who put it: so many that a remark is more, so many that it was voted on."""

_HOLDS = (Act.OKAY, Act.ACK, Act.YES, Act.AGREE, Act.TAKE)


@dataclass(frozen=True)
class Checked:
    """An item whose quotes hold and whose title is grounded. The first of `quotes` is the claim;
    `people` are those named, of the members shown; `details` are grounded too.
    """

    kind: Kind
    title: str
    quotes: tuple[Said, ...]
    confirmations: tuple[Said, ...]
    people: tuple[Person, ...]
    state: TaskState
    details: tuple[tuple[Field, str], ...]

    @property
    def claim(self) -> Said:
        """The words that put it forward."""
        return self.quotes[0]

    def evidence(self, more: Sequence[Message | None] = ()) -> tuple[Message, ...]:
        """The messages it rests on, earliest first."""
        return draft.evidence([*(one.message for one in self.quotes), *more])


def candidate(item: Checked, setting: Setting) -> Candidate:
    """The candidate an item makes.

    Raises:
        Refused: the grammar sees nothing of the kind, or the claim was taken back.
    """
    if all(move.act is Act.CHATTER for move in item.claim.moves):
        raise Refused(SMALL_TALK)
    return _DRAFTS[item.kind](item, setting)


def _decision(item: Checked, setting: Setting) -> Candidate:
    claim, move = item.claim, _main(item.claim, _SAYS)
    heard = voices.response(claim)
    agreed = voices.agreeing(claim, item.quotes, item.confirmations, heard)
    voters = len({one.person.sender for one, _ in agreed})
    if move.act is Act.STATE and voters == 1 and not _answers(item):
        confirmed, reason = False, draft.UNCLEAR
    else:
        confirmed, reason = _standing(move, heard, voters, setting)
    return Candidate(
        kind=Kind.DECISION,
        title=item.title,
        evidence=item.evidence([message for _, message in agreed]),
        slot=slot_of(phrase.without_reason(item.title)),
        fields=(*_only(item.details, Field.CONTEXT), (Field.DECISION, item.title)),
        decided_by=(claim.person,),
        confirmed_by=draft.voices((one for one, _ in agreed), but=(claim.person,)),
        confirmed=confirmed,
        reason=reason,
    )


def _standing(move: Move, heard: Response, voters: int, setting: Setting) -> tuple[bool, str]:
    """Whether a decision is confirmed, else why not (DESIGN §5 "Confirmed")."""
    if heard.withdrawn:
        raise Refused(TAKEN_BACK)
    if heard.open_objections() or refused(move.message):
        return False, draft.OBJECTED
    if voters >= BALLOT:
        return True, ""
    if move.act is Act.DECIDE and setting.may_declare(move.person):
        return not move.hedged, draft.HEDGED if move.hedged else ""
    if not voters:
        if move.act not in _PUT_FORWARD:
            raise Refused(UNSEEN)
        return False, draft.NOBODY_AGREED
    if move.conditional and not heard.settled:
        return False, draft.CONDITIONAL
    return (False, draft.HEDGED) if move.hedged and voters < _VOTES else (True, "")


def _answers(item: Checked) -> bool:
    """Whether a statement answers a question quoted beside it: then one who agrees is enough."""
    claim = item.claim
    return any(
        one.person != claim.person
        and one.spot.talk is claim.spot.talk
        and one.spot.at < claim.spot.at
        and any(move.question for move in one.moves)
        for one in item.quotes[1:]
    )


def _fact(item: Checked, setting: Setting) -> Candidate:
    """Where something runs, or how things are done: never on one member's word (DESIGN §8)."""
    claim, heard = item.claim, voices.response(item.claim)
    move = _main(claim, (*_FACTS[item.kind], *_SAYS))
    if heard.withdrawn:
        raise Refused(TAKEN_BACK)
    agreed = voices.agreeing(claim, item.quotes, item.confirmations, heard)
    objected = bool(heard.open_objections())
    least = 1 if move.act in _FACTS[item.kind] else _VOTES  # else the words are a mere remark
    voters = {one.person.sender for one, _ in agreed}
    sure = len(voters) >= least or setting.is_decider(claim.person)
    doubtful = move.hedged or move.conditional
    if doubtful and not sure:
        raise Refused(UNSEEN)
    waits = draft.OBJECTED if objected else draft.HEDGED if doubtful else draft.ONE_PERSON
    return Candidate(
        kind=item.kind,
        title=item.title,
        evidence=item.evidence([message for _, message in agreed]),
        slot=slot_of(item.title),
        decided_by=(claim.person,),
        confirmed_by=draft.voices((one for one, _ in agreed), but=(claim.person,)),
        confirmed=sure and not objected and not doubtful,
        reason="" if sure and not objected and not doubtful else waits,
    )


def _as_read(item: Checked, setting: Setting) -> Candidate:
    """A rule or a role is what the grammar reads in the claim, or nothing: the model only points."""
    reading = facts if item.kind is Kind.RULE else roles
    for found in reading(item.claim.spot.talk, setting):
        if found.kind is item.kind and item.claim.message in found.evidence[:1]:
            return found
    raise Refused(UNSEEN)


def _task(item: Checked, setting: Setting) -> Candidate:
    claim = item.claim
    owners = item.people or (claim.person,)
    own = claim.person in owners
    move = _main(claim, (Act.TAKE, Act.DONE, Act.FIX, Act.ASSIGN, *_SAYS))
    accepted = [
        one for one in _accepting(item) if one.person in owners and one.person != claim.person
    ]
    confirmed, reason = _taken(item, move, own=own, accepted=bool(accepted))
    due = phrase.due(move.text, setting.language)[0] if item.state is TaskState.OPEN else ""
    names = ", ".join(person.name for person in owners)
    return Candidate(
        kind=Kind.TASK,
        title=item.title,
        evidence=item.evidence([one.message for one in accepted]),
        slot=work_slot(item.title, item.state),
        tail=tuple(piece for piece in (names, due) if piece),
        fields=_only(item.details, Field.CONTEXT),
        state=item.state,
        decided_by=() if own else (claim.person,),
        confirmed_by=tuple(Confirmation(one.person) for one in accepted),
        confirmed=confirmed,
        reason=reason,
    )


def _taken(item: Checked, move: Move, *, own: bool, accepted: bool) -> tuple[bool, str]:
    """Whether the owner has it, and is where it says: only the owner's own words end it."""
    if move.question and not accepted:
        raise Refused(UNSEEN)
    if own or accepted:
        said = [
            one for one in (*item.quotes, *item.confirmations) if one.person in item.people or own
        ]
        if item.state is not TaskState.OPEN and not any(one.has(*_ENDS) for one in said):
            return False, draft.UNCLEAR
        if not accepted and not item.claim.has(Act.TAKE, *_ENDS):
            return False, draft.UNCLEAR
        return (False, draft.HEDGED) if move.wavers or move.conditional else (True, "")
    if item.state is not TaskState.OPEN:
        return False, "not_owner"
    return False, draft.NOT_ACCEPTED


def _accepting(item: Checked) -> list[Said]:
    return list(voices.accepts(item.claim, item.confirmations, *_HOLDS))


def _blocker(item: Checked, _setting: Setting) -> Candidate:
    claim = item.claim
    if not claim.has(Act.BLOCKED, Act.PROBLEM) or _main(claim, _TROUBLE).question:
        raise Refused(UNSEEN)
    ended = item.state is TaskState.DONE and any(
        one.has(Act.UNBLOCKED, *_ENDS) for one in item.quotes
    )
    return Candidate(
        kind=Kind.BLOCKER,
        title=item.title,
        evidence=item.evidence(),
        slot=blocker_slot(item.title),
        tail=(claim.person.name,),
        state=TaskState.DONE if ended else TaskState.OPEN,
    )


def _open_loop(item: Checked, setting: Setting) -> Candidate:
    if not any(one.has(Act.ASK_WHETHER) for one in item.quotes) or not any(
        one.turn.has(Act.OPEN, Act.DEFER) for one in item.quotes
    ):
        raise Refused(UNSEEN)
    name = item.claim.person.name
    raised = setting.says(f"（{name}提出，未定）", f" (raised by {name}, undecided)")
    return Candidate(
        kind=Kind.OPEN_LOOP,
        title=item.title + raised,
        evidence=item.evidence(),
        slot=Slot(item.title, "open", "open"),
    )


def _fix(item: Checked, _setting: Setting) -> Candidate:
    told = [one for one in item.quotes if one.has(*_TROUBLE)]
    cured = [one for one in item.quotes if one.has(*_CURE)]
    if not told and not cured:
        raise Refused(UNSEEN)
    details = dict(item.details)
    sure = bool(told and cured) and Field.RIGHT_WAY in details
    return Candidate(
        kind=Kind.FIX,
        title=item.title,
        evidence=item.evidence(),
        slot=Slot("", "", item.title),
        fields=tuple(details.items()),
        confirmed=sure,
        reason="" if sure else draft.UNCLEAR,
    )


_DRAFTS: Mapping[Kind, Callable[[Checked, Setting], Candidate]] = {
    Kind.DECISION: _decision,
    Kind.ENVIRONMENT: _fact,
    Kind.CONVENTION: _fact,
    Kind.RULE: _as_read,
    Kind.ROLE: _as_read,
    Kind.TASK: _task,
    Kind.BLOCKER: _blocker,
    Kind.OPEN_LOOP: _open_loop,
    Kind.FIX: _fix,
}


def _main(claim: Said, acts: Sequence[Act]) -> Move:
    """The clause that makes the claim: of those quoted the one whose act comes first in `acts`."""
    own = [move for move in claim.moves if not move.reported or move.act is Act.DECIDE]
    found = [move for act in acts for move in own if move.act is act]
    if not found:
        raise Refused(UNSEEN)
    return found[0]


def _only(details: Sequence[tuple[Field, str]], field: Field) -> tuple[tuple[Field, str], ...]:
    return tuple(one for one in details if one[0] is field)
