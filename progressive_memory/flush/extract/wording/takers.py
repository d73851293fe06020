"""Takers: who takes on the ticket on the floor, or offers to, and till when it is there."""

from __future__ import annotations

import re

from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.wording.called_up import called_up
from progressive_memory.flush.extract.wording.ticket_lines import key_written

_TAKES = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|well|sure|yes|yep|alright|hmm|fine|nobody else[^.,]*(?=[,.]))[,.! -]+)*(?:nobody else[^.,]*[! -])?(?:i(?:'ll| can| will|'d be happy to| volunteer to) "
    r"(?P<verb>take|claim|grab|fix|review|test|handle|tackle|own|work on|volunteer for|investigate|look into)(?: on)? (?:it|this|that)(?: one)?(?: (?:on|up))?"
    r"|(?P<assign>(?:please |you can |feel free to )?assign (?:it |this |that )?(?:one )?to me|assigning (?:it |this )?to (?:me|myself)|"
    r"(?:add|put|mark|list) me (?:down )?(?:as|for)\b.{0,20}))"
    r"(?=[.,;!)]|$| (?:and|as|if|for|then|though|since|myself)\b)"
    r"|^(?:so |ok(?:ay)?,? |well,? |then )?i(?:'ll| will| can)? volunteer(?=[.,;!)]|$| (?:for (?:it|this|that|now)|but|and|though)\b)"
    r"|^(?:好的?|行|那|嗯)?[，, ]*(?:(?:这个|这单)?(?:我来(?:吧|做|弄|修|接|处理)?|交给我(?:吧)?|我接(?:了|手|下)|分给我|指派给我))(?=[，。！,.! ]|$)",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\bi(?:(?:'m| am|'d be| would be| could be| might be) (?:willing|happy|able|glad)| (?:can|could|may|might) (?:take|look|try|test|help|check|do|have|split|write|verify|review)|"
    r"(?:'ll| will) (?:do|try|have a look|take a look|look (?:at|into)|give it a)|'ll volunteer)\b|我(?:可以|愿意|能|试试|看看|来看)",
    re.IGNORECASE,
)
_REFUSES = re.compile(r"n'?t\b|\bnot\b|\bno\b|\bunless\b|不|没", re.IGNORECASE)
_SEEKS = re.compile(
    r"\b(?:needs?|no|seeking|wants?|looking for) (?:an? |some |more )*(?:owner|volunteers?|assignee|taker)\b|\bunassigned\b",
    re.IGNORECASE,
)
_WORK = {
    "fix": "Fix",
    "review": "Review",
    "test": "Test",
    "investigate": "Investigate",
    "look into": "Investigate",
}
_KEYS = re.compile(r"(?<![\w/-])(?P<key>(?:[A-Za-z]{2,10}-|#)\d{1,6})\b")
_CALLS = re.compile(r"\b(?:next|last|first|finally|moving (?:on|along)|move on)\b", re.IGNORECASE)
_SOON = 8  # turns behind a verdict in which somebody answers that a ticket needs an owner


def takes(turn: Turn) -> str:
    """What somebody takes on who says "I'll take it" of the ticket on the floor: "Take on",
    "Review"; "" for anything else.
    """
    hit = _TAKES.match(turn.message.text) if turn.moves else None
    if hit is None or "?" in turn.message.text:
        return ""
    return _WORK.get((hit["verb"] or "").lower(), "Take on")


def seeks_owner(said: str) -> bool:
    """True for a verdict that leaves a ticket to whoever takes it."""
    return bool(_SEEKS.search(said))


def taker(talk: Talk, at: int, key: str) -> Turn | None:
    """Who soon takes on the ticket of which turn `at` said that it needs an owner."""
    for turn in talk.turns[at + 1 : at + 1 + _SOON]:
        if (turn.moves or turn.links) and moves_on(turn.message.text, key):
            return None
        if takes(turn):
            return turn
    return None


def with_taker(
    talk: Talk, at: int, key: str, said: str, setting: Setting
) -> tuple[str, Turn | None]:
    """A verdict of turn `at` that seeks an owner, with who then takes the ticket on or offers to;
    and the turn that says so.
    """
    if not seeks_owner(said):
        return said, None
    taken = taker(talk, at, key)
    if taken is not None:
        name = taken.person.name
        return said + setting.says(f"；{name} 接手", f"; {name} takes it"), taken
    offered = _offered(talk, at, key)
    if offered is not None:
        name = offered.person.name
        return said + setting.says(f"；{name} 愿意做", f"; {name} offers to work on it"), offered
    return said, None


def _offered(talk: Talk, at: int, key: str) -> Turn | None:
    """Who soon offers to do something for a ticket that needs an owner."""
    for turn in talk.turns[at + 1 : at + 1 + _SOON]:
        text = turn.message.text
        if (turn.moves or turn.links) and moves_on(text, key):
            return None
        if turn.moves and _OFFERS.search(text) and not _REFUSES.search(text):
            return turn
    return None


def moves_on(text: str, key: str) -> bool:
    """True when a line names another ticket first, or calls one up."""
    other = called_up(text)
    if other is not None and other.key != key:
        return True
    others = [key_written(hit["key"]) != key for hit in _KEYS.finditer(text)]
    return any(others) and (others[0] or bool(_CALLS.search(text)))
