"""People: who holds what role; given and accepted, or on an imported roster (DESIGN §5)."""

from __future__ import annotations

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


def roles(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The roles given in a segment."""
    for turn in talk.turns:
        if turn.message.event_id.startswith(ROSTER):
            yield _listed(turn.message)
            continue
        for move in turn.moves:
            if move.act is Act.ROLE and not move.reported and _is_role(move):
                yield _given(talk, move, setting)


def _listed(message: Message) -> Candidate:
    person = person_of(message)
    role = phrase.plain(message.text).removeprefix(person.name).lstrip(" —–-:：,，")
    return Candidate(
        kind=Kind.ROLE,
        title=f"{person.name} — {role}",
        evidence=(message,),
        slot=Slot(person.name, "roster", role),
    )


def _is_role(move: Move) -> bool:
    """`负责测试` is a role, `负责这张图` a task."""
    lasting = move.lexicon.lasting.search(move.text)
    return bool(lasting or move.lexicon.role_noun.search(move.body)) and not move.question


def _given(talk: Talk, move: Move, setting: Setting) -> Candidate:
    holders = move.who or (move.person,)
    names = setting.says("、", ", ").join(person.name for person in holders)
    duty = phrase.duty(move.body)
    accepting = _accepting(talk, move, holders)
    sure = setting.is_decider(move.person) or bool(accepting)
    return Candidate(
        kind=Kind.ROLE,
        title=f"{names} — {duty}",
        evidence=draft.evidence([move.message, *(message for _, message in accepting)]),
        slot=Slot(phrase.duty_subject(move.body), "holder", names),
        decided_by=(move.person,),
        confirmed_by=draft.voices((said for said, _ in accepting), but=(move.person,)),
        confirmed=sure,
        reason="" if sure else draft.ONE_PERSON,
    )


def _accepting(talk: Talk, move: Move, holders: tuple[Person, ...]) -> list[Agreement]:
    """The holder's acceptance, and others who agreed."""
    response = response_to(talk, move.at)
    found: list[Agreement] = list(response.agreed)
    if response.open_objections():
        return []
    found.extend(
        (Confirmation(turn.person), turn.message)
        for turn in talk.answers(move.at)
        if turn.person in holders and turn.person != move.person and turn.has(*_HOLDS)
    )
    return found
