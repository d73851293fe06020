"""The log does not hang on the order in which it is told, nor on how it is cut into batches."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.message import ChatEvent, Message
from progressive_memory.services.group import changes as group_changes
from progressive_memory.services.log.log import log
from progressive_memory.vault import layout, log_note

_AT = datetime(2026, 5, 15, 20, 0, tzinfo=UTC)
_SENDERS = ("@a", "@b", "@c")
_TEXTS = st.sampled_from(["hi", "see tomorrow", "今天发", "password=a1b2c3", "- [ ] x\n# y", ""])


@st.composite
def _chats(draw: st.DrawFn, *, edits_deleted: bool = True) -> list[ChatEvent]:
    """Messages over three days, and events about them (each reaction pressed once)."""
    count = draw(st.integers(1, 6))
    events = [
        ChatEvent(
            f"$m{number}",
            _AT + timedelta(hours=9 * number),
            draw(st.sampled_from(_SENDERS)),
            draw(_TEXTS),
            reply_to=draw(st.sampled_from(["", *(f"$m{n}" for n in range(7))])),
        )
        for number in range(count)
    ]
    for number in range(draw(st.integers(0, 8))):
        at = _AT + timedelta(hours=60, seconds=number)
        about = f"$m{draw(st.integers(0, count))}"
        match draw(st.sampled_from(["edit", "delete", "react"])):
            case "edit":
                sender = draw(st.sampled_from(_SENDERS))
                events.append(ChatEvent(f"$e{number}", at, sender, draw(_TEXTS), replaces=about))
            case "delete":
                kinds = "mre" if edits_deleted else "mr"
                gone = f"${draw(st.sampled_from(kinds))}{draw(st.integers(0, 7))}"
                events.append(ChatEvent(f"$d{number}", at, "@c", deletes=gone))
            case _:
                key = f"+{number}"
                events.append(ChatEvent(f"$r{number}", at, "@b", reacts_to=about, key=key))
    return events


def _logged(calls: list[list[ChatEvent]], batch: int) -> dict[str, bytes]:
    ports = MemoryPorts()
    group_changes.add(ports, NewGroup("pay", language="en", timezone="UTC"))
    for events in calls:
        log(ports, "pay", MemoryFeed(events), batch=batch)
    stamps = ports.vault.stamps(layout.log_folder("pay"))
    return {path: one.data for path in stamps if (one := ports.vault.read(path))}


def _messages(notes: dict[str, bytes]) -> list[Message]:
    """The messages of all notes, their reactions as a set: batches come in the order told."""
    return [
        replace(one, reactions=tuple(sorted(one.reactions, key=lambda reaction: reaction.event_id)))
        for path in sorted(notes)
        for one in log_note.parse(path, notes[path].decode())
    ]


@settings(max_examples=80, deadline=None)
@given(_chats().flatmap(lambda chat: st.tuples(st.just(chat), st.permutations(chat))))
def test_any_order_gives_the_same_bytes(chat: tuple[list[ChatEvent], list[ChatEvent]]) -> None:
    told, mixed = chat
    assert _logged([told], 100) == _logged([mixed], 100)


@settings(max_examples=80, deadline=None)
@given(
    # What stood before an edit is known only as long as the batch that brought both.
    _chats(edits_deleted=False).flatmap(
        lambda chat: st.tuples(st.just(chat), st.permutations(chat))
    ),
    st.integers(1, 4),
)
def test_any_order_in_small_batches_gives_the_same_messages(
    chat: tuple[list[ChatEvent], list[ChatEvent]], batch: int
) -> None:
    told, mixed = chat
    assert _messages(_logged([told], 100)) == _messages(_logged([mixed], batch))


@settings(max_examples=80, deadline=None)
@given(_chats(), st.sampled_from([1, 2, 3, 100]), st.data())
def test_telling_again_changes_no_byte(
    chat: list[ChatEvent], batch: int, data: st.DataObject
) -> None:
    again = data.draw(st.lists(st.sampled_from(chat), max_size=6))
    assert _logged([chat], batch) == _logged([chat, chat, again], batch)
