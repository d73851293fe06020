"""What of a note answers a question, and what of it is current: not all of it is handed over.

The shares are of the group's `memory_budget`; docs/protocol.md gives the reasons.
"""

from __future__ import annotations

from collections.abc import Sequence

from progressive_memory.disclosure.lexicon import cues, cues_talk, cues_topics
from progressive_memory.disclosure.loading.part import Tier
from progressive_memory.disclosure.sorts import is_closed
from progressive_memory.domain.section import Section
from progressive_memory.text.cjk import query_terms, words

ANSWERS = 12
"""Sections of a whole note that may answer one question."""
ANSWERS_SHARE = 1 / 3
CURRENT_SHARE = 1 / 8
"""Beside an answer: blockers first, then the newest of what is open."""
OPEN_SHARE = 2 / 3
"""A question that names nothing asks for all that is open."""
SMALL_SHARE = 1 / 10
"""A note of at most this much is handed over whole."""
RULES_SHARE = 1 / 3
LEAST_TOKENS = 400
"""No share is smaller: below that it would cut answers, not size."""
NEWEST_CLOSED = 6
"""Closed sections shown when nothing open answers."""
_WORTH = 0.35
"""What a section must score against the best one to answer too."""

Found = Sequence[tuple[Section, float]]
"""What a search found in one note, with scores, best first."""


def share_tokens(share: float, limit_tokens: int) -> int:
    """A share of the group's budget in tokens."""
    return max(int(share * limit_tokens), LEAST_TOKENS)


def answering(sections: Sequence[Section], found: Found, *, names: bool) -> tuple[Tier, ...]:
    """The tiers of a note for one question. `names`: it names something (`names_something`)."""
    order = most_important(sections, [])
    current = tuple(place for place in order if not is_closed(sections[place]))
    closed = tuple(place for place in order if is_closed(sections[place]))[:NEWEST_CLOSED]
    if not names:
        return Tier(current, OPEN_SHARE), Tier(closed, CURRENT_SHARE)
    best = answers(sections, found, ANSWERS)
    tiers = [Tier(best, ANSWERS_SHARE), Tier(current, CURRENT_SHARE)]
    if not best:
        tiers.append(Tier(closed, CURRENT_SHARE))
    return tuple(tiers)


def names_something(question: str, trigger: str, topic: str) -> bool:
    """Whether a question asks for more than its words of asking, of that topic (a key of
    `cues_topics.TOPICS`), and the row's trigger say.
    """
    asking = [
        *(word for group in cues_topics.TOPICS.get(topic, ()) for word in group),
        *cues.RECENT,
    ]
    spent = set(words(" ".join((*asking, *cues_talk.CONTINUATION, *cues.DEIXIS, trigger))))
    return any(term.text not in spent for term in query_terms(question))


def most_important(sections: Sequence[Section], found: Found) -> tuple[int, ...]:
    """All places in `sections`: what a search found first, then what is current before what is
    closed, blockers before the rest, the newest first; superseded last.
    """
    scores = dict(found)

    def rank(place: int) -> tuple[bool, float, bool, bool, str]:
        section = sections[place]
        score = scores.get(section, 0.0)
        return (
            not section.superseded,
            score,
            not is_closed(section),
            section.kind == "b",
            section.on,
        )

    return tuple(sorted(range(len(sections)), key=rank, reverse=True))


def answers(sections: Sequence[Section], found: Found, most: int) -> tuple[int, ...]:
    """The places of the first `most` sections that answer, best first.

    A section is known by all it says: people copy blocks, and an id then stands twice in a note.
    """
    places = {section: place for place, section in enumerate(sections)}
    best = found[0][1] if found else 0.0
    worth = [places[hit] for hit, score in found if hit in places and score >= _WORTH * best]
    return tuple(dict.fromkeys(worth))[:most]
