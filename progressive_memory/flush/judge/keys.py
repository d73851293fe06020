"""Keys: which entry key a candidate gets (DESIGN §4 "Entry ids"). Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count, islice

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.known import meaning
from progressive_memory.vault.ids import entry_key

_MAX_ORDINALS = 64
"""No message states more things of one kind; a longer chain of taken keys ends the search."""


class Keys:
    """The keys taken, by the entries that hold them, and the candidates in line for more."""

    def __init__(self, key_name: str, spent: frozenset[str]) -> None:
        """`spent` are keys of entries that are gone for good: taken, though held by none."""
        self.holders: dict[str, str] = {}
        self._key_name = key_name
        self._spent = spent
        self._line: dict[tuple[Kind, str], list[str]] = defaultdict(list)

    def queue(self, candidates: Iterable[Candidate]) -> None:
        """Put candidates that are no entry yet in line for the keys of their first message."""
        for one in candidates:
            self._line[one.kind, one.evidence[0].event_id].append(_said(one))

    def leave_line(self, candidate: Candidate) -> None:
        """Give up the candidate's place in the line: it is no new entry."""
        waiting = self._line[candidate.kind, candidate.evidence[0].event_id]
        if _said(candidate) in waiting:
            waiting.remove(_said(candidate))

    def taken(self, kind: Kind, event_id: str) -> tuple[str, ...]:
        """The keys taken of those an entry resting first on that message may have, lowest ordinal
        first.
        """
        return tuple(islice(self._taken(kind, event_id), _MAX_ORDINALS))

    def next_for(self, candidate: Candidate) -> str:
        """The key of a new entry: the free one with the lowest ordinal, less those kept for
        candidates that are before it in the line and not judged yet.
        """
        event_id = candidate.evidence[0].event_id
        waiting = self._line[candidate.kind, event_id]
        said = _said(candidate)
        ahead = waiting.index(said) if said in waiting else 0
        free = (key for key in self._every(candidate.kind, event_id) if not self._is_taken(key))
        self.leave_line(candidate)
        return next(islice(free, ahead, None))

    def free(self, kind: Kind, event_id: str) -> str:
        """The key with the lowest ordinal that is free."""
        return next(key for key in self._every(kind, event_id) if not self._is_taken(key))

    def _taken(self, kind: Kind, event_id: str) -> Iterator[str]:
        for key in self._every(kind, event_id):
            if not self._is_taken(key):
                return
            yield key

    def _every(self, kind: Kind, event_id: str) -> Iterator[str]:
        return (entry_key(self._key_name, kind, event_id, ordinal) for ordinal in count())

    def _is_taken(self, key: str) -> bool:
        return key in self.holders or key in self._spent


def _said(candidate: Candidate) -> str:
    """What tells candidates of one kind and message apart."""
    return meaning.fingerprint(candidate.kind, candidate.slot)
