"""The demo chat, said by people on a real homeserver."""

from __future__ import annotations

import json
import re
from pathlib import Path

from progressive_memory.vault.ids import message_block_id
from tests.real.homeserver import Homeserver
from tests.real.running import RunningBot
from tests.real.stage import SynapseStage

CHAT = Path(__file__).resolve().parents[2] / "examples" / "tideline.jsonl"


class Demo:
    """The room Tideline and its people; each message of the file is said by who says it there."""

    def __init__(self, home: Homeserver, folder: Path) -> None:
        self.lines = [json.loads(line) for line in CHAT.read_text().splitlines()]
        names = dict.fromkeys(str(line["sender_name"]) for line in self.lines)
        self.stage = SynapseStage(home)
        self.people = {name: self.stage.person(name) for name in names}
        self.nora = self.people["Nora"]
        self.bot = RunningBot(folder, self.stage, (self.nora,))
        others = [user for user in self.people.values() if user != self.nora]
        self.room = self.stage.create_room(self.nora, "Tideline", invite=(*others, self.bot.me))
        for user in others:
            self.stage.join(user, self.room)
        self.said: dict[str, str] = {}

    def play(self) -> None:
        """Say all of it but the forwarded notice, which Matrix has no mark for."""
        for line in self.lines:
            if not line.get("forwarded"):
                self.said[line["event_id"]] = self._play(line)

    def _play(self, line: dict[str, str]) -> str:
        who, room, stage = self.people[line["sender_name"]], self.room, self.stage
        about = {name: self.said.get(line.get(name, ""), "") for name in
                 ("replaces", "deletes", "reacts_to", "reply_to", "thread")}  # fmt: skip
        if about["replaces"]:
            return stage.edit(who, room, about["replaces"], line["text"])
        if about["deletes"]:
            return stage.delete(who, room, about["deletes"])
        if about["reacts_to"]:
            return stage.react(who, room, about["reacts_to"], line["key"])
        return stage.say(
            who, room, line["text"], notice=line.get("role") == "bot",
            reply_to=about["reply_to"], thread=about["thread"],
        )  # fmt: skip

    def ask(self, who: str, text: str) -> str:
        asked = self.stage.say(self.people[who], self.room, text)
        return self.bot.answer(self.room, asked, self.nora)


def test_the_demo_chat_becomes_memory_with_its_events_as_evidence(
    homeserver: Homeserver, tmp_path: Path
) -> None:
    demo = Demo(homeserver, tmp_path)
    demo.bot.start()
    try:
        demo.bot.until(lambda: bool(demo.bot.messages(demo.room, demo.nora, "are recorded")))
        demo.play()
        report = demo.ask("Leo", "!remem")

        notes = {
            name: demo.bot.note(f"groups/tideline/{name}.md")
            for name in ("experience", "attention", "people", "project", "pending")
        }
        for title, note, evidence in (
            ("Store chart tiles in MBTiles files, one per harbour", "experience", "$tl-005"),
            ("Switch the base map from Mapbox to MapLibre", "experience", "$tl-065"),
            ("Show depth in metres only", "experience", "$tl-044"),
            ("release testing", "people", "$tl-014"),
            ("Always write a help page before a screen ships", "project", "$tl-018"),
        ):
            assert title in notes[note]
            assert f"#^{message_block_id(demo.said[evidence])}|" in notes[note]
        assert "Store chart tiles in MBTiles files" in report
        assert "Supersedes:: [[#^" in notes["experience"]
        assert "build 512 passed" not in "".join(notes.values())

        answer = demo.ask("Sam", "!recall which base map do we use?")
        assert "MapLibre" in answer
        entry = re.findall(r"^\^(d-\S+)$", notes["experience"], re.MULTILINE)[0]
        assert "https://matrix.to/#/" in demo.ask("Ines", f"!why {entry}")
    finally:
        demo.bot.kill()
