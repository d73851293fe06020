"""`pmem why`: why an entry is believed, and what rests on a message — down to what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Never, TypeVar

from progressive_memory.domain.candidate import Ruling
from progressive_memory.domain.entry import Entry, Field, Kind
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.message import Message
from progressive_memory.domain.why_report import Resting, Testimony, WhyReport
from progressive_memory.errors import UnknownEntry, UserError
from progressive_memory.flush.known import read_back
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import group_homes, group_notes
from progressive_memory.services.group import groups
from progressive_memory.services.history import TAKEN_BACK
from progressive_memory.services.log.chat_log import ChatLog
from progressive_memory.services.note_text import text_of
from progressive_memory.services.unread import Unread
from progressive_memory.services.why.links import GroupLinks, mentions, testimony
from progressive_memory.text.shell import quoted
from progressive_memory.vault import fields, flush_state, layout
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.lines import LINE_END

_Found = TypeVar("_Found")
_SHORTEST_ID = 3
_MESSAGE_ID = re.compile(r"m-[a-z2-7]{1,10}")


def why(ports: Ports, given: str, *, group: str = "", context: int = 0) -> WhyReport:
    """Why the entry with that id (or beginning of an id, with or without `^`) is believed,
    wherever it stands: in force, superseded, pending, a summary, or written by a person. Of a
    message (`m-…`): its thread and what rests on it.

    `group` (name or room id) looks in that one only; `context` messages before and after each
    message are told with it.

    Raises:
        UnknownEntry: there is none; the message says so where a person deleted it.
        UserError: the id fits more than one entry, or stands in more than one group.
        UnknownGroup: `group` is none.
    """
    vault = Unread(ports.vault)
    notes = (groups.find(ports, group, vault),) if group else groups.every(ports, vault)
    report = _why(ports, vault, given, notes, context)
    return replace(report, problems=vault.problems)


def _why(
    ports: Ports, vault: Unread, given: str, notes: tuple[IndexNote, ...], context: int
) -> WhyReport:
    wanted = given.strip().removeprefix("^")
    if _MESSAGE_ID.fullmatch(wanted):
        note, message = _message(vault, given, wanted, notes)
        return _why_message(vault, note, message, context)
    note, entry = _entry(vault, given, wanted, notes)
    links = GroupLinks(vault, note.group_name, context)
    if entry.kind is None or entry.kind is Kind.SUMMARY:
        return _why_linked(note, entry, links)
    pending = group_homes(vault, note).pending
    return _why_written(ports, note, entry, links, pending)


def _why_written(
    ports: Ports, note: IndexNote, entry: Entry, links: GroupLinks, pending: str
) -> WhyReport:
    known = read_back.known_entries([entry], {}, pending)[entry.id]
    flushes = tuple(_flushes(ports, entry.id))
    cited = [(one, links.message(one.path, one.block_id)) for one in known.evidence]
    return WhyReport(
        id=entry.id,
        group=note.group_name,
        kind=known.kind.value,
        file=entry.path,
        text=entry.text,
        verdicts=tuple(one.value for one in _verdicts(known, flushes)),
        decided_by=known.decided_by,
        confirmed_by=known.confirmed_by,
        evidence=tuple(links.told(message) for _, message in cited if message is not None),
        supersedes=known.supersedes,
        superseded_by=known.superseded_by,
        contradicts=known.contradicts,
        pending=known.place is Place.PENDING,
        reason=known.reason,
        flushes=flushes,
        outside=tuple(
            f"{layout.link_target(one.path)}#^{one.block_id}" for one, found in cited if not found
        ),
    )


def _why_linked(note: IndexNote, entry: Entry, links: GroupLinks) -> WhyReport:
    """A summary, or an entry that a person wrote: what it links to, level by level."""
    below = links.below(entry)
    return WhyReport(
        id=entry.id,
        group=note.group_name,
        kind=entry.kind.value if entry.kind else "",
        file=entry.path,
        text=entry.text,
        verdicts=(),
        decided_by=tuple(fields.people(fields.value(entry.fields, Field.DECIDED_BY))),
        confirmed_by=tuple(fields.people(fields.value(entry.fields, Field.CONFIRMED_BY))),
        evidence=below.evidence,
        supersedes=(),
        superseded_by=(),
        sources=tuple(below.sources),
        outside=tuple(dict.fromkeys(below.outside)),
    )


def _why_message(vault: Unread, note: IndexNote, message: Message, context: int) -> WhyReport:
    links = GroupLinks(vault, note.group_name, context)
    return WhyReport(
        id=message.block_id,
        group=note.group_name,
        kind="m",
        file=message.path,
        text=message.text,
        verdicts=(),
        decided_by=(),
        confirmed_by=(),
        evidence=(links.told(message),),
        supersedes=(),
        superseded_by=(),
        thread=_thread(links, message),
        entries=tuple(_resting(vault, note, message.block_id)),
    )


def _thread(links: GroupLinks, message: Message) -> tuple[Testimony, ...]:
    """What the message answers, what answers it, and the rest of its thread, in time order."""
    roots = [root for root in (message.reply_to, message.thread) if root.startswith("m-")]
    said = {one.block_id: one for one in links.log.find(roots)} if roots else {}
    for block_id in (message.block_id, *filter(None, [message.thread])):
        said |= {one.block_id: one for one in mentions(links, block_id)}
    said.pop(message.block_id, None)
    return tuple(testimony(one) for one in sorted(said.values(), key=lambda one: one.at))


def _resting(vault: Unread, note: IndexNote, block_id: str) -> Iterator[Resting]:
    """The entries that link to the message."""
    link = re.compile(rf"#\^{re.escape(block_id)}(?![A-Za-z0-9-])")
    for path, text in _texts(vault, note):
        if link.search(text):
            for entry in entries(path, text):
                if link.search(entry.text):
                    kind = entry.kind.value if entry.kind else ""
                    yield Resting(entry.id, kind, path, entry.title)


def _message(
    vault: Unread, given: str, wanted: str, notes: tuple[IndexNote, ...]
) -> tuple[IndexNote, Message]:
    start = re.compile(rf"\^({re.escape(wanted)}[a-z2-7]*)[ \t]*{LINE_END}")
    found: dict[str, dict[str, tuple[IndexNote, Message]]] = {}
    for note in notes:
        log = ChatLog(vault, note.group_name)
        for path in log.holding(f"^{wanted}"):
            ids = set(start.findall(log.text(path)))
            for one in log.on(path):
                if one.block_id in ids:
                    found.setdefault(one.block_id, {})[note.group_name] = (note, one)
    chosen = _only(found, given, wanted) or _raise_unknown(vault, given, wanted)
    _refuse_many(given, list(chosen))
    return next(iter(chosen.values()))


def _entry(
    vault: Unread, given: str, wanted: str, notes: tuple[IndexNote, ...]
) -> tuple[IndexNote, Entry]:
    found: dict[str, list[tuple[IndexNote, Entry]]] = {}
    for note in notes:
        for entry in _entries(vault, note, wanted):
            found.setdefault(entry.id, []).append((note, entry))
    chosen = _only(found, given, wanted) or _raise_unknown(vault, given, wanted)
    there = list(dict.fromkeys(note.group_name for note, _ in chosen))
    note, entry = chosen[0]
    if entry.path == layout.RULES:  # every group reads the rules: that of the messages made it
        makers = [
            one for one, _ in chosen if f"{layout.group_folder(one.group_name)}/" in entry.text
        ]
        return (makers or [note])[0], entry
    _refuse_many(given, there)
    return note, entry


def _refuse_many(given: str, there: list[str]) -> None:
    if len(there) > 1:
        raise UserError(
            f"{given} stands in more than one group: {', '.join(there)}",
            next_step=f"pmem why {quoted(given)} --group {quoted(there[0])}",
        )


def _only(found: dict[str, _Found], given: str, wanted: str) -> _Found | None:
    """What the id names, or the only thing whose id begins with it; None when nothing does.

    Raises:
        UserError: the beginning of an id fits more than one.
    """
    if wanted in found:
        return found[wanted]
    if len(found) > 1:
        raise UserError(
            f"{given} fits more than one entry: {', '.join(sorted(found))}",
            next_step="give more of the id",
        )
    return next(iter(found.values()), None) if len(wanted) >= _SHORTEST_ID else None


def _entries(vault: Unread, note: IndexNote, wanted: str) -> Iterator[Entry]:
    """The group's entries whose id begins with `wanted`, a person's own only with the whole id;
    only notes that hold it are parsed.
    """
    for path, text in _texts(vault, note):
        if wanted and f"^{wanted}" in text:
            for entry in entries(path, text):
                if entry.id == wanted or (entry.kind is not None and entry.id.startswith(wanted)):
                    yield entry


def _texts(vault: Unread, note: IndexNote) -> Iterator[tuple[str, str]]:
    """Path and text of every note of the group but its log, its summaries last."""
    for path, snapshot in group_notes(vault, note).items():
        yield path, text_of(snapshot)
    for path in sorted(vault.stamps(layout.note(note.group_name, "summaries"))):
        if path.endswith(".md"):
            yield path, text_of(vault.read(path))


def _raise_unknown(vault: Unread, given: str, wanted: str) -> Never:
    message = _unknown(vault, given, wanted)
    if vault.problems:
        message = f"{message}, in what could be read"
    step = " ".join((*vault.problems, "pmem search --group G TEXT"))
    raise UnknownEntry(message, next_step=step)


def _unknown(vault: Unread, given: str, wanted: str) -> str:
    key = wanted.rsplit("-", 1)[-1]
    state = flush_state.parse(text_of(vault.read(layout.FLUSH_STATE)))
    for group, one in state.groups.items():
        if key in one.forgotten:
            return f"{given} was forgotten in {group}"
        if any(veto.key == key for veto in one.vetoes):
            return (
                f"{given} was deleted, rejected or undone in {group}: it will not be written again"
            )
    thing = "message" if wanted.startswith("m-") else "entry"
    return f"no {thing} has the id {given}"


def _flushes(ports: Ports, entry_id: str) -> Iterator[str]:
    for past in reversed(ports.vault.past_plans()):
        if past.plan.verb in TAKEN_BACK and not past.undone and entry_id in past.plan.entry_ids:
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
