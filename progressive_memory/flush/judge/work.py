"""Work: the tasks, blockers and loops among what is known, as talk of them looks them up. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.work import deliverable, outcomes
from progressive_memory.flush.extract.work.deliverable import Rarity
from progressive_memory.flush.extract.work.reports import Report
from progressive_memory.flush.judge.course import days_before, due_of, is_ours_to_end
from progressive_memory.flush.known import meaning
from progressive_memory.flush.known.known import ENDED, Known, Place, has_date
from progressive_memory.flush.known.meaning import STATE_KINDS
from progressive_memory.text import similarity

_WEEKS_ON_IT = 2  # times as long as a task goes quiet after: an owner still reports on it then


_MADE_IN = 3  # days after which a thing that is spoken of as there was made
_JUST = 2  # days after the due day


class _Task(NamedTuple):
    """A task and what is asked of it at every message: whose it is, and the last ISO day on which
    it was spoken of or is due.
    """

    known: Known
    owners: frozenset[str]
    until: str


class Work:
    """What has a course, of all that is known. `put` and `drop` keep it in step with the shelf;
    lookups answer in the order things were put. They cost what is open costs, not what is known.
    """

    def __init__(self, quiet_days: int) -> None:
        self._quiet_days = quiet_days
        self._tasks: dict[str, Known] = {}
        self._open: dict[str, _Task] = {}
        self._active: dict[str, Known] = {}
        self._blockers: dict[str, Known] = {}
        self._active_of: dict[str, dict[str, _Task]] = {}
        self._of_all: Rarity | None = None  # of the open tasks, while they stay the same

    def put(self, known: Known) -> None:
        """Take in what is new on the shelf; what has no course is none of its business."""
        if known.kind not in STATE_KINDS:
            return
        ours = is_ours_to_end(known)
        if ours:
            self._active[known.id] = known
            if known.kind is Kind.BLOCKER:
                self._blockers[known.id] = known
        if known.kind is not Kind.TASK:
            return
        self._of_all = None
        self._tasks[known.id] = known
        task = _Task(known, owners(known.tail), max(known.latest[:10], due_of(known)))
        if known.state not in ENDED:
            self._open[known.id] = task
        for name in task.owners if ours else ():
            self._active_of.setdefault(name, {})[known.id] = task

    def drop(self, known: Known) -> None:
        """Forget what is gone from the shelf."""
        self._of_all = None
        for place in (self._tasks, self._open, self._active, self._blockers):
            place.pop(known.id, None)
        for name in owners(known.tail):
            self._active_of.get(name, {}).pop(known.id, None)

    def open_tasks(self) -> tuple[Known, ...]:
        """The tasks that have not ended, those gone quiet, closed or pending among them."""
        return tuple(task.known for task in self._open.values())

    def active(self) -> tuple[Known, ...]:
        """What has a course and is open as we wrote it."""
        return tuple(self._active.values())

    def ended_by(self, report: str, names: frozenset[str], at: str) -> tuple[Known, ...]:
        """The open tasks that people's report of the local minute `at` tells to be done. Of
        somebody else's, and of what has long gone quiet, it must name most; of their own it need
        name what none of their other open tasks has.
        """
        tasks = tuple(self._open.values())
        of_all = self._of_all = self._of_all or _rarity(tasks)
        of_own = _rarity(task for task in tasks if task.owners & names)
        found = []
        for task in tasks:
            own = self._is_on_it(task, names, at, _WEEKS_ON_IT)
            rarity = of_own if own else of_all
            if task.known.latest < at and deliverable.ends(
                task.known.title, report, rarity, by_owner=own
            ):
                found.append(task.known)
        return tuple(found)

    def followed_by(self, told: str, names: frozenset[str], at: str) -> tuple[Known, ...]:
        """The open tasks of these people, not gone quiet by then, about whose thing they tell
        more on a later day, by its name.
        """
        tasks = self._active_by(names)
        asked = [
            task
            for task in tasks
            if task.known.latest[:10] < at[:10]
            and self._is_on_it(task, names, at, 1)
            and deliverable.may_share(task.known.title, told)
        ]
        if not asked:
            return ()
        rarity = _rarity(tasks)
        return tuple(
            task.known for task in asked if deliverable.tells_of(task.known.title, told, rarity)
        )

    def shown_done_by(self, report: Report, names: frozenset[str], at: str) -> tuple[Known, ...]:
        """The open tasks of these people that what they tell shows to be done, though it does not
        say so: it took effect when it was due, its figure or its link is given, it works
        (`outcomes`).
        """
        told, text, day = report.told, report.message.text, at[:10]
        if not outcomes.may_show(told) and "http" not in text and "[link]" not in text:
            return ()
        tasks = [task for task in self._active_by(names) if task.known.latest < at]
        rarity = _rarity(tasks)
        live = [
            task.known
            for task in tasks
            if _just_due(task.known, day) and outcomes.took_effect(task.known.title, told)
        ]
        shown = [
            task.known
            for task in tasks
            if self._is_on_it(task, names, at, 1)
            and (
                outcomes.gives_figure(task.known.title, told, rarity)
                or outcomes.works(task.known.title, told, rarity)
                or outcomes.answered(task.known.title, told)
                or outcomes.hands_over(task.known.title, text)
            )
        ]
        sure = live if len(live) == 1 else []  # of two nobody can tell which
        return tuple({one.id: one for one in (*sure, *shown)}.values())

    def there_already(self, inside: Sequence[str], at: str) -> tuple[Known, ...]:
        """The open tasks to make, or put live, a thing of whose details somebody speaks some days
        later: it is there.
        """
        day = at[:10]
        return tuple(
            one
            for one in self._active.values()
            if one.kind is Kind.TASK
            and max(one.latest[:10], due_of(one)) < day
            and (
                due_of(one)
                or (outcomes.makes(one.title) and one.latest[:10] <= days_before(day, _MADE_IN))
            )
            and any(outcomes.is_called(name, one.title) for name in inside)
        )

    def freed_by(self, report: str, at: str) -> tuple[Known, ...]:
        """The open blockers that a report of the local minute `at` says are out of the way: it
        names what was stuck, or what that waited for.
        """
        return tuple(
            one
            for one in self._blockers.values()
            if one.latest < at
            and any(
                similarity.repeats(said, report)
                for said in (one.slot.subject, one.slot.value, one.title)
            )
        )

    def due_on(self, day: str, owner: str) -> tuple[Known, ...]:
        """The open tasks of that person that are due on the ISO day."""
        tasks = (task.known for task in self._active_by(frozenset({owner})))
        return tuple(one for one in tasks if due_of(one) == day)

    def _active_by(self, names: frozenset[str]) -> tuple[_Task, ...]:
        """The active tasks of any of these people."""
        if len(names) == 1:
            (name,) = names
            return tuple(self._active_of.get(name, {}).values())
        own = (self._open[one] for one in self._active if one in self._open)
        return tuple(task for task in own if task.owners & names)

    def _is_on_it(self, task: _Task, names: frozenset[str], at: str, times: int) -> bool:
        """Whether it is theirs, and had not gone quiet before (`course.is_quiet`)."""
        if not names & task.owners:
            return False
        return task.until >= days_before(at[:10], times * self._quiet_days)

    def read_before(self, candidate: Candidate) -> list[Known]:
        """The tasks that rest on all of its messages and were known then to be its work."""
        evidence = frozenset(message.block_id for message in candidate.evidence)
        return [
            one
            for one in self._tasks.values()
            if one.place is Place.STANDING
            and evidence <= one.evidence_ids
            and owners(candidate.tail) & owners(one.tail)
            and deliverable.may_be_one(one.title, candidate.title)
        ]

    def one_with(self, candidate: Candidate) -> list[Known]:
        """The open tasks of its owner that it announces, or ends, in other words."""
        mine = owners(candidate.tail)
        theirs = [task.known for task in self._open.values() if mine & task.owners]
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


def _just_due(task: Known, day: str) -> bool:
    due = due_of(task)
    return bool(due) and days_before(day, _JUST) <= due <= day


def _rarity(tasks: Iterable[_Task]) -> Rarity:
    return Rarity(task.known.title for task in tasks)
