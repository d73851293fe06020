"""MemorySpool: Spool in dictionaries."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from progressive_memory.domain.chat_room import Arrival, Batch, Outgoing, Sealed
from progressive_memory.domain.request import Request, Review


class MemorySpool:
    """Spool that lives as long as the object; None stands for what is logged, answered, sent."""

    def __init__(self) -> None:
        self._cursors: dict[str, str] = {}
        self._arrivals: dict[str, Arrival | None] = {}
        self._sealed: dict[str, tuple[str, Sealed]] = {}
        self._requests: dict[str, Request | None] = {}
        self._outbox: dict[str, Outgoing | None] = {}
        self._reviews: dict[str, Review] = {}
        self._lock = threading.Lock()

    def cursor(self, account: str) -> str:
        """Where listening goes on for that user id; "" at first."""
        return self._cursors.get(account, "")

    def take_in(
        self,
        account: str,
        batch: Batch,
        asked: Sequence[Request] = (),
        said: Sequence[Outgoing] = (),
    ) -> None:
        """Keep a batch with its cursor, what it asks of us, and what we say at once."""
        with self._lock:
            self._cursors[account] = batch.cursor
            for arrival in batch.arrivals:
                self._arrivals.setdefault(arrival.event.event_id, arrival)
                self._sealed.pop(arrival.event.event_id, None)
            for sealed in batch.sealed:
                if sealed.event_id not in self._arrivals:
                    self._sealed.setdefault(sealed.event_id, (account, sealed))
            for request in asked:
                self._requests.setdefault(request.event_id, replace(request, aim=""))
            for arrival in batch.arrivals:
                taken_back = self._requests.get(arrival.event.deletes)
                if taken_back is not None and not taken_back.aim:
                    self._requests[taken_back.event_id] = None
            self._say(said)

    def waiting(self, limit: int, without: Collection[str] = ()) -> tuple[Arrival, ...]:
        """The oldest arrivals not logged yet, in the order they came."""
        with self._lock:
            left = [one for one in self._arrivals.values() if one is not None]
        return tuple(one for one in left if one.room_id not in without)[:limit]

    def logged(self, event_ids: Sequence[str]) -> None:
        """Those are in the log now."""
        with self._lock:
            self._arrivals.update(dict.fromkeys(event_ids))

    def sealed(self, account: str) -> tuple[Sealed, ...]:
        """What waits for its key, in the order it came."""
        with self._lock:
            return tuple(one for owner, one in self._sealed.values() if owner == account)

    def asked(self) -> tuple[Request, ...]:
        """The requests that have no answer yet, in the order they came."""
        with self._lock:
            return tuple(one for one in self._requests.values() if one is not None)

    def aim(self, event_id: str, aim: str) -> None:
        """Fix what a request is about to do."""
        with self._lock:
            request = self._requests.get(event_id)
            if request is not None:
                self._requests[event_id] = replace(request, aim=aim)

    def answered(
        self, event_id: str, said: Sequence[Outgoing] = (), reviews: Sequence[Review] = ()
    ) -> None:
        """A request is done, and this is what we say."""
        with self._lock:
            self._requests[event_id] = None
            self._say(said)
            self._open(reviews)

    def say(self, said: Sequence[Outgoing], reviews: Sequence[Review] = ()) -> None:
        """Something to say that nobody asked for."""
        with self._lock:
            self._say(said)
            self._open(reviews)

    def outgoing(self, limit: int, without: Collection[str] = ()) -> tuple[Outgoing, ...]:
        """Messages not sent yet, in order."""
        with self._lock:
            left = [one for one in self._outbox.values() if one is not None]
        return tuple(one for one in left if one.room_id not in without)[:limit]

    def sent(self, txn: str, event_id: str) -> None:
        """It is out; a review whose message was given up is over."""
        with self._lock:
            self._outbox[txn] = None
            review = self._reviews.get(txn)
            if review is not None and event_id:
                self._reviews[txn] = replace(review, event_id=event_id)
            elif review is not None and not review.event_id:
                del self._reviews[txn]

    def reviews(self) -> tuple[Review, ...]:
        """The reviews that are open, in the order they were said."""
        with self._lock:
            return tuple(self._reviews.values())

    def reviewed(self, txn: str, said: Sequence[Outgoing] = ()) -> None:
        """A review is over, and this is what we say to that."""
        with self._lock:
            self._reviews.pop(txn, None)
            self._say(said)

    def close(self) -> None:
        """Nothing to let go of."""

    def _say(self, said: Iterable[Outgoing]) -> None:
        for one in said:
            self._outbox.setdefault(one.txn, one)

    def _open(self, reviews: Iterable[Review]) -> None:
        for one in reviews:
            self._reviews.setdefault(one.txn, one)
