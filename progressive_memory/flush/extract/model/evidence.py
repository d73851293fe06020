"""Evidence: a model's quotes, held against the messages themselves (DESIGN §5)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.model.floor import Floor, Spot
from progressive_memory.flush.extract.model.reply import Quote
from progressive_memory.flush.extract.model.sheet import Sheet, by_a_person, inline, shown_text
from progressive_memory.text.similarity import overlap, terms

UNKNOWN_MESSAGE = "unknown_message"
NOT_VERBATIM = "not_verbatim"
NO_EVIDENCE = "no_evidence"

_SHARED = 0.5


class Refused(Exception):
    """An item that fails a guard; `reason` is its code in the report."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Said:
    """Words that really stand in a message of a member: the clauses they are of, and where."""

    spot: Spot
    words: str
    moves: tuple[Move, ...]

    @property
    def turn(self) -> Turn:
        """The message as the grammar reads it."""
        return self.spot.turn

    @property
    def message(self) -> Message:
        """The message."""
        return self.turn.message

    @property
    def person(self) -> Person:
        """Who said it: the sender of the envelope, whatever the words claim."""
        return self.turn.person

    def has(self, *acts: Act) -> bool:
        """Whether one of the clauses quoted is one of `acts`."""
        return any(move.act in acts for move in self.moves)


def held(quotes: Iterable[Quote], sheet: Sheet, floor: Floor) -> tuple[Said, ...]:
    """The quotes as what was said.

    Raises:
        Refused: one of them names no message shown, does not stand in it word for word, or stands
            where nobody speaks: in code, a quoted line, a paste, or words to a machine.
    """
    return tuple(_held(quote, sheet, floor) for quote in quotes)


def holding(quotes: Iterable[Quote], sheet: Sheet, floor: Floor) -> Iterator[Said]:
    """Those of the quotes that hold, as what was said."""
    for quote in quotes:
        try:
            yield _held(quote, sheet, floor)
        except Refused:
            continue


def _held(quote: Quote, sheet: Sheet, floor: Floor) -> Said:
    if not 1 <= quote.number <= len(sheet.messages):
        raise Refused(UNKNOWN_MESSAGE)
    message = sheet.messages[quote.number - 1]
    words = folded(inline(quote.words))
    if not words or words not in folded(shown_text(message)):
        raise Refused(NOT_VERBATIM)
    spot = floor.spot(message.block_id)
    moves = tuple(move for move in spot.turn.moves if _is_of(move, words))
    if not by_a_person(message) or not moves:
        raise Refused(NO_EVIDENCE)
    return Said(spot, words, moves)


def folded(text: str) -> str:
    """`text` as quotes are compared: NFC, one blank for every run of white space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _is_of(move: Move, words: str) -> bool:
    """Whether words quoted are of a clause: it holds them, they hold it, or they share most."""
    clause = folded(move.text)
    if not clause:
        return False
    if clause in words or words in clause:
        return True
    return overlap(terms(clause), terms(words)) >= _SHARED
