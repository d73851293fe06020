"""Progress: what people report of their work, and what it ends (DESIGN §5). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from progressive_memory.domain.candidate import Candidate, Ruling, Verdict
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.work import outcomes
from progressive_memory.flush.extract.work.deliverable import of_another_ticket
from progressive_memory.flush.extract.work.reports import TROUBLE, Report
from progressive_memory.flush.judge import course
from progressive_memory.flush.judge.bench import Bench, by_a_person
from progressive_memory.flush.judge.course import Milestone
from progressive_memory.flush.judge.shelf import Shelf
from progressive_memory.flush.judge.statements import said_by
from progressive_memory.flush.known.known import Known, Place, cite

_SETS = frozenset({Kind.DECISION, Kind.CONVENTION})
_SINCE: dict[Language, str] = {
    "zh": "{on} 起 {what} 由 {old} 改为 {new}",
    "en": "Since {on} {what} is {new}, no longer {old}",
}


def note(report: Report, shelf: Shelf, bench: Bench) -> Iterator[Verdict]:
    """End the open tasks a new report ends, and add to those it tells more of; the verdicts, each
    when its task is changed on the shelf.
    """
    message = report.message
    if message.block_id not in bench.fresh or not by_a_person(message):
        return
    at = cite(message).at
    yield from _of_work(report, shelf, bench, at)
    if report.scope == TROUBLE:
        for task in shelf.work.active():
            if trouble := course.trouble_of(task, report, at, bench.days):
                over = Milestone(trouble, TROUBLE, at, bench.quiet_task_days)
                ended = course.closed(task, over, bench.language)
                yield from _end(task, ended, message, shelf, bench)
    elif report.scope:
        over = Milestone(report.over, report.scope, at, bench.quiet_task_days)
        for task in shelf.work.active():
            if course.belongs(task, over, bench.days):
                ended = course.closed(task, over, bench.language)
                yield from _end(task, ended, message, shelf, bench)


def _of_work(report: Report, shelf: Shelf, bench: Bench, at: str) -> Iterator[Verdict]:
    names = frozenset({report.person.name})
    for piece in report.pieces:
        for task in _on_it(shelf.work.ended_by(piece, names, at), report):
            yield from _end(task, course.done(task, at), report.message, shelf, bench)
    for blocker in shelf.work.freed_by(report.freed, at):
        yield from _end(blocker, course.done(blocker, at), report.message, shelf, bench)
    if report.submitter:
        handed_in = shelf.work.due_on(at[:10], report.submitter.name)
        if len(handed_in) == 1:  # of two nobody can tell which
            (task,) = handed_in
            yield from _end(task, course.done(task, at), report.message, shelf, bench)
    for task in shelf.work.there_already(report.inside, at) if report.inside else ():
        yield from _end(task, course.done(task, at), report.message, shelf, bench)
    if report.told:
        for task in _on_it(shelf.work.shown_done_by(report, names, at), report):
            yield from _end(task, course.done(task, at), report.message, shelf, bench)
        yield from set_anew(report.told, report.message, shelf, bench)
        for task in _on_it(shelf.work.followed_by(report.told, names, at), report):
            yield from _follow(task, report, shelf, bench)


def _on_it(tasks: Iterable[Known], report: Report) -> Iterator[Known]:
    """Those of the tasks that are not on another ticket than the one the message names."""
    text = report.message.text
    return (task for task in tasks if not of_another_ticket(task.title, text))


def set_anew(told: str, message: Message, shelf: Shelf, bench: Bench) -> Iterator[Verdict]:
    """Say on a standing decision or convention that a value it gives was changed since."""
    cited = cite(message)
    for what, old, new in outcomes.changes(told):
        since = _SINCE[bench.language].format(on=cited.at[:10], what=what, old=old, new=new)
        for one in tuple(shelf.by_id.values()):
            said = Candidate(one.kind, one.title, (message,), one.slot)
            if (
                _may_be_set_anew(one)
                and one.latest < cited.at
                and outcomes.has_value(said_by(one), what, old)
                and not bench.forbids(said)
            ):
                fields = (*one.fields, (Field.ACTION, since))
                shelf.put(replace(one, fields=fields, evidence=(*one.evidence, cited)))
                yield Verdict(Ruling.EXTENDS, said, one.id, one.id)


def _may_be_set_anew(one: Known) -> bool:
    acted = any(name is Field.ACTION for name, _ in one.fields)
    standing = one.place is Place.STANDING and not one.superseded_by
    return one.kind in _SETS and standing and not acted


def _follow(task: Known, report: Report, shelf: Shelf, bench: Bench) -> Iterator[Verdict]:
    """Put what its owner told more of it among a task's evidence; it stays as it is, and gets the
    day on which it is said to go live.
    """
    message, live = report.message, outcomes.live_on(report.told)
    if live and not course.due_of(task):
        task = replace(task, tail=(*task.tail, live))
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
