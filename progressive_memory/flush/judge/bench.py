"""Bench: what the judge goes by, and what no candidate may come back from. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.work.reports import Report
from progressive_memory.flush.known import meaning, vetoes
from progressive_memory.flush.known.vetoes import Veto


@dataclass(frozen=True)
class Bench:
    """What the judge goes by.

    `key_name` makes entry keys. `deciders` are sender ids or names; empty = no one is named.
    `authorities` are senders whose word counts in this run alone, as a decider's. `fresh` are
    block ids of messages no flush has judged as they read now, `edited` those that read otherwise
    when one did. `expired` are keys of pending
    items whose time ran out. `reports` tell what was done or is over; `days` holds the messages of
    the day notes that tasks rest on, where a report needs them.
    """

    key_name: str
    language: Language
    deciders: frozenset[str] = frozenset()
    authorities: frozenset[str] = frozenset()
    fresh: frozenset[str] = frozenset()
    edited: frozenset[str] = frozenset()
    vetoes: tuple[Veto, ...] = ()
    expired: frozenset[str] = frozenset()
    reports: tuple[Report, ...] = ()
    days: Mapping[str, Sequence[Message]] = field(default_factory=dict)
    quiet_task_days: int = 14

    def forbids(self, candidate: Candidate) -> bool:
        """Whether it means what was vetoed and rests on the same messages."""
        evidence = frozenset(message.block_id for message in candidate.evidence)
        said = meaning.fingerprint(candidate.kind, candidate.slot)
        return any(vetoes.forbids(veto, candidate.kind, evidence, said) for veto in self.vetoes)


def by_a_person(message: Message) -> bool:
    """Whether a person of the room said it, and it still stands."""
    return message.role == "user" and not message.forwarded and not message.deleted
