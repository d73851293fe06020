"""Every ChatServer passes this suite: the one on Matrix and the in-memory twin."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from progressive_memory.domain.chat_room import Batch, Outgoing, Room, RoomChange
from progressive_memory.errors import LoginRevoked, NotSent, StateUnavailable
from progressive_memory.ports_live import ChatServer
from tests.chat_stage import Heard, MemoryStage, Stage, listening
from tests.real.stage import SynapseStage


@pytest.fixture(params=["memory", "synapse"])
def stage(request: pytest.FixtureRequest) -> Stage:
    if request.param == "memory":
        return MemoryStage()
    return SynapseStage(request.getfixturevalue("homeserver"))


def play(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


class Team:
    """Alice and Bob in a room of Alice's, and our account."""

    def __init__(self, stage: Stage) -> None:
        self.alice = stage.person("Alice")
        self.bob = stage.person("Bob")
        self.memo = stage.person("Memo")
        self.room = stage.create_room(self.alice, "Team", invite=(self.bob, self.memo))
        stage.join(self.bob, self.room)


async def joined(stage: Stage, team: Team) -> Heard:
    """What our account heard once it has joined the team's room."""
    server, heard = stage.account("Memo"), Heard()
    async with listening(server, heard):
        assert await server.join(team.room)
        await heard.until(heard.changed("joined", team.room))
    return heard


async def room_of(server: ChatServer, room_id: str) -> Room:
    return next(room for room in await server.rooms() if room.room_id == room_id)


def test_our_own_name_is_known_before_listening(stage: Stage) -> None:
    assert stage.person("Memo") == stage.account("Memo").me


def test_an_invitation_comes_whether_we_listened_or_not(stage: Stage) -> None:
    async def scene() -> None:
        team, heard = Team(stage), Heard()
        later = ""
        async with listening(stage.account("Memo"), heard):
            await heard.until(heard.changed("invited", team.room))
            later = stage.create_room(team.bob, "Later", invite=(team.memo,))
            await heard.until(heard.changed("invited", later))
        invited = [one for one in heard.changes if one.what == "invited"]
        assert [
            RoomChange(team.room, "invited", by=team.alice),
            RoomChange(later, "invited", by=team.bob),
        ] == invited

    play(scene())


def test_a_refused_invitation_is_not_a_room(stage: Stage) -> None:
    async def scene() -> None:
        team, server, heard = Team(stage), stage.account("Memo"), Heard()
        async with listening(server, heard):
            await heard.until(heard.changed("invited", team.room))
            await server.leave(team.room)
            assert not await server.join(team.room)
            assert () == await server.rooms()

    play(scene())


def test_what_was_said_before_we_joined_is_history(stage: Stage) -> None:
    async def scene() -> None:
        team, heard, server = Team(stage), Heard(), stage.account("Memo")
        async with listening(server, heard):
            room = stage.create_room(team.alice, "Plans")
            before = stage.say(team.alice, room, "before you were asked")
            stage.invite(team.alice, room, team.memo)
            between = stage.say(team.alice, room, "before you came")
            await heard.until(heard.changed("invited", room))
            assert await server.join(room)
            await heard.until(heard.changed("joined", room))
            after = stage.say(team.alice, room, "welcome")
            await heard.until(heard.has(after))
        assert [(before, False), (between, False), (after, True)] == [
            (one.event.event_id, one.live) for one in heard.arrivals
        ]

    play(scene())


def test_the_first_start_hears_nothing_of_the_past(stage: Stage) -> None:
    async def scene() -> None:
        team, heard = Team(stage), Heard()
        stage.join(team.memo, team.room)
        stage.say(team.alice, team.room, "long ago")
        async with listening(stage.account("Memo"), heard):
            now = stage.say(team.alice, team.room, "now")
            await heard.until(heard.has(now))
        assert [now] == heard.ids
        assert heard.arrivals[0].live

    play(scene())


