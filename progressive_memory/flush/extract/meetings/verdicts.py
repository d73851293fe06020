"""Agenda verdicts: what one turn makes of the item on the floor, and whether it decides or tells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.lexicon.lexicon import Act


class State(StrEnum):
    """How an item came out. A proposal is accepted; on an issue or a ticket something is decided."""

    ACCEPTED = "accepted"
    DECIDED = "decided"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    ON_HOLD = "on_hold"
    DEFERRED = "deferred"
    GOES_ON = "goes_on"
    DISCUSSED = "discussed"


@dataclass(frozen=True)
class Ruling:
    """A state, and whether it is only told: "looks approved", "that one was accepted"."""

    state: State
    told: bool = False


_ONLY_THEN = re.compile(
    r"\b(?:if|unless|when|once|next (?:week|meeting|time)|policy|versioning|already)\b|再|之后",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:as soon as|when|if|once|until|unless|would|could|can say|next (?:week|meeting|time)|not|before|"
    r"policy|already|was it|well-defined)\b|等|如果|下次|还没",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:looks?|seems?|was|were|will be|has been|have been|i(?:'ll| will) note|is now (?:marked|merged)|just not yet)\b|已经?|看来",
    re.IGNORECASE,
)
_LONG_AGO = re.compile(
    r"\b(?:last (?:week|meeting|time)|yesterday|earlier this)\b|上周|上次", re.IGNORECASE
)
_LATER = re.compile(r"\bnext (?:week|meeting|time|call)\b|下次|下周", re.IGNORECASE)
_ON_HOLD = re.compile(r"\bon[- ]hold(?:ing)?\b|搁置|先挂起|暂缓", re.IGNORECASE)
# Put off while the talk or the work goes on: that is progress, no delay.
_GOES_ON = re.compile(
    r"\b(?:(?:continu(?:e|ing)|keep(?:ing)?|tak(?:e|ing)|mov(?:e|ing)) (?:it|this|that|(?:the |this |that )?(?:discussi(?:on|ng)|conversation|talking))?\b.{0,20}\b(?:to|in|on) the (?:pr|ml|list|mailing list|issue|thread|ticket)|"
    r"(?:work(?:ing)? (?:on|to)\b.{0,20}|(?:get|have) (?:it|this|that) )\b(?:done|resolved|settled|sorted)\b|"
    r"continue (?:the |this )?(?:discussion|conversation)|needs? (?:some |a (?:little |bit )?(?:bit )?)?(?:more|further) (?:discussion|conversation|work|feedback|noodling|input|review)|revise and|"
    r"(?:when|once|after) (?:that|it|this)(?:'s| is| has been)? (?:done|updated|revised|ready|rewritten))\b|继续(?:讨论|改|完善)|再讨论|还需要(?:讨论|完善|修改)|改好(?:了)?再",
    re.IGNORECASE,
)
_TALK_GOES_ON = re.compile(
    r"\bneeds? (?:some |a (?:little |bit )?(?:bit )?)?(?:more|further) (?:discussion|conversation|feedback|noodling|input)\b|"
    r"\bcontinue (?:the |this )?(?:discussion|conversation)\b|继续讨论|再讨论|还需要讨论",
    re.IGNORECASE,
)
_WHAT_IT_IS = re.compile(r"\b(?:is|was|are) (?:all |really |mostly )?about\b", re.IGNORECASE)
_SKIPS = re.compile(r"\bskip\b|跳过", re.IGNORECASE)
_OFF_HOLD = re.compile(
    r"\b(?:off|no longer|not|isn'?t|remove|why|was|were)\b[^.]{0,12}\bon[- ]hold\b", re.IGNORECASE
)
_WITHDRAWS = re.compile(
    r"(?:[-−–]\s?1|\bagainst|\bwithdraw\w*|\bretract\w*|\bpull(?:ing)?|\bdrop(?:ping)?|\bclos(?:e|ing)|\bkill(?:ing)?|\bcan(?:ning)?)"
    r"(?: on| to)? my(?: own)? (?:rfc|pr|mr|pull request|proposal|ticket|draft)\b|"
    r"(?:撤回|撤了|收回)我的|我(?:把|将)?(?:这个|自己的)?(?:提案|PR|方案)?(?:撤回|撤了)",
    re.IGNORECASE,
)


def verdict(turn: Turn) -> Ruling | None:
    """What one turn says of the item on the floor, if anything: its last word."""
    ruling: Ruling | None = None
    for move in turn.moves:
        found = _of(move)
        on_hold = ruling is not None and ruling.state is State.ON_HOLD
        if found is not None and not (on_hold and found.state in (State.DEFERRED, State.GOES_ON)):
            ruling = found
    return ruling


def _of(move: Move) -> Ruling | None:
    told = bool(_TOLD.search(move.text))
    if move.question or "?" in move.text or _LONG_AGO.search(move.text):
        return None
    if _WITHDRAWS.search(move.text):
        return Ruling(State.WITHDRAWN)
    if move.reported:
        return None
    if _ON_HOLD.search(move.text):
        return None if _OFF_HOLD.search(move.text) else Ruling(State.ON_HOLD, told)
    if move.act is Act.DEFER or (move.act is Act.PROPOSE and move.puts_off):
        return _put_off(move)
    if _turns_down(move):
        return Ruling(State.REJECTED, told)
    return Ruling(State.ACCEPTED, told) if _accepts(move) else None


def _put_off(move: Move) -> Ruling | None:
    """How far an item is put off; skipping it today says nothing of it."""
    if _TALK_GOES_ON.search(move.text):
        return Ruling(State.DISCUSSED)
    if _GOES_ON.search(move.text):
        return Ruling(State.GOES_ON)
    return None if _SKIPS.search(move.text) else Ruling(State.DEFERRED)


def _turns_down(move: Move) -> bool:
    hit = move.lexicon.rejects.search(move.text)
    if _WHAT_IT_IS.search(move.text):
        return False  # "it is about why something was withdrawn"
    return hit is not None and not _NOT_YET.search(move.text[: hit.start()])


def _accepts(move: Move) -> bool:
    if move.act is Act.SETTLE:
        return not _LATER.search(move.text)
    hit = move.lexicon.accepts.search(move.text)
    if hit is None:
        return False
    before, after = move.text[: hit.start()], move.text[hit.end() :]
    return not _NOT_YET.search(before) and not _ONLY_THEN.search(after.split("pending")[0])
