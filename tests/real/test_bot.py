"""The bot, a program of its own, among people on a real homeserver."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from progressive_memory.vault.ids import message_block_id
from tests.real.homeserver import Homeserver
from tests.real.running import RunningBot
from tests.real.stage import SynapseStage


class Team:
    """Nora, who made the room Harbour, Sam, Ines and Leo, and a bot that Nora may invite."""

    def __init__(self, home: Homeserver, folder: Path) -> None:
        self.stage = SynapseStage(home)
        self.people = {name: self.stage.person(name) for name in ("Nora", "Sam", "Ines", "Leo")}
        self.bot = RunningBot(folder, self.stage, (self.people["Nora"],))
        self.room = self.new_room("Harbour", "10", "Sam", "Ines", "Leo")

    def new_room(self, name: str, version: str, *others: str) -> str:
        ids = [self.people[one] for one in others]
        nora = self.people["Nora"]
        room = self.stage.create_room(nora, name, invite=(*ids, self.bot.me), version=version)
        for one in ids:
            self.stage.join(one, room)
        return room

    def say(self, who: str, text: str, room: str = "", *, to: str = "") -> str:
        return self.stage.say(self.people[who], room or self.room, text, reply_to=to)

    def ask(self, who: str, text: str, room: str = "") -> str:
        """Say it, and wait for the answer."""
        asked = self.say(who, text, room)
        return self.bot.answer(room or self.room, asked, self.people["Nora"])

    def answers(self, event_id: str, room: str = "") -> list[str]:
        return self.bot.answers(room or self.room, event_id, self.people["Nora"])

    def announced(self, room: str = "") -> None:
        """Wait until the bot has come into the room."""
        nora = self.people["Nora"]
        self.bot.until(lambda: bool(self.bot.messages(room or self.room, nora, "are recorded")))

    def shown(self, words: str) -> str:
        """The event id of the bot's message with those words, waited for."""
        nora = self.people["Nora"]
        self.bot.until(lambda: bool(self.bot.messages(self.room, nora, words)))
        return str(self.bot.messages(self.room, nora, words)[0]["event_id"])


@pytest.fixture
def team(homeserver: Homeserver, tmp_path: Path) -> Iterator[Team]:
    team = Team(homeserver, tmp_path)
    team.bot.start()
    yield team
    team.bot.kill()


def test_a_team_talks_and_its_memory_grows_and_answers(team: Team) -> None:
    team.announced()
    proposal = team.say("Nora", "Proposal: we store chart tiles in MBTiles files, one per harbor")
    nora, sam = team.people["Nora"], team.people["Sam"]
    edited = "Proposal: we store chart tiles in MBTiles files, one per harbour"
    team.stage.edit(nora, team.room, proposal, edited)
    team.stage.react(team.people["Leo"], team.room, proposal, "👍")
    team.say("Sam", "agreed", to=proposal)
    gone = team.say("Sam", "the coffee machine is alive")
    team.stage.delete(sam, team.room, gone)
    team.say("Ines", "I propose we write a newsletter for the harbour masters")

    report = team.ask("Leo", "!remem")

    assert "Store chart tiles in MBTiles files, one per harbour" in report
    experience = team.bot.note("groups/harbour/experience.md")
    assert f"#^{message_block_id(proposal)}|" in experience
    assert "coffee" not in team.bot.logged("harbour")
    assert "MBTiles" in team.ask("Sam", "!recall where do we store chart tiles?")
    entry = re.findall(r"\^(d-\S+)", experience)[0]
    assert edited in team.ask("Ines", f"!why {entry}")

    item = team.shown("To confirm, decision")
    team.stage.react(team.people["Leo"], team.room, item, "👍")
    team.stage.react(nora, team.room, item, "👍")
    team.shown("✅ confirmed by Nora")
    assert "Write a newsletter" in team.bot.note("groups/harbour/experience.md")
    team.shown("That needs the right to")

    assert "is taken back" in team.ask("Nora", "!undo")
    assert "Write a newsletter" not in team.bot.note("groups/harbour/experience.md")
    assert 0 == team.bot.stop()


