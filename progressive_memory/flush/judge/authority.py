"""Authority: whose word settles what (DESIGN §5 "Confirmed"). Pure.

A decider's word counts in everything; a duty that stands in people.md gives its holder the same
word on what the duty names, but on no role and no rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from progressive_memory.domain.candidate import Candidate, Person
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.grammar.draft import NOTED_BY_AGENT, TO_AGENT
from progressive_memory.flush.judge.bench import Bench
from progressive_memory.flush.judge.statements import said_by
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.known.statement.statement import read
from progressive_memory.text.to_agent import speaks_to_agent

ROSTER = "roster:"
"""Event ids of an imported roster, which is authority for roles (DESIGN §5)."""

_TWO_VOICES = frozenset({Kind.ROLE, Kind.ENVIRONMENT, Kind.RULE})
"""Kinds one member's unconfirmed word never changes (DESIGN §8)."""

_NOT_BY_DUTY = frozenset({Kind.ROLE, Kind.RULE})
_OFFICES = frozenset(
    "owner owners own manag lead leader maintain respons charge head contact person team member "
    "负责 责人 责任 主管 经理 组长 对接 接人 管理 维护".split()
)
"""Words of a duty that say that somebody has it, not what it is."""


def duties(known: Iterable[Known]) -> dict[str, tuple[frozenset[str], ...]]:
    """What each person has in charge by the roles that stand, as concepts, by name. A duty that
    names no thing (`manager`) gives none.
    """
    found: dict[str, tuple[frozenset[str], ...]] = {}
    for one in known:
        if one.kind is Kind.ROLE and one.place is Place.STANDING and not one.superseded_by:
            things = (read(piece).about - _OFFICES for piece in one.tail[:1])
            found[one.title] = (*found.get(one.title, ()), *filter(None, things))
    return found


class Authority:
    """Who may settle what in one run of the judge."""

    def __init__(self, bench: Bench, known: Iterable[Known]) -> None:
        self._bench = bench
        self._duties = duties(known)

    def learn(self, known: Iterable[Known]) -> None:
        """Take up the duties of roles that were written since."""
        self._duties = duties(known)

    def guarded(self, candidate: Candidate) -> Candidate:
        """The candidate, made pending where its words speak to the machine, and where one
        member's word alone would change a role, a rule or the environment.
        """
        if candidate.reason != NOTED_BY_AGENT and self._is_for_the_agent(candidate):
            return replace(candidate, confirmed=False, reason=TO_AGENT)
        if not candidate.confirmed or candidate.kind not in _TWO_VOICES:
            return candidate
        roster = candidate.kind is Kind.ROLE and candidate.evidence[0].event_id.startswith(ROSTER)
        names = {person.name for person in people(candidate)}
        if roster or len(names) > 1 or self.settles(candidate):
            return candidate
        return replace(candidate, confirmed=False, reason="one_person")

    def may_overrule(self, new: Known, old: Known, candidate: Candidate) -> bool:
        """Whether the people behind `new` may overrule `old`: somebody whose word settles it is
        among them, or one of those who made the old entry, or (where nobody is named decider) at
        least as many people.
        """
        if self.settles(candidate) or new.voices & old.voices:
            return True
        return not self._bench.deciders and len(new.voices) >= len(old.voices)

    def settles(self, candidate: Candidate) -> bool:
        """Whether a decider, an authority of this run, or who has the thing in charge is among
        its people.
        """
        bench = self._bench
        return self._is_in_charge(candidate) or any(
            person.sender in bench.authorities
            or person.sender in bench.deciders
            or person.name in bench.deciders
            for person in people(candidate)
        )

    def _is_for_the_agent(self, candidate: Candidate) -> bool:
        """Whether it rests on words to the machine by someone without the right to instruct it.
        That others agreed changes nothing: to what, the words do not say.
        """
        said, bench = candidate.evidence[0], self._bench
        entitled = {said.sender, said.sender_name} & (bench.authorities | bench.deciders)
        return not entitled and speaks_to_agent(said.text)

    def _is_in_charge(self, candidate: Candidate) -> bool:
        things = [thing for one in people(candidate) for thing in self._duties.get(one.name, ())]
        if not things or candidate.kind in _NOT_BY_DUTY:
            return False
        about = read(said_by(candidate)).about
        return any(thing <= about for thing in things)


def people(candidate: Candidate) -> tuple[Person, ...]:
    """Who decided and who confirmed it."""
    return (*candidate.decided_by, *(one.person for one in candidate.confirmed_by))
