"""People: who holds what role; given and accepted, or on an imported roster (DESIGN §5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.domain.candidate import Candidate, Confirmation, Person, Slot
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move
from progressive_memory.flush.extract.grammar.dialogue import Agreement, Talk, response_to
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.grammar.members import person_of
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.wording import phrase

ROSTER = "roster:"
_HOLDS = frozenset({Act.OKAY, Act.ACK, Act.YES, Act.AGREE, Act.TAKE, Act.ROLE})
_TO_YOU = re.compile(r"\b(?:you|you're|you'll)\b|你", re.IGNORECASE)
# "takes over the load test" hands over a task, "takes over the on-call rota" a role.
_HANDS_OVER = re.compile(r"\b(?:takes?|taking) over\b|接手|接管", re.IGNORECASE)
_FROM_NOW = re.compile(
    r",?\s*\b(?:from now on|going forward|starting now)\b|从现在起|以后|今后", re.IGNORECASE
)


def roles(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The roles given in a segment."""
    for turn in talk.turns:
        if turn.message.event_id.startswith(ROSTER):
            yield _listed(turn.message)
            continue
        for move in turn.moves:
            if move.act is Act.ROLE and is_role(move):
                yield from _given(talk, move, setting)
            elif move.act is Act.ROLE_END and not (move.reported or move.question):
                yield from _ended(talk, move, setting)


def _listed(message: Message) -> Candidate:
    person = person_of(message)
    role = phrase.plain(message.text).removeprefix(person.name).lstrip(" —–-:：,，")
    return Candidate(
        kind=Kind.ROLE,
        title=f"{person.name} — {role}",
        evidence=(message,),
        slot=Slot(person.name, "roster", role),
    )


def is_role(move: Move) -> bool:
    """`负责测试` is a role, `负责这张图` a task."""
    if move.reported or move.question or move.hedged:
        return False
    lasting = move.lexicon.lasting.search(_HANDS_OVER.sub("", move.text))
    return bool(lasting or move.lexicon.role_noun.search(move.body))


def holders_of(talk: Talk, move: Move) -> tuple[Person, ...]:
    """Who holds what a move gives: whom it names, else whom it calls "you", else the sender."""
    if move.who:
        return move.who
    if _TO_YOU.search(move.text):
        called = talk.turns[move.at].addressee
        return (called,) if called else ()
    return (move.person,)


def _given(talk: Talk, move: Move, setting: Setting) -> Iterator[Candidate]:
    holders = holders_of(talk, move)
    body = _FROM_NOW.sub("", move.body)
    duty = phrase.duty(body)
    if not holders or not phrase.clear(duty, 1):
        return
    names = setting.says("、", ", ").join(person.name for person in holders)
    meanwhile = phrase.plain(move.cause)
    if meanwhile:
        duty += setting.says(f"（{meanwhile}）", f" ({meanwhile[:1].lower()}{meanwhile[1:]})")
    slot = Slot(phrase.duty_subject(body), "holder", names)
    yield _role(f"{names} — {duty}", slot, move, _accepting(talk, move, holders), setting)


def _ended(talk: Talk, move: Move, setting: Setting) -> Iterator[Candidate]:
    """A role given up or taken away, the next holder not named."""
    when, rest = phrase.due(move.body.removesuffix("了"), setting.language)
    duty = phrase.duty(rest)
    if not move.who or not phrase.clear(duty, 1) or not move.lexicon.role_noun.search(move.body):
        return
    names = setting.says("、", ", ").join(person.name for person in move.who)
    since = f" ({when})" if when else ""
    title = setting.says(f"{names} — 不再是{duty}{since}", f"{names} — no longer {duty}{since}")
    slot = Slot(phrase.duty_subject(rest), "holder", "")
    heard = response_to(talk, move.at)
    accepting = [] if heard.open_objections() else [*heard.agreed, *heard.said_yes, *heard.okayed]
    yield _role(title, slot, move, accepting, setting)


def _role(
    title: str, slot: Slot, move: Move, accepting: list[Agreement], setting: Setting
) -> Candidate:
    sure = setting.is_decider(move.person) or bool(accepting)
    return Candidate(
        kind=Kind.ROLE,
        title=title,
        evidence=draft.evidence([move.message, *(message for _, message in accepting)]),
        slot=slot,
        decided_by=(move.person,),
        confirmed_by=draft.voices((said for said, _ in accepting), but=(move.person,)),
        confirmed=sure,
        reason="" if sure else draft.ONE_PERSON,
    )


def _accepting(talk: Talk, move: Move, holders: tuple[Person, ...]) -> list[Agreement]:
    """The holder's acceptance, and others who agreed."""
    response = response_to(talk, move.at)
    found: list[Agreement] = [*response.agreed, *response.said_yes]
    if response.open_objections():
        return []
    found.extend(
        (Confirmation(turn.person), turn.message)
        for turn in talk.answers(move.at)
        if turn.person in holders and turn.person != move.person and turn.has(*_HOLDS)
    )
    return found
