"""What a batch asks of us: commands, and words on the reviews that are open."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from progressive_memory.domain.chat_room import Arrival, Outgoing
from progressive_memory.domain.request import Request, Review

from .commands import Command, command_in

SEEN = "👀"
"""The reaction by which we say that a command came."""

ACCEPT, REJECT, REWORD = "accept", "reject", "reword"
_YES = frozenset("👍 ✅ ✔ 👌 💯 + +1 yes y ok okay 好 好的 是 对 同意 可以 确认 通过".split())
_NO = frozenset("👎 ❌ ✖ 🚫 - -1 no n 不 不对 不是 不行 反对 拒绝 否".split())
_DRESS = re.compile("[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]")
"""How an emoji is drawn, and the colour of its skin."""


@dataclass(frozen=True)
class Ear:
    """Who we are: our user id, the names we go by in each room, and the reviews that are open, by
    the event that shows them.
    """

    me: str
    names: Mapping[str, Sequence[str]]
    reviews: Mapping[str, Review]


def asked_in(arrivals: Sequence[Arrival], ear: Ear) -> tuple[list[Request], list[Outgoing]]:
    """What the arrivals ask, and the reactions by which we say so at once."""
    asked = [one for arrival in arrivals for one in _asked(arrival, ear)]
    return asked, [_seen(one) for one in asked if not one.about or one.verb == REWORD]


def _seen(request: Request) -> Outgoing:
    name, event_id = txn("seen", request.event_id), request.event_id
    return Outgoing(name, request.room_id, "reaction", reply_to=event_id, key=SEEN)


def txn(what: str, *ids: str) -> str:
    """The transaction id of what we say of those: the same after a crash."""
    return f"{what}-{hashlib.sha256(' '.join(ids).encode()).hexdigest()[:24]}"


def _asked(arrival: Arrival, ear: Ear) -> Iterator[Request]:
    """People only, in their own new words: no bot, notice, edit, history or quotation asks."""
    event = arrival.event
    by_person = event.role == "user" and event.sender != ear.me and not event.forwarded
    if not (arrival.live and by_person) or event.replaces or event.deletes:
        return
    bare = Request(
        event.event_id,
        arrival.room_id,
        "",
        event.sender,
        event.sender_name,
        thread=event.thread,
    )
    review = ear.reviews.get(event.reacts_to or event.reply_to or event.thread)
    if event.reacts_to:
        verb = _verdict(event.key)
        if review and verb:
            yield replace(bare, verb=verb, about=review.pending_id)
        return
    names = ear.names.get(arrival.room_id, ()) if ear.me in arrival.mentions else ()
    command = command_in(event.text, names)
    if command is not None:
        yield replace(bare, verb=command.verb, words=command.words)
    elif review is not None and not event.text.rstrip().endswith(("?", "？")):
        verdict = _on_review(event.text)
        if verdict is not None:
            yield replace(bare, verb=verdict.verb, words=verdict.words, about=review.pending_id)


def _on_review(text: str) -> Command | None:
    """A reply to a review is how the item shall read, unless it says no more than yes or no."""
    words = "\n".join(line for line in text.splitlines() if not line.startswith(">")).strip()
    if not words:
        return None
    verdict = _verdict(words)
    return Command(verdict, "") if verdict else Command(REWORD, words)


def _verdict(key: str) -> str:
    bare = unicodedata.normalize("NFKC", _DRESS.sub("", key)).strip().rstrip(".!。！").casefold()
    return ACCEPT if bare in _YES else REJECT if bare in _NO else ""
