"""Decisions: a proposal agreed to, a choice answered, a declaration nobody objected to, a vote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from progressive_memory.domain.candidate import Candidate, Confirmation, Person
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract import draft, phrase
from progressive_memory.flush.extract.acts import Move, Turn
from progressive_memory.flush.extract.dialogue import Response, Talk, refused, response_to
from progressive_memory.flush.extract.draft import Setting
from progressive_memory.flush.extract.lexicon import Act
from progressive_memory.flush.extract.slots import slot_of

_CLAIMS = (Act.DECIDE, Act.PROPOSE, Act.DIRECT, Act.CONVENTION)
_CONTEXT_TURNS = 3
_ANSWER_TURNS = 3
_VOTES = 2


@dataclass(frozen=True)
class _Claim:
    """A statement that may be a decision: the move that makes it, the question it answers."""

    move: Move
    turn: Turn
    question: Move | None
    response: Response


def decisions(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The decisions of a segment, confirmed or pending."""
    for at, turn in enumerate(talk.turns):
        claim = _claim(talk, at, turn)
        if claim is not None:
            candidate = _candidate(talk, claim, setting)
            if candidate is not None:
                yield candidate


def _claim(talk: Talk, at: int, turn: Turn) -> _Claim | None:
    response = response_to(talk, at)
    move = _stated(turn, response)
    if move is None or (move.reported and move.act is not Act.DECIDE):
        return None
    return _Claim(move, turn, _question(talk, at), response)


def _stated(turn: Turn, response: Response) -> Move | None:
    """The clause of a turn that would be the decision."""
    for act in _CLAIMS:
        for move in turn.moves:
            if move.act is act and move.body:
                return move
    asked = next((move for move in turn.moves if move.act is Act.ASK_WHETHER), None)
    if asked is not None and response.agreed and phrase.offers(asked.text):
        return asked
    voters = {said.person.sender for said, _ in response.agreed}
    if len(voters) >= _VOTES:
        return next((m for m in turn.moves if m.act is Act.STATE and not m.reported), None)
    return None


def _question(talk: Talk, at: int) -> Move | None:
    """The question of someone else that turn `at` answers: replied to, or asked just before."""
    target = talk.target(at)
    if target is None:
        return None
    asked, turn = talk.turns[target], talk.turns[at]
    bound = turn.message.reply_to or turn.message.thread
    if asked.person == turn.person or (not bound and at - target > _ANSWER_TURNS):
        return None
    for move in reversed(asked.moves):
        if move.question and move.act in (Act.ASK, Act.ASK_WHETHER, Act.PROPOSE):
            return move
    return None


def _candidate(talk: Talk, claim: _Claim, setting: Setting) -> Candidate | None:
    move, response = claim.move, claim.response
    if response.withdrawn:
        return None
    confirmed, reason, agreeing = _standing(claim, setting)
    if not confirmed and not reason:
        return None
    title = _title(claim)
    if not phrase.clear(title):
        if not confirmed:
            return None
        confirmed, reason = False, draft.UNCLEAR
    statement = phrase.without_reason(phrase.title(move.body))
    context, told_in = _context(talk, claim, setting)
    return Candidate(
        kind=Kind.DECISION,
        title=title,
        evidence=draft.evidence(
            [told_in, claim.question.message if claim.question else None, move.message]
            + [message for _, message in agreeing]
            + [settled.message for settled in response.settled]
        ),
        slot=slot_of(statement),
        fields=tuple(_fields(talk, claim, context, setting)),
        decided_by=(move.person,),
        confirmed_by=draft.voices((said for said, _ in agreeing), but=(move.person,)),
        confirmed=confirmed,
        reason=reason,
    )


def _standing(
    claim: _Claim, setting: Setting
) -> tuple[bool, str, list[tuple[Confirmation, Message | None]]]:
    """Whether the claim is confirmed, else why not ("" = not worth asking), and who agreed."""
    move, response = claim.move, claim.response
    agreeing = [one for one in response.agreed if one[1] is not None]
    agreeing += [(Confirmation(one.person), one.message) for one in response.settled]
    agreeing += [
        (said, message) for said, message in response.okayed if _consents(claim, said.person)
    ]
    agreeing += [one for one in response.agreed if one[1] is None]  # reactions stand last
    explicit = move.act is Act.DECIDE and setting.may_declare(move.person)
    put_forward = move.act in (Act.PROPOSE, Act.DECIDE)
    if response.open_objections() or refused(move.message):
        return False, draft.OBJECTED if put_forward or agreeing else "", agreeing
    if agreeing or explicit:
        if move.conditional and move.act is Act.PROPOSE and not response.settled:
            return False, draft.CONDITIONAL, agreeing
        return True, "", agreeing
    if move.question or not put_forward:
        return False, "", agreeing
    return False, draft.NOBODY_AGREED, agreeing


def _consents(claim: _Claim, person: Person) -> bool:
    """`OK` agrees when it was asked for, or when the one who asked takes the answer."""
    if claim.question is not None and claim.question.person == person:
        return True
    return claim.move.act is Act.PROPOSE or any(move.question for move in claim.turn.moves)


def _title(claim: _Claim) -> str:
    if claim.move.act is Act.ASK_WHETHER:
        return phrase.offered(claim.move.body)
    statement = phrase.without_reason(phrase.title(claim.move.body))
    if claim.question is not None:
        return phrase.with_topic(statement, claim.question.text)
    return statement


def _context(talk: Talk, claim: _Claim, setting: Setting) -> tuple[str, Message | None]:
    """What led to it: the question it answers, else the trouble told just before."""
    if claim.question is not None:
        asker = claim.question.person.name
        asked = phrase.plain(claim.question.text)
        return setting.says(f"{asker} 问：{asked}？", f"{asker} asked: {asked}?"), None
    at = claim.move.at
    for before in reversed(talk.turns[max(0, at - _CONTEXT_TURNS) : at]):
        for move in before.moves:
            if move.act is Act.PROBLEM and not move.reported:
                return phrase.title(move.body), before.message
    return "", None


def _fields(
    talk: Talk, claim: _Claim, context: str, setting: Setting
) -> Iterator[tuple[Field, str]]:
    if context:
        yield Field.CONTEXT, context
    yield Field.DECISION, _statement(claim)
    actions = [
        phrase.action(move.person.name, move.text, setting.language)
        for turn in talk.answers(claim.move.at)
        for move in turn.moves
        if move.act is Act.TAKE and move.body
    ]
    if actions:
        yield Field.ACTION, setting.says("；", "; ").join(actions)


def _statement(claim: _Claim) -> str:
    """The decision in full: the clause, and the ones after it in the same message."""
    if claim.move.act is Act.ASK_WHETHER:
        return phrase.offered(claim.move.body)
    clauses = [claim.move.body]
    start = claim.turn.moves.index(claim.move)
    clauses.extend(
        move.body
        for move in claim.turn.moves[start + 1 :]
        if move.act in (Act.STATE, Act.DIRECT, Act.CONVENTION) and not move.question
    )
    joint = "；" if phrase.words_of(claim.move.body).language == "zh" else "; "
    return phrase.capital(joint.join(phrase.plain(clause) for clause in clauses[:4]))
