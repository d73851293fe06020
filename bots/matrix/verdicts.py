"""What people say of pending items, and how their messages in the rooms end. Blocking."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass

from progressive_memory.api_live import LiveMemory, Spool
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.domain.request import Request, Review
from progressive_memory.errors import NoteUnreadable, UserError

from . import reviews
from .case import Case, Done, told
from .intake import REJECT
from .wording import plain

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reviews:
    """The open reviews of a spool."""

    memory: LiveMemory
    spool: Spool

    def of(self, request: Request) -> Review | None:
        """The open review that a request is a word on."""
        wanted = (request.about, request.room_id)
        open_now = self.spool.reviews() if request.about else ()
        return next((one for one in open_now if (one.pending_id, one.room_id) == wanted), None)

    def decide(self, case: Case) -> Done:
        """Carry a person's word on an item out; the item's message says so. One that is over
        already is let be: somebody was faster.
        """
        request, review = case.request, self.of(case.request)
        if review is None:
            return Done()
        self.spool.aim(request.event_id, request.verb)
        how = "rejected" if request.verb == REJECT else "accepted"
        try:
            problems = self._carried_out(case, review).groups[0].problems
        except UserError:  # it waits no more; by us, where we were cut off
            how, problems = how if request.aim else "settled", ()
        if problems:
            return told(request, case.says("left_alone", why=plain(problems[0])))
        self.close(review, how, case.who, request.words)
        return Done()

    def settle(self) -> None:
        """End the reviews of items that wait no more, whoever settled them. Those of a group whose
        notes cannot be read are let be.
        """
        waiting: dict[str, Collection[str] | None] = {}
        for review in self.spool.reviews():
            group = self.memory.group_of_room(review.room_id)
            if group not in waiting:
                waiting[group] = self._waiting(group)
            left = waiting[group]
            if left is not None and review.pending_id not in left:
                self.close(review, "settled")

    def _waiting(self, group: str) -> Collection[str] | None:
        """The ids of what waits in a group; None where that cannot be told."""
        try:
            return {row.id for row in self.memory.pending(group).pending} if group else None
        except (UserError, NoteUnreadable) as error:
            log.warning("what waits in %s cannot be told: %s", group, error)
            return None

    def close(self, ended: Review, how: str, who: str = "", title: str = "") -> None:
        """Say in every room that shows the item how it ended. The group is the room's of now: it
        may have had another name when the item was shown.
        """
        group = self.memory.group_of_room(ended.room_id)
        language = self.memory.room_language(ended.room_id)
        for review in self.spool.reviews():
            same = review.pending_id == ended.pending_id
            # One whose message is not out yet ends later, when there is something to change.
            if same and review.event_id and self.memory.group_of_room(review.room_id) == group:
                over = reviews.closed(language, review, how, who, title)
                self.spool.reviewed(review.txn, [over])

    def _carried_out(self, case: Case, review: Review) -> FlushReport:
        item, group, who = review.pending_id, case.group, case.who
        if case.request.verb == REJECT:
            return self.memory.reject(item, group=group, by=who)
        return self.memory.accept(item, group=group, by=who, words=case.request.words)