def test_what_happened_while_we_were_away_comes_once_and_in_order(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        people = (team.alice, team.bob)
        said = [stage.say(people[i % 2], team.room, f"{i}") for i in range(45)]
        said.append(stage.edit(team.alice, team.room, said[2], "two"))
        said.append(stage.delete(team.bob, team.room, said[3]))
        said.append(stage.react(team.bob, team.room, said[4], "👍"))
        async with listening(stage.account("Memo"), heard):
            await heard.until(heard.has(said[-1]))
        async with listening(stage.account("Memo"), heard):
            said.append(stage.say(team.bob, team.room, "and on"))
            await heard.until(heard.has(said[-1]))
        assert said == heard.ids
        assert all(one.live for one in heard.arrivals)

    play(scene())


def test_events_say_what_they_are_about(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        async with listening(stage.account("Memo"), heard):
            first = stage.say(team.alice, team.room, "use PostgreSQL 16?")
            reply = stage.say(team.bob, team.room, "yes", reply_to=first)
            thread = stage.say(team.bob, team.room, "why though", thread=first)
            notice = stage.say(team.bob, team.room, "build 7 is green", notice=True)
            edit = stage.edit(team.alice, team.room, first, "use PostgreSQL 17?")
            pressed = stage.react(team.bob, team.room, first, "👍")
            await heard.until(heard.has(pressed))  # what is deleted sooner comes without words
            gone = stage.delete(team.bob, team.room, thread)
            await heard.until(heard.has(gone))
        by_id = {event.event_id: event for event in heard.events}
        assert [first, reply, thread, notice, edit, pressed, gone] == list(by_id)
        assert ("use PostgreSQL 16?", team.alice, "Alice") == (
            by_id[first].text,
            by_id[first].sender,
            by_id[first].sender_name,
        )
        assert first == by_id[reply].reply_to
        assert first == by_id[thread].thread
        assert ["user", "bot"] == [by_id[first].role, by_id[notice].role]
        assert (first, "use PostgreSQL 17?") == (by_id[edit].replaces, by_id[edit].text)
        assert (first, "👍") == (by_id[pressed].reacts_to, by_id[pressed].key)
        assert thread == by_id[gone].deletes
        assert sorted(event.at for event in heard.events) == [event.at for event in heard.events]

    play(scene())


def test_an_event_names_whom_it_mentions(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        async with listening(stage.account("Memo"), heard):
            asked = stage.say(team.alice, team.room, "Memo: status", mentions=(team.memo,))
            await heard.until(heard.has(asked))
        assert (team.memo,) == heard.arrivals[-1].mentions

    play(scene())


def test_a_batch_that_was_refused_comes_again(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        said = [stage.say(team.alice, team.room, f"{i}") for i in range(3)]
        refused: list[Batch] = []

        async def take_in(batch: Batch) -> None:
            if batch.arrivals and not refused:
                refused.append(batch)
                raise StateUnavailable("the disk is full")
            await heard.take_in(batch)

        async with listening(stage.account("Memo"), heard, take_in):
            await heard.until(heard.has(said[-1]))
        assert 1 == len(refused)
        assert said == heard.ids

    play(scene())


def test_taking_in_that_finds_the_login_gone_ends_listening(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        server = stage.account("Memo")

        async def accept(batch: Batch) -> None:
            stage.revoke(team.memo)
            await server.join(team.room)

        with pytest.raises(LoginRevoked):
            await asyncio.wait_for(server.listen("", (), accept), 40)
        await server.close()

    play(scene())


def test_what_fails_otherwise_ends_listening_and_is_heard_at_the_next_start(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        said = stage.say(team.alice, team.room, "one")

        async def fail(_: Batch) -> None:
            raise KeyError("a mistake of ours")

        server = stage.account("Memo")
        with pytest.raises(KeyError):
            await server.listen(heard.cursor, (), fail)
        await server.close()
        async with listening(stage.account("Memo"), heard):
            await heard.until(heard.has(said))
        assert [said] == heard.ids

    play(scene())


def test_a_cursor_of_another_server_goes_on_from_now(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        stage.say(team.alice, team.room, "lost")
        heard.cursor = "s999999999_1_2_3_4_5_6_7_8_9"
        async with listening(stage.account("Memo"), heard):
            now = stage.say(team.alice, team.room, "now")
            await heard.until(heard.has(now))
        assert [now] == heard.ids

    play(scene())


def test_sending_twice_sends_once_also_after_a_restart(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        asked = stage.say(team.alice, team.room, "!status")
        answer = Outgoing("t1", team.room, "notice", "all well", asked, mentions=(team.alice,))
        ids = []
        for _ in range(2):
            server = stage.account("Memo")
            async with listening(server, heard):
                ids += [await server.send(answer), await server.send(answer)]
                await heard.until(heard.has(ids[0]))
        last = stage.say(team.alice, team.room, "thanks")
        async with listening(stage.account("Memo"), heard):
            await heard.until(heard.has(last))
        assert 1 == len(set(ids))
        assert [asked, ids[0], last] == heard.ids
        ours = heard.arrivals[1]
        assert ("all well", "bot", asked) == (ours.event.text, ours.event.role, ours.event.reply_to)
        assert (team.alice,) == ours.mentions

    play(scene())


def test_reactions_edits_and_answers_in_a_thread_are_sent(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        server = stage.account("Memo")
        async with listening(server, heard):
            root = stage.say(team.alice, team.room, "a topic")
            asked = stage.say(team.bob, team.room, "!status", thread=root)
            await server.send(Outgoing("a", team.room, "reaction", reply_to=asked, key="👀"))
            answer = await server.send(Outgoing("b", team.room, "notice", "busy", asked, root))
            edit = await server.send(Outgoing("c", team.room, "edit", "done", replaces=answer))
            await heard.until(heard.has(edit))
        pressed, said, changed = heard.events[2:]
        assert (asked, "👀", "bot") == (pressed.reacts_to, pressed.key, pressed.role)
        assert ("busy", root, asked) == (said.text, said.thread, said.reply_to)
        assert ("done", answer, "bot") == (changed.text, changed.replaces, changed.role)

    play(scene())


def test_what_cannot_be_said_is_refused(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        stage.kick(team.alice, team.room, team.memo)
        server = stage.account("Memo")
        async with listening(server, heard):
            with pytest.raises(NotSent):
                await server.send(Outgoing("t", team.room, "notice", "hello?"))

    play(scene())


def test_a_kick_takes_the_room_away_and_a_new_invitation_brings_it_back(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        server = stage.account("Memo")
        async with listening(server, heard):
            first = stage.say(team.alice, team.room, "one")
            await heard.until(heard.has(first))
            heard.changes.clear()
            stage.kick(team.alice, team.room, team.memo)
            await heard.until(heard.changed("left", team.room))
            assert () == await server.rooms()
            missed = stage.say(team.alice, team.room, "without you")
            stage.invite(team.alice, team.room, team.memo)
            await heard.until(heard.changed("invited", team.room))
            assert await server.join(team.room)
            await heard.until(heard.changed("joined", team.room))
            last = stage.say(team.alice, team.room, "welcome back")
            await heard.until(heard.has(last))
        assert ["left", "invited", "joined"] == [one.what for one in heard.changes]
        assert team.alice == heard.changes[0].by
        live = [one.event.event_id for one in heard.arrivals if one.live]
        assert [first, last] == live
        assert missed not in live

    play(scene())


def test_a_kick_while_we_were_away_is_heard_with_all_said_before_it(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        said = [stage.say(team.bob, team.room, f"{i}") for i in range(25)]
        stage.kick(team.alice, team.room, team.memo)
        stage.say(team.bob, team.room, "after")
        server = stage.account("Memo")
        async with listening(server, heard):
            await heard.until(heard.changed("left", team.room))
            assert () == await server.rooms()
        assert said == heard.ids

    play(scene())


def test_rooms_tell_names_members_and_ranks(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        server = stage.account("Memo")
        async with listening(server, heard):
            room = await room_of(server, team.room)
            assert ("Team", False) == (room.name, room.encrypted)
            assert {team.alice: "Alice", team.bob: "Bob", team.memo: "Memo"} == room.members
            assert room.ranks[team.alice] >= 100
            assert (0, 0) == (room.default_rank, room.ranks.get(team.bob, room.default_rank))
            stage.rank(team.alice, team.room, team.bob, 50)
            await heard.until(heard.changed("ranked", team.room))
            assert 50 == (await room_of(server, team.room)).ranks[team.bob]
            stage.rename(team.alice, team.room, "Team 2")
            await heard.until(heard.changed("renamed", team.room))
            assert "Team 2" == (await room_of(server, team.room)).name
        assert RoomChange(team.room, "renamed", name="Team 2") in heard.changes

    play(scene())


def test_somebody_who_comes_later_is_told_as_a_change_of_who_decides(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        server = stage.account("Memo")
        async with listening(server, heard):
            carol = stage.person("Carol")
            stage.invite(team.alice, team.room, carol)
            stage.join(carol, team.room)
            await heard.until(heard.changed("ranked", team.room))
        assert RoomChange(team.room, "ranked") in heard.changes

    play(scene())


def test_an_upgrade_names_the_room_that_goes_on(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        server = stage.account("Memo")
        async with listening(server, heard):
            new = stage.upgrade(team.alice, team.room)
            await heard.until(heard.changed("upgraded", team.room))
            stage.invite(team.alice, new, team.memo)
            await heard.until(heard.changed("invited", new))
            assert await server.join(new)
            await heard.until(heard.changed("joined", new))
            said = stage.say(team.alice, new, "here we go on")
            await heard.until(heard.has(said))
        assert RoomChange(team.room, "upgraded", by=team.alice, new_room_id=new) in heard.changes
        assert said == heard.arrivals[-1].event.event_id
        assert new == heard.arrivals[-1].room_id

    play(scene())


def test_a_revoked_login_ends_listening_and_sending(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        server = stage.account("Memo")
        async with listening(server, heard) as task:
            stage.revoke(team.memo)
            with pytest.raises(LoginRevoked):
                await server.send(Outgoing("t", team.room, "notice", "hello?"))
            with pytest.raises(LoginRevoked):
                await asyncio.wait_for(task, 40)

    play(scene())


def test_typing_and_having_read_are_shown(stage: Stage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await joined(stage, team)
        server = stage.account("Memo")
        async with listening(server, heard):
            said = stage.say(team.alice, team.room, "!recall orders")
            await heard.until(heard.has(said))
            await server.typing(team.room, True)
            await server.typing(team.room, False)
            await server.seen(team.room, said)
        assert [said] == heard.ids  # neither comes back as an event

    play(scene())
