"""`pmem pending`: what waits for a person, shown, accepted, rejected."""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.pending_report import PendingReport, PendingRow
from progressive_memory.errors import NoteUnreadable, UnknownEntry, UserError
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.ports import Ports
from progressive_memory.services.flush import outcome as flush_outcome
from progressive_memory.services.flush import shelve as flush_shelve
from progressive_memory.services.flush.flush import discover, review
from progressive_memory.services.flush.gather import Gathered, Mark, gather
from progressive_memory.services.flush.settle import Occasion, settle
from progressive_memory.services.group import groups
from progressive_memory.services.unread import Unread, sentence
from progressive_memory.text.redact import redact
from progressive_memory.vault.entry_format import one_line

_ACCEPT, _REJECT = "x", "-"
_SHORTEST_ID = 3


def list_pending(ports: Ports, group: str | None = None) -> PendingReport:
    """What waits in the group's pending.md, or in that of every group, in the order it stands.

    Raises:
        UnknownGroup: no such group.
    """
    rows = []
    left = list(groups.unreadable(ports).values()) if group is None else []
    for note in discover(ports, group):
        gathered = _gathered(ports, note, left)
        if gathered is not None:
            rows += [_row(one, gathered) for one in gathered.room.known.values() if _waits(one)]
    return PendingReport(tuple(rows), tuple(left))


def accept(
    ports: Ports, pending_id: str, *, group: str = "", by: str = "", words: str = ""
) -> FlushReport:
    """Do what a flush does with a ticked item, now; no message is flushed.

    It is looked for in one group, or with "" in all. `by` is the name of the person who confirms
    ("" = not told), and `words` what the item shall read ("" = as it stands).

    Raises:
        UnknownEntry: nothing with that id waits.
        UserError: the beginning of an id fits more than one item.
    """
    return _review(ports, pending_id, group, Mark(_ACCEPT, by, words))


def reject(ports: Ports, pending_id: str, *, group: str = "", by: str = "") -> FlushReport:
    """Do what a flush does with an item marked `[-]`, now: it never comes back. As `accept`.

    Raises:
        UnknownEntry: nothing with that id waits.
        UserError: the beginning of an id fits more than one item.
    """
    return _review(ports, pending_id, group, Mark(_REJECT, by))


def _review(ports: Ports, pending_id: str, group: str, mark: Mark) -> FlushReport:
    now = ports.clock.now()
    with ports.vault.exclusive():
        note, found = _find(ports, pending_id, group)
        clean = replace(mark, words=one_line(redact(mark.words, note.language).text))
        gathered = gather(ports, note, now, marks={found: clean}, with_new=False)
        part = flush_shelve.shelved(ports, review(gathered))
        return settle(ports, [part], Occasion("pending", now, advances=False))


def _gathered(ports: Ports, note: IndexNote, left: list[str]) -> Gathered | None:
    """A group as it stands; None, and why in `left`, where something of it cannot be read."""
    try:
        return gather(ports, note, ports.clock.now(), with_new=False)
    except NoteUnreadable as error:
        left.append(sentence(error))
    except PermissionError as error:
        left.append(f"You may not read {error.filename}.")
    return None


def _find(ports: Ports, pending_id: str, group: str) -> tuple[IndexNote, str]:
    wanted = pending_id.strip().removeprefix("^")
    found: list[tuple[IndexNote, str]] = []
    named = (groups.find(ports, group),) if group else groups.every(ports, Unread(ports.vault))
    for note in named:
        gathered = _gathered(ports, note, [])
        known = gathered.room.known.values() if gathered is not None else ()
        found += [(note, one.id) for one in known if _waits(one) and one.id.startswith(wanted)]
    exact = [one for one in found if one[1] == wanted]
    if exact or (len(found) == 1 and len(wanted) >= _SHORTEST_ID):
        return (exact or found)[0]
    if not found or len(wanted) < _SHORTEST_ID:
        raise UnknownEntry(
            f"nothing pending has the id {pending_id}", next_step="pmem pending list"
        )
    ids = ", ".join(one[1] for one in found)
    raise UserError(f"{pending_id} fits more than one item: {ids}", next_step="give more of the id")


def _waits(known: Known) -> bool:
    return known.place is Place.PENDING


def _row(known: Known, gathered: Gathered) -> PendingRow:
    waiting = flush_outcome.waiting(known, gathered)
    return PendingRow(
        id=waiting.id,
        kind=waiting.kind,
        title=waiting.title,
        reason=waiting.reason,
        evidence=waiting.evidence,
        group=gathered.note.group_name,
        since=gathered.state.pending_since.get(known.id, ""),
    )
