"""What one group's flush is decided on, read from the vault and the caches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.entry import Entry, Kind
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.message import Message
from progressive_memory.flush.chatlog import REMEMBERED
from progressive_memory.flush.judge.compare import Room
from progressive_memory.flush.known import read_back
from progressive_memory.flush.known.homes import Homes, homes_of
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.known.vetoes import Veto
from progressive_memory.ports import Ports, Snapshot, VaultReader
from progressive_memory.services.flush.seen import Seen, seen_of
from progressive_memory.services.flush.window import is_ticked, when, window
from progressive_memory.services.group.groups import group_names
from progressive_memory.services.log.chat_log import ChatLog
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import flush_state, layout
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.conflicts import has_conflict
from progressive_memory.vault.flush_state import GroupState
from progressive_memory.vault.ids import message_block_id


@dataclass(frozen=True)
class Gathered:
    """One group before a flush: its notes by path, the values to decide on, the messages to read
    (`window`) and which of them are new, in time order. `seen` is what was seen of it before.
    """

    note: IndexNote
    state: GroupState
    snapshots: Mapping[str, Snapshot]
    room: Room
    log: ChatLog
    window: tuple[Message, ...]
    new: tuple[Message, ...]
    people: tuple[Person, ...]
    seen: Seen


@dataclass(frozen=True)
class Mark:
    """What a person did to an item of pending.md: the letter in its box, their name ("" = not
    told), and the words it reads from now on ("" = as it stands).
    """

    box: str
    by: str = ""
    words: str = ""


def gather(
    ports: Ports,
    note: IndexNote,
    now: datetime,
    *,
    marks: Mapping[str, Mark] | None = None,
    with_new: bool = True,
    until: date | None = None,
) -> Gathered:
    """Read one group: its notes, its state, its log since the cursor, and enough of what stood
    before to judge what is new (DESIGN §5 "Segments").

    `marks` are items marked just now, by pending id, though the note does not show it yet.
    Without `with_new` no message counts as new; with `until` the log ends with that day.
    """
    snapshots = group_notes(ports.vault, note)
    state = _state(ports, note.group_name)
    homes = homes_of(note, snapshots, lambda path: text_of(snapshots.get(path)))
    standing = sorted(_standing(snapshots), key=_where_it_was(homes, state))
    seen = seen_of(ports, state, note.group_name, standing, decides=with_new)
    known = _marked(_decided(standing, seen, homes), marks or {})
    log = ChatLog(ports.vault, note.group_name, state.forgotten, until)
    new = _to_flush(log, state) if with_new else ()
    late = log.find([message_block_id(event_id) for event_id in state.late]) if with_new else ()
    read = window(new, late, known, log)
    room = Room(
        homes=homes,
        key_name=note.key_name,
        language=note.language,
        today=now.astimezone(ZoneInfo(note.timezone)).date(),
        known=known,
        seen=seen.marks,
        asleep=seen.asleep,
        living_notes=frozenset(path for path, one in snapshots.items() if _lives(one)),
        hidden=_hidden(seen.marks.keys() - known.keys(), snapshots),
        fresh=frozenset(message.block_id for message in (*new, *late)),
        changed=frozenset(one.block_id for one in late if one.deleted or one.edited),
        messages=_evidence(known, {message.block_id for message in late}, log),
        vetoes=tuple(_vetoes(state)),
        expired=frozenset(state.expired),
        pending_since=state.pending_since,
        pending_days=ports.settings.pending_days,
        newest=_newest_day(log) if with_new else "",
        quiet_task_days=ports.settings.quiet_task_days,
        deciders=_deciders(ports, note.group_name),
        reviewed_by=next((one.by for one in (marks or {}).values()), ""),
    )
    return Gathered(
        note=note,
        state=state,
        snapshots=snapshots,
        room=room,
        log=log,
        window=read,
        new=tuple(sorted({*new, *late}, key=when)),
        people=tuple(_people(known, read)),
        seen=seen,
    )


def _newest_day(log: ChatLog) -> str:
    """The ISO day of the newest message of the chat itself: what somebody asked to remember is
    dated today, and an imported chat is not quiet because of it.
    """
    said = (one for one in log.lately() if not one.event_id.startswith(REMEMBERED))
    return next((f"{one.at:%Y-%m-%d}" for one in said), "")


def _lives(snapshot: Snapshot) -> bool:
    """Whether a note can be read, and no merge is open in it: in one that cannot, no entry was
    deleted by a person.
    """
    try:
        text = snapshot.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    return bool(text.strip()) and not has_conflict(text)


def _hidden(ids: Collection[str], snapshots: Mapping[str, Snapshot]) -> frozenset[str]:
    """Those of the ids that end a line of a note, though no entry with them is read there: an open
    code fence or comment hides it.
    """
    if not ids:
        return frozenset()
    lines = (line.split() for one in snapshots.values() for line in text_of(one).splitlines())
    last = {words[-1].removeprefix("^") for words in lines if words and words[-1][0] == "^"}
    return frozenset(last.intersection(ids))


def group_notes(vault: VaultReader, note: IndexNote) -> dict[str, Snapshot]:
    """The notes entries may stand in: all of the group's but its log and summaries, and the rules
    of every group.
    """
    inside = _inside(vault, note.group_name)
    found = (vault.read(path) for path in (*inside, note.path, layout.RULES))
    return {snapshot.path: snapshot for snapshot in found if snapshot is not None}


def standing(vault: VaultReader, note: IndexNote) -> dict[str, Known]:
    """The entries that stand and wait in a group, as its notes alone tell them, by id."""
    return _known(group_notes(vault, note), {}, group_homes(vault, note).pending)


def group_homes(vault: VaultReader, note: IndexNote) -> Homes:
    """The notes a group's entries belong into, as its people have named them."""
    paths = _inside(vault, note.group_name)
    return homes_of(note, paths, lambda path: text_of(vault.read(path)))


