"""Clauses: what a message says, cut into the pieces that can be acts of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.lexicon.lexicon import beginnings
from progressive_memory.text.own_words import own_words

_MOST_CLAUSES = 12
_LONGEST_MESSAGE = 1500  # characters; what is longer was pasted
_LONGEST_CLAUSE = 600  # characters; longer ones are pasted text, not talk
_CODE = re.compile(r"```.*?(?:```|$)", re.DOTALL)
_URL = re.compile(r"(?:https?|ftp)://(?P<host>[\w.-]+)[^\s<>（）()]*")
_ISSUE = re.compile(r"/browse/(?P<key>[A-Z]{2,10}-\d+)\b")
_WORD_AFTER = re.compile(r"\s+[a-z]{2,}|[\u4e00-\u9fff]")
# `nick: text`, `@nick text`, `nick, text`; what stands before may be a member or not.
_ADDRESS = re.compile(
    r"^(?:[A-Za-z]\w*\s?[（(]@(?P<both>[\w.-]+)[）)][,，:：\s]+|@(?P<at>[\w.\-\[\]|^`]+)[:,，：\s]+|(?P<nick>[^\s:：,，]{1,24})[:：]\s+)(?=\S)"
)
# Asked of the one addressed: the name stays, as in "Ann, can you …", so that it is an assignment.
_REQUEST = re.compile(
    r"(?:(?:can|could|would|will) you|please|pls)\b|麻烦|请|辛苦|你来|你去|帮我|帮忙|记得|"
    r"(?:[今明后]天|下?周[一二三四五六日天]|月底)[^，,。]{0,16}?把",
    re.IGNORECASE,
)
_SCRIBED = re.compile(r"^(?:\.\.\.|…)\s*(?=\S)")
_BLANKS = re.compile(r"[ \t]+")
_LISTED = re.compile(r"(?:^|[\s；;：:，,])(?:[-•*]\s|\d{1,2}\s?[）).、](?!\d)|[①-⑨])")
_MEASURE = re.compile(r"[≥≤<>=＝]\s?\d")
_LABEL = re.compile(r"^[^：:\n]{1,40}[：:]")
_ENDS = re.compile(r"(?<=[。！？；!?;])\s*|(?<=[.!?])\s+|\s*\n+\s*|\s+--\s+")
_BOT_NAME = re.compile(
    r"(?:^|[-_.@\s])(?:\w*bot|bawt|travis|jenkins|hubot|circleci|github|gitlab|jira|zapier|rrsagent|"
    r"zakim|trackbot|kompewter|ubott?u|ubot\w?|chanserv|nickserv|ci)(?:[-_.:\s\d]|$)|bot\d*$|机器人",
    re.IGNORECASE,
)
_BOT_TEXT = re.compile(
    r"^\[ .+ \] - https?://|^\[[\w/-]+\] \w+ (?:pushed|opened|closed|commented)\b"
)
_LINE_END = re.compile(r"\s*\n\s*")
_BULLET = re.compile(r"^[-–—*•]\s+")
_PREFACE = re.compile(
    r"^(?:update|note|supplement|(?:small |quick )?reminder|fyi|assignments?|更新|注|补充|(?:小)?提醒|分配|分工|同步)"
    r"\s*[:：]\s*",
    re.IGNORECASE,
)
_MAY_END = re.compile(r"[。！？；!?;.\n]|--")
_SENTENCE_ENDS = re.compile(r"(?<=[。！？!?])\s*|(?<=[.!?])(?<!\d\.)\s+|\s*\n+\s*")


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a message. `reported` marks words of someone other than the sender."""

    text: str
    reported: bool = False


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message ready to be read: to whom it speaks, its clauses, the links it gives, and how its
    words begin.
    """

    clauses: tuple[Clause, ...]
    addressee: Person | None = None
    links: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()


def is_bot(message: Message) -> bool:
    """True when the sender's name or the shape of the message is a machine's."""
    named = _is_machine(message.sender_name or message.sender)
    return named or bool(_BOT_TEXT.match(message.text))


@lru_cache(maxsize=4096)
def _is_machine(name: str) -> bool:
    return bool(_BOT_NAME.search(name))


def cut(message: Message, members: Members) -> Utterance:
    """The clauses of `message`, without what others said, code and links; none of pasted text."""
    if len(message.text) > _LONGEST_MESSAGE:
        return Utterance(())
    words = beginnings(message.text)
    text = own_words(_CODE.sub(" ", message.text) if "```" in message.text else message.text)
    links, text = _without_links(text.strip())
    text = (_BLANKS.sub(" ", text) if "  " in text or "\t" in text else text).strip()
    text = _without(_BULLET, text).rstrip(" -–—:：")
    addressee, reported, text = _address(text, members)
    text = members.spelled_out(_without(_PREFACE, text))
    pieces = (_one_line(text),) if _is_list(text) else _split(text, members)
    clauses = tuple(
        Clause(piece.strip(), reported)
        for piece in pieces[:_MOST_CLAUSES]
        if piece.strip() and len(piece) <= _LONGEST_CLAUSE and not _holds_secret(piece)
    )
    return Utterance(clauses, addressee, links, words)


def _without(beginning: re.Pattern[str], text: str) -> str:
    """The text without what it begins with."""
    hit = beginning.match(text)
    return text[hit.end() :] if hit else text


def _without_links(text: str) -> tuple[tuple[str, ...], str]:
    """The links of a text, and the text with each by what it names."""
    if "://" not in text:
        return (), text
    return tuple(hit.group() for hit in _URL.finditer(text)), _URL.sub(_named, text)


def _holds_secret(text: str) -> bool:
    """Whether a secret was taken out of it."""
    return "（已隐去:" in text or "(redacted:" in text


def _split(text: str, members: Members) -> tuple[str, ...]:
    """At sentence ends, and where `, Dylan will …` turns to what another member does."""
    if not _MAY_END.search(text):
        pieces = [text]
    else:
        within = len(_LISTED.findall(text)) > 1 and not _LISTED.match(text)
        pieces = (_SENTENCE_ENDS if within else _ENDS).split(text)
    turns = members.turning
    return tuple(part for piece in pieces for part in (turns.split(piece) if turns else [piece]))


def _named(link: re.Match[str]) -> str:
    """A link inside a sentence by the issue it leads to, or its host; one that stands at an end says nothing in words."""
    inside = link.string[: link.start()].rstrip()[-1:].isalnum() and _WORD_AFTER.match(
        link.string[link.end() :]
    )
    if not inside:
        return ""
    key = _ISSUE.search(link.group())
    return key["key"] if key else link["host"].removeprefix("www.")


def _one_line(text: str) -> str:
    return _LINE_END.sub(lambda hit: " " if hit.string[hit.start() - 1] in ":：;；" else "; ", text)


def _is_list(text: str) -> bool:
    """`Label: 1) …; 2) …`: its items belong together."""
    if not _LABEL.match(text):
        return False
    pieces = [piece for piece in re.split(r"[；;]", text) if piece.strip()]
    measured = len(pieces) > 1 and all(_MEASURE.search(piece) for piece in pieces)
    return measured or len(_LISTED.findall(text)) > 1


def _address(text: str, members: Members) -> tuple[Person | None, bool, str]:
    """Who is spoken to, whether a scribe tells what another said, and the text without that."""
    if _SCRIBED.match(text):
        return None, True, _SCRIBED.sub("", text)
    hit = _ADDRESS.match(text)
    if hit is None:
        return None, False, text
    member = members.find(hit["at"] or hit["both"] or hit["nick"])
    if member is not None:
        rest = text[hit.end() :].strip()
        asked = hit["at"] and _REQUEST.match(rest)
        return member, False, f"{member.name}, {rest}" if asked else rest
    # "Dan: we need …", and Dan is nobody here: minutes, or a label ("Decided: …").
    scribed = hit["nick"] is not None and re.fullmatch(r"[A-Z][a-z]{1,11}", hit["nick"])
    label = (hit["nick"] or "").casefold()
    if scribed and not {label, label.removesuffix("s")} & _LABELS and not _is_list(text):
        return None, True, text[hit.end() :].strip()
    return None, False, text


_LABELS = frozenset(
    (
        "action agreed alert also answer assessment assignment beta bug cause conclusion confirm "
        "consensus convention correction decided decision done draft env environment fix "
        "fixed fyi goal idea issue lesson level metrics note option plan proposal proposed question "
        "remember reminder requirement resolution resolved result risk role rule solution status "
        "submission summary supplement taboo target tip todo topic update warning"
    ).split()
)
