"""What is said in the interleavings: endless topics, each with words that no other message holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from progressive_memory.domain.message import ChatEvent
from progressive_memory.vault.ids import message_block_id

TOPICS: Mapping[str, tuple[tuple[tuple[str, str], ...], ...]] = {
    "en": (
        (("Ana", "I propose we use leaflet{n} for the chart of bay {n}"), ("Bo", "+1")),
        (("Cy", "I'll weld the gangway {n} with larch{n} rods"),),
        (("Ana", "I propose we moor barge {n} at the copper{n} quay"),),
        (
            ("Dee", "I propose we use maplibre{n} instead of leaflet{0} for the chart of bay {0}"),
            ("Cy", "agreed"),
        ),
        (("Cy", "the gangway {1} is welded, done"),),
        (("Bo", "The crane {n} is blocked: we wait for the wolfram{n} shackles"),),
        (("Ana", "I propose we paint ferry {n} in vermilion{n} enamel"), ("Bo", "+1")),
        (
            ("Bo", "Dee is responsible for the tide table {n} from now on"),
            ("Dee", "yes, I take it"),
        ),
        (("Ana", "lunch at the mackerel{n}?"), ("Bo", "yes")),
        (("Bo", "+1 to barge {2} at the copper quay"),),
        (("Cy", "I'll migrate the ledger of berth {n} to PostgreSQL 16"),),
        (("Cy", "I've migrated the ledger of berth {10} to PostgreSQL 16"),),
    ),
    "zh": (
        (("周敏", "我提议把{n}号渡轮刷成朱红{n}色"), ("阿杰", "同意")),
        (("阿杰", "我来把{n}号脚本迁移到松木{n}集群"),),
        (("周敏", "我提议把{n}号驳船停到铜壳{n}码头"),),
        (("周敏", "{0}号渡轮改刷成靛蓝{n}色，就这么定"), ("阿杰", "同意")),
        (("阿杰", "{1}号脚本已经迁移完成了"),),
        (("阿杰", "我们卡住了：{n}号吊车还在等钨钢{n}卸扣"),),
    ),
}
"""Each topic by its lines, the later ones in answer to the first. `{n}` is the number of the topic,
`{0}` that of the newest one that says the first thing, and so on."""
TASK_TAKEN, TASK_DONE = 10, 11
"""Which of the English topics takes a task, and which tells that it is done."""
TRACERS: Mapping[str, tuple[str, ...]] = {
    "en": ("maplibre", "larch", "copper", "wolfram", "vermilion", "mackerel"),
    "zh": ("朱红", "松木", "铜壳", "靛蓝", "钨钢"),
}
"""With the number of a topic each stands in one message only, and in what is written of it."""


@dataclass(frozen=True)
class Said:
    """A message as its source has it now, and the word that only it holds ("" = none)."""

    event: ChatEvent
    tracer: str

    @property
    def block_id(self) -> str:
        """The id that it has in the log."""
        return message_block_id(self.event.event_id)


class Talk:
    """The chat of one room, as its source would tell it from the beginning."""

    def __init__(self, language: str, start: datetime) -> None:
        self.language = language
        self.said: list[Said] = []
        self._at = start
        self._newest = [0] * len(TOPICS[language])

    def say(self, which: int, number: int, late: int = 0) -> None:
        """New messages; `late` hours ago, or in order."""
        which %= len(self._newest)
        lines = TOPICS[self.language][which]
        numbers = [f"{one:03}" for one in self._newest]
        self._newest[which] = number
        first = ""
        for who, text in lines:
            self._at += timedelta(minutes=7)
            words = text.format(*numbers, n=f"{number:03}")
            event = self._event(who, words, self._at - timedelta(hours=late), first)
            first = first or event.event_id

    def edit(self, which: int, number: int) -> None:
        """An edit of a message: it says one thing more."""
        self._reword(self.message(which), number, f", on tide {number:03}")

    def mend(self, block_id: str, number: int) -> None:
        """An edit of the message with that block id, after which it says the same."""
        which = self._place(block_id)
        if which is not None:
            self._reword(self.message(which), number, " !")

    def like(self, block_id: str, number: int) -> None:
        """Somebody else likes the message with that block id."""
        which = self._place(block_id)
        if which is not None:
            self.react(which, number)

    def _place(self, block_id: str) -> int | None:
        places = (n for n, one in enumerate(self._plain) if one.block_id == block_id)
        return next(places, None)

    def _reword(self, said: Said, number: int, more: str) -> None:
        self._at += timedelta(minutes=1)
        event = replace(
            said.event,
            event_id=f"{said.event.event_id}-{number}",
            at=self._at,
            text=f"{said.event.text}{more}",
            reply_to="",
            replaces=said.event.event_id,
        )
        self.said.append(Said(event, said.tracer))

    def react(self, which: int, number: int) -> None:
        """Somebody else likes a message."""
        self._then(
            ChatEvent(f"$r{number}", self._at, "@eve:x", reacts_to=self._id(which), key="👍")
        )

    def delete(self, which: int, number: int) -> None:
        """Whoever said it takes a message back."""
        sender = self.message(which).event.sender
        self._then(ChatEvent(f"$r{number}", self._at, sender, deletes=self._id(which)))

    def everything(self) -> list[ChatEvent]:
        """The chat from its beginning, as a source logged once more tells it."""
        return [one.event for one in self.said]

    def message(self, which: int) -> Said:
        """One of the messages that are no edit, reaction or deletion."""
        return self._plain[which % len(self._plain)]

    @property
    def _plain(self) -> list[Said]:
        return [one for one in self.said if one.event.text and not one.event.replaces]

    def _id(self, which: int) -> str:
        return self.message(which).event.event_id

    def _then(self, event: ChatEvent) -> None:
        self._at += timedelta(minutes=1)
        self.said.append(Said(replace(event, at=self._at), ""))

    def _event(self, who: str, text: str, at: datetime, answered: str) -> ChatEvent:
        event = ChatEvent(
            f"${self.language}{len(self.said)}",
            at,
            f"@{who.casefold()}:x",
            text,
            who,
            reply_to=answered,
        )
        found = (f"{name}{text[text.find(name) + len(name) :][:3]}" for name in self._tracers(text))
        self.said.append(Said(event, next(found, "")))
        return event

    def _tracers(self, text: str) -> list[str]:
        """The words with a number that stand in that text."""
        return [name for name in TRACERS[self.language] if re.search(rf"{name}\d", text)]
