"""Where in a day's messages people agreed: two or more, right after what they agreed to."""

from __future__ import annotations

from collections.abc import Sequence

from progressive_memory.domain.section import Section
from progressive_memory.text.agreement import agrees

_FEWEST_PEOPLE = 2
_OTHER_MESSAGES = 1
"""So many messages may stand between two agreements: people go on talking while others answer."""


def with_agreements(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections of a day note; those that were agreed to say how far (`Section.agreed`)."""
    agreeing = [each.kind == "m" and agrees(each.title) for each in sections]
    marked = list(sections)
    place = 0
    while place < len(sections):
        if not agreeing[place]:
            place += 1
            continue
        last = _last(agreeing, place)
        proposal = place - 1
        if proposal >= 0 and sections[proposal].kind == "m":
            people = {
                each.who
                for each, agreed in zip(sections[place : last + 1], agreeing[place:], strict=False)
                if agreed and each.who != sections[proposal].who
            }
            if len(people) >= _FEWEST_PEOPLE:
                marked[proposal] = sections[proposal]._replace(agreed=last - proposal)
        place = last + 1
    return tuple(marked)


def _last(agreeing: Sequence[bool], first: int) -> int:
    """The last agreement of the run that begins at `first`."""
    last = first
    for place in range(first + 1, len(agreeing)):
        if agreeing[place]:
            last = place
        elif place - last > _OTHER_MESSAGES:
            break
    return last
