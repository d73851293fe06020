"""`pmem remember`: what somebody asks to be kept, written at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.domain.message import ChatEvent, Message, Role
from progressive_memory.errors import UnknownEntry, UserError
from progressive_memory.flush.chatlog import REMEMBERED, stored_text
from progressive_memory.flush.extract.rules import extract_all
from progressive_memory.flush.judge import remembering
from progressive_memory.flush.judge.compare import compare
from progressive_memory.ports import Ports
from progressive_memory.services.flush import plan as flush_plan
from progressive_memory.services.flush import shelve as flush_shelve
from progressive_memory.services.flush.gather import Gathered, gather
from progressive_memory.services.flush.plan import GroupPart
from progressive_memory.services.flush.settle import Occasion, settle
from progressive_memory.services.group import groups
from progressive_memory.services.log.chat_log import ChatLog
from progressive_memory.services.log.one_message import log_one
from progressive_memory.vault.ids import message_block_id, short_hash

_AGENTS: dict[str, Role] = {
    "assistant": "assistant",
    "agent": "assistant",
    "bot": "bot",
    "tool": "tool",
}


@dataclass(frozen=True)
class Wanted:
    """What shall be remembered. `by` is who says so, as a sender id or a name; `assistant`,
    `agent`, `bot` and `tool`, or whoever is one in the log, is no person. `kind` None = as the
    words say. `cites` is the event id or block id of a person's message an agent rests on.
    `everywhere` makes a rule hold in every group. `said` is the event id of the person's message in
    the log that asks for it ("" = there is none, and one is logged); with it, `settles` says
    whether their word alone changes roles, rules and the environment.
    """

    text: str
    by: str
    kind: Kind | None = None
    cites: str = ""
    everywhere: bool = False
    said: str = ""
    settles: bool = True


def remember(ports: Ports, group: str, wanted: Wanted) -> FlushReport:
    """Log the words as a message of who says them, and write them as an entry: a person's at once,
    an agent's into pending.md unless it cites a person's message. Nothing else is flushed. Words
    that a message of the chat asks to keep are kept once, however often that is carried out.

    Raises:
        UnknownGroup: no such group.
        UnknownEntry: the message cited, or that asks for it, is not in the group's log.
        UserError: there is nothing to remember, or only a rule can hold everywhere.
    """
    if not remembering.words(wanted.text):
        raise UserError("there is nothing to remember", next_step='pmem remember --group G "…"')
    if wanted.everywhere and wanted.kind is not Kind.RULE:
        raise UserError("only a rule can hold everywhere", next_step="add --kind rule")
    with ports.vault.exclusive():
        note = groups.find(ports, group)
        before = gather(ports, note, ports.clock.now(), with_new=False)
        cited = _cited(before.log, wanted.cites)
        message = _asking(before, wanted) if wanted.said else _logged(ports, before, wanted)
        gathered = gather(ports, note, ports.clock.now(), with_new=False)
        noted = _candidate(gathered, message, cited, wanted)
        occasion = Occasion("remember", ports.clock.now(), advances=False)
        part = flush_shelve.shelved(ports, _part(gathered, message, noted, wanted.settles))
        return settle(ports, [part], occasion)


def _part(gathered: Gathered, message: Message, noted: Candidate, settles: bool) -> GroupPart:
    """What was asked for is judged, and what people did to the notes."""
    person = settles and message.role == "user"
    room = replace(
        gathered.room,
        fresh=frozenset({message.block_id}),
        authorities=frozenset({message.sender} if person else ()),
    )
    only = replace(gathered, room=room, new=(message,))
    decided = compare(room, (noted,))
    return GroupPart(only, decided, flush_plan.note_edits(only, decided))


def _candidate(
    gathered: Gathered, message: Message, cited: Message | None, wanted: Wanted
) -> Candidate:
    language = gathered.note.language
    text = message.text
    if wanted.said:  # without the command around it, dated as it was said
        text = stored_text(wanted.text, message.at, language)[0]
    plain = replace(message, text=remembering.words(text), role="user")
    extracted = extract_all((plain,), language=language, people=gathered.people)
    noted = remembering.candidate(
        replace(message, text=text), wanted.kind, extracted, language, everywhere=wanted.everywhere
    )
    noted = replace(noted, evidence=(message,))
    return noted if message.role == "user" else remembering.noted_by_agent(noted, cited)


def _asking(before: Gathered, wanted: Wanted) -> Message:
    """The message of the chat that asks for it."""
    found = before.log.find([message_block_id(wanted.said)])
    if not found or found[0].forgotten or found[0].deleted:
        raise UnknownEntry("the message that asks for it is not in this group's log any more")
    return found[0]


def _logged(ports: Ports, before: Gathered, wanted: Wanted) -> Message:
    """The words as they stand in the log: redacted, dates annotated."""
    role = _role(before.log, wanted.by)
    event = ChatEvent(
        event_id=_event_id(before, wanted),
        at=ports.clock.now(),
        sender=wanted.by,
        text=wanted.text,
        role=role,
        line=1,
    )
    return log_one(ports, before.note, event)


def _event_id(before: Gathered, wanted: Wanted) -> str:
    """The id of the message. Words that were logged today and never became an entry, because the
    program was cut off in between, are the same message when they are said again.
    """
    room = before.room
    seed = f"{before.note.key_name}\n{wanted.by}\n{room.today}\n{wanted.text}"
    used = {each for one in room.known.values() for each in one.evidence_ids}
    used.update(each for veto in room.vetoes for each in veto.evidence)
    for number in count():
        event_id = REMEMBERED + short_hash(f"{seed}\n{number}")
        block_id = message_block_id(event_id)
        if block_id not in used and not any(one.forgotten for one in before.log.find([block_id])):
            return event_id
    raise AssertionError("numbers do not end")


def _cited(log_before: ChatLog, cites: str) -> Message | None:
    if not cites:
        return None
    block_id = cites.removeprefix("^")
    logged = log_before.find([block_id, message_block_id(cites)])
    found = [one for one in logged if not one.forgotten]
    if not found:
        raise UnknownEntry(
            f"no message {cites} in this group's log", next_step="pmem search --log --group G TEXT"
        )
    return found[0]


def _role(log_before: ChatLog, by: str) -> Role:
    """What the sender is: an agent by name, or by what the newest days of the log say."""
    if by.casefold() in _AGENTS:
        return _AGENTS[by.casefold()]
    roles = (one.role for one in log_before.lately() if by in (one.sender, one.sender_name))
    return next(roles, "user")
