"""Agenda items: the things with a number a meeting takes up in turn, and what is said on each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.grammar.dialogue import ANSWERS, Talk
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.meetings import agenda_names
from progressive_memory.flush.extract.meetings.agenda_keys import (
    KEY,
    LINK,
    NUMBERS,
    OPENS,
    digits,
    key_of,
    same_thing,
)
from progressive_memory.flush.extract.meetings.verdicts import verdict
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.text.similarity import terms

_MENTIONS = re.compile(
    r"\b(?:i|i'?m|i'?ve|here|issue was|was the issue|bikeshed|implementation|example|topical|filed|context|see|explanation|there was|was added|added to|"
    r"need something like|thought|pull request to|viable|assigned|found|going to|also|created|opened|raised|related|based on|commented|"
    r"appreciate|great to|should be|still should|would be|could someone|anyone|please|look at|"
    r"fixed in|merged)\b|\?",
    re.IGNORECASE,
)
_MEETING = re.compile(
    r"\b(?:meeting|agenda|next (?:topic|item)|topic:|scribe|on the call|this call|minutes of)\b|会议|议程|议题",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_BARE = re.compile(r"#?(?P<number>\d{2,6})\b(?![.:/-]\d| ?%)")
_APPROVABLE = re.compile(r"(?:\w*PR|MR|RFC|EIP|PEP)-")
_TITLE = 3  # terms of what is a title and no mere word for the thing
_PRESENTED = 6  # turns within which someone says what the item is
_LONGEST_OPENING = 16  # words of a message that calls up a link by it alone
_LINK_ALONE = re.compile(r"^\W*(?:(?:link|issue|topic|see|here)\s*[:-]?\s*)?https?://\S+\W*$", re.I)
_LONGEST_TITLE_LINE = 90
_MOST_TITLE_WORDS = 12
_NO_TITLE_LINE = re.compile(
    r"^\W*[+-]?\d|[.!:,;]$|^(?:\.\.\.|…)|\b(?:i|i'm|i'll|we|we're|we've|you|he|she|they|it|it's|that's|there'?s|here'?s|this|that|these|those|thanks|please|sorry|ok|okay|"
    r"yes|no|yeah|next|minutes?|later|also|and|so|but|see|let'?s|is|are|was|were|has|have|had|will|can|could|would|do|does|did)\b",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"^(?:ok(?:ay)?[,. ]+|so[,. ]+)?(?:next|last|lastly|finally|moving on)\b(?! (?:week|time|meeting|month|year|call|steps?|release|version|night|day))\W*(?:[,:–-]|\w+ is\b|one\b|up\b|item\b|topic\b)",
    re.IGNORECASE,
)
_DULL_TOPIC = re.compile(r"^(?:on our agenda|was|were|we|i|you|he|she|they)\b", re.IGNORECASE)


@dataclass
class Item:
    """One agenda item: its key ("" for a topic without one), its name and the message that gave
    it, what was said on it. `title` is what its tracker calls it ("" not known).
    """

    key: str
    name: str
    opened: Turn
    turns: list[Turn] = field(default_factory=list)
    named_in: Message | None = None
    standing: bool = False  # an earlier meeting took it up
    titled: bool = False  # announced by link and name, as it stands where the link leads
    title: str = ""

    @property
    def approvable(self) -> bool:
        """True for what is itself proposed; a yes said on an issue answers some proposal on it."""
        return _APPROVABLE.match(self.key) is not None

    @property
    def announced(self) -> bool:
        """True when it was led over to in words, not by its link alone."""
        return OPENS.match(self.opened.message.text) is not None

    @property
    def label(self) -> str:
        """How a person would call it: `PR-168: Consistent style`; the bare key without a name."""
        if not self.key:
            return self.name
        return f"{self.key}: {self.name}" if self.name else self.key


def tells_of_meeting(text: str) -> bool:
    """True when words are about the meeting itself, its agenda, its end."""
    return bool(_MEETING.search(text))


def is_meeting(turns: Sequence[Turn]) -> bool:
    """True when someone leads through an agenda: without one, a link is only a link."""
    texts = [turn.message.text for turn in turns]
    return any(_MEETING.search(text) for text in texts) or (
        sum(bool(OPENS.match(text) and (LINK.search(text) or KEY.search(text))) for text in texts)
        > 1
    )


def items(talk: Talk, names: Mapping[str, str]) -> list[Item]:
    """The items of a sitting, in order; one taken up again goes on. `names` are those that stand
    for a key already: they hold, unless the meeting announces it by link and name.
    """
    found: list[Item] = []
    before: Turn | None = None
    for turn in talk.turns:
        numbered = _DIGIT.search(turn.message.text) is not None
        opening = (_opening(turn) or _by_bare_number(found, turn)) if numbered else None
        title = _title_of(before, turn)
        if opening is not None:
            key, name = opening
            _open(found, key, name or title, turn)
            if title and not name and before is not None and found[-1].name == title:
                found[-1].named_in = before.message
        elif title:
            found.append(Item("", title, turn))
        elif found:
            _go_on(found, turn, names)
        before = turn
    for item in found:
        if item.key in names:
            item.name = item.name if item.titled else names[item.key]
            item.standing = True
        elif item.key and not item.name:
            _name_from(item, talk)
    return found


def _title_of(before: Turn | None, turn: Turn) -> str:
    """The title in a line of its own right before a bare link: how minutes give the next topic."""
    if before is None or not _LINK_ALONE.match(turn.message.text):
        return ""
    text = before.message.text.strip()
    words = len(text.split())
    good = before.moves and not before.listens and not before.links
    short = len(text) <= _LONGEST_TITLE_LINE and 1 < words <= _MOST_TITLE_WORDS
    if not good or not short or _NO_TITLE_LINE.search(text) or _MEETING.search(text):
        return ""
    return phrase.title(OPENS.sub("", text))


def _name_from(item: Item, talk: Talk) -> None:
    """Name an item by a mention anywhere in the sitting."""
    for turn in talk.turns:
        name = agenda_names.mentioned(item.key, turn.message.text) if turn.moves else ""
        if name:
            item.name, item.named_in = name, turn.message
            return


def _go_on(found: list[Item], turn: Turn, names: Mapping[str, str]) -> None:
    """File a turn under the items it names, else under the one on the floor."""
    named: list[tuple[Item, Turn]] = []
    rest = turn
    if _DIGIT.search(turn.message.text):
        _recall(found, turn, names)
        named, rest = _by_number(found, turn)
    for item, about in named:
        item.turns.append(about)
    current = found[-1]
    if rest.moves or not (turn.moves and named):  # of another thing: the item is left by it
        current.turns.append(rest)
    text, number = turn.message.text, digits(current.key)
    if _turns_to(turn) and not KEY.search(text) and number not in NUMBERS.findall(text):
        found.append(Item("", "" if verdict(rest) else _topic(turn), turn))
    elif current.key and not current.name and len(current.turns) <= _PRESENTED:
        current.name = agenda_names.described(turn, current.opened, len(current.turns))
        current.named_in = turn.message if current.name else None


def _recall(found: list[Item], turn: Turn, names: Mapping[str, str]) -> None:
    """Take up an item of an earlier meeting that a clause only says the outcome of ("PR 128 goes
    to the next agenda").
    """
    known = {item.key for item in found}
    for move in turn.moves:
        for hit in KEY.finditer(move.text):
            key = key_of(None, hit)
            if key in names and key not in known and verdict(replace(turn, moves=(move,))):
                found.insert(0, Item(key, names[key], turn, standing=True))
                known.add(key)


def _by_number(found: list[Item], turn: Turn) -> tuple[list[tuple[Item, Turn]], Turn]:
    """The clauses of a turn that name items (`PR-135 was approved`, `154, 157 next week`) with
    those items, and the turn without the clauses that name any.
    """
    current = digits(found[-1].key)
    named: list[tuple[Item, Turn]] = []
    rest: list[Move] = []
    for move in turn.moves:
        numbers = set(NUMBERS.findall(move.text))
        others = [item for item in found[:-1] if item.key and digits(item.key) in numbers]
        named.extend((item, replace(turn, moves=(move,))) for item in others)
        strange = any(
            2 < len(number) == len(current) or f"#{number}" in move.text for number in numbers
        )
        if current in numbers or not (others or (strange and current)):
            rest.append(move)
    return named, replace(turn, moves=tuple(rest))


def _open(found: list[Item], key: str, name: str, turn: Turn) -> None:
    same = next((item for item in found if item.key and same_thing(item.key, key)), None)
    if same is not None:
        found.remove(same)
        found.append(same)
        same.turns.append(turn)
        if not same.name and name:
            same.name, same.named_in = name, turn.message
    else:
        titled = len(terms(name)) >= _TITLE and bool(LINK.search(turn.message.text))
        name = name or agenda_names.described(turn, turn, 0)
        found.append(Item(key, name, turn, [], turn.message if name else None, titled=titled))


def _opening(turn: Turn) -> tuple[str, str] | None:
    """The key and name of the item a turn takes up; None when it only mentions one."""
    text = _sentence(turn.message.text)
    link, opens = LINK.search(text), OPENS.match(text)
    rest = LINK.sub(" ", text)
    key = KEY.search(rest)
    if (not turn.moves and not turn.links) or (link is None and not (opens and key)):
        return None
    if not opens and (_MENTIONS.search(rest) or len(rest.split()) > _LONGEST_OPENING):
        return None
    return key_of(link, key), agenda_names.announced(text)


def _by_bare_number(found: list[Item], turn: Turn) -> tuple[str, str] | None:
    """`ok, on to 129`: a number as long as those of the items before it."""
    opens = OPENS.match(turn.message.text) if turn.moves else None
    hit = _BARE.match(turn.message.text, opens.end()) if opens else None
    like = next((item for item in reversed(found) if item.key), None)
    if hit is None or like is None or len(hit["number"]) != len(digits(like.key)):
        return None
    key = like.key.removesuffix(digits(like.key)) + hit["number"]
    return key, agenda_names.described_after(turn.message.text[hit.end() :])


def _sentence(text: str) -> str:
    """The sentence with the link, of a message that has one; else the message."""
    if "://" not in text:
        return text
    for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", text):
        if LINK.search(sentence):
            return sentence
    return text


def _turns_to(turn: Turn) -> bool:
    """True when a turn begins by going on to something else."""
    first = next((move for move in turn.moves if move.act not in ANSWERS), None)
    topic = first is not None and first.act is Act.TOPIC
    return topic or (bool(turn.moves) and _NEXT.match(turn.message.text) is not None)


def _topic(turn: Turn) -> str:
    move = next((move for move in turn.moves if move.act is Act.TOPIC), None)
    if move is None:
        return ""
    return "" if _DULL_TOPIC.search(move.body) else phrase.title(move.body)
