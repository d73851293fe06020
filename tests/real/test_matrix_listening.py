"""What a real homeserver does to an account of ours, and what comes of it."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from progressive_memory.domain.chat_room import CREATOR, Outgoing, RoomChange
from tests.chat_stage import Heard, listening
from tests.real.homeserver import Homeserver
from tests.real.stage import SynapseStage

ROOT = Path(__file__).parents[2]


@pytest.fixture
def stage(homeserver: Homeserver) -> SynapseStage:
    return SynapseStage(homeserver)


def play(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


class Team:
    """Alice and Bob in a room of Alice's with our account, which has heard of it all."""

    def __init__(self, stage: SynapseStage, version: str = "") -> None:
        self.alice, self.bob, self.memo = (stage.person(name) for name in ("Alice", "Bob", "Memo"))
        others = (self.bob, self.memo)
        self.room = stage.create_room(self.alice, "Team", invite=others, version=version)
        for user in others:
            stage.join(user, self.room)


async def caught_up(stage: SynapseStage) -> Heard:
    heard = Heard()
    async with listening(stage.account("Memo"), heard):
        pass
    return heard


def test_all_that_was_said_while_we_were_down_comes_once_and_in_order(stage: SynapseStage) -> None:
    """150 messages at a limit of 20 are two pages of older events; the last is a command."""

    async def scene() -> None:
        team = Team(stage)
        heard = await caught_up(stage)
        async with listening(stage.account("Memo"), heard):
            before = [stage.say(team.bob, team.room, f"before {n}") for n in range(3)]
            await heard.until(heard.has(before[-1]))
        people = (team.alice, team.bob)
        down = [stage.say(people[n % 2], team.room, f"down {n}") for n in range(150)]
        down.append(stage.edit(team.bob, team.room, before[1], "before, mended"))
        down.append(stage.edit(team.alice, team.room, down[0], "down, mended"))
        forged = stage.edit(team.alice, team.room, before[0], "forged")
        down.append(forged)
        down.append(stage.delete(team.bob, team.room, before[2]))
        down.append(stage.delete(team.bob, team.room, down[5]))
        down.append(stage.say(team.alice, team.room, "!status"))
        async with listening(stage.account("Memo"), heard):
            await heard.until(heard.has(down[-1]))
            down.append(stage.say(team.alice, team.room, "and on"))
            await heard.until(heard.has(down[-1]))
        assert before + down == heard.ids
        by_id = {event.event_id: event for event in heard.events}
        assert ("", team.bob) == (by_id[down[5]].text, by_id[down[5]].sender)
        assert (before[0], team.alice) == (by_id[forged].replaces, by_id[forged].sender)
        assert all(arrival.live for arrival in heard.arrivals)

    play(scene())


