"""Work: the tasks, blockers and loops among what is known, as talk of them looks them up. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.work import deliverable
from progressive_memory.flush.extract.work.deliverable import Rarity
from progressive_memory.flush.judge.course import due_of, is_ours_to_end, is_quiet
from progressive_memory.flush.known import meaning
from progressive_memory.flush.known.known import ENDED, Known, Place, has_date
from progressive_memory.text import similarity

_WEEKS_ON_IT = 2  # times as long as a task goes quiet after: an owner still reports on it then


class Work:
    """What has a course, of all that is known by id."""

    def __init__(self, by_id: Mapping[str, Known], quiet_days: int) -> None:
        self._by_id = by_id
        self._quiet_days = quiet_days

    def open_tasks(self) -> tuple[Known, ...]:
        """The tasks that have not ended, those gone quiet, closed or pending among them."""
        return tuple(
            one for one in self._by_id.values() if one.kind is Kind.TASK and one.state not in ENDED
        )

    def active(self) -> tuple[Known, ...]:
        """What has a course and is open as we wrote it."""
        return tuple(one for one in self._by_id.values() if is_ours_to_end(one))

    def ended_by(self, report: str, names: frozenset[str], at: str) -> tuple[Known, ...]:
        """The open tasks that people's report of the local minute `at` tells to be done. Of
        somebody else's, and of what has long gone quiet, it must name most; of their own it need
        name what none of their other open tasks has.
        """
        tasks = self.open_tasks()
        of_all, of_own = _rarity(tasks), _rarity(_owned(tasks, names))
        return tuple(
            one
            for one in tasks
            if one.latest < at
            and deliverable.ends(
                one.title,
                report,
                of_own if self._is_on_it(one, names, at, _WEEKS_ON_IT) else of_all,
                by_owner=self._is_on_it(one, names, at, _WEEKS_ON_IT),
            )
        )

    def followed_by(self, told: str, names: frozenset[str], at: str) -> tuple[Known, ...]:
        """The open tasks of these people, not gone quiet by then, about whose thing they tell
        more on a later day, by its name.
        """
        tasks = _owned(self.active(), names)
        rarity = _rarity(tasks)
        return tuple(
            one
            for one in tasks
            if one.kind is Kind.TASK
            and one.latest[:10] < at[:10]
            and self._is_on_it(one, names, at, 1)
            and deliverable.tells_of(one.title, told, rarity)
        )

    def freed_by(self, report: str, at: str) -> tuple[Known, ...]:
        """The open blockers that a report of the local minute `at` says are out of the way: it
        names what was stuck, or what that waited for.
        """
        return tuple(
            one
            for one in self.active()
            if one.kind is Kind.BLOCKER
            and one.latest < at
            and any(
                similarity.repeats(said, report)
                for said in (one.slot.subject, one.slot.value, one.title)
            )
        )

    def due_on(self, day: str, owner: str) -> tuple[Known, ...]:
        """The open tasks of that person that are due on the ISO day."""
        tasks = _owned(self.active(), frozenset({owner}))
        return tuple(one for one in tasks if one.kind is Kind.TASK and due_of(one) == day)

    def _is_on_it(self, task: Known, names: frozenset[str], at: str, times: int) -> bool:
        own = bool(names & owners(task.tail))
        return own and not is_quiet(task, at[:10], times * self._quiet_days)

    def read_before(self, candidate: Candidate) -> list[Known]:
        """The tasks that rest on all of its messages and were known then to be its work."""
        evidence = frozenset(message.block_id for message in candidate.evidence)
        return [
            one
            for one in self._by_id.values()
            if one.kind is Kind.TASK
            and one.place is Place.STANDING
            and evidence <= one.evidence_ids
            and owners(candidate.tail) & owners(one.tail)
            and deliverable.may_be_one(one.title, candidate.title)
        ]

    def one_with(self, candidate: Candidate) -> list[Known]:
        """The open tasks of its owner that it announces, or ends, in other words."""
        mine = owners(candidate.tail)
        theirs = [one for one in self.open_tasks() if mine & owners(one.tail)]
        if candidate.state in ENDED:
            at = f"{candidate.evidence[-1].at:%Y-%m-%d %H:%M}"
            short = deliverable.falls_short(candidate.title)
            pieces = () if short else deliverable.pieces(candidate.title)
            told = {one.id for piece in pieces for one in self.ended_by(piece, mine, at)}
            return [one for one in theirs if one.id in told or _ended_by(one, candidate)]
        said_on = f"{candidate.evidence[-1].at:%Y-%m-%d}"
        return [
            one
            for one in theirs
            if deliverable.one_work(one.title, candidate.title, same_day=one.latest[:10] == said_on)
        ]


def _ended_by(task: Known, candidate: Candidate) -> bool:
    """Whether the owner of an open task says in other words that it is done."""
    return (
        similarity.repeats(task.title, candidate.title)
        and meaning.said_in(candidate.title, task.title)
        and not deliverable.told_apart(task.title, candidate.title)
        and not deliverable.only_about(task.title, candidate.title)
        and not deliverable.falls_short(candidate.title)
    )


def owners(tail: tuple[str, ...]) -> frozenset[str]:
    """The people a tail names."""
    names = next((piece for piece in tail if not has_date(piece)), "")
    return frozenset(name.strip() for name in names.split(",") if name.strip())


def _owned(tasks: Iterable[Known], names: frozenset[str]) -> list[Known]:
    return [one for one in tasks if names & owners(one.tail)]


def _rarity(tasks: Iterable[Known]) -> Rarity:
    return Rarity(one.title for one in tasks)
