"""Verdicts: what one turn says of the thing on the floor: accepted, turned down, put off."""

from __future__ import annotations

import re
from enum import StrEnum

from progressive_memory.flush.extract.acts import Move, Turn
from progressive_memory.flush.extract.lexicon import Act

_ONLY_THEN = re.compile(
    r"\b(?:if|unless|when|once|next (?:week|meeting|time)|policy|versioning|already)\b|再|之后",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:as soon as|when|if|once|until|unless|would|could|can say|next (?:week|meeting|time)|not|before|"
    r"policy|already|was it|well-defined)\b|等|如果|下次|还没",
    re.IGNORECASE,
)


class State(StrEnum):
    """How an item came out. A proposal is accepted; on an issue or a ticket something is decided."""

    ACCEPTED = "accepted"
    DECIDED = "decided"
    REJECTED = "rejected"
    DEFERRED = "deferred"
    DISCUSSED = "discussed"


def verdict(turn: Turn) -> State | None:
    """What one turn says of the item on the floor, if anything."""
    state = None
    for move in turn.moves:
        if move.question or move.reported or "?" in move.text:
            continue
        if move.act is Act.DEFER or (move.act is Act.PROPOSE and move.puts_off):
            state = State.DEFERRED
        elif _turns_down(move):
            state = State.REJECTED
        elif _accepts(move):
            state = State.ACCEPTED
    return state


def _turns_down(move: Move) -> bool:
    hit = move.lexicon.rejects.search(move.text)
    return hit is not None and not _NOT_YET.search(move.text[: hit.start()])


def _accepts(move: Move) -> bool:
    if move.act is Act.SETTLE:
        return True
    hit = move.lexicon.accepts.search(move.text)
    if hit is None:
        return False
    before, after = move.text[: hit.start()], move.text[hit.end() :]
    return not _NOT_YET.search(before) and not _ONLY_THEN.search(after.split("pending")[0])
