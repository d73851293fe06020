"""`pmem why`: why an entry is believed — its messages, who decided, who confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from progressive_memory.domain.candidate import Ruling
from progressive_memory.domain.entry import Entry
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.why_report import Testimony, WhyReport
from progressive_memory.errors import UnknownEntry, UserError
from progressive_memory.flush.known import read_back
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.ports import Ports
from progressive_memory.services import groups
from progressive_memory.services.chat_log import ChatLog
from progressive_memory.services.flush_gather import group_notes
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import flush_state, layout
from progressive_memory.vault.blocks import entries

_SHORTEST_ID = 3


def why(ports: Ports, entry_id: str) -> WhyReport:
    """Why the entry with that id (or beginning of an id, with or without `^`) is believed,
    wherever it stands: in force, superseded or pending.

    Raises:
        UnknownEntry: there is none; the message says so where a person deleted it.
        UserError: the beginning of an id fits more than one entry.
    """
    note, entry = _find(ports, entry_id)
    known = read_back.known_entries([entry], {})[entry.id]
    flushes = tuple(_flushes(ports, entry.id))
    return WhyReport(
        id=entry.id,
        group=note.group_name,
        kind=known.kind.value,
        file=entry.path,
        text=entry.text,
        verdicts=tuple(one.value for one in _verdicts(known, flushes)),
        decided_by=known.decided_by,
        confirmed_by=known.confirmed_by,
        evidence=tuple(_evidence(known, ChatLog(ports.vault, note.group_name))),
        supersedes=known.supersedes,
        superseded_by=known.superseded_by,
        contradicts=known.contradicts,
        pending=known.place is Place.PENDING,
        reason=known.reason,
        flushes=flushes,
    )


def _find(ports: Ports, given: str) -> tuple[IndexNote, Entry]:
    wanted = given.strip().removeprefix("^")
    found = {
        entry.id: (note, entry)
        for note in groups.every(ports)
        for entry in _entries(ports, note, wanted)
    }
    if wanted in found:
        return found[wanted]
    if len(found) > 1:
        raise UserError(
            f"{given} fits more than one entry: {', '.join(sorted(found))}",
            next_step="give more of the id",
        )
    if not found or len(wanted) < _SHORTEST_ID:
        raise UnknownEntry(_unknown(ports, given, wanted), next_step="pmem search --group G TEXT")
    return next(iter(found.values()))


def _entries(ports: Ports, note: IndexNote, wanted: str) -> Iterator[Entry]:
    """The group's entries of ours whose id begins with `wanted`; only notes that hold it are
    parsed.
    """
    for path, snapshot in group_notes(ports, note).items():
        text = text_of(snapshot)
        if f"^{wanted}" in text:
            for entry in entries(path, text):
                if entry.kind is not None and entry.id.startswith(wanted):
                    yield entry


def _unknown(ports: Ports, given: str, wanted: str) -> str:
    key = wanted.rsplit("-", 1)[-1]
    state = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE)))
    for group, one in state.groups.items():
        if any(veto.key == key for veto in one.vetoes):
            return (
                f"{given} was deleted, rejected or undone in {group}: it will not be written again"
            )
    return f"no entry has the id {given}"


def _flushes(ports: Ports, entry_id: str) -> Iterator[str]:
    for past in reversed(ports.vault.past_plans()):
        if past.plan.verb == "flush" and not past.undone and entry_id in past.plan.entry_ids:
            yield past.plan.id


def _verdicts(known: Known, flushes: tuple[str, ...]) -> Iterator[Ruling]:
    if known.place is Place.PENDING:
        yield Ruling.PENDING
        return
    if known.supersedes:
        yield Ruling.SUPERSEDES
    elif known.contradicts:
        yield Ruling.CONTRADICTS
    else:
        yield Ruling.NEW
    if len(flushes) > 1:
        yield Ruling.EXTENDS


def _evidence(known: Known, log: ChatLog) -> Iterator[Testimony]:
    for cited in known.evidence:
        for message in log.on(cited.path):
            if message.block_id == cited.block_id:
                name = message.sender_name or message.sender
                yield Testimony(message.event_id, message.at.isoformat(), name, message.text)
