"""Quoting: words of the talk fit to stand behind a title and tell what it is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.readings.people import ROSTER
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.empty_words import is_cut_off
from progressive_memory.flush.extract.wording.specific import in_person, is_everyday
from progressive_memory.flush.extract.wording.trade_words import (
    is_loose,
    names_told,
    particular,
)
from progressive_memory.text.similarity import stem, terms
from progressive_memory.vault.about import quotable

_LONGEST = {"zh": 40, "en": 110}  # characters
_SPOKEN_OF = 3  # messages that name what everybody speaks of
_PUT = (Act.REQUEST, Act.PROBLEM, Act.PROPOSE)
_SAYS_NOTHING = (Act.CHATTER, Act.OKAY, Act.ACK, Act.YES, Act.AGREE, Act.ROLE)
_PIECES = re.compile(r"[；;。]\s*|[，,](?=\S*[^\d\W])\s*|\s[–—]\s")
_ITEMS = re.compile(
    r"(?:^|(?<=[\s:：;；，,.。]))(?:[-•*]\s|\d{1,2}\s?[)）.、](?!\d)\s*)|(?<=[.!?][\"”’])\s+"
)
_ASIDE = re.compile(r"\s*[(（][^()（）]*[)）]")
_ME_ZH = re.compile(r"我(?!们)")
_TO_ALL = re.compile(
    r"我们|咱|你|您|大家|各位|@|\b(?:everyone|everybody|folks|guys|all of)\b", re.IGNORECASE
)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_PAIR = re.compile(r"\b(?P<first>[A-Za-z][A-Za-z0-9-]*)(?= (?P<second>[A-Za-z][A-Za-z0-9-]*))")


@dataclass(frozen=True)
class Quote:
    """Words of a message, and by what act they were said."""

    words: str
    message: Message
    act: Act = Act.STATE


class Quoting:
    """What can be quoted behind one title."""

    def __init__(self, title: str, members: Members) -> None:
        """Members' names name no thing."""
        self._members = members
        self._terms = terms(title)
        self._own = self.names(title)

    def names(self, text: str) -> frozenset[str]:
        """What a text names, people left out."""
        people = (word for word in _WORD.findall(text) if self._members.find(word) is not None)
        return particular(text) - frozenset(map(stem, people))

    def of(self, turn: Turn) -> list[Quote]:
        """What a turn says, clause by clause."""
        found: dict[str, Quote] = {}
        for move in turn.moves:
            if move.act in _SAYS_NOTHING:
                continue
            text = move.body if move.act in _PUT and move.body else move.text
            for words in map(self._quoted, _ITEMS.split(text)):
                if words:
                    found.setdefault(words, Quote(words, turn.message, move.act))
        return list(found.values())

    def best(self, quotes: Sequence[Quote], least: int = 1) -> Quote | None:
        """The one that speaks of the same and names most beside it: it shares with the title a
        word that is no trade word, or two that are, and at least so many.
        """
        found: list[tuple[int, int, Quote]] = []
        for quote in quotes:
            named, shared = self.names(quote.words), len(self._terms & terms(quote.words))
            more = len(named - self._own)
            if more and shared >= least and (shared > 1 or self._own & named):
                found.append((shared, more, quote))
        return max(found, key=lambda one: one[:2])[2] if found else None

    def spoken_of(self, turns: Sequence[Turn], opening: tuple[Act, ...]) -> Quote | None:
        """The one thing that most messages name, also since the last of the `opening` acts; None
        where the title names it too. `turns` are newest first.
        """
        told = list(filter(speaks, turns))
        named = [self.names(turn.message.text) for turn in told]
        said = Counter(one for names in named for one in names)
        most = max(said.values(), default=0)
        word = _one_name([one for one, count in said.items() if count == most])
        if most < _SPOKEN_OF or not word or self.names(word) & self._own:
            return None
        opened = next((at for at, turn in enumerate(told) if turn.has(*opening)), len(told))
        if not any(self.names(word) & names for names in named[: opened + 1]):
            return None
        return _written(word, [turn.message for turn in told])

    def _quoted(self, text: str) -> str:
        """A clause as it is quoted; "" of one that points elsewhere or is too long."""
        words = quotable(_ME_ZH.sub("", phrase.title(text)).rstrip("…").removesuffix("了"))
        longest = _LONGEST[phrase.words_of(words).language]
        if len(words) > longest:
            words = _ASIDE.sub("", words)
        if len(words) > longest:
            pieces = (piece.strip() for piece in _PIECES.split(words))
            fitting = [piece for piece in pieces if len(piece) <= longest]
            words = max(fitting, key=self._likeness, default="")
        return words if words and _stands_alone(words) else ""

    def _likeness(self, words: str) -> tuple[int, int]:
        return len(self._terms & terms(words)), names_told(words)


def speaks(turn: Turn) -> bool:
    """Whether it is talk of the work: no small talk, and no line of a roster."""
    talk = any(move.act is not Act.CHATTER for move in turn.moves)
    return talk and not turn.message.event_id.startswith(ROSTER)


def _stands_alone(words: str) -> bool:
    broken = is_loose(words[-1]) or is_cut_off(words) or phrase.starts_bare(words)
    return phrase.clear(words) and not broken and not in_person(words) and not _TO_ALL.search(words)


def _one_name(words: Sequence[str]) -> str:
    """The words as one: itself, or pairs of Chinese characters that overlap; "" for several."""
    left = set(words)
    name = next((one for one in words if not any(other[-1] == one[0] for other in words)), "")
    left.discard(name)
    while name and not name.isascii():
        after = next((one for one in left if one[0] == name[-1] and not one.isascii()), "")
        if not after:
            break
        left.remove(after)
        name += after[1:]
    return "" if left else name


def _written(word: str, messages: Sequence[Message]) -> Quote | None:
    """The word, with what follows where most that say more say that."""
    spelled: Counter[str] = Counter()
    for message in messages:
        spelled.update({one.casefold() for one in _longer(word, message.text)})
    ranked = [one for one in spelled.most_common(2) if one[1] > 1]
    longer = ranked[:1] if len(ranked) < 2 or ranked[0][1] > ranked[1][1] else []
    for name in (*(name for name, _ in longer), word):
        written = [(message, hit) for message in messages if (hit := _found(name, message.text))]
        if written:
            message, hit = min(written, key=lambda one: one[1] != name)
            return Quote(hit, message)
    return None


def _found(name: str, text: str) -> str:
    """A name as the text writes it; "" where it does not."""
    at = text.casefold().find(name)
    return text[at : at + len(name)] if at >= 0 else ""


def _longer(word: str, text: str) -> Iterator[str]:
    """The names in a text that begin with the word: it and the next, or the next two characters."""
    if word.isascii():
        for hit in _PAIR.finditer(text):
            if stem(hit["first"]) == word and not is_everyday(hit["second"].lower()):
                yield f"{hit['first']} {hit['second']}"
        return
    for hit in re.finditer(re.escape(word) + r"(?P<next>[\u3400-\u4dbf\u4e00-\u9fff]{2})", text):
        if not any(map(is_loose, hit["next"])):
            yield hit.group()
