"""What one group's flush is decided on, read from the vault and the caches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.message import Message
from progressive_memory.flush import read_back
from progressive_memory.flush.compare import Room
from progressive_memory.flush.known import Known, Place
from progressive_memory.flush.vetoes import Veto
from progressive_memory.ports import Ports, Snapshot
from progressive_memory.services.chat_log import ChatLog
from progressive_memory.vault import flush_state, layout
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.flush_state import GroupState
from progressive_memory.vault.ids import message_block_id

REMEMBERED = "remember:"
"""Event ids of what `pmem remember` logged: evidence, but nothing to extract from."""

_CONTEXT_MESSAGES = 200
_CONTEXT = timedelta(hours=48)
_ANSWERED = timedelta(hours=1)
"""How much talk around an older message is read again when something answers or changes it."""

_WAITING_ITEMS = 40
"""How many items of pending.md, newest first, are read again for something new to settle them."""

_ANSWERED_DAYS = 60
"""How many days of talk back an answered message is looked for."""


@dataclass(frozen=True)
class Gathered:
    """One group before a flush: its notes by path, the values to decide on, the messages to read
    (`window`) and which of them are new, in time order.
    """

    note: IndexNote
    state: GroupState
    snapshots: Mapping[str, Snapshot]
    room: Room
    log: ChatLog
    window: tuple[Message, ...]
    new: tuple[Message, ...]
    people: tuple[Person, ...]


def gather(
    ports: Ports,
    note: IndexNote,
    now: datetime,
    *,
    marks: Mapping[str, str] | None = None,
    with_new: bool = True,
) -> Gathered:
    """Read one group: its notes, its state, its log since the cursor, and enough of what stood
    before to judge what is new (DESIGN §5 "Segments").

    `marks` are checkboxes set just now, by pending id, though the note does not show them yet.
    Without `with_new` no message counts as new.
    """
    snapshots = group_notes(ports, note)
    state = _state(ports, note.group_name)
    seen = ports.state.seen(note.group_name)
    known = _marked(_known(snapshots, seen), marks or {})
    log = ChatLog(ports.vault, note.group_name)
    new = _to_flush(log, state) if with_new else ()
    late = log.find([message_block_id(event_id) for event_id in state.late]) if with_new else ()
    window = _window(new, (*late, *_waiting(known, log, with_all=bool(new or late))), log)
    fresh = {message.block_id for message in (*new, *late)}
    changed = {message.block_id for message in late if message.deleted or message.edited}
    room = Room(
        group=note.group_name,
        key_name=note.key_name,
        language=note.language,
        today=now.astimezone(ZoneInfo(note.timezone)).date(),
        known=known,
        seen=seen,
        living_notes=frozenset(path for path, one in snapshots.items() if one.data.strip()),
        fresh=frozenset(fresh),
        changed=frozenset(changed),
        messages=_evidence(known, frozenset(changed), log),
        vetoes=tuple(_vetoes(state)),
        expired=frozenset(state.expired),
        pending_since=state.pending_since,
        pending_days=ports.settings.pending_days,
        deciders=frozenset(ports.settings.deciders),
    )
    return Gathered(
        note=note,
        state=state,
        snapshots=snapshots,
        room=room,
        log=log,
        window=window,
        new=tuple(sorted({*new, *late}, key=_when)),
        people=tuple(_people(known, window)),
    )


def text_of(snapshot: Snapshot | None) -> str:
    """A note's text; "" where there is none."""
    return snapshot.data.decode("utf-8", "replace") if snapshot else ""


def group_notes(ports: Ports, note: IndexNote) -> dict[str, Snapshot]:
    """The notes entries may stand in: all of the group's but its log and summaries, and the rules
    of every group.
    """
    group = note.group_name
    left_out = (layout.log_folder(group) + "/", layout.note(group, "summaries/"))
    inside = [
        path
        for path in ports.vault.stamps(layout.group_folder(group))
        if path.endswith(".md") and not path.startswith(left_out)
    ]
    found = (ports.vault.read(path) for path in (*sorted(inside), note.path, layout.RULES))
    return {snapshot.path: snapshot for snapshot in found if snapshot is not None}


