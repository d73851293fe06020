"""Spoken of: which turns filed under an agenda item are still said of it.

An item stays on the floor till another is announced, but talk drifts: to another ticket, to the
release, to lunch. A word counts as the item's outcome only where the line names the item, or
answers what was just said of it.
"""

from __future__ import annotations

import re
from datetime import timedelta

from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.clauses import is_bot
from progressive_memory.flush.extract.meetings.agenda_keys import KEY, LINK, NUMBERS, digits, key_of
from progressive_memory.flush.extract.meetings.items import Item
from progressive_memory.flush.extract.wording.specific import names_a_thing
from progressive_memory.text.similarity import terms

_DRIFT = timedelta(minutes=12)
_DRIFT_TURNS = 45
_TAKES_UP = 2  # terms of its name that bring talk back to an item after another was named
# What every item and every line on one may say.
_ANYWHERE = terms(
    "add added adding make made change changes changed update updates new use using used support "
    "move moved remove rfc pr pull request issue ticket proposal propose draft initial version "
    "look looks status review reviews start started kick kicking off back ping pinging one thing thank thanks "
    "allow need needs fix test patch code release list next first meeting discuss discussion time "
    "问题 方案 提案 支持 增加 修改"
)
_WAYS_OUT = re.compile(
    r"\b(?:(?:out of|over) time|time (?:is|'s) up|caught up|head(?:ing)? (?:out|to|home|off)|signing off|see you|"
    r"clos(?:e|ing) (?:things|the meeting|out)|for today|that'?s (?:it|all)\b)",
    re.IGNORECASE,
)
_PUT_OFF = re.compile(
    r"\b(?:review|discuss|revisit|push|punt|move|defer|postpone|table|talk (?:about|through)|look (?:at|into)|decide(?: on)?|bring up)\s+"
    r"(?:(?:that|the|this|our|a|an|another|these|those|some|more|any|all)\s+)+(?:of\s+(?:the|our)\s+)?"
    r"(?P<what>(?!(?:until|till|to|next|for|in|on|without|today|now|again|later|when|then|and|off|back|up|here|as|is)\b)[a-z][\w-]*)",
    re.IGNORECASE,
)
_CLASS = frozenset(
    "pr rfc mr proposal ticket issue item topic discussion conversation one decision vote thing stuff rest "
    "question bit time next week".split()
)
_POINTS = re.compile(
    r"\b(?:it|this|that|these|this one|that one)(?=$|[.,!?;)]|\s+(?:to|until|till|next|for|in|on|without|today|now|again|"
    r"later|when|then|and|off|back|up|here|as|is|one|week)\b)",
    re.IGNORECASE,
)
_FILLERS = frozenset(
    "yeah yep year month table punt propose think suggest kick deciderate hold tag tagged".split()
)
_FOREIGN = 3  # names of other things in a clause that puts something off
_NAME = re.compile(r"[A-Za-z][\w.-]*")


def spoken_of(item: Item) -> tuple[bool, ...]:
    """For each turn of the item, whether what it says without naming anything is of the item."""
    about = terms(f"{item.name} {item.title}") - _ANYWHERE
    number = digits(item.key)
    last, since, on = item.opened.message.at, 0, True
    found = []
    for at, turn in enumerate(item.turns):
        text = said(turn)
        shared = len(about & terms(text))
        if names_it(number, text):
            on, last, since = True, turn.message.at, at
        elif names_another(item.key, text):
            on = False
        elif shared >= (1 if on else _TAKES_UP):
            on, last, since = True, turn.message.at, at
        near = turn.message.at - last <= _DRIFT and at - since <= _DRIFT_TURNS
        found.append(on and near and not (ends_talk(text) and not names_it(number, text)))
    return tuple(found)


def said(turn: Turn) -> str:
    """What a turn says of the item it is filed under: its clauses that were not filed elsewhere."""
    if turn.moves or is_bot(turn.message):
        return " ".join(move.text for move in turn.moves)
    return turn.message.text


def topical(item: Item, text: str) -> bool:
    """Whether a line names the item, or shares a word of its own with the item's name."""
    about = terms(f"{item.name} {item.title}") - _ANYWHERE
    return names_it(digits(item.key), text) or (
        bool(about & terms(text)) and not names_another(item.key, text)
    )


def puts_off_another(text: str, item: Item) -> bool:
    """Whether what a clause puts off is something else by its words: `push the REST talk to next
    week`, said while another thing is on the floor.
    """
    if topical(item, text):
        return False
    hit = _PUT_OFF.search(text)
    if hit is not None:
        return hit["what"].lower().rstrip("s") not in _CLASS
    words = (word.lower() for word in _NAME.findall(text))
    foreign = [word for word in words if word not in _FILLERS and names_a_thing(word)]
    return len(foreign) >= _FOREIGN and not _POINTS.search(text)


def names_it(number: str, text: str) -> bool:
    """Whether a line names the item of that number."""
    return bool(number) and number in NUMBERS.findall(text) + [
        digits(key_of(link, None)) for link in LINK.finditer(text)
    ] + [digits(key_of(None, key)) for key in KEY.finditer(text)]


def names_another(key: str, text: str) -> bool:
    """Whether a line names a pull request, ticket or issue, and not the one of that key."""
    named = [key_of(link, None) for link in LINK.finditer(text)]
    named += [key_of(None, hit) for hit in KEY.finditer(text)]
    return bool(named) and digits(key) not in map(digits, named)


def ends_talk(text: str) -> bool:
    """Whether a line is of the meeting's end, and no word on what is on the floor."""
    return bool(_WAYS_OUT.search(text))
