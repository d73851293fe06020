"""What is asked, done: one request after the other, in a thread. Blocking."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from progressive_memory.api_live import LiveMemory, Spool
from progressive_memory.domain.chat_room import Outgoing, Room
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.domain.request import Request
from progressive_memory.errors import ProgressiveMemoryError, SpoolUnavailable

from . import answers, reading, reviews
from .case import EXAMPLES, Case, Done, answer, told
from .intake import txn
from .rights import NEEDED, Manners
from .verdicts import Reviews
from .wording import plain, say
from .writing import write

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Hand:
    """Carries out requests on `memory`; `spool` is where aims are fixed. `me` is our user id.
    `begun` are the flushes of requests that want another turn, by event id.
    """

    memory: LiveMemory
    spool: Spool
    me: str
    manners: Manners
    begun: dict[str, tuple[FlushReport, ...]] = field(default_factory=dict)

    @property
    def reviews(self) -> Reviews:
        """The reviews that are open."""
        return Reviews(self.memory, self.spool)

    def carry_out(self, request: Request, room: Room) -> Done:
        """Do what is asked, once; whatever fails is said in plain words.

        Raises:
            SpoolUnavailable: nothing can be kept any more.
        """
        language = self.memory.language()
        try:
            row = self.memory.room_group(room.room_id, room.name)
            language = row.language
            before = self.begun.pop(request.event_id, ())
            case = Case(request, room, row.name, language, self.me, self.manners, before)
            done = self._done(case)
            if done.so_far:
                self.begun[request.event_id] = done.so_far
            return done
        except SpoolUnavailable:
            raise
        except ProgressiveMemoryError as error:
            log.warning("%s in %s failed: %s", request.verb, room.room_id, error.code)
            first = plain(error.message.split("\n")[0])
            return told(request, say(language, "failed", why=first))
        except Exception:
            log.exception("%s in %s failed", request.verb, room.room_id)
            return told(request, say(language, "fault"))

    def tell(self, report: FlushReport, rooms: Collection[str]) -> None:
        """Tell the rooms of each group that was flushed, of those we are in, what came of it."""
        for done in report.groups:
            if not (done.written or done.pending):
                continue
            language = self.memory.language(done.group)
            alone = len(report.groups) == 1 and not report.flush_ids
            undone_by = report.flush_id if alone else ""
            for room_id in self.memory.rooms_of(done.group):
                if room_id in rooms:
                    name = txn("digest", report.flush_id, room_id)
                    text = answers.digest(language, done, undone_by, room_id)
                    about = Outgoing(name, room_id, "notice", text)
                    said, opened = reviews.opened(
                        language, done.pending, done.group, about, self.spool.reviews()
                    )
                    self.spool.say((about, *said), opened)

    def _done(self, case: Case) -> Done:
        request = case.request
        if request.verb in NEEDED and not case.may:
            return self._refused(case)
        if request.verb in EXAMPLES and not request.words:
            hidden = self.memory.has_opted_out(case.group, request.sender)
            return told(request, case.says("say_again") if hidden else case.needs_words())
        if request.about:
            return self.reviews.decide(case)
        act = reading.read if request.verb in reading.VERBS else write
        done = act(case, self.memory, self.spool)
        return told(request, done) if isinstance(done, str) else done

    def _refused(self, case: Case) -> Done:
        """A refusal says who may; of one item everybody is told once."""
        refusal = answer(case.request, case.says_who("refused"))
        review = self.reviews.of(case.request)
        if review is not None:
            name = txn("refused", review.txn, case.request.sender)
            refusal = replace(refusal, txn=name, reply_to=review.event_id)
        return Done((refusal,))
