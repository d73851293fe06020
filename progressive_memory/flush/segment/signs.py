"""Signs: what the words of one message say about where it belongs, in Chinese and English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from progressive_memory.domain.message import Message
from progressive_memory.text.similarity import terms

_READ = 600  # characters in which cues are looked for
_ADDRESS = 200  # characters in which somebody is named
_VOTE_LENGTH = 60
_CLOSING_LENGTH = 160
_LONG = 40
_LONG_QUESTION = 80
_SHORTEST_NAME = 3

_URL = re.compile(r"https?://\S+")
_ONLY_URL = re.compile(r"\W*https?://\S+\W*")
_KEY = re.compile(r"(?:#|\bissues?[-/ ]|\bpulls?/|\bpr[-# ]|\b[a-z]{2,10}-)(\d+)", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_VOTE = re.compile(r"\W*[+\-±]?\s*[01](?:\.\d+)?\b\W*(?:\w+\W*){0,6}")
_WORD = re.compile(r"[^\W_][\w\-\[\]|^`]*")
_CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
# /new, /reset, …: where a host session ends, which hints at another topic.
_HOST_BORDER = re.compile(r"\s*[/!](?:new|reset|clear|compact)\b", re.IGNORECASE)
_LEADS_ON = re.compile(
    r"\b(?:next (?:up|topic|item|agenda|question|issue|on)|let['’]?s (?:move|go|turn|start|get)|"
    r"mov(?:e|ing) (?:on|along)|on to (?:the )?(?:next|rfc|pr|issue)|first up|another thing|"
    r"(?:new|another|different|last|final) (?:topic|item|issue|question)|(?:last|final) thing|"
    r"off[- ]topic|by the way|btw|"
    r"(?:hand|over) (?:it )?(?:over )?to|can you (?:tell|introduce|explain)|would you like to|"
    r"the floor|agenda|meeting (?:starts|called))\b|"
    r"下一?个(?:议题|话题|问题|事项)|换个?话题|另外一?件?事|说(?:个|件)别的|议题[一二三四五六七八九十\d]|"
    r"下面|接下来|有请|请.{0,12}(?:发表|分享|介绍|谈|回答)|想(?:请教|请问|问一下|问)|"
    r"第[一二三四五六七八九十]个?(?:问题|议题|话题)|最后(?:一个|请)",
    re.IGNORECASE,
)
_GREETS = re.compile(
    r"\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|morning)\b|"
    r"大家好|各位|早上?好|您好|你好|大家早)",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\W*(?:(?:ok|okay|好的?|对|嗯|great|right)\W*){0,2}(?:thank|thx|(?:非常|再次)?感谢|谢谢)",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"\b(?:thank(?:s| you)|thx|perfect|solved|fixed|works now|merged|done|closing|adjourn(?:ed)?|"
    r"meeting (?:ends|over|closed)|that['’]?s all|bye)\b|"
    r"谢谢|感谢|搞定|散会|再见|闭环|今天(?:先|就)到这",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"\W*(?:(?:yes|yeah|yep|yup|no|nope|ok|okay|sure|right|exactly|indeed|agreed?|true|thanks|ah+|oh+|"
    r"hm+|aha|lol|haha|but|and|or|because|that['’]?s?|it['’]?s?|this|these|those|they|he|she|i see|"
    r"also|which|maybe|me too|same|not|why)\b|[…^(]|\.\.\.|"
    r"是|对|嗯|好|行|可以|没有?|不|那|这|但|而且|所以|因为|哦|哈|同意|收到)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Signs:
    """One message as segmentation sees it.

    `minute` is its time in minutes. `terms` are CJK bigrams and stems, `keys` the numbers of
    issues, requests and tickets, `named` the senders it speaks to. `leads_on` to another thing,
    `greets`, `thanks` whoever had the floor and goes on, `leans` on what was said just before,
    `votes`, `asks`, asks at `length`, `links` and says nothing else, `closes` a thing, `borders`
    on another host session.
    """

    message: Message
    minute: float
    terms: frozenset[str]
    keys: frozenset[str]
    named: frozenset[str]
    leads_on: bool
    greets: bool
    thanks: bool
    leans: bool
    votes: bool
    asks: bool
    asks_at_length: bool
    links: bool
    closes: bool
    borders: bool


def signs(messages: Sequence[Message]) -> list[Signs]:
    """The signs of each message; who is named is known from who speaks in any of them."""
    return list(each(messages))


def each(messages: Sequence[Message]) -> Iterator[Signs]:
    """The same, one after the other."""
    names = _Names(messages)
    return (_signs(message, names) for message in messages)


def among(talk: Sequence[Signs]) -> list[Signs]:
    """The signs of a part of a chat as if it were all of it."""
    names = _Names([one.message for one in talk])
    return [_naming(one, _named(one.message, names, thanks=one.thanks)) for one in talk]


def _naming(said: Signs, named: frozenset[str]) -> Signs:
    return said if said.named == named else replace(said, named=named)


def _named(message: Message, names: _Names, *, thanks: bool) -> frozenset[str]:
    return frozenset() if thanks else names.found(message.text[:_ADDRESS], message.sender)


def _signs(message: Message, names: _Names) -> Signs:
    text = message.text
    head = text[:_READ]
    linked = "://" in text
    asks = "?" in head or "？" in head
    thanks = len(text) > _LONG and _THANKS.match(head) is not None
    return Signs(
        message=message,
        minute=message.at.timestamp() / 60,
        terms=terms(_URL.sub(" ", text) if linked else text),
        keys=frozenset(_KEY.findall(head)) if _DIGIT.search(head) else frozenset(),
        named=_named(message, names, thanks=thanks),
        leads_on=_LEADS_ON.search(head) is not None,
        greets=_GREETS.match(head) is not None,
        thanks=thanks,
        leans=_LEANS.match(head) is not None,
        votes=len(text) < _VOTE_LENGTH and _VOTE.fullmatch(text) is not None,
        asks=asks,
        asks_at_length=asks and len(text) > _LONG_QUESTION,
        links=linked and _ONLY_URL.fullmatch(text) is not None,
        closes=len(text) < _CLOSING_LENGTH and _CLOSES.search(head) is not None,
        borders=_HOST_BORDER.match(head) is not None,
    )


class _Names:
    """Who is named by which words: a whole name, or its first word."""

    def __init__(self, messages: Iterable[Message]) -> None:
        shown = {message.sender: message.sender_name or message.sender for message in messages}
        self._latin: dict[str, str] = {}
        self._cjk: dict[str, str] = {}
        for sender, name in shown.items():
            if _CJK.search(name):
                self._cjk[name] = sender
            else:
                self._latin |= dict.fromkeys(_forms(name.lower()), sender)
        self._forms = frozenset(self._latin)
        self._paired = any(" " in form for form in self._forms)

    def found(self, text: str, sender: str) -> frozenset[str]:
        """The senders named, but for the one who speaks."""
        words = _WORD.findall(text.lower())
        if self._paired:
            words += [f"{one} {other}" for one, other in pairwise(words)]
        hits = [self._latin[form] for form in self._forms.intersection(words)]
        hits += [who for name, who in self._cjk.items() if name in text]
        return frozenset(who for who in hits if who != sender) if hits else frozenset()


def _forms(name: str) -> Iterator[str]:
    """The name and its first word; none that is a common word (`Will`)."""
    words = _WORD.findall(name)
    forms = [" ".join(words), *(word for word in words[:1] if len(word) >= _SHORTEST_NAME)]
    yield from (form for form in forms if terms(form))
