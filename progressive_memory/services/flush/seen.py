"""What has been seen standing: by the vault's own word, and by this machine.

What entries mean is told by the vault (`vault.standing`), so that a flush writes the same whatever
became of the cache folder. Only the cache tells what a person deleted: in the vault an entry that
is not there may still be on its way from another device.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from progressive_memory.domain.entry import Entry
from progressive_memory.domain.notice import Notice
from progressive_memory.domain.plan import Edit, Plan
from progressive_memory.errors import NoteUnreadable, NoteUnwritable, StateUnavailable
from progressive_memory.flush.judge.compare import Decided
from progressive_memory.flush.known import meaning, vetoes
from progressive_memory.flush.known.known import Known
from progressive_memory.ports import Ports
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import layout
from progressive_memory.vault import standing as standing_file
from progressive_memory.vault.flush_state import GroupState
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.standing import Standing


class Seen(NamedTuple):
    """Entries by id, with their marks: `marks` are those that stand or were seen last and are gone.
    Of these, `asleep` are gone and this machine never saw them. `undecided` stand, and
    a flush that was cut off wrote them: it is decided on them anew.
    """

    marks: dict[str, tuple[str, ...]]
    asleep: frozenset[str] = frozenset()
    undecided: frozenset[str] = frozenset()
    record: Standing | None = None


def seen_of(
    ports: Ports, state: GroupState, group: str, standing: Iterable[Entry], *, decides: bool
) -> Seen:
    """What was seen of a group in whose notes those entries stand; with `decides` what a flush
    wrote that was cut off counts as not written yet: its messages are read again.
    """
    here, record = ports.state.seen(group), record_of(ports, group)
    if record is None:
        return Seen(here)
    stand = {entry.id for entry in standing}
    cut_off = record.cut_off(state.standing)
    unsure = {*record.new, *record.taken} if cut_off else set()
    undecided = record.new.intersection(stand) if cut_off and decides else frozenset()
    vetoed = {veto.key for veto in state.vetoes}
    gone = (
        each
        for each in record.entries.keys() - stand - unsure
        if each.rpartition("-")[2] not in vetoed
    )
    known = {**here, **record.taken, **record.entries}
    counted = {*gone, *known.keys() & stand} - undecided
    marks = {each: known[each] for each in known if each in counted}
    return Seen(marks, frozenset(marks.keys() - stand - here.keys()), undecided, record)


def standing_after(
    group: str, token: str, seen: Seen, known: Mapping[str, Known], decided: Decided
) -> Standing | None:
    """What the vault shall tell of a group once what was decided is written; None where it does.
    `token` is that of flush-state.json, `known` the entries before.
    """
    after = decided.after
    left = {one.id: one for one in known.values() if one.id not in after}
    vetoed = {veto.key for veto in decided.vetoes}
    # What a person refused is told of until its veto is written, which comes last.
    refused = {each: one for each, one in left.items() if one.key in vetoed}
    gone = {each: seen.marks[each] for each in seen.marks.keys() - known.keys()}
    entries = {**gone, **marks_of({**refused, **after}, group)}
    if seen.record is not None and not seen.record.cut_off(token):
        told = seen.record.entries
        if entries == {each: told[each] for each in told.keys() & seen.marks.keys()}:
            return None
    elif not entries:
        return None
    both = known.keys() & after.keys()
    moved = {each for each in both if known[each].place is not after[each].place}
    taken = {each: known[each] for each in (left.keys() - refused.keys()) | moved}
    return Standing(entries, frozenset(after.keys() - known.keys()), marks_of(taken, group), token)


def record_of(ports: Ports, group: str) -> Standing | None:
    """What the vault tells of a group's entries; None where it tells nothing that can be read."""
    with suppress(NoteUnreadable, PermissionError):
        return standing_file.parse(text_of(ports.vault.read(layout.standing(group))))
    return None


def all_marks(ports: Ports, group: str) -> dict[str, tuple[str, ...]]:
    """The marks of every entry of a group that is told of here or in the vault, by id."""
    record = record_of(ports, group) or Standing()
    return {**ports.state.seen(group), **record.taken, **record.entries}


def note_seen(ports: Ports, group: str, seen: dict[str, tuple[str, ...]]) -> None:
    """Note what this machine saw of a group (`StateStore.set_seen`). It is a cache: where it cannot
    be written the notes are all the same, and the command says so.
    """
    try:
        ports.state.set_seen(group, seen)
    except StateUnavailable as error:
        said = f"what stands in {group} could not be noted in the cache: an entry deleted now"
        then = f"{said} stays away, but does not count as refused ({error.message})"
        ports.notice(Notice("seen_unkept", group, then))


def unkept(ports: Ports, group: str, why: str) -> None:
    """Tell that what stands in a group could not be noted in the vault."""
    said = f"what stands in {group} could not be noted: some of it may be written a second time"
    ports.notice(Notice("seen_unkept", group, f"{said} ({why})"))


def letting_go(ports: Ports, groups: Iterable[str], ids: Collection[str]) -> tuple[Edit, ...]:
    """The edits by which the vault forgets those entries, as if they had never been."""
    told = ((group, record_of(ports, group)) for group in groups)
    return tuple(
        standing_file.edit(group, record.without(ids))
        for group, record in told
        if record is not None and record != record.without(ids)
    )


def let_go(ports: Ports, group: str, ids: Collection[str]) -> None:
    """Let those entries be as if never seen, here and in the vault."""
    seen = ports.state.seen(group)
    note_seen(ports, group, {each: seen[each] for each in seen if each not in ids})
    if edits := letting_go(ports, (group,), ids):
        now = ports.clock.now()
        mark = short_hash(f"{group}\n{now.isoformat()}\n{sorted(ids)!r}")
        with suppress(NoteUnwritable, NoteUnreadable):  # then they are asleep, and no more
            ports.vault.apply(Plan(f"standing-{mark}", "standing", now, edits, groups=(group,)))


def marks_of(known: Mapping[str, Known], group: str) -> dict[str, tuple[str, ...]]:
    """What is noted of entries of a group (`vetoes.marks`), by id."""
    folder = layout.group_folder(group) + "/"
    return {
        one.id: vetoes.marks(
            one.evidence_ids,
            one.fingerprint or meaning.fingerprint(one.kind, one.slot),
            one.subject_mark or meaning.subject_mark(one.kind, one.slot),
            one.shelf.removeprefix(folder),
        )
        for one in known.values()
    }
