"""Ballots: what counts as a vote. A plain yes to the thing itself, not an aside, not a part of it;
or a number, the way groups vote in a line of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from progressive_memory.domain.candidate import Person
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.lexicon.lexicon import Act

_ON_A_PART = re.compile(
    r"^\W*(?:\+\s?1|:?thumbsup:?|👍)\W* ?(?:on|to|for) (?!this\b|that\b|it\b|all\b|#?\d|me\b|-1|the (?:rfc|pr|idea|proposal|initiative)\b|[A-Z]{2,}-\d)",
    re.IGNORECASE,
)
_OUTRIGHT = re.compile(r"^\W*(?:\+\s?1|:\+1:|👍|:?thumbsup|aye\b|agreed?\b|lgtm\b)", re.IGNORECASE)
# "+1", "+1.", "+0.5", "-1 (why)", "0", "+1!!!"; slips of the finger: "+!", "+i", "+".
_NUMBER = re.compile(
    r"^(?:<[^<>\s]{1,24}>\s*)?\W{0,2}?(?P<sign>[+\-−–±])\s?(?P<value>\d{1,2}(?:\.\d+)?|\.\d+|[!iI](?=\W|$)|(?=\W|$))(?![:/%\d])(?P<rest>.*)$",
    re.DOTALL,
)
_NOUGHT = re.compile(
    r"^(?:0(?=\W*$|\s*\()|\[?abstain(?:s|ed|ing)?\]?|弃权)(?P<rest>.*)$", re.I | re.S
)
_SIGN_OF_HAND = re.compile(
    r"^(?::\+1:|:?thumbsup:?|\(?thumbsup\)?|👍\S?|aye\b|赞成|同意|附议)(?P<rest>.*)$", re.I | re.S
)
_WORDY = re.compile(r"^(?:\w+ ){1,2}(?=[+\-−]\s?1\W*$)")
# "+1 to Ann", "+1 ann" back what Ann said; "+1 to the proposal" votes.
_NAMED = re.compile(
    r"^@?(?!too\b|please|again|here|yes|ok|def|also|now|lol|agreed?|great|nice|this|that|fine|totally|strong|all\b|\(|as\b)[a-z][\w'’.|-]+\W*$",
    re.IGNORECASE,
)
_LINKING = re.compile(r"^\W{0,3}(?:to|for|on|with|about|re)\b", re.IGNORECASE)
_THE_THING = re.compile(
    r"^\W{0,3}(?:to|for|on|with) (?:(?:the|this|that|its?|your|his|her|their|above|current|revised|amended|new)\s?)*"
    r"(?:proposals?|motions?|resolution|pr|merging|closing|idea|plan|this|that|it|all|both|#?\d+|deferring|transition|publication|publishing)?\b(?: [\w#-]+){0,2}\W*$",
    re.IGNORECASE,
)
_FOR_RELEASE = re.compile(r"^\W{0,3}for v?\d+\.\d", re.IGNORECASE)
_HALF = 0.5
_SOUGHT = {"+": 1.0, "±": 0.0}


@dataclass(frozen=True)
class Vote:
    """One voice: 1 for, -1 against, parts of it in between. `remark` says that it backs a person or
    a thing of its own ("+1 to Ann", "+1 for tests") and is a vote only on what names that.
    """

    person: Person
    value: float
    comment: str = ""
    remark: bool = False

    @property
    def pro(self) -> bool:
        """True for half a vote or more."""
        return self.value >= _HALF

    @property
    def con(self) -> bool:
        """True for half a vote against or more."""
        return self.value <= -_HALF


def votes(turn: Turn) -> bool:
    """True for a plain vote on what is on the floor."""
    if not turn.has(Act.AGREE) or _ON_A_PART.match(turn.message.text):
        return False
    return turn.listens or bool(_OUTRIGHT.match(turn.message.text))


def cast(turn: Turn, members: Members) -> Vote | None:
    """The vote a turn casts in figures or by a sign of the hand; None when it casts none."""
    if not turn.moves and turn.message.text[:1] not in "+-−–±0":
        return None
    text, person = _own_words(turn, members)
    text = _WORDY.sub("", text)
    hit = _NUMBER.match(text)
    if hit:
        sign, figure = hit["sign"], hit["value"]
        if sign in "-−–" and not figure.strip("!iI"):
            return None
        size = min(float(figure), 1.0) if figure.strip("!iI") else 1.0
        return _vote(person, _SOUGHT.get(sign, -1.0) * size, hit["rest"])
    hit = _SIGN_OF_HAND.match(text)
    if hit:
        return _vote(person, 1.0, hit["rest"])
    hit = _NOUGHT.match(text)
    return _vote(person, 0.0, hit["rest"]) if hit else None


def _vote(person: Person, value: float, rest: str) -> Vote:
    comment = rest.strip()
    on_it = _THE_THING.match(comment) or _FOR_RELEASE.match(comment)
    linked = bool(_LINKING.match(comment)) and not on_it
    return Vote(person, value, comment, linked or bool(_NAMED.match(comment)))


def _own_words(turn: Turn, members: Members) -> tuple[str, Person]:
    """The text without the name a scribe put before it, and whose words they are."""
    text = turn.message.text.strip()
    for _ in range(2):
        head, colon, rest = text.partition(":")
        bare = head.strip("<> ")
        if not colon or not bare or len(bare) > 24 or " " in bare or "+" in bare:
            break
        who = members.find(bare)
        if who is None:
            break
        return rest.strip(), who
    return text, turn.person
