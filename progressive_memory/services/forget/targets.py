"""What is asked to be forgotten, found: in which groups, which messages, which entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Never

from progressive_memory.domain.entry import Entry, Field, Kind
from progressive_memory.domain.forget_report import ToForget
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.message import Message
from progressive_memory.errors import NothingToForget, UnknownEntry, UserError
from progressive_memory.flush.forget import selection
from progressive_memory.flush.forget.rows import rows
from progressive_memory.flush.forget.selection import Going, Span
from progressive_memory.flush.known.homes import PEOPLE
from progressive_memory.flush.known.read_back import cited_in
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import group_homes, group_notes
from progressive_memory.services.group import groups
from progressive_memory.services.log.chat_log import ChatLog
from progressive_memory.services.note_text import text_of
from progressive_memory.text.shell import quoted
from progressive_memory.vault import fields, flush_state, layout
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.ids import message_block_id

_MESSAGE = "m-"


@dataclass(frozen=True)
class Found:
    """The group that something goes out of. `names` are the person's, `sender` their chat id;
    `again` are ids among those asked for that were forgotten before.
    """

    note: IndexNote
    going: Going
    names: frozenset[str] = frozenset()
    sender: str = ""
    again: tuple[str, ...] = ()


def find(ports: Ports, wanted: ToForget) -> tuple[Found, ...]:
    """The groups asked about, and what goes out of each.

    Raises:
        UnknownGroup: no such group.
        UnknownEntry: an entry or message that stands nowhere.
        UserError: nothing is named, or the name of a person fits more than one.
    """
    ids = (*wanted.entries, *wanted.messages)
    by_talk = bool(wanted.person or wanted.since or wanted.until)
    if not ids and not by_talk:
        raise UserError("say what to forget", next_step="pmem forget --help")
    if by_talk and not wanted.group and not wanted.everywhere:
        raise UserError("say in which group", next_step="add --group NAME, or --all for every one")
    notes = (groups.find(ports, wanted.group),) if wanted.group else groups.every(ports)
    found = [_Search(ports, note, wanted).found() for note in notes]
    _refuse_unknown(wanted, found)
    _refuse_many(found)
    _refuse_two_people(wanted, [one.found for one in found])
    return tuple(one.found for one in found if not one.is_empty)


def nothing(wanted: ToForget) -> NothingToForget:
    """What to say where nothing goes."""
    days = [f"{word} {on}" for word, on in (("since", wanted.since), ("until", wanted.until)) if on]
    by = [f"by {wanted.person}"] if wanted.person else []
    where = f"in {wanted.group}" if wanted.group else "in any group"
    message = " ".join(["nothing", *by, *days, "is left", where])
    return NothingToForget(message, next_step="pmem search --log --group G TEXT")


@dataclass
class _Result:
    """What a search found; `known` are the ids asked for that it answers, `standing` those of them
    that are there to go.
    """

    found: Found
    known: frozenset[str]
    standing: frozenset[str]

    @property
    def is_empty(self) -> bool:
        one = self.found
        going = one.going
        asked = going.messages or going.reactions or going.entries or one.names or one.again
        return not (asked or going.before)


class _Search:
    """What of `wanted` stands in one group."""

    def __init__(self, ports: Ports, note: IndexNote, wanted: ToForget) -> None:
        self._ports = ports
        self._note = note
        self._wanted = wanted
        self._log = ChatLog(ports.vault, note.group_name)
        state = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE)))
        self._forgotten = frozenset(state.group(note.group_name).forgotten)

    def found(self) -> _Result:
        """The messages, entries and rows; and which of the ids asked for they answer."""
        going, names, sender = self._said()
        known: set[str] = set()
        again: list[str] = []
        for given in (*self._wanted.messages, *self._wanted.entries):
            block_id = given.strip().removeprefix("^")
            more = self._by_id(block_id, given in self._wanted.messages)
            if more is not None:
                known.add(given)
                going = replace(
                    going,
                    messages={**going.messages, **more.messages},
                    entries=going.entries | more.entries,
                )
            elif self._was_forgotten(block_id):
                known.add(given)
                again.append(given)
        if self._wanted.roles:
            going = replace(going, names=names)
        before = frozenset(f"{_MESSAGE}{one}" for one in self._forgotten)
        found = Found(self._note, replace(going, before=before), names, sender, tuple(again))
        return _Result(found, frozenset(known), frozenset(known.difference(again)))

    def _said(self) -> tuple[Going, frozenset[str], str]:
        """What the person wrote and pressed, or all that was said in the days; and who it is."""
        wanted = self._wanted
        span = Span(wanted.since, wanted.until)
        if wanted.person:
            messages = list(self._log.since(None))
            people = selection.people(messages)
            senders = selection.called(wanted.person, people)
            if len(senders) > 1:
                _refuse_name(wanted.person, senders)
            if not senders:
                return Going(), self._of_people_only(wanted.person), ""
            wrote, pressed = selection.of_person(messages, senders[0], span)
            return Going(wrote, pressed), people[senders[0]], senders[0]
        if wanted.since or wanted.until:
            return Going(selection.of_days(self._log.since(None), span)), frozenset(), ""
        return Going(), frozenset(), ""

    def _of_people_only(self, name: str) -> frozenset[str]:
        """The name, where people.md has a row about somebody who never wrote."""
        people = group_homes(self._ports.vault, self._note).note(PEOPLE)
        text = text_of(self._ports.vault.read(people))
        return frozenset({name} if any(rows(text, {name})) else ())

    def _by_id(self, given: str, is_message: bool) -> Going | None:
        if is_message or given.startswith(_MESSAGE):
            messages = self._messages([given, message_block_id(given)])
            return Going(messages) if messages else None
        entry = self._entry(given)
        if entry is None:
            return None
        cited = [one.block_id for one in cited_in(fields.value(entry.fields, Field.EVIDENCE))]
        return Going(self._messages(cited), entries=frozenset({entry.id}))

    def _messages(self, block_ids: Sequence[str]) -> dict[str, Message]:
        found = self._log.find(block_ids)
        return {one.block_id: one for one in found if not one.forgotten}

    def _entry(self, given: str) -> Entry | None:
        for entry in self._entries(given):
            if entry.kind is Kind.SUMMARY:
                raise UserError(
                    f"{given} is a summary: it goes with the messages it condenses",
                    next_step="pmem forget --since DATE --until DATE --group "
                    f"{quoted(self._note.group_name)} --dry-run",
                )
            cited = cited_in(fields.value(entry.fields, Field.EVIDENCE))
            shared = entry.path == layout.RULES and bool(cited)
            if not shared or any(one.path in self._log.days for one in cited):
                return entry
        return None

    def _entries(self, given: str) -> Iterator[Entry]:
        for path, snapshot in group_notes(self._ports.vault, self._note).items():
            text = text_of(snapshot)
            if f"^{given}" in text:
                yield from (one for one in entries(path, text) if one.id == given)

    def _was_forgotten(self, given: str) -> bool:
        keys = {given.rpartition("-")[2], message_block_id(given).removeprefix(_MESSAGE)}
        return not self._forgotten.isdisjoint(keys)


def _refuse_many(found: Sequence[_Result]) -> None:
    """An event id is the source's own: two chats may have used the same."""
    for given in sorted(frozenset().union(*(one.standing for one in found))):
        there = [one.found.note.group_name for one in found if given in one.standing]
        if len(there) > 1:
            raise UserError(
                f"{given} stands in more than one group: {', '.join(there)}",
                next_step=f"add --group {quoted(there[0])}",
            )


def _refuse_two_people(wanted: ToForget, found: Sequence[Found]) -> None:
    senders = {one.sender for one in found} - {""}
    if len(senders) > 1:
        _refuse_name(wanted.person, sorted(senders))


def _refuse_name(name: str, senders: Sequence[str]) -> Never:
    raise UserError(
        f"{name} is the name of more than one: {', '.join(senders)}",
        next_step=f"name one by id: --person {quoted(senders[0])}",
    )


def _refuse_unknown(wanted: ToForget, found: Sequence[_Result]) -> None:
    known = frozenset().union(*(one.known for one in found))
    for given in (*wanted.messages, *wanted.entries):
        if given not in known:
            message = given in wanted.messages or given.startswith(_MESSAGE)
            thing = "message" if message else "entry"
            where = f" in {wanted.group}" if wanted.group else ""
            raise UnknownEntry(
                f"no {thing} has the id {given}{where}; an id has to be given whole",
                next_step="pmem search --group G TEXT",
            )
