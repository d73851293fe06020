"""People and an agent in Matrix rooms: the real OpenClaw gateway with its Matrix channel, on a real
Synapse, with a model that does as it is told.

`make test-openclaw` gets OpenClaw and its Node from npm and runs these; without them they are
skipped.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.model_server import ModelServer, serving
from tests.real import told_model
from tests.real.homeserver import Homeserver
from tests.real.running_openclaw import RunningOpenClaw
from tests.real.stage import SynapseStage
from tests.real.told_model import Turn

BIN = Path(os.environ.get("OPENCLAW_BIN", ""))
HOOK_SECONDS = 10
"""How long the hook leaves a `/remem` to the plugin."""

pytestmark = pytest.mark.skipif(
    not os.environ.get("OPENCLAW_BIN"),
    reason="OpenClaw is not there: `make test-openclaw` gets it (needs npm, 830 MB)",
)


class Team:
    """Nora, Sam and Leo, and the agent that they talk with in rooms of theirs."""

    def __init__(self, folder: Path, home: Homeserver, model: ModelServer) -> None:
        self.stage = SynapseStage(home)
        self.people = {name: self.stage.person(name) for name in ("Nora", "Sam", "Leo")}
        self.model = model
        version = json.loads((BIN.parent / "openclaw" / "package.json").read_text())["version"]
        self.claw = RunningOpenClaw(folder, BIN, self.stage, version)
        self.office = self._made("Office")  # where the agent has to be mentioned
        self.claw.configure(model.base_url, tuple(self.people.values()), self.office)

    def room(self, name: str, *who: str) -> str:
        """A new room with the agent in it; all three people, or `who`."""
        room = self._made(name, *who)
        self.entered(room)
        return room

    def entered(self, room: str) -> None:
        path, nora = f"rooms/{room}/joined_members", self.stage.logins[self.people["Nora"]]
        there = lambda: self.claw.me in self.stage.home.client("GET", path, by=nora)["joined"]  # noqa: E731
        self.claw.until(there)

    def say(self, who: str, room: str, text: str, *, mention: str = "") -> str:
        """Say it, as a chat program does: a mention is a link, and the text of it stands first."""
        if not mention:
            return self.stage.say(self.people[who], room, text)
        link = f'<a href="https://matrix.to/#/{self.claw.me}">{mention}</a>'
        content = {
            "msgtype": "m.text",
            "body": f"{mention}: {text}",
            "format": "org.matrix.custom.html",
            "formatted_body": f"{link}: {text}",
            "m.mentions": {"user_ids": [self.claw.me]},
        }
        return self.stage.send(self.people[who], room, content)

    def ask(self, who: str, room: str, text: str, *, mention: str = "") -> str:
        """Say it, and wait for what the agent says next in the room."""
        before = len(self.answers(room))
        self.say(who, room, text, mention=mention)
        self.claw.until(lambda: len(self.answers(room)) > before)
        return self.answers(room)[before]

    def answers(self, room: str) -> list[str]:
        return self.claw.said(room, self.people["Nora"])

    def turns(self, words: str) -> list[Turn]:
        """The requests of the model since it was told those words."""
        turns = list(told_model.turns(self.model.requests))
        first = next(number for number, turn in enumerate(turns) if words in turn.newest)
        return turns[first:]

    def decide(self, room: str, what: str) -> None:
        """Nora proposes it and Sam agrees."""
        self.ask("Nora", room, f"Proposal: {what}")
        self.ask("Sam", room, "agreed")

    def _made(self, name: str, *who: str) -> str:
        nora, *others = [self.people[one] for one in who or self.people]
        room = self.stage.create_room(nora, name, invite=(*others, self.claw.me))
        for one in others:
            self.stage.join(one, room)
        return room


@pytest.fixture(scope="module")
def team(homeserver: Homeserver, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Team]:
    with serving(told_model.answer, models=("m",)) as model:
        team = Team(tmp_path_factory.mktemp("claw"), homeserver, model)
        try:
            team.claw.start()
            yield team
        finally:
            team.claw.stop()


def test_remem_is_answered_in_the_room_and_hook_and_plugin_do_it_once(team: Team) -> None:
    room = team.room("Harbour")
    team.decide(room, "we store chart tiles in MBTiles files, one per harbour")

    began = time.monotonic()
    answer = team.ask("Leo", room, "/remem")
    took = time.monotonic() - began
    said = team.ask("Leo", room, "/remem Decided: we sail at nine", mention="Claw")
    before = len(team.answers(room))
    time.sleep(HOOK_SECONDS + 3)

    assert "Written: 1" in answer
    assert "Store chart tiles in MBTiles files, one per harbour" in answer
    assert ("Written: 1" in said, "Sail at nine" in said) == (True, True)
    experience = team.claw.note(room, "experience.md")
    assert [1, 1] == [experience.count(f"Decision:: {what}") for what in ("We sail", "We store")]
    assert 1 == team.claw.logged(room).count("we sail at nine")
    assert before == len(team.answers(room))
    assert team.claw.outcome("remem-flush") is None
    print(f"/remem in a Matrix room: answered after {took:.1f} s")  # noqa: T201 — make shows it


def test_where_the_agent_has_to_be_mentioned_a_mention_is_enough(team: Team) -> None:
    team.entered(team.office)
    team.ask("Nora", team.office, "Decided: the office closes at six", mention="Claw")

    answer = team.ask("Sam", team.office, "/remem", mention=team.claw.me)

    assert "The office closes at six" in answer


def test_people_ask_by_commands_and_only_their_own_room_answers(team: Team) -> None:
    harbour, kitchen = team.room("Harbour"), team.room("Kitchen")
    team.ask("Nora", harbour, "Decided: we sail at nine")
    team.ask("Nora", kitchen, "Decided: we cook with gas")
    team.ask("Leo", harbour, "I propose we paint the hull red")
    team.ask("Leo", harbour, "/remem")
    team.ask("Leo", kitchen, "/remem")
    entry = re.findall(r"\^(d-\S+)", team.claw.note(harbour, "experience.md"))[0]

    assert "Sail at nine" in team.ask("Sam", harbour, "/recall when do we sail?")
    assert "Sail at nine" in team.ask("Sam", harbour, "/recall when do we sail?", mention="Claw")
    assert "Decided: we sail at nine" in team.ask("Sam", harbour, f"/why {entry}")
    assert "aint the hull red" in team.ask("Sam", harbour, "/pending")
    assert "nine" not in team.ask("Sam", kitchen, "/recall when do we sail?")
    assert "nine" not in team.ask("Sam", kitchen, f"/why {entry}")
    assert "hull" not in team.ask("Sam", kitchen, "/pending")


def test_the_agent_recalls_its_own_group_and_the_index_note_is_in_its_prompt_alone(
    team: Team,
) -> None:
    harbour, kitchen = team.room("Harbour"), team.room("Kitchen")
    alone = team.room("Nora alone", "Nora")
    for room, decided in ((harbour, "we sail at nine"), (kitchen, "we cook with gas")):
        team.ask("Nora", room, f"Decided: {decided}")
        team.ask("Leo", room, "/remem")
        note = f"memory/groups/{team.claw.group(room)}.md"
        rule = f"- rule of {team.claw.group(room)}"
        team.claw.run("pmem", "note", "append", note, "--under", "Hard Rules", rule, "--vault", str(team.claw.vault))  # fmt: skip
    seen = {}
    for number, room in enumerate((harbour, kitchen, alone)):
        asked = json.dumps({"message": f"when do we sail, and what do we cook with? {number}"})
        team.ask("Nora", room, f"CALL memory_recall {asked} END")
        seen[room] = team.turns(asked)
    rules = [f"rule of {team.claw.group(room)}" for room in (harbour, kitchen)]

    shown = [[rule in seen[room][0].system for rule in rules] for room in (harbour, kitchen, alone)]
    tools = ["".join(turn.tools for turn in seen[room][:2]) for room in (harbour, kitchen, alone)]
    assert [[True, False], [False, True], [False, False]] == shown
    assert ("nine" in tools[0], "gas" in tools[0]) == (True, False)
    assert ("nine" in tools[1], "gas" in tools[1]) == (False, True)
    assert ("nine" in tools[2], "gas" in tools[2], "no group" in tools[2]) == (False, False, True)


def test_a_compaction_writes_what_was_said_into_memory_without_a_word_in_the_room(
    team: Team,
) -> None:
    room = team.room("Chandlery")
    team.decide(room, "we buy rope by the mile")
    for number in range(4):
        team.ask("Leo", room, f"message {number} " + "of many words " * 120)
    before = len(team.answers(room))

    compacted = team.ask("Nora", room, "/compact")
    team.claw.until(lambda: "Buy rope by the mile" in team.claw.note(room, "experience.md"))

    assert "ompact" in compacted
    assert before + 1 == len(team.answers(room))


def test_a_session_that_grows_too_long_for_the_model_is_written_into_memory_by_itself(
    team: Team,
) -> None:
    room = team.room("Library")
    team.decide(room, "we lend books for a month")
    for number in range(4):
        team.ask("Leo", room, f"chapter {number} " + "of many words and more " * 1900)

    team.claw.until(lambda: "Lend books for a month" in team.claw.note(room, "experience.md"))

    assert not [said for said in team.answers(room) if "Written" in said]


def test_what_the_operator_types_in_a_groups_session_is_the_operators(team: Team) -> None:
    room = team.room("Attic")
    team.ask("Nora", room, "the attic is dusty")
    text = "Decided: the attic is cleaned on Monday"
    key = f"agent:main:matrix:channel:{room}"

    before = len(team.model.requests)
    team.claw.call("chat.send", {"sessionKey": key, "message": text, "idempotencyKey": "k1"})
    team.claw.until(lambda: len(team.model.requests) > before)
    team.ask("Nora", room, "thanks")
    answer = team.ask("Nora", room, "/remem")

    assert "is cleaned on Monday" in answer
    assert "from:: openclaw:operator" in team.claw.logged(room)


def test_without_the_plugin_the_hook_answers(team: Team) -> None:
    room = team.room("Boathouse")
    team.claw.run("openclaw", "config", "set", "plugins.entries.progressive-memory.enabled", "false")  # fmt: skip
    team.decide(room, "we repair the jetty in May")

    team.say("Leo", room, "/remem", mention="Claw")
    team.claw.until(lambda: team.claw.outcome("remem-flush"))

    outcome = team.claw.outcome("remem-flush")
    assert outcome is not None
    assert (1, True) == (outcome["written"], outcome["told"])
    assert 1 == "".join(team.answers(room)).count("Repair the jetty in May")
