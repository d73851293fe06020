"""What a run of the schedule does for the groups that are due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from progressive_memory.api import Memory
from progressive_memory.domain.doctor_report import DoctorReport
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.domain.rollup_report import GroupRollup
from progressive_memory.domain.search_report import ReindexedGroup
from progressive_memory.errors import ProgressiveMemoryError

_Done = TypeVar("_Done")


@dataclass
class Outcome:
    """What was done, and which groups failed: name → why."""

    flushes: list[FlushReport] = field(default_factory=list)
    rolled_up: list[GroupRollup] = field(default_factory=list)
    indexed: list[ReindexedGroup] = field(default_factory=list)
    failures: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def run(memory: Memory, groups: Sequence[str]) -> Outcome:
    """Log what an agent host heard, flush the groups, write the summaries that are due, bring the
    search index up.

    Each group has flushes of its own, which are undone without the others: more than one where
    years of messages are flushed in portions. A group whose flush
    fails is left as it is; the others go on. A failing summary or index is a problem, not a
    failure: the next flush or search makes up for it.
    """
    done = Outcome()
    _, failure = attempt(lambda: memory.catch_up(groups))
    if failure:
        done.problems.append(f"OpenClaw: {failure}")
    for name in groups:
        _flush(memory, name, done)
    for name in groups:
        if name not in done.failures:
            _after_flush(memory, name, done)
    return done


def report_of_the_day(memory: Memory, problems: list[str]) -> DoctorReport | None:
    """What is wrong in the vault; None, and a problem more, where that cannot be told."""
    report, failure = attempt(memory.doctor)
    if report is None:
        problems.append(f"pmem doctor: {failure}")
    return report


def attempt(work: Callable[[], _Done]) -> tuple[_Done | None, str]:
    """What `work` comes to, and ""; or None, and why it failed: a schedule outlives any one run."""
    try:
        return work(), ""
    except ProgressiveMemoryError as error:
        return None, f"{error.message}{f' (next: {error.next_step})' if error.next_step else ''}"
    except Exception as error:  # noqa: BLE001 — told to a person, and tried again
        return None, f"{type(error).__name__}: {error}"


def _flush(memory: Memory, name: str, done: Outcome) -> None:
    report, failure = attempt(lambda: memory.flush_backlog(name, trigger="cron"))
    if report is None:
        done.failures[name] = failure
    else:
        done.flushes.append(report)


def _after_flush(memory: Memory, name: str, done: Outcome) -> None:
    rolled, failure = attempt(lambda: memory.rollup(name))
    if rolled is None:
        done.problems.append(f"{name}: summaries: {failure}")
    else:
        done.rolled_up += [each for each in rolled.groups if each.written]
    indexed, failure = attempt(lambda: memory.reindex(name, anew=False))
    if indexed is None:
        done.problems.append(f"{name}: search index: {failure}")
    else:
        done.indexed += [each for each in indexed.groups if each.sections]