class Killable:
    """The listener in a process of its own."""

    def __init__(self, stage: SynapseStage, file: Path) -> None:
        login = stage.login("Memo")
        words = [login.homeserver, login.user_id, login.device_id, login.access_token, str(file)]
        self._command = [sys.executable, "-m", "tests.real.listener", *words]
        self._file = file
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, cwd=ROOT)

    def kill(self) -> None:
        assert self._process is not None
        assert self._process.poll() is None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    @property
    def batches(self) -> list[dict[str, Any]]:
        lines = self._file.read_text().split("\n")[:-1] if self._file.exists() else []
        return [json.loads(line) for line in lines]

    def heard(self) -> list[tuple[str, str]]:
        return [(each[1], each[2]) for batch in self.batches for each in batch["heard"]]

    def has(self, event_id: str) -> Callable[[], bool]:
        return lambda: event_id in [heard for heard, _ in self.heard()]

    def wait(self, condition: Callable[[], object], seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_four_kills_in_traffic_lose_nothing_and_double_no_answer(
    stage: SynapseStage, tmp_path: Path
) -> None:
    team = Team(stage)
    bot = Killable(stage, tmp_path / "heard.jsonl")
    bot.start()
    bot.wait(lambda: bot.batches)
    sent: list[str] = []
    for turn in range(4):
        sent += [stage.say(team.alice, team.room, f"{turn} {n}") for n in range(6)]
        bot.wait(bot.has(sent[-6]))
        sent += [stage.say(team.alice, team.room, text) for text in ("!status", "a", "b")]
        bot.kill()
        sent += [stage.say(team.bob, team.room, f"down {turn} {n}") for n in range(12)]
        bot.start()
    try:
        sent.append(stage.say(team.alice, team.room, "last"))
        bot.wait(bot.has(sent[-1]))
        bot.wait(lambda: len(answers(stage, team)) >= 4)
    finally:
        bot.kill()
    assert sent == [event_id for event_id, text in bot.heard() if text != "done"]
    commands = [event_id for event_id, text in bot.heard() if text == "!status"]
    assert commands == answers(stage, team)


def answers(stage: SynapseStage, team: Team) -> list[str]:
    """What our account has answered, in the order of its answers."""
    ours = [raw for raw in stage.said(team.alice, team.room) if raw["sender"] == team.memo]
    return [raw["content"]["m.relates_to"]["m.in_reply_to"]["event_id"] for raw in ours]


def test_a_homeserver_that_restarts_is_waited_for(stage: SynapseStage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await caught_up(stage)
        server = stage.account("Memo")
        async with listening(server, heard):
            before = stage.say(team.alice, team.room, "before")
            await heard.until(heard.has(before))
            await asyncio.to_thread(stage.home.stop)
            answer = asyncio.create_task(server.send(Outgoing("t", team.room, "notice", "late")))
            await asyncio.sleep(0.3)
            await asyncio.to_thread(stage.home.start)
            late = await asyncio.wait_for(answer, 40)
            after = await asyncio.to_thread(stage.say, team.alice, team.room, "after")
            await heard.until(heard.has(after), 60)
        assert sorted([before, late, after]) == sorted(heard.ids)

    play(scene())


def test_a_strangers_invitation_names_him_and_can_be_refused(stage: SynapseStage) -> None:
    async def scene() -> None:
        stranger, memo = stage.person("Stranger"), stage.person("Memo")
        heard, server = Heard(), stage.account("Memo")
        async with listening(server, heard):
            room = stage.create_room(stranger, "Trap", invite=(memo,))
            await heard.until(heard.changed("invited", room))
            await server.leave(room)
            path = f"rooms/{quote(room)}/state/m.room.member/{quote(memo)}"
            member = stage.home.client("GET", path, by=stage.logins[stranger])
        assert [RoomChange(room, "invited", by=stranger)] == heard.changes
        assert "leave" == member["membership"]
        assert [] == heard.arrivals

    play(scene())


def test_thrown_out_and_back_while_we_were_down(stage: SynapseStage) -> None:
    """What we heard before comes no second time, though the server tells it again."""

    async def scene() -> None:
        team = Team(stage)
        heard = await caught_up(stage)
        async with listening(stage.account("Memo"), heard):
            known = stage.say(team.alice, team.room, "known")
            await heard.until(heard.has(known))
        inside = stage.say(team.alice, team.room, "still here")
        stage.kick(team.alice, team.room, team.memo)
        outside = stage.say(team.alice, team.room, "without you")
        stage.invite(team.alice, team.room, team.memo)
        stage.join(team.memo, team.room)
        back = stage.say(team.alice, team.room, "back")
        heard.changes.clear()
        async with listening(stage.account("Memo"), heard):
            await heard.until(heard.has(back))
        assert ["left", "joined"] == [one.what for one in heard.changes]
        live = [one.event.event_id for one in heard.arrivals if one.live]
        assert [known, inside, back] == live
        assert outside not in live

    play(scene())


def test_banned_is_out_as_well(stage: SynapseStage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard, server = await caught_up(stage), stage.account("Memo")
        async with listening(server, heard):
            stage.ban(team.alice, team.room, team.memo)
            await heard.until(heard.changed("left", team.room))
            assert not await server.join(team.room)
            assert () == await server.rooms()

    play(scene())


def test_an_upgrade_to_version_12_keeps_its_creator_above_all(stage: SynapseStage) -> None:
    async def scene() -> None:
        team = Team(stage, version="10")
        heard, server = await caught_up(stage), stage.account("Memo")
        async with listening(server, heard):
            (old,) = await server.rooms()
            assert {team.alice: 100} == old.ranks
            new = stage.upgrade(team.alice, team.room, "12")
            await heard.until(heard.changed("upgraded", team.room))
            assert not await server.join(new)  # a room for the invited: somebody has to
            stage.invite(team.alice, new, team.memo)
            await heard.until(heard.changed("invited", new))
            assert await server.join(new)
            await heard.until(heard.changed("joined", new))
            room = next(each for each in await server.rooms() if each.room_id == new)
        assert RoomChange(team.room, "upgraded", by=team.alice, new_room_id=new) in heard.changes
        assert ":" not in new
        assert ("Team", CREATOR) == (room.name, room.ranks[team.alice])

    play(scene())


def test_a_long_answer_comes_whole_in_parts(stage: SynapseStage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard, server = await caught_up(stage), stage.account("Memo")
        lines = [f"- **{n}** 订单服务 <b>{'字' * 30}</b>" for n in range(700)]
        async with listening(server, heard):
            first = await server.send(Outgoing("t", team.room, "notice", "\n".join(lines)))
            again = await server.send(Outgoing("t", team.room, "notice", "\n".join(lines)))
            last = stage.say(team.alice, team.room, "thanks")
            await heard.until(heard.has(last))
        assert first == again == heard.ids[0]
        said = [event.text for event in heard.events[:-1]]
        assert len(said) > 1
        assert lines == [line for text in said for line in text.split("\n")]

    play(scene())


def test_the_first_start_of_a_server_knows_every_quiet_room(stage: SynapseStage) -> None:
    async def scene() -> None:
        team = Team(stage)
        heard = await caught_up(stage)
        server = stage.account("Memo")
        async with listening(server, heard):
            (room,) = await server.rooms()
        assert ("Team", {team.alice: "Alice", team.bob: "Bob", team.memo: "Memo"}) == (
            room.name,
            room.members,
        )
        assert [] == heard.arrivals

    play(scene())
