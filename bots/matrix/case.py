"""A request where it was made, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.chat_room import Outgoing, Room
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.domain.group import Language
from progressive_memory.domain.request import Request, Review

from .intake import txn
from .rights import Manners
from .wording import joined, plain, say

EXAMPLES = {
    "recall": ("`!recall 数据库是怎么定的？`", "`!recall what did we decide about the database?`"),
    "remember": ("`!remember 周四发布`", "`!remember we release on Thursdays`"),
    "forget": ("`!forget d-20260512-zokg4p2geo`", "`!forget d-20260512-zokg4p2geo`"),
    "why": ("`!why d-20260512-zokg4p2geo`", "`!why d-20260512-zokg4p2geo`"),
}
"""What to type, for each verb that needs words."""


@dataclass(frozen=True)
class Done:
    """What is said of a request, and the reviews that opens. With `so_far`, the flushes done of
    it, it is not at its end: it has another turn when the others have had theirs.
    """

    said: tuple[Outgoing, ...] = ()
    reviews: tuple[Review, ...] = ()
    so_far: tuple[FlushReport, ...] = ()


@dataclass(frozen=True)
class Case:
    """A request where it was made: `group` is the room's, in its language; `me` is our user id.
    `so_far` are the flushes done of it in the turns before this one.
    """

    request: Request
    room: Room
    group: str
    language: Language
    me: str
    manners: Manners
    so_far: tuple[FlushReport, ...] = ()

    @property
    def who(self) -> str:
        """The name of who asks."""
        shown = self.room.members.get(self.request.sender, "")
        return shown or self.request.sender_name or self.request.sender

    @property
    def may(self) -> bool:
        """Whether who asks has the right to what changes the memory."""
        return self.manners.may(self.room, self.request.sender)

    def says(self, key: str, **values: object) -> str:
        """A sentence of ours in the group's language."""
        return say(self.language, key, **values)

    def says_who(self, key: str) -> str:
        """A sentence that names those who have the right."""
        able = self.manners.who_may(self.room, self.me)
        who = plain(joined(self.language, able)) if able else self.says("nobody")
        return self.says(key, who=who, level=self.manners.rights_level)

    def needs_words(self) -> str:
        """The sentence that says what to type."""
        return self.says("no_words", example=EXAMPLES[self.request.verb][self.language != "zh"])


def answer(request: Request, text: str) -> Outgoing:
    """The one answer to a request: in reply, in its thread, to who asked."""
    return Outgoing(
        txn("answer", request.event_id),
        request.room_id,
        "notice",
        text,
        reply_to=request.event_id,
        thread=request.thread,
        mentions=(request.sender,),
    )


def told(request: Request, text: str) -> Done:
    """A request that is answered by one sentence."""
    return Done((answer(request, text),))
