"""Takes a picture of a conversation with the bot, into `docs/images/matrix-room.png`.

Usage: `.venv/bin/python -m examples.site.conversation`. People talk in a room of a Synapse of their
own on 127.0.0.1 (from the `[dev]` extra), the bot runs as a program of its own, and what the
homeserver then holds is drawn. It needs Chromium and a font for emoji, as the other pictures do.
"""

from __future__ import annotations

import html
import sys
import tempfile
from pathlib import Path
from typing import Any

from examples.site.screenshots import IMAGES, ROOT, chromium, photograph
from tests.real.homeserver import Homeserver
from tests.real.running import RunningBot
from tests.real.stage import SynapseStage

_STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; color: #1b1d22; background: #fff; margin: 18px 26px;
       width: 900px }
h1 { font-size: 17px; border-bottom: 1px solid #e3e6ea; padding-bottom: 8px; margin: 0 0 10px }
.m { display: grid; grid-template-columns: 34px 1fr; gap: 2px 10px; margin: 9px 0 }
.a { width: 32px; height: 32px; border-radius: 50%; color: #fff; text-align: center;
     line-height: 32px; font-weight: 600 }
.w { font-weight: 600; font-size: 14px }
.n { color: #5a6270 }
.q { border-left: 3px solid #cfd5dd; padding-left: 8px; color: #5a6270; font-size: 13px;
     margin: 2px 0; max-height: 1.4em; overflow: hidden }
.r span { border: 1px solid #cfd5dd; border-radius: 12px; padding: 1px 8px; font-size: 13px;
          margin-right: 5px; background: #f5f7fa }
p, ul { margin: 3px 0 } ul { padding-left: 20px }
code { background: #f1f3f5; padding: 0 4px; border-radius: 4px; font-size: 13px }
a { color: #0b63ce }
"""
_HEIGHT = 960
_COLOURS = ("#368bd6", "#ac3ba8", "#e64f7a", "#0d8a6a", "#c2620b")


class Conversation:
    """Nora, Sam, Ines and Leo in the room Tideline, with a bot."""

    def __init__(self, home: Homeserver, folder: Path) -> None:
        self.stage = SynapseStage(home)
        self.people = {name: self.stage.person(name) for name in ("Nora", "Sam", "Ines", "Leo")}
        self.nora = self.people["Nora"]
        self.bot = RunningBot(folder, self.stage, (self.nora,))
        others = [self.people[name] for name in ("Sam", "Ines", "Leo")]
        self.room = self.stage.create_room(self.nora, "Tideline", invite=(*others, self.bot.me))
        for user in others:
            self.stage.join(user, self.room)

    def hold(self) -> None:
        """Talk, flush, confirm, ask."""
        self.bot.start()
        self._shown("are recorded")
        proposal = "Proposal: we store chart tiles in MBTiles files, one per harbour"
        asked = self._say("Nora", proposal)
        self._say("Sam", "Agreed, MBTiles works well on iOS", to=asked)
        self._say("Ines", "I propose we write a newsletter for the harbour masters")
        self._ask("Leo", "!remem")
        item = self._shown("To confirm")
        self.stage.react(self.nora, self.room, item, "👍")
        self._shown("confirmed by")
        self._ask("Leo", "!recall how do we store the chart tiles?")
        self.bot.stop()

    def events(self) -> list[dict[str, Any]]:
        """The room's messages and reactions, oldest first."""
        path = f"rooms/{self.room}/messages?dir=b&limit=200"
        login = self.stage.logins[self.nora]
        chunk: list[dict[str, Any]] = self.stage.home.client("GET", path, by=login)["chunk"]
        return chunk[::-1]

    def _say(self, who: str, text: str, *, to: str = "") -> str:
        return self.stage.say(self.people[who], self.room, text, reply_to=to)

    def _ask(self, who: str, text: str) -> None:
        self.bot.answer(self.room, self._say(who, text), self.nora)

    def _shown(self, words: str) -> str:
        self.bot.until(lambda: bool(self.bot.messages(self.room, self.nora, words)))
        return str(self.bot.messages(self.room, self.nora, words)[0]["event_id"])


def page(events: list[dict[str, Any]], names: dict[str, str]) -> str:
    """The conversation as HTML: edits in place, reactions below, a reply with what it answers."""
    messages: dict[str, dict[str, Any]] = {}
    pressed: dict[str, list[str]] = {}
    for event in events:
        content = event["content"]
        about = content.get("m.relates_to", {})
        if event["type"] == "m.reaction":
            pressed.setdefault(about["event_id"], []).append(str(about["key"]))
        elif event["type"] == "m.room.message" and about.get("rel_type") == "m.replace":
            messages[about["event_id"]]["content"] = {**content["m.new_content"], "edited": True}
        elif event["type"] == "m.room.message":
            messages[event["event_id"]] = event
    shown = [_message(one, messages, pressed, names) for one in messages.values()]
    head = f"<!doctype html><meta charset=utf-8><style>{_STYLE}</style><h1>Tideline</h1>"
    return head + "".join(shown)


def _message(
    event: dict[str, Any],
    messages: dict[str, dict[str, Any]],
    pressed: dict[str, list[str]],
    names: dict[str, str],
) -> str:
    content, who = event["content"], names[event["sender"]]
    body = content.get("formatted_body") or html.escape(content["body"]).replace("\n", "<br>")
    quiet = " n" if content["msgtype"] == "m.notice" else ""
    edited = " <small>(edited)</small>" if content.get("edited") else ""
    answered = messages.get(
        content.get("m.relates_to", {}).get("m.in_reply_to", {}).get("event_id", "")
    )
    quoted = ""
    if answered:
        words = html.escape(answered["content"]["body"].split("\n")[0])
        quoted = f"<div class=q>{names[answered['sender']]}: {words}</div>"
    reactions = pressed.get(event["event_id"], ())
    keys = "".join(f"<span>{html.escape(key)} 1</span>" for key in reactions)
    colour = _COLOURS[list(names.values()).index(who) % len(_COLOURS)]
    return (
        f"<div class=m><div class=a style='background:{colour}'>{who[0]}</div><div>"
        f"<div class=w style='color:{colour}'>{who}</div>{quoted}"
        f"<div class='b{quiet}'>{body}{edited}</div><div class=r>{keys}</div></div></div>"
    )


def main() -> int:
    """Take the picture; exit code 1 where there is no browser."""
    browser = chromium()
    if browser is None:
        print("Chromium is missing (Debian: chromium fonts-noto-color-emoji)", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        home = Homeserver(folder / "synapse")
        home.start()
        try:
            talk = Conversation(home, folder)
            talk.hold()
            names = {user: shown for shown, user in talk.people.items()} | {talk.bot.me: "Memo"}
            (folder / "page.html").write_text(page(talk.events(), names), encoding="utf-8")
        finally:
            home.stop()
        address = (folder / "page.html").as_uri()
        image = IMAGES / "matrix-room.png"
        photograph(browser, address, image, str(folder / "profile"), _HEIGHT)
    print(f"{image.relative_to(ROOT)}: {image.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
