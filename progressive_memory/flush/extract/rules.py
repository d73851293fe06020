"""The `rules` extractor: segments in, candidates out; no model, no network (DESIGN §5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from progressive_memory.domain.candidate import Candidate, Person
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.domain.segment import Segment
from progressive_memory.flush.extract.acts import read
from progressive_memory.flush.extract.decisions import decisions
from progressive_memory.flush.extract.dialogue import Talk
from progressive_memory.flush.extract.draft import Setting
from progressive_memory.flush.extract.loops import loops
from progressive_memory.flush.extract.members import Members
from progressive_memory.flush.extract.people import roles
from progressive_memory.flush.extract.tasks import tasks
from progressive_memory.flush.extract.troubles import troubles
from progressive_memory.flush.segment import segments

_READINGS = (decisions, troubles, tasks, roles, loops)


def extract(
    segment: Segment,
    *,
    language: Language,
    deciders: Iterable[str] = (),
    people: Iterable[Person] = (),
) -> tuple[Candidate, ...]:
    """The candidates of one segment, earliest evidence first.

    `deciders` are sender ids or names that may declare; empty = anyone using explicit words.
    `people` are members known beside the segment's senders.
    """
    setting = Setting(language, Members.of(segment.messages, people), frozenset(deciders))
    return _read(segment, setting)


def extract_all(
    messages: Sequence[Message],
    *,
    language: Language,
    deciders: Iterable[str] = (),
    people: Iterable[Person] = (),
) -> tuple[Candidate, ...]:
    """The candidates of all `messages`, in time order, cut into segments first."""
    setting = Setting(language, Members.of(messages, people), frozenset(deciders))
    return tuple(
        candidate for segment in segments(messages) for candidate in _read(segment, setting)
    )


def _read(segment: Segment, setting: Setting) -> tuple[Candidate, ...]:
    talk = Talk(read(segment.messages, setting.members))
    found = [candidate for reading in _READINGS for candidate in reading(talk, setting)]
    return tuple(sorted(found, key=lambda one: (one.evidence[0].at, one.kind)))
