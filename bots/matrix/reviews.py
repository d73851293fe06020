"""Pending items as messages that people answer by reaction or reply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from progressive_memory.domain.chat_room import Outgoing
from progressive_memory.domain.flush_report import Waiting
from progressive_memory.domain.group import Language
from progressive_memory.domain.request import Review

from .answers import link
from .case import Case, Done
from .intake import txn
from .wording import kind_word, plain, say

AT_ONCE = 5
"""So many items get a message of their own; `!pending` shows the rest."""


def opened(
    language: Language,
    items: Iterable[Waiting],
    group: str,
    about: Outgoing,
    open_now: Sequence[Review],
) -> tuple[list[Outgoing], list[Review]]:
    """A message and a review for each of the first items that have none in the room yet, after the
    message `about` them and in its thread.
    """
    known = {one.pending_id for one in open_now if one.room_id == about.room_id}
    fresh = [one for one in items if one.id not in known][:AT_ONCE]
    said, reviews = [], []
    for item in fresh:
        name = txn("item", about.txn, item.id)
        text = _item(language, item, about.room_id)
        said.append(Outgoing(name, about.room_id, "notice", text, thread=about.thread))
        reviews.append(Review(name, about.room_id, group, item.id, item.title))
    return said, reviews


def shown(
    case: Case, items: Iterable[Waiting], about: Outgoing, open_now: Sequence[Review]
) -> Done:
    """The answer `about`, and after it the items that have no message in the room yet."""
    said, fresh = opened(case.language, items, case.group, about, open_now)
    return Done((about, *said), tuple(fresh))


def closed(
    language: Language, review: Review, how: str, who: str = "", title: str = ""
) -> Outgoing:
    """The review's message as it reads once it is over; `how` is accepted, rejected or settled."""
    text = say(language, how, who=plain(who), title=plain(title or review.text))
    name = txn(how, review.txn)
    return Outgoing(name, review.room_id, "edit", text, replaces=review.event_id)


def _item(language: Language, item: Waiting, room_id: str) -> str:
    kind = kind_word(language, item.kind)
    about = [f"*{plain(item.reason)}*"]
    source = next((event for event in item.evidence if event.startswith("$")), "")
    if source:
        about.append(link(room_id, source, say(language, "message")))
    about += [say(language, "item_how"), f"`{item.id}`"]
    title = say(language, "item", kind=kind, title=plain(item.title))
    return f"{title}\n{' · '.join(about)}"