def _state(ports: Ports, group: str) -> GroupState:
    return flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE))).group(group)


def _known(
    snapshots: Mapping[str, Snapshot], seen: Mapping[str, tuple[str, ...]]
) -> dict[str, Known]:
    standing = [entry for path, one in snapshots.items() for entry in entries(path, text_of(one))]
    return read_back.known_entries(standing, seen)


def _to_flush(log: ChatLog, state: GroupState) -> tuple[Message, ...]:
    """The messages since the cursor; what was logged to be remembered is written already."""
    since = log.since(state.cursor)
    return tuple(one for one in since if not one.event_id.startswith(REMEMBERED))


def _marked(known: dict[str, Known], marks: Mapping[str, str]) -> dict[str, Known]:
    for entry_id, mark in marks.items():
        one = known[entry_id]
        if one.entry is not None:
            known[entry_id] = replace(one, entry=replace(one.entry, mark=mark))
    return known


def _window(
    new: tuple[Message, ...], again: tuple[Message, ...], log: ChatLog
) -> tuple[Message, ...]:
    """The messages to read: what is new, what came before it, what it answers, and what is read
    `again`, with the talk around it.
    """
    window = dict.fromkeys(new)
    if new:
        window |= dict.fromkeys(log.before(new[0], _CONTEXT_MESSAGES, _CONTEXT))
    here = {message.block_id for message in window}
    answered = {link for one in new for link in (one.reply_to, one.thread) if link} - here
    for older in (*again, *log.find(answered, _ANSWERED_DAYS)):
        window |= dict.fromkeys(log.around(older, _ANSWERED))
    kept = (one for one in window if not one.deleted and not one.event_id.startswith(REMEMBERED))
    return tuple(sorted(kept, key=_when))


def _waiting(known: Mapping[str, Known], log: ChatLog, *, with_all: bool) -> Iterator[Message]:
    """What ticked items rest on, for the fields a line of pending.md lacks; and what the newest
    items rest on, which something new may settle.
    """
    items = sorted(
        (one for one in known.values() if one.place is Place.PENDING), key=lambda one: one.latest
    )
    newest = {one.id for one in items[-_WAITING_ITEMS:]} if with_all else set[str]()
    for one in items:
        if _is_ticked(one) or one.id in newest:
            for path in dict.fromkeys(cited.path for cited in one.evidence):
                yield from (m for m in log.on(path) if m.block_id in one.evidence_ids)


def _evidence(
    known: Mapping[str, Known], changed: frozenset[str], log: ChatLog
) -> dict[str, Message]:
    """The messages that ticked items and entries touched by a change rest on, by block id."""
    paths = {
        cited.path
        for one in known.values()
        if _is_ticked(one) or one.evidence_ids & changed
        for cited in one.evidence
    }
    return {message.block_id: message for path in sorted(paths) for message in log.on(path)}


def _is_ticked(known: Known) -> bool:
    return (
        known.place is Place.PENDING and known.entry is not None and known.entry.mark in {"x", "X"}
    )


def _vetoes(state: GroupState) -> Iterator[Veto]:
    kinds = {kind.value: kind for kind in Kind}
    for stored in state.vetoes:
        if stored.kind in kinds:
            yield Veto(stored.key, kinds[stored.kind], frozenset(stored.evidence), stored.meaning)


def _people(known: Mapping[str, Known], window: tuple[Message, ...]) -> Iterator[Person]:
    """Members known by their roles, who may be spoken of without having spoken."""
    speakers = {message.sender_name for message in window}
    for one in known.values():
        if one.kind is Kind.ROLE and one.place is Place.STANDING and one.title not in speakers:
            yield Person(one.title, one.title)


def _when(message: Message) -> datetime:
    return message.at
