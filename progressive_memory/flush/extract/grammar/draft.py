"""Draft: what every reading of the grammar hands over, and the reasons a thing is not confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from progressive_memory.domain.candidate import Confirmation, Person
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.members import Members

NOBODY_AGREED = "nobody_agreed"
OBJECTED = "objected"
ONE_PERSON = "one_person"
TO_AGENT = "to_agent"
NOTED_BY_AGENT = "agent"
HEDGED = "hedged"
CONDITIONAL = "conditional"
NOT_ACCEPTED = "not_accepted"
UNCLEAR = "unclear"
UNNAMED = "unnamed"


@dataclass(frozen=True)
class Setting:
    """What the grammar knows beside the messages: the language notes are written in, who may
    declare (sender ids or names; empty = anyone who uses explicit words), who the members are,
    and what issues are called by their keys.
    """

    language: Language
    members: Members
    deciders: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)

    def may_declare(self, person: Person) -> bool:
        """True when an explicit word of `person` decides."""
        return not self.deciders or bool({person.sender, person.name} & self.deciders)

    def is_decider(self, person: Person) -> bool:
        """True when `person` is named as one who decides."""
        return bool({person.sender, person.name} & self.deciders)

    def says(self, zh: str, en: str) -> str:
        """The wording in the group's language."""
        return zh if self.language == "zh" else en


def evidence(messages: Iterable[Message | None]) -> tuple[Message, ...]:
    """Each message once, earliest first."""
    found = {message.event_id: message for message in messages if message is not None}
    return tuple(sorted(found.values(), key=_when))


def _when(message: Message) -> datetime:
    return message.at


def voices(
    confirmations: Iterable[Confirmation], but: Iterable[Person]
) -> tuple[Confirmation, ...]:
    """Each person's first confirmation, those of `but` left out."""
    seen = {person.sender for person in but}
    found: list[Confirmation] = []
    for one in confirmations:
        if one.person.sender not in seen:
            seen.add(one.person.sender)
            found.append(one)
    return tuple(found)
