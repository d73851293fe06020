"""Items: what a meeting takes up in turn (a pull request, an RFC, a ticket), and the talk on each.

An item is opened by its link or key; what is said until the next one is filed under it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from progressive_memory.flush.extract import phrase
from progressive_memory.flush.extract.acts import Move, Turn
from progressive_memory.flush.extract.dialogue import Talk
from progressive_memory.flush.extract.lexicon import Act
from progressive_memory.flush.extract.verdicts import verdict

_LINK = re.compile(
    r"https?://\S+?/(?P<repo>[\w.-]+)/-?/?(?P<what>pull|pulls|merge_requests|issues|issue|browse|tickets?)/"
    r"(?P<key>[A-Z]{2,10}-\d+|\d+)(?=[\s),;>]|\.(?:\s|$)|$)"
)
_KEY = re.compile(
    r"(?<![\w/#-])(?:(?P<kind>PR|MR|RFC|EIP|PEP|[Ii]ssue|[Tt]icket|[A-Z]{3,10})(?:[- ]?#|-| ))(?P<number>\d{1,6})\b"
    r"(?!\.\d)|(?<![\w/&])#(?P<bare>\d{2,6})\b"
)
_OPENS = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|then|alright|now|awesome|great|cool|thanks|with \S+ here)[,.! -]+)*"
    r"(?:the )?(?:next(?: up| is| one| item(?: on the agenda)?| topic)*|first(?: up| pr)?|onto?(?: to)?|moving on(?: to)?|"
    r"(?:shall we |let'?s |we'?ll )?(?:just )?(?:move|skip|jump|go|turn|come|start(?:ing)?|kick(?:ing)? off|look at)"
    r"(?: (?:on|ahead|back|over|off|then))*(?: (?:to|with|at))?|to start with|that (?:brings|leads) us to|another one|up next|"
    r"last(?: up| one)?|finally|one more pr|our one pr|our (?:next|first|last)|we have (?:one )?pr|there'?s only one pr|"
    r"shall we .{0,40}? on|.{0,60}\b(?:let'?s|shall we) (?:move|jump|skip|go)\b.{0,12}\bto)\b[\s:,-]*",
    re.IGNORECASE,
)
_MENTIONS = re.compile(
    r"\b(?:i|i'?m|i'?ve|here|issue was|was the issue|bikeshed|implementation|example|topical|filed|context|see|explanation|there was|was added|added to|"
    r"need something like|pull request to|viable|assigned|found|going to|also|created|opened|raised|related|based on|commented|"
    r"fixed in|merged)\b|\?",
    re.IGNORECASE,
)
_DESCRIBES = re.compile(
    r"^(?:so )?(?:this(?: one| pr| rfc)?|it|#?\d{1,6})"
    r"(?: just| basically)?(?:(?: is| would be| was)(?: just| basically)?(?= (?:about|to|for|how|whether|where|making|adding|removing|"
    r"changing|an?|the)\b)| makes| adds| changes| (?:would|will) (?=make|add|change|remove|allow|let|give)| just)"
    r"(?: it so that by default,?| about| to)? (?P<what>\S.{8,})$",
    re.IGNORECASE,
)
_LEADS_TO = re.compile(
    r"^.*?\b(?:move|jump|skip|go|moving|starting|start|talk)\b(?: on| ahead| back| then)*(?: (?:to|with|about)\b|\s*$)\s*",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r",? (?:which (?!is\b|would\b)|while |since |is up next).*$|^while [^,]*,", re.IGNORECASE
)
_PIECES = re.compile(r"\s+[-–—]+\s+|[:;]\s+|\s*\0\s*|\s{2,}")
_STAMP = re.compile(
    r"\b(?:today|tomorrow|tonight|yesterday)?\s*\(\d{4}-\d{2}-\d{2}[^)]*\)", re.IGNORECASE
)
_LEAD = re.compile(
    r"^(?:(?:the|our|next|first|last|one|that|is|are|for|so|and|then|ok(?:ay)?|to|with|about|up|prs?|today|item|on the agenda|"
    r"agenda|it|we have|have|awesome|which|would be|more|only|there'?s|from \w+|review|shall we spend .* on|talk about)\b[\s,:!-]*)+",
    re.IGNORECASE,
)
_MEETING = re.compile(
    r"\b(?:meeting|agenda|next (?:topic|item)|topic:|scribe|on the call|this call|minutes of)\b|会议|议程|议题",
    re.IGNORECASE,
)
_DULL = re.compile(
    r"^(?:on our agenda|pull request to|was|were|we|i|you|he|she|they|this|these|those|maybe|another|just|be|welcome|hello|hi|thanks)\b|"
    r"\b(?:really only here|on hold|good (?:one|time|idea|point|thing)|reason|different|related|oversight|same|similar|fine with|"
    r"output|issue but|uncontroversial)\b",
    re.IGNORECASE,
)
_APPROVABLE = re.compile(r"(?:PR|MR|RFC|EIP|PEP)-")
_PRESENTED = 9  # turns within which someone says what the item is
_LONGEST_NAME = 16  # words
_NUMBERS = re.compile(r"(?<![\w.])#?(\d{2,6})(?![\w%]|\.\d)")


@dataclass
class Item:
    """One agenda item: its key ("" for a topic without one), its name, what was said on it."""

    key: str
    name: str
    opened: Turn
    turns: list[Turn] = field(default_factory=list)

    @property
    def approvable(self) -> bool:
        """True for what is itself proposed; a yes said on an issue answers some proposal on it."""
        return _APPROVABLE.match(self.key) is not None

    @property
    def label(self) -> str:
        """How a person would call it: `PR-168: Consistent style`, `PR-118 (chef-rfc)`."""
        if not self.key:
            return self.name
        links = (_LINK.search(turn.message.text) for turn in (self.opened, *self.turns))
        link = next((one for one in links if one and one["key"] == _digits(self.key)), None)
        return (
            f"{self.key}: {self.name}"
            if self.name
            else self.key + (f" ({link['repo']})" if link else "")
        )

    @property
    def announced(self) -> bool:
        """True when it was led over to in words, not by its link alone."""
        return _OPENS.match(self.opened.message.text) is not None


def is_meeting(turns: Sequence[Turn]) -> bool:
    """True when someone leads through an agenda: without one, a link is only a link."""
    texts = [turn.message.text for turn in turns]
    return any(_MEETING.search(text) for text in texts) or (
        sum(
            bool(_OPENS.match(text) and (_LINK.search(text) or _KEY.search(text))) for text in texts
        )
        > 1
    )


def items(talk: Talk) -> list[Item]:
    """The items of a sitting, in order; one taken up again goes on."""
    found: list[Item] = []
    for turn in talk.turns:
        opening = _opening(turn)
        if opening is not None:
            _open(found, *opening, turn)
        elif found:
            _go_on(found, turn)
    return found


def _go_on(found: list[Item], turn: Turn) -> None:
    """File a turn under the items it names, else under the one on the floor."""
    named, rest = _by_number(found, turn)
    for item, about in named:
        item.turns.append(about)
    if rest.moves or not turn.moves:
        found[-1].turns.append(rest)
    text, number = turn.message.text, _digits(found[-1].key)
    if turn.has(Act.TOPIC) and not _KEY.search(text) and number not in _NUMBERS.findall(text):
        found.append(Item("", "" if verdict(rest) else _topic(turn), turn))
    elif found[-1].key and not found[-1].name and len(found[-1].turns) <= _PRESENTED:
        found[-1].name = _described(turn)


def _by_number(found: list[Item], turn: Turn) -> tuple[list[tuple[Item, Turn]], Turn]:
    """The clauses of a turn that name items (`PR-135 was approved`, `154, 157 next week`) with
    those items, and the turn without the clauses that name any.
    """
    current = _digits(found[-1].key)
    named: list[tuple[Item, Turn]] = []
    rest: list[Move] = []
    for move in turn.moves:
        numbers = set(_NUMBERS.findall(move.text))
        others = [item for item in found[:-1] if item.key and _digits(item.key) in numbers]
        named.extend((item, replace(turn, moves=(move,))) for item in others)
        strange = any(len(number) == len(current) for number in numbers)
        if current in numbers or not (others or (strange and current)):
            rest.append(move)
    return named, replace(turn, moves=tuple(rest))


def _digits(key: str) -> str:
    return key.rsplit("-", 1)[-1]


def _open(found: list[Item], key: str, name: str, turn: Turn) -> None:
    same = next((item for item in found if item.key == key), None)
    if same is not None:
        found.remove(same)
        found.append(same)
        same.turns.append(turn)
        same.name = same.name or name
    else:
        found.append(Item(key, name or _described(turn), turn))


def _opening(turn: Turn) -> tuple[str, str] | None:
    """The key and name of the item a turn takes up; None when it only mentions one."""
    text = _sentence(turn.message.text)
    link, opens = _LINK.search(text), _OPENS.match(text)
    rest = _LINK.sub(" ", text)
    key = _KEY.search(rest)
    if (not turn.moves and not turn.links) or (link is None and not (opens and key)):
        return None
    if not opens and (_MENTIONS.search(rest) or len(rest.split()) > _LONGEST_NAME):
        return None
    return _key_of(link, key), _name(_KEY.sub("\0", _LINK.sub("\0", text)))


def _sentence(text: str) -> str:
    """The sentence with the link, of a message that has one; else the message."""
    for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", text):
        if _LINK.search(sentence):
            return sentence
    return text


def _name(text: str) -> str:
    """The piece of an opening that says what the item is; keys and links stand as NUL in it."""
    best = ""
    for piece in _PIECES.split(_ASIDE.sub("", _STAMP.sub("", text))):
        bare = _LEADS_TO.sub("", piece) if _OPENS.match(piece) else piece
        bare = _LEAD.sub("", bare.strip(" -–—.,:;()<>?!"))
        words = len(bare.split())
        if 2 <= words <= _LONGEST_NAME and words > len(best.split()) and not _DULL.search(bare):
            best = bare
    return phrase.title(best) if best else ""


def _key_of(link: re.Match[str] | None, key: re.Match[str] | None) -> str:
    if link is not None:
        if not link["key"].isdigit():
            return link["key"]
        kind = {"pull": "PR", "pulls": "PR", "merge_requests": "MR"}.get(link["what"], "issue")
        return f"{kind}-{link['key']}"
    if key is None:
        return ""
    return f"PR-{key['bare']}" if key["bare"] else f"{key['kind']}-{key['number']}"


def _topic(turn: Turn) -> str:
    move = next(move for move in turn.moves if move.act is Act.TOPIC)
    return "" if _DULL.search(move.body) else phrase.title(move.body)


def _described(turn: Turn) -> str:
    """What the item is, when the one who presents it says "this is …"."""
    for move in turn.moves:
        hit = _DESCRIBES.match(move.text)
        if hit and not move.question and not _DULL.search(hit["what"]):
            return phrase.title(hit["what"])
    return ""
