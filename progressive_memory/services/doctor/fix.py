"""`pmem doctor --fix`: what can be put right without asking, under the lock and by plans.

A plan cut short is finished. A temporary file of ours goes where its bytes stand in a note beside
it. A bare link in the properties gets quotes. A second row for one file is marked [DEPRECATED]
where its triggers stand in the first. A note of a flush that no row names gets its row. Nothing a
person wrote is deleted, and a conflict copy is left for a person to compare.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from progressive_memory.domain.doctor_report import DoctorReport, Finding
from progressive_memory.domain.plan import (
    AddRoute,
    Edit,
    Operation,
    Plan,
    ReplaceBlock,
    SetProperty,
)
from progressive_memory.errors import ConfigInvalid, NoteUnreadable, NoteUnwritable
from progressive_memory.ports import Ports
from progressive_memory.services.doctor.doctor import doctor
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import index_note, routing_table
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.lines import bare_lines

_BARE_LINK = re.compile(r"(?P<key>[^\s:#\"'][^:]*):[ \t]+(?P<link>\[\[[^\[\]\"\\]+\]\])[ \t]*")


def fix(ports: Ports) -> DoctorReport:
    """Put right what is safe, and report what was and what is left.

    Raises:
        VaultLocked: another process held the lock too long.
    """
    before = doctor(ports)
    try:
        _ = ports.settings
    except ConfigInvalid:
        return before
    with ports.vault.exclusive():  # a plan cut short is finished on the way in
        ports.vault.tidy()
        for path, operations in _wanted(ports, before.problems).items():
            _apply(ports, path, operations)
    after = doctor(ports)
    left = {_sign(one) for one in after.problems}
    return replace(after, fixed=tuple(one for one in before.problems if _sign(one) not in left))


def _wanted(ports: Ports, problems: Sequence[Finding]) -> dict[str, list[Operation]]:
    """What each note shall take, by path."""
    wanted: dict[str, list[Operation]] = {}
    for problem in problems:
        for path, operation in _operations(ports, problem):
            wanted.setdefault(path, []).append(operation)
    return wanted


def _operations(ports: Ports, problem: Finding) -> Iterator[tuple[str, Operation]]:
    if problem.code == "unquoted_link":
        found = _BARE_LINK.fullmatch(_line(ports, problem))
        if found:
            yield problem.path, SetProperty(found["key"], f'"{found["link"]}"')
    elif problem.code == "route_twice":
        line = _line(ports, problem)
        marked = routing_table.deprecated(line)
        if marked != line and _leads_nowhere_new(ports, problem):
            yield problem.path, ReplaceBlock("", line, marked)
    elif problem.code == "note_not_routed":
        folder, _, name = problem.path.rpartition("/")
        path = f"{folder}.md"
        language = index_note.parse(path, text_of(ports.vault.read(path)))[0].language
        for trigger, file, priority in index_note.ROUTES[language]:
            if file == name:
                yield path, AddRoute(trigger, file, priority)


def _leads_nowhere_new(ports: Ports, problem: Finding) -> bool:
    """Whether a second row for a file has only triggers that the first one has too, and stands on
    a line that no other line of the note reads alike.
    """
    text = text_of(ports.vault.read(problem.path))
    rows = [one for one in routing_table.parse(problem.path, text)[0] if not one.deprecated]
    second = next((one for one in rows if one.line == problem.line), None)
    if second is None or bare_lines(text).count(_line(ports, problem)) != 1:
        return False
    first = next(one for one in rows if one.file == second.file)
    return _triggers(second.trigger) <= _triggers(first.trigger)


def _triggers(cell: str) -> set[str]:
    return {one.strip().casefold() for one in re.split(r"[,，、;；/]", cell)} - {""}


def _apply(ports: Ports, path: str, operations: Sequence[Operation]) -> None:
    """Carry out what one note shall take; one that must not be written stays as it is, and its
    problems stay in the report.
    """
    now = ports.clock.now()
    snapshot = ports.vault.read(path)
    edit = Edit(path, tuple(operations), snapshot.sha256 if snapshot else None)
    plan = Plan(f"x-{now:%Y%m%d-%H%M%S}-{short_hash(repr(edit))[:4]}", "doctor", now, (edit,))
    try:
        ports.vault.apply(plan)
    except (NoteUnwritable, NoteUnreadable):
        return


def _line(ports: Ports, problem: Finding) -> str:
    """The line a problem was found on, without its ending; "" where it is gone."""
    lines = bare_lines(text_of(ports.vault.read(problem.path)).removeprefix("\ufeff"))
    return lines[problem.line - 1] if 0 < problem.line <= len(lines) else ""


def _sign(problem: Finding) -> tuple[str, str, str]:
    """What makes two findings the same though lines have moved."""
    return problem.path, problem.code, problem.message