def test_what_happens_while_it_is_down_is_logged_once_in_order_and_answered_once(
    team: Team,
) -> None:
    team.announced()
    before = team.say("Sam", "said before it went down")
    team.bot.until(lambda: "said before" in team.bot.logged("harbour"))
    assert 0 == team.bot.stop()

    ids = [team.say("Sam", f"message number {number:03}.") for number in range(150)]
    sam, leo = team.people["Sam"], team.people["Leo"]
    team.stage.edit(sam, team.room, ids[3], "edited number 003.")
    team.stage.edit(sam, team.room, before, "said before, and edited")
    team.stage.edit(leo, team.room, ids[4], "forged number 004.")
    team.stage.delete(sam, team.room, ids[5])
    team.stage.delete(team.people["Nora"], team.room, ids[6])
    asked = team.say("Leo", "!remem")
    team.bot.start()
    team.bot.answer(team.room, asked, leo)
    assert 0 == team.bot.stop()
    team.bot.start()
    assert team.ask("Leo", "!status").startswith("**Harbour**")

    log = team.bot.logged("harbour")
    events = [one for one in re.findall(r"event:: (\S+)", log) if one in ids]
    assert ids == events
    assert ("edited number 003." in log, "said before, and edited" in log) == (True, True)
    assert ("forged" in log, "number 005" in log, "number 006" in log) == (False, False, False)
    assert 1 == len(team.answers(asked))


def test_killed_four_times_in_traffic_everything_is_there_once(team: Team) -> None:
    team.announced()
    ids, asked = [], []
    for turn in range(4):
        ids += [team.say("Sam", f"turn {turn} message {number:02}") for number in range(12)]
        asked.append(team.say("Leo", "!status" if turn % 2 else f"!remember we sail at {turn + 5}"))
        ids += [team.say("Ines", f"turn {turn} more {number}") for number in range(4)]
        team.bot.kill()
        team.bot.start()
    for one in asked:
        team.bot.answer(team.room, one, team.people["Nora"])
    team.ask("Leo", "!status")

    log = team.bot.logged("harbour")
    assert ids == [one for one in re.findall(r"event:: (\S+)", log) if one in ids]
    assert [1, 1, 1, 1] == [len(team.answers(one)) for one in asked]
    assert 1 == len(team.bot.messages(team.room, team.people["Nora"], "are recorded"))


def test_rooms_are_entered_left_and_followed_and_do_not_leak(team: Team) -> None:
    team.announced()
    nora, bot = team.people["Nora"], team.bot
    stranger = team.stage.person("Stranger")
    trap = team.stage.create_room(stranger, "Harbour", invite=(bot.me,))
    team.say("Nora", "Proposal: we store chart tiles in MBTiles files, one per harbour")
    team.say("Sam", "agreed")
    assert "MBTiles" in team.ask("Leo", "!remem")

    office = team.new_room("Office", "12", "Leo")
    team.announced(office)
    assert "MBTiles" not in team.ask("Leo", "!recall where do we store chart tiles?", office)
    assert team.ask("Nora", "!undo", office).startswith("There is no flush of this room")

    new = team.stage.upgrade(nora, team.room, "12")
    team.stage.invite(nora, new, bot.me)
    bot.until(lambda: bool(bot.messages(new, nora, "are recorded")))
    assert "MBTiles" in team.ask("Nora", "!recall where do we store chart tiles?", new)

    team.stage.kick(nora, office, bot.me)
    assert "MBTiles" in team.ask("Nora", "!recall where do we store chart tiles?", new)
    team.stage.invite(nora, office, bot.me)
    bot.until(lambda: 2 == len(bot.messages(office, nora, "are recorded")))
    members = team.stage.home.client("GET", f"rooms/{trap}/members", by=team.stage.logins[stranger])
    state = {one["state_key"]: one["content"]["membership"] for one in members["chunk"]}
    assert "leave" == state[bot.me]


def test_a_revoked_login_ends_it_and_says_what_to_do(team: Team) -> None:
    team.announced()
    team.stage.revoke(team.bot.me)
    assert 1 == team.bot.ended()
    assert "next: pmem bot login" in team.bot.told()


def test_nothing_of_who_opted_out_is_in_any_file(team: Team, tmp_path: Path) -> None:
    team.announced()
    assert team.ask("Sam", "!optout").startswith("From now on nothing you write here is kept.")
    team.say("Sam", "the quince harvest was poor")
    team.ask("Sam", "!recall quince harvest")
    team.ask("Sam", "!status")
    team.bot.kill()
    holding = [
        path.name
        for path in tmp_path.rglob("*")
        if path.is_file() and b"quince" in path.read_bytes()
    ]
    assert [] == holding
