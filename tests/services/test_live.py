"""A live chat: rooms and their groups, what may be kept, what goes into the log, who is left out."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.chat_room import Arrival, Batch
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.domain.request import Turn
from progressive_memory.errors import NoteUnreadable, NoteUnwritable, UnknownGroup
from progressive_memory.services.group.changes import add
from progressive_memory.services.group.groups import group_names
from progressive_memory.services.live.drain import drain
from progressive_memory.services.live.intake import keepable
from progressive_memory.services.live.optout import has_opted_out, opt_in, opt_out
from progressive_memory.services.live.rooms import follow_room, room_group, set_deciders
from progressive_memory.services.recall.said_about import said_about
from progressive_memory.services.status import status
from progressive_memory.vault import layout
from tests.chat_room import ChatRoom

ME, ROOM, OTHER = "@memory:x", "!harbour:x", "!YCk7UN56IoLS"
NORA, SAM = "@nora:x", "@sam:x"
AT = datetime(2026, 5, 15, 9, 0, tzinfo=UTC)


@pytest.fixture
def ports() -> MemoryPorts:
    return MemoryPorts()


def said(number: int, text: str, sender: str = NORA, room: str = ROOM, **more: str) -> Arrival:
    at = AT + timedelta(minutes=number)
    event = ChatEvent(f"$e{number}", at, sender, text, deletes=more.get("deletes", ""))
    return Arrival(room, event, live=True)


def rows(ports: MemoryPorts) -> dict[str, dict[str, object]]:
    snapshot = ports.vault.read(layout.GROUP_NAMES)
    found: dict[str, dict[str, object]] = json.loads(snapshot.data) if snapshot else {}
    return found


def everything(ports: MemoryPorts) -> str:
    found = (ports.vault.read(path) for path in ports.vault.stamps("memory"))
    return "".join(one.data.decode() for one in found if one)


# -- rooms


def test_an_unknown_room_gets_a_group_called_by_its_display_name(ports: MemoryPorts) -> None:
    row = room_group(ports, ROOM, "Harbour Crew 港口")
    assert ("harbour-crew-港口", "Harbour Crew 港口", (ROOM,)) == (
        row.name,
        row.display_name,
        row.rooms,
    )
    assert row == room_group(ports, ROOM, "Another name by now")


def test_a_room_called_like_a_group_that_stands_gets_one_of_its_own(ports: MemoryPorts) -> None:
    add(ports, NewGroup("harbour"))
    first = room_group(ports, ROOM, "Harbour")
    second = room_group(ports, OTHER, "harbour")
    assert ("harbour-2", "harbour-3") == (first.name, second.name)


@pytest.mark.parametrize("name", ["", "   ", "!!!", "...", "con"])
def test_a_room_without_a_usable_name_gets_one_all_the_same(ports: MemoryPorts, name: str) -> None:
    assert room_group(ports, ROOM, name).name.startswith(("group", "con", "!!!"))


def test_several_rooms_may_share_a_group(ports: MemoryPorts) -> None:
    add(ports, NewGroup("harbour", ROOM))
    add(ports, NewGroup("harbour", OTHER))
    assert "harbour" == room_group(ports, ROOM, "a").name == room_group(ports, OTHER, "b").name


def test_a_room_whose_group_is_gone_gets_no_other(ports: MemoryPorts) -> None:
    row = json.dumps({ROOM: {"name": "harbour"}})
    ports.vault.save(layout.GROUP_NAMES, row.encode())
    with pytest.raises(UnknownGroup):
        room_group(ports, ROOM, "Harbour")


def test_the_room_that_replaces_another_goes_on_with_its_group(ports: MemoryPorts) -> None:
    room_group(ports, ROOM, "Harbour")
    for _ in range(2):
        follow_room(ports, ROOM, OTHER)
    assert "harbour" == room_group(ports, OTHER, "Harbour").name
    assert (ROOM, OTHER) == group_names(ports).rooms_of("harbour")


def test_a_room_that_has_a_group_keeps_it_whatever_it_is_said_to_replace(
    ports: MemoryPorts,
) -> None:
    room_group(ports, ROOM, "Harbour")
    room_group(ports, OTHER, "Directors")
    follow_room(ports, ROOM, OTHER)
    follow_room(ports, "!unknown:x", "!new:x")
    assert {ROOM: "harbour", OTHER: "directors"} == dict(group_names(ports).rooms)


def test_who_may_decide_stands_in_the_rooms_row_beside_what_people_put_there(
    ports: MemoryPorts,
) -> None:
    row = {"name": "harbour", "display_name": "Harbour", "our_field": [1]}
    add(ports, NewGroup("harbour"))
    ports.vault.save(layout.GROUP_NAMES, json.dumps({ROOM: row}).encode())
    assert (True, False) == (
        set_deciders(ports, ROOM, (SAM, NORA)),
        set_deciders(ports, ROOM, [NORA, SAM]),
    )
    assert {ROOM: {**row, "deciders": [NORA, SAM]}} == rows(ports)
    assert frozenset({NORA, SAM}) == group_names(ports).deciders_of("harbour")


def test_a_room_without_a_group_has_no_deciders_yet(ports: MemoryPorts) -> None:
    assert not set_deciders(ports, ROOM, [NORA])
    assert {} == rows(ports)


def test_who_has_the_rank_decides_alone_and_others_do_not() -> None:
    declared = "Decided: we move the order store to PostgreSQL 16"
    outcomes = []
    for who in ("Ana", "Bo"):
        room = ChatRoom()
        add(room.ports, NewGroup(room.name, ROOM))
        set_deciders(room.ports, ROOM, ["@ana:example.org"])
        room.say(who, declared)
        done = room.flush()
        outcomes.append((len(done.written), len(done.pending)))
    assert [(1, 0), (0, 1)] == outcomes


def test_deciders_that_the_settings_name_win_over_ranks() -> None:
    from dataclasses import replace

    room = ChatRoom()
    add(room.ports, NewGroup(room.name, ROOM))
    set_deciders(room.ports, ROOM, ["@ana:example.org"])
    room.ports.settings = replace(room.ports.settings, deciders=("@bo:example.org",))
    room.say("Ana", "Decided: we move the order store to PostgreSQL 16")
    assert [1] == [len(room.flush().pending)]


# -- what may be kept


def test_secrets_go_before_anything_is_kept(ports: MemoryPorts) -> None:
    kept = keepable(ports, Batch("s", (said(1, "password=Xk29fjQ1zz"),)), ME)
    assert "password=（已隐去:password）" == kept.arrivals[0].event.text
    add(ports, NewGroup("harbour", ROOM, language="en"))
    kept = keepable(ports, Batch("s", (said(1, "password=Xk29fjQ1zz"),)), ME)
    assert "password=(redacted:password)" == kept.arrivals[0].event.text


def test_what_we_said_ourselves_is_not_kept(ports: MemoryPorts) -> None:
    batch = Batch("s", (said(1, "an answer", ME), said(2, "a question")))
    assert ["$e2"] == [one.event.event_id for one in keepable(ports, batch, ME).arrivals]


def test_who_opted_out_is_not_kept_but_what_they_take_back_is(ports: MemoryPorts) -> None:
    add(ports, NewGroup("harbour", ROOM))
    opt_out(ports, "harbour", NORA)
    batch = Batch(
        "s",
        (
            said(1, "mine"),
            said(2, "", deletes="$e0"),
            said(3, "Sam's", SAM),
            said(4, "elsewhere", room=OTHER),
        ),
    )
    assert ["$e2", "$e3", "$e4"] == [
        one.event.event_id for one in keepable(ports, batch, ME).arrivals
    ]


def test_a_turn_counts_from_its_message_on(ports: MemoryPorts) -> None:
    batch = Batch("s", tuple(said(number, "word") for number in range(1, 6)))
    turns = [Turn(ROOM, NORA, True, "$e2"), Turn(ROOM, NORA, False, "$e4")]
    kept = keepable(ports, batch, ME, turns)
    assert ["$e1", "$e4", "$e5"] == [one.event.event_id for one in kept.arrivals]


def test_a_turn_that_was_asked_for_before_counts_from_the_first(ports: MemoryPorts) -> None:
    batch = Batch("s", (said(1, "word"), said(2, "word", SAM)))
    kept = keepable(ports, batch, ME, [Turn(ROOM, NORA, True)])
    assert ["$e2"] == [one.event.event_id for one in kept.arrivals]


@pytest.mark.parametrize("path", [layout.GROUP_NAMES, layout.FLUSH_STATE])
def test_nothing_is_kept_while_it_cannot_be_read_who_opted_out(
    ports: MemoryPorts, path: str
) -> None:
    add(ports, NewGroup("harbour", ROOM))
    opt_out(ports, "harbour", NORA)
    snapshot = ports.vault.read(path)
    assert snapshot is not None
    ports.vault.save(path, snapshot.data[:-4])
    with pytest.raises(NoteUnreadable, match="is not JSON"):
        keepable(ports, Batch("s", (said(1, "mine"),)), ME)
    ports.vault.save(path, snapshot.data)
    assert () == keepable(ports, Batch("s", (said(1, "mine"),)), ME).arrivals


def test_opting_out_keeps_only_a_hash_and_opting_in_takes_it_back(ports: MemoryPorts) -> None:
    add(ports, NewGroup("harbour", ROOM))
    assert (True, False) == (
        opt_out(ports, ROOM, NORA).changed,
        opt_out(ports, "harbour", NORA).changed,
    )
    assert has_opted_out(ports, "harbour", NORA)
    assert NORA not in everything(ports)
    assert opt_in(ports, "harbour", NORA).changed
    assert not has_opted_out(ports, "harbour", NORA)


# -- into the log


def test_what_waits_is_logged_by_group_and_leaves_the_spool(ports: MemoryPorts) -> None:
    ports.spool.take_in(
        ME, Batch("s", (said(1, "quay"), said(2, "office", room=OTHER), said(3, "crane")))
    )
    drained = drain(ports, {ROOM: "Harbour", OTHER: "Office"}, limit=2)
    assert (3, {ROOM: "$e3", OTHER: "$e2"}, {}) == (
        drained.events,
        drained.newest,
        drained.problems,
    )
    logged = {row.group: row.unflushed_messages for row in status(ports).groups}
    assert ({"harbour": 2, "office": 1}, ()) == (logged, ports.spool.waiting(10))


def test_what_was_logged_and_not_crossed_out_is_logged_once(ports: MemoryPorts) -> None:
    batch = Batch("s", (said(1, "quay"), said(2, "crane")))
    ports.spool.take_in(ME, batch)
    drain(ports, {ROOM: "Harbour"})
    before = everything(ports)
    again = MemoryPorts()
    again.vault = ports.vault
    again.spool.take_in(ME, batch)
    assert 2 == drain(again, {ROOM: "Harbour"}).events
    assert before == everything(ports)


def test_a_room_whose_log_cannot_be_written_waits_and_the_others_go_on(
    ports: MemoryPorts, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = tuple(said(number, "quay") for number in range(1, 8))
    ports.spool.take_in(ME, Batch("s", (*many, said(8, "office", room=OTHER))))
    apply = ports.vault.apply

    def refusing(plan: Plan) -> Applied:
        if plan.verb == "log" and plan.groups == ("harbour",):
            raise NoteUnwritable("the day note is broken")
        return apply(plan)

    monkeypatch.setattr(ports.vault, "apply", refusing)
    drained = drain(ports, {ROOM: "Harbour", OTHER: "Office"}, limit=3)
    assert (1, ["the day note is broken"], 7) == (
        drained.events,
        [problem.message for problem in drained.problems.values()],
        len(ports.spool.waiting(10)),
    )
    monkeypatch.undo()
    assert 7 == drain(ports, {}).events


# -- what a question finds


def test_only_what_shares_a_word_with_the_question_is_found() -> None:
    room = ChatRoom()
    room.say("Ana", "the espresso machine is broken again")
    room.say("Bo", "who ate my lunch")
    found = said_about(room.ports, room.name, "which espresso machine?", "log")
    assert ["the espresso machine is broken again"] == [hit.text for hit in found]
    assert () == said_about(room.ports, room.name, "submarine", "log")
    assert () == said_about(room.ports, room.name, "?", "log")
