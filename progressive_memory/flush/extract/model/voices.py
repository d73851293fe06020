"""Voices: who else stands behind a claim. Never laxer than the grammar (DESIGN §5 "Confirmed").

A model may say which words agree to which: what links them is its reading. That they agree, that
another member said them, later, in the same talk and to nobody else, is the grammar's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from progressive_memory.domain.candidate import Confirmation
from progressive_memory.flush.extract.grammar.dialogue import Agreement, Response, response_to
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.model.evidence import Said

_REACH_TURNS = 24
_REFUSES = (Act.DISAGREE, Act.QUALIFY, Act.WITHDRAW)
_ASKED_FOR = (Act.PROPOSE, Act.ASK_WHETHER, Act.DECIDE)
_STRONG = (Act.AGREE, Act.SETTLE)
_WEAK = (Act.YES, Act.OKAY)


def response(claim: Said) -> Response:
    """What others said to the message of a claim."""
    return response_to(claim.spot.talk, claim.spot.at)


def agreeing(
    claim: Said, quoted: Sequence[Said], confirmations: Iterable[Said], heard: Response
) -> list[Agreement]:
    """Those who agreed to a claim: as the grammar hears it, and as the model cites it where the
    grammar lets that be. `quoted` is all the claim rests on.
    """
    found: list[Agreement] = list(heard.agreed)
    found += [(Confirmation(move.person), move.message) for move in heard.settled]
    if claim.has(*_ASKED_FOR):
        found += [*heard.said_yes, *heard.okayed]
    found += _cited(claim, quoted, confirmations)
    return [one for one in found if one[0].person != claim.person]


def accepts(claim: Said, confirmations: Iterable[Said], *acts: Act) -> Iterator[Said]:
    """The confirmations cited that follow the claim and do one of `acts`."""
    for one in confirmations:
        if _follows(claim, one) and one.has(*acts) and not one.turn.has(*_REFUSES):
            yield one


def _cited(
    claim: Said, quoted: Sequence[Said], confirmations: Iterable[Said]
) -> Iterator[Agreement]:
    places = {one.spot.at for one in quoted if one.spot.talk is claim.spot.talk}
    for one in accepts(claim, confirmations, *_STRONG, *_WEAK):
        target = one.spot.talk.target(one.spot.at)
        linked = target in places
        if linked or (one.has(*_STRONG) and not _bound(one)):
            yield Confirmation(one.person), one.message


def _follows(claim: Said, one: Said) -> bool:
    same = one.spot.talk is claim.spot.talk
    return same and claim.spot.at < one.spot.at <= claim.spot.at + _REACH_TURNS


def _bound(one: Said) -> bool:
    """Whether the message itself says what it answers."""
    return bool(one.message.reply_to or one.message.thread or one.turn.addressee)
