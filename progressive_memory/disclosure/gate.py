"""The gate: whether a message needs the group's memory at all (seed 003; DESIGN §6)."""

from __future__ import annotations

import re

from progressive_memory.disclosure import cues
from progressive_memory.domain.gate import Gate, Need

_READ_CHARACTERS = 4_000
_CLAUSES = re.compile(r"[,，.。!！?？~～;；、\n…—()（）:：]+")
_MENTION = re.compile(r"@\S+")
_SUM = re.compile(r"[\d\s+\-*/^().=x×÷%?？]+")
_LAUGH = re.compile(r"(?:哈|呵|嘿|嘻|h[ae]){2,}h?|6{3,}|8{2,}|\+1")
_NUMBER = re.compile(r"\d")


def judge(message: str) -> Gate:
    """What `message` asks of memory, by its own words alone.

    When in doubt memory is needed: the route then decides whether anything answers it.
    """
    message = message[:_READ_CHARACTERS]
    text = cues.plain(_MENTION.sub(" ", message))
    if not text.strip():
        return Gate(Need.NONE, "no_words")
    if _is_small_talk(message):
        return Gate(Need.NONE, "small_talk", text.strip())
    if text.strip() in cues.CONTINUATION_ALONE:
        return Gate(Need.CONTINUATION, "continuation", text.strip())
    if found := cues.said(cues.CONTINUATION, text):
        return Gate(Need.CONTINUATION, "continuation", found)
    if found := _self_contained(message, text):
        return Gate(Need.NONE, "self_contained", found)
    for asking in (cues.DEIXIS, cues.REMEMBER, *(strong for strong, _ in cues.TOPICS.values())):
        if found := cues.said(asking, text):
            return Gate(Need.MEMORY, "asks_for_memory", found)
    if found := _general(text):
        return Gate(Need.IF_NAMED, "general", found)
    return Gate(Need.MEMORY, "unknown")


def _is_small_talk(message: str) -> bool:
    """Whether every clause of the message is small talk, names and emoji aside."""
    clauses = [cues.plain(_MENTION.sub(" ", part)).strip() for part in _CLAUSES.split(message)]
    clauses = [clause for clause in clauses if clause]
    return bool(clauses) and all(map(_is_small_clause, clauses))


def _is_small_clause(clause: str) -> bool:
    if clause in cues.SMALL_TALK or clause in cues.SMALL_TALK_TAILS:
        return True
    if all(word in cues.SMALL_TALK or _LAUGH.fullmatch(word) for word in clause.split()):
        return True
    for head in cues.SMALL_TALK_HEADS:
        if not clause.startswith(head) or clause == head:
            continue
        tail = clause.removeprefix(head)
        if tail.strip() in cues.SMALL_TALK_TAILS or _may_be_a_name(tail, spaced=head.isascii()):
            return True
    return False


def _may_be_a_name(tail: str, *, spaced: bool) -> bool:
    """Whether what follows a greeting can be a name: one word, or up to three characters."""
    if spaced:
        return tail.startswith(" ") and len(tail.split()) == 1
    return len(tail.strip()) <= 3 and not any(cue in tail for cue in cues.QUESTION_CJK)


def _self_contained(message: str, text: str) -> str:
    """What makes the message a request that carries all it needs, "" when it is none."""
    if _SUM.fullmatch(message.strip()) and _NUMBER.search(message):
        return message.strip()
    asked = next((word for word in text.split() if word not in cues.POLITE_HEADS), "")
    if asked in cues.SELF_CONTAINED_HEADS:
        return asked
    if found := cues.said(cues.SELF_CONTAINED, text):
        return found
    if text.startswith((" what is ", " what s ", " calculate ", " compute ")):
        rest = re.sub(r"^\s*(?:what(?:'s| is)|calculate|compute)", "", message, flags=re.IGNORECASE)
        if _SUM.fullmatch(rest) and _NUMBER.search(rest):
            return rest.strip()
    return _conversion(text)


def _conversion(text: str) -> str:
    """The two units of `convert 5 miles to km`, `5 公里是多少英里`; "" when it is no conversion."""
    units = [unit for unit in cues.UNITS if cues.said((unit,), text)]
    asks = text.startswith((" convert ", " how many ", " how much ")) or "换算" in text
    asks = asks or "多少" in text or bool(_NUMBER.search(text) and " in " in text)
    return " ".join(units[:2]) if asks and len(units) > 1 and _NUMBER.search(text) else ""


def _general(text: str) -> str:
    """What gives the message the shape of a general question, "" when it has another shape."""
    head = text.split(maxsplit=1)[0]
    if head in cues.QUESTION_HEADS:
        return head
    return cues.said(cues.QUESTION_CJK, text)
