"""What a flush reports of each group (DESIGN §9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import unified_diff

from progressive_memory.domain.candidate import Verdict
from progressive_memory.domain.flush_report import GroupFlush, NoteDiff, Waiting, Written
from progressive_memory.flush.judge.pending import is_overdue
from progressive_memory.flush.judge.withdrawn import needs_a_person
from progressive_memory.flush.known import lines
from progressive_memory.flush.known.known import Cited, Known, Place
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import Gathered
from progressive_memory.services.flush.plan import GroupPart
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import words
from progressive_memory.vault.about import with_about
from progressive_memory.vault.splice import apply_operations


@dataclass(frozen=True)
class Context:
    """Step one: the tokens of the messages since the cursor, and their share of the window."""

    tokens: int
    percent: int


def context(ports: Ports, gathered: Gathered) -> Context:
    """How much of the host's context window the new messages would take (0–100 percent)."""
    count = ports.tokens.count
    tokens = sum(gathered.log.tokens(message, count) for message in gathered.new)
    return Context(tokens, min(100, round(100 * tokens / ports.settings.context_window_tokens)))


def report(part: GroupPart, usage: Context, *, with_diffs: bool) -> GroupFlush:
    """The group's part of the report; empty but for the reason where nothing is written."""
    gathered = part.gathered
    bare = GroupFlush(part.group, len(gathered.new), usage.tokens, usage.percent)
    extracted = part.extracted
    if extracted is not None:
        bare = replace(bare, extraction=extracted.extraction)
    if part.problem:
        return replace(bare, problems=(part.problem,))
    after, before = part.decided.after, gathered.room.known
    return replace(
        bare,
        written=tuple(
            _written(after[entry_id], verdict, gathered)
            for entry_id, verdict in part.written.items()
        ),
        pending=tuple(
            waiting(one, gathered)
            for one in after.values()
            if one.place is Place.PENDING and not _waited(before.get(one.id))
        ),
        rejected=_turned_down(part),
        diffs=tuple(_diffs(part)) if with_diffs else (),
    )


def reminders(part: GroupPart) -> Iterator[str]:
    """A sentence for each item that has waited too long and that only a person may end."""
    room, since = part.gathered.room, part.decided.pending_since
    for one in part.decided.after.values():
        overdue = is_overdue(one, since, room.today, room.pending_days)
        if one.place is Place.PENDING and overdue and needs_a_person(one):
            yield (
                f"{room.homes.pending}: {line_of(one, part.gathered)} ^{one.id} has waited since "
                f"{since[one.id]}, its evidence withdrawn: tick it to keep it, delete it to let it "
                "go"
            )


def waiting(known: Known, gathered: Gathered) -> Waiting:
    """A pending item as reported."""
    return Waiting(
        id=known.id,
        kind=known.kind.value,
        title=line_of(known, gathered),
        reason=words.reason(known.reason, gathered.note.language),
        evidence=event_ids(known.evidence, gathered),
    )


def line_of(known: Known, gathered: Gathered) -> str:
    """What an entry says on one line: title, owner, dates, and how it ended."""
    called = with_about(known.title, known.about, gathered.note.language)
    line = lines.Line(called, known.tail, known.state, known.ended_on, known.closed_with)
    write = lines.write_claim if known.place is Place.PENDING else lines.write
    return write(line, gathered.note.language)


def event_ids(evidence: Iterable[Cited], gathered: Gathered) -> tuple[str, ...]:
    """The event ids of cited messages; one that the log no longer holds is left out."""
    found = []
    for cited in evidence:
        if cited.event_id:
            found.append(cited.event_id)
        else:
            here = gathered.log.on(cited.path)
            found += [one.event_id for one in here if one.block_id == cited.block_id]
    return tuple(found)


def _turned_down(part: GroupPart) -> dict[str, int]:
    """What the judge turned down, and what did not come before it, by reason."""
    before = part.extracted.turned_down if part.extracted is not None else {}
    return dict(sorted((Counter(part.decided.rejected) + Counter(before)).items()))


def _written(known: Known, verdict: Verdict, gathered: Gathered) -> Written:
    return Written(
        id=known.id,
        kind=known.kind.value,
        verdict=verdict.ruling.value,
        file=_file(known, gathered),
        title=line_of(known, gathered),
        decided_by=known.decided_by,
        confirmed_by=known.confirmed_by,
        evidence=event_ids(known.evidence, gathered),
    )


def _file(known: Known, gathered: Gathered) -> str:
    if known.entry is None or known.shelf:
        return gathered.room.homes.of(known)
    return known.entry.path


def _waited(before: Known | None) -> bool:
    return before is not None and before.place is Place.PENDING


def _diffs(part: GroupPart) -> Iterable[NoteDiff]:
    for edit in part.edits:
        snapshot = part.gathered.snapshots.get(edit.path)
        data = apply_operations(
            edit.path, snapshot.data if snapshot else None, edit.operations
        ).data
        old = text_of(snapshot).splitlines()
        new = (data or b"").decode("utf-8", "replace").splitlines()
        diff = "\n".join(unified_diff(old, new, edit.path, edit.path, lineterm=""))
        if diff:
            yield NoteDiff(edit.path, diff)
