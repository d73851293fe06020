"""`pmem forget` takes something out for good (docs/decisions/0022)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from progressive_memory.domain.forget_report import ForgetReport, ToForget
from progressive_memory.domain.plan import Displaced, Edit, Revert
from progressive_memory.ports import Ports
from progressive_memory.services.flush import displaced as flush_displaced
from progressive_memory.services.forget import plan as forget_plan
from progressive_memory.services.forget import report as forget_report
from progressive_memory.services.forget import targets as forget_targets
from progressive_memory.services.forget.case import Case, case
from progressive_memory.services.forget.targets import Found
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import flush_state, layout

_ROUNDS = 4
"""How often it is tried again where a person saves a note in the same instant."""


def forget(ports: Ports, wanted: ToForget, *, dry_run: bool = False) -> ForgetReport:
    """Take messages, and all that rests on them alone, out of everything that this program keeps;
    with `dry_run` say what that would be, and write nothing.

    It cannot be undone, and what it took never comes back: not by a flush, an undo, a roll-up, a
    new index, or the same chat logged again. Cut off half way, the next writer finishes it.

    Raises:
        UnknownGroup: no such group.
        UnknownEntry: an entry or message that stands nowhere.
        NothingToForget: nobody of that name, or nothing in those days.
        UserError: nothing is named, or it is not clear what is meant.
    """
    with ports.vault.exclusive():
        now = ports.clock.now()
        if not dry_run:
            _ = ports.search  # what cannot be opened cannot be cleaned: say so before anything goes
            flush_displaced.keep_left_over(ports, now)
        found = forget_targets.find(ports, wanted)
        work = _decided(ports, found)
        report = forget_report.of(ports, found, work.cases, work.problems, work.temps)
        if not any(one.files or one.roles or one.again for one in report.groups):
            raise forget_targets.nothing(wanted)
        if dry_run:
            return report
        left: tuple[Displaced, ...] = ()
        for _round in range(_ROUNDS):
            left = ports.vault.apply(forget_plan.plan_of(work.edits, work.cases, now)).displaced
            if not left:
                break
            work = _decided(ports, found)
    return forget_report.carried_out(report, {one.path for one in left})


@dataclass(frozen=True)
class _Work:
    """What a forget comes to as the vault stands now; `temps` are files of ours left over that hold
    some of it, `problems` why a note cannot be written, by path.
    """

    cases: tuple[Case, ...]
    edits: tuple[Edit, ...]
    problems: Mapping[str, str]
    temps: tuple[str, ...]


def _decided(ports: Ports, found: Iterable[Found]) -> _Work:
    top = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE)))
    changed: dict[str, str] = {}
    cases: list[Case] = []
    edits: dict[str, Edit] = {}
    for one in found:
        made = case(ports, one.note, one.going, top.group(one.note.group_name), changed)
        standing = {path: text_of(ports.vault.read(path)) for path in made.after}
        edits |= {edit.path: edit for edit in forget_plan.note_edits(made, standing)}
        changed |= made.after
        cases.append(made)
    temps = dict(_temps(ports, cases))
    edits |= {
        path: Edit(path, (Revert(before=None, after=text),), None) for path, text in temps.items()
    }
    edits |= {edit.path: edit for edit in forget_plan.standing_edits(ports, cases)}
    writable, problems = forget_plan.writable(ports, edits.values())
    every = (*writable, forget_plan.state_edit(ports, cases, ports.clock.now()))
    return _Work(tuple(cases), every, problems, tuple(temps))


def _temps(ports: Ports, cases: Iterable[Case]) -> Iterator[tuple[str, str]]:
    """Files of ours that were left over and hold what goes, with their text."""
    for problem in ports.vault.disorder():
        if problem.code == "temp_left":
            text = text_of(ports.vault.read(problem.path))
            if any(made.is_held_by(text) for made in cases):
                yield problem.path, text
