"""Progress: what people report of their work, and what it ends (DESIGN §5). Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from progressive_memory.domain.candidate import Candidate, Ruling, Verdict
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.work.reports import Report
from progressive_memory.flush.judge import course
from progressive_memory.flush.judge.bench import Bench, by_a_person
from progressive_memory.flush.judge.course import Milestone
from progressive_memory.flush.judge.shelf import Shelf
from progressive_memory.flush.known.known import Known, Place, cite


def note(report: Report, shelf: Shelf, bench: Bench) -> Iterator[Verdict]:
    """End the open tasks a new report ends, and add to those it tells more of; the verdicts, each
    when its task is changed on the shelf.
    """
    message = report.message
    if message.block_id not in bench.fresh or not by_a_person(message):
        return
    at = cite(message).at
    yield from _of_work(report, shelf, bench, at)
    if report.scope:
        over = Milestone(report.over, report.scope, at, bench.quiet_task_days)
        for task in shelf.work.active():
            if course.belongs(task, over, bench.days):
                ended = course.closed(task, over, bench.language)
                yield from _end(task, ended, message, shelf, bench)


def _of_work(report: Report, shelf: Shelf, bench: Bench, at: str) -> Iterator[Verdict]:
    names = frozenset({report.person.name})
    for piece in report.pieces:
        for task in shelf.work.ended_by(piece, names, at):
            yield from _end(task, course.done(task, at), report.message, shelf, bench)
    for blocker in shelf.work.freed_by(report.freed, at):
        yield from _end(blocker, course.done(blocker, at), report.message, shelf, bench)
    if report.submitter:
        handed_in = shelf.work.due_on(at[:10], report.submitter.name)
        if len(handed_in) == 1:  # of two nobody can tell which
            (task,) = handed_in
            yield from _end(task, course.done(task, at), report.message, shelf, bench)
    if report.told:
        for task in shelf.work.followed_by(report.told, names, at):
            yield from _follow(task, report.message, shelf, bench)


def _follow(task: Known, message: Message, shelf: Shelf, bench: Bench) -> Iterator[Verdict]:
    """Put what its owner told more of it among a task's evidence; it stays as it is."""
    said = Candidate(task.kind, task.title, (message,), task.slot, task.tail, state=task.state)
    if not bench.forbids(said):
        shelf.put(replace(task, evidence=(*task.evidence, cite(message))))
        yield Verdict(Ruling.EXTENDS, said, task.id, task.id)


def _end(
    task: Known, ended: Known, message: Message, shelf: Shelf, bench: Bench
) -> Iterator[Verdict]:
    """Put an ended task in the place of the open one, the message among its evidence."""
    said = Candidate(task.kind, task.title, (message,), task.slot, task.tail, state=ended.state)
    if not bench.forbids(said):
        evidence = (*task.evidence, cite(message))
        shelf.put(replace(ended, evidence=evidence, place=Place.STANDING, reason=""))
        ruling = Ruling.EXTENDS if task.place is Place.STANDING else Ruling.NEW
        yield Verdict(ruling, said, task.id, task.id)