def _inside(vault: VaultReader, group: str) -> list[str]:
    """The notes of a group's folder but its log and summaries, by path, those with older lines of
    the archive last: of two blocks with one id that in attention.md counts.
    """
    summaries, folder = layout.note(group, "summaries/"), layout.note(group, "")
    found = (
        path
        for path in vault.stamps(layout.group_folder(group), layout.log_folder(group))
        if path.endswith(".md") and not path.startswith(summaries)
    )
    return sorted(found, key=lambda path: (layout.is_shelf(path.removeprefix(folder)), path))


def _state(ports: Ports, group: str) -> GroupState:
    return flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE))).group(group)


def _known(
    snapshots: Mapping[str, Snapshot], seen: Mapping[str, tuple[str, ...]], pending: str
) -> dict[str, Known]:
    return read_back.known_entries(_standing(snapshots), seen, pending)


def _standing(snapshots: Mapping[str, Snapshot]) -> list[Entry]:
    return [entry for path, one in snapshots.items() for entry in entries(path, text_of(one))]


def _decided(standing: Sequence[Entry], seen: Seen, homes: Homes) -> dict[str, Known]:
    found = [entry for entry in standing if entry.id not in seen.undecided]
    return read_back.known_entries(found, seen.marks, homes.pending)


def _where_it_was(homes: Homes, state: GroupState) -> Callable[[Entry], bool]:
    """Of an entry that stands twice, because a flush was cut off while it moved from or to
    pending.md, the block where it was before comes first: that counts.
    """
    waited = state.pending_since.keys()
    return lambda entry: (entry.path == homes.pending) != (entry.id in waited)


def _to_flush(log: ChatLog, state: GroupState) -> tuple[Message, ...]:
    """The messages since the cursor; what was logged to be remembered is written already."""
    since = (one for one in log.since(state.cursor) if not one.forgotten)
    return tuple(one for one in since if not one.event_id.startswith(REMEMBERED))


def _marked(known: dict[str, Known], marks: Mapping[str, Mark]) -> dict[str, Known]:
    for entry_id, mark in marks.items():
        one = known[entry_id]
        if one.entry is not None:
            marked = replace(one, entry=one.entry._replace(mark=mark.box))
            known[entry_id] = replace(marked, title=mark.words) if mark.words else marked
    return known


def _deciders(ports: Ports, group: str) -> frozenset[str]:
    """Who may declare: those whom the settings name, else those whom the chat gives the rank."""
    named = frozenset(ports.settings.deciders)
    return named or group_names(ports).deciders_of(group)


def _evidence(
    known: Mapping[str, Known], late: Collection[str], log: ChatLog
) -> dict[str, Message]:
    """The messages that ticked items rest on, and entries with one that came late or changed."""
    paths = {
        cited.path
        for one in known.values()
        if is_ticked(one) or one.evidence_ids.intersection(late)
        for cited in one.evidence
    }
    return {message.block_id: message for path in sorted(paths) for message in log.on(path)}


def _vetoes(state: GroupState) -> Iterator[Veto]:
    kinds = {kind.value: kind for kind in Kind}
    for stored in state.vetoes:
        if stored.kind in kinds:
            yield Veto(stored.key, kinds[stored.kind], frozenset(stored.evidence), stored.meaning)


def _people(known: Mapping[str, Known], read: tuple[Message, ...]) -> Iterator[Person]:
    """Members known by their roles, who may be spoken of without having spoken."""
    speakers = {message.sender_name for message in read}
    for one in known.values():
        if one.kind is Kind.ROLE and one.place is Place.STANDING and one.title not in speakers:
            yield Person(one.title, one.title)
