"""What a forget reports: what goes, file by file, and what it cannot reach."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from progressive_memory.domain.forget_report import FileLoss, ForgetReport, GroupForget, Kept, Lost
from progressive_memory.domain.message import Message
from progressive_memory.errors import NoteUnreadable
from progressive_memory.flush.forget import selection
from progressive_memory.flush.forget.rows import rows
from progressive_memory.flush.known.homes import PEOPLE
from progressive_memory.ports import Ports
from progressive_memory.services.forget.case import Case
from progressive_memory.services.forget.targets import Found
from progressive_memory.services.history import TAKEN_BACK
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import layout
from progressive_memory.vault.lines import split_lines
from progressive_memory.vault.log_note import day_of, shown_name

_LINK = re.compile(r"#\^([A-Za-z0-9-]+)")
_META = re.compile(r"\s+- event:: ")
_READ = (".md", ".canvas")
_SIGNS = 100
"""More lines than these are not looked for one by one: then every day is read."""


def of(
    ports: Ports,
    found: Sequence[Found],
    cases: Sequence[Case],
    problems: Mapping[str, str],
    temps: Sequence[str],
) -> ForgetReport:
    """What goes by what was decided, with the words that go."""
    ids = {each for made in cases for each in made.ids}
    pairs = zip(found, cases, strict=True)
    return ForgetReport(
        dry_run=True,
        groups=tuple(_group(ports, one, made, problems, temps) for one, made in pairs),
        flushes=tuple(_flushes(ports, ids)),
    )


def carried_out(report: ForgetReport, left: Collection[str]) -> ForgetReport:
    """The report of what was done: what was forgotten is printed nowhere. `left` are notes that a
    person kept saving, so that not all of it could be taken out.
    """
    groups = (
        replace(
            one,
            files=tuple(
                FileLoss(file.path, tuple(replace(lost, text="") for lost in file.lost))
                for file in one.files
            ),
            roles=tuple(replace(lost, text="") for lost in one.roles),
            problems=(
                *one.problems,
                *(
                    f"{path} kept changing while it was written. Run the same command again."
                    for path in sorted(left)
                    if _is_of(path, one.group)
                ),
            ),
        )
        for one in report.groups
    )
    return replace(report, dry_run=False, groups=tuple(groups))


def _group(
    ports: Ports,
    found: Found,
    made: Case,
    problems: Mapping[str, str],
    temps: Sequence[str],
) -> GroupForget:
    losses: dict[str, list[Lost]] = defaultdict(list)
    for path, lost in (*_messages(made), *_entries(made), *_summaries(made)):
        losses[path].append(lost)
    for path in temps:
        if _is_of(path, made.group):
            losses[path].append(Lost("", "", "gone", "a temporary file that was left over"))
    return GroupForget(
        group=made.group,
        messages=len(made.going.messages),
        reactions=sum(map(len, made.going.reactions.values())),
        files=tuple(FileLoss(path, tuple(losses[path])) for path in sorted(losses)),
        roles=tuple(_roles(found, made)),
        kept=tuple(_kept(ports, made)),
        said_again=selection.said_again(made.going.messages, _near(made)),
        problems=tuple(text for path, text in problems.items() if _is_of(path, made.group)),
        again=found.again,
    )


def _is_of(path: str, group: str) -> bool:
    """Whether a file is one of the group's; the rules of all are of each."""
    inside = path.startswith(f"{layout.group_folder(group)}/")
    return inside or path in (layout.index_note(group), layout.RULES)


def _near(made: Case) -> Iterator[Message]:
    """The messages of the days on which a line of what goes may stand again."""
    signs = selection.signs(made.going.messages)
    for path in made.log.days if signs else ():
        if len(signs) > _SIGNS or any(sign in made.log.text(path).casefold() for sign in signs):
            yield from made.log.on(path)


def _messages(made: Case) -> Iterator[tuple[str, Lost]]:
    for path, forgets in made.by_day().items():
        here = (made.going.messages[each] for each in forgets.block_ids)
        for one in sorted(here, key=lambda one: one.at):
            first = one.text.partition("\n")[0]
            name = shown_name(one.sender_name, one.sender)
            yield path, Lost(one.block_id, "m", "gone", f"{one.at:%H:%M} {name}: {first}")
    for one in made.log.find(made.going.reactions.keys()):
        for pressed in made.going.reactions[one.block_id]:
            name = shown_name(pressed.sender_name, pressed.sender)
            yield one.path, Lost(one.block_id, "m", "shortened", f"{pressed.key} {name}")


def _entries(made: Case) -> Iterator[tuple[str, Lost]]:
    for ruling in made.ruled:
        entry = ruling.entry
        kind = entry.kind.value if entry.kind else ""
        yield entry.path, Lost(entry.id, kind, ruling.fate.value, entry.title)


def _summaries(made: Case) -> Iterator[tuple[str, Lost]]:
    for path, text in made.condensed.items():
        yield path, Lost("", "s", "gone" if text is None else "condensed")


def _roles(found: Found, made: Case) -> Iterator[Lost]:
    text = made.notes.get(made.homes.note(PEOPLE), "")
    yield from (Lost(row.id, "r", "gone", row.line) for row in rows(text, found.names))


def _kept(ports: Ports, made: Case) -> Iterator[Kept]:
    """What people wrote and still points at what goes, and files that are not ours to write."""
    for path in sorted(ports.vault.stamps(layout.MEMORY)):
        if not path.endswith(_READ):
            continue
        try:
            text = made.after.get(path) or text_of(ports.vault.read(path))
        except (NoteUnreadable, PermissionError):
            continue
        if path in made.condensed:
            text = made.condensed[path] or ""
        for line in _lines_linking(path, text, made.ids):
            yield Kept(path, line)
    for problem in ports.vault.disorder():
        conflict = problem.code == "conflict_copy"
        if conflict and made.is_held_by(text_of(ports.vault.read(problem.path))):
            yield Kept(problem.path, 0)


def _lines_linking(path: str, text: str, ids: Collection[str]) -> Iterator[int]:
    if not any(one in ids for one in _LINK.findall(text)):
        return
    in_log = day_of(path) is not None
    for number, line in enumerate(split_lines(text), start=1):
        links = any(one in ids for one in _LINK.findall(line))
        if links and not (in_log and _META.match(line)):
            yield number


def _flushes(ports: Ports, ids: Collection[str]) -> Iterator[str]:
    """The flushes of the journal whose images hold some of it, newest first."""
    marks = [f"^{one}".encode() for one in ids]
    for past in ports.vault.past_plans():
        if past.plan.verb in TAKEN_BACK and not past.undone:
            changes = ports.vault.past_changes(past.plan.id)
            images = [image for one in changes for image in (one.before, one.after) if image]
            if any(mark in image for mark in marks for image in images):
                yield past.plan.id
