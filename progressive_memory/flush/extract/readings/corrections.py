"""Corrections: a question, a wrong answer to it, and the right one: nobody should ask it again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.domain.candidate import Candidate, Slot
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.wording import phrase, questions
from progressive_memory.text.similarity import terms

_REACH_TURNS = 8
_LEAST_TERMS = 2
_ANSWERS = (Act.STATE, Act.DIRECT, Act.PROPOSE, Act.CAUSE, Act.ENVIRONMENT, Act.CONVENTION)
_TAKES = (Act.WORKED, Act.AGREE, Act.YES, Act.OKAY, Act.ACK, Act.FIX, Act.DONE)
_HOW = re.compile(
    r"\b(?:how|why|what|which|where|when)\b|怎么|如何|为什么|为啥|哪|什么|多少", re.IGNORECASE
)
_BECAUSE = re.compile(
    r"(?:\b(?:because|since|as)\b|因为|由于)[，, ]*(?P<why>[^,.;，。；]{3,})", re.IGNORECASE
)


def corrections(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The corrected answers of a segment that somebody took."""
    for right in talk.moves(Act.CORRECT):
        if right.reported or right.question or right.hedged:
            continue
        asked = _asked(talk, right)
        wrong = _wrong(talk, asked, right) if asked else None
        taken = _taken(talk, right)
        if asked is not None and wrong is not None and taken is not None:
            yield from _candidate(asked, wrong, right, taken, setting)


def lesson(talk: Talk, first: int, last: int) -> Move | None:
    """What somebody says is to be learnt of it, in the turns after `first` up to `last`."""
    for turn in talk.turns[first + 1 : last + 1]:
        for move in turn.moves:
            if _LESSON.match(move.text) and not (move.reported or move.question):
                return move
    return None


_LESSON = re.compile(
    r"(?:the )?(?:lesson(?:s)?(?: learn(?:ed|t))?|moral|takeaway|note to self|next time)\b|教训|下次|吸取教训|经验是",
    re.IGNORECASE,
)
_LESSON_LABEL = re.compile(
    r"^(?:the )?(?:lesson(?:s)?(?: learn(?:ed|t))?|moral|takeaway|note to self)(?: is)?\s*[:,–-]?\s*|^(?:吸取)?(?:教训|经验)(?:是|就是)?[：:，,]?\s*",
    re.IGNORECASE,
)


def lesson_text(move: Move) -> str:
    """The lesson without the word for it."""
    return phrase.title(_LESSON_LABEL.sub("", move.text))


def _asked(talk: Talk, right: Move) -> Move | None:
    """The question, of anyone but who corrects, that the talk is about."""
    for turn in reversed(talk.turns[max(0, right.at - _REACH_TURNS) : right.at]):
        for move in turn.moves:
            asks = move.question and move.act in (Act.ASK, Act.ASK_WHETHER)
            if asks and move.person != right.person and _HOW.search(move.text):
                return move
    return None


def _wrong(talk: Talk, asked: Move, right: Move) -> Move | None:
    """What was answered first, by anyone but the one who asked."""
    for turn in talk.turns[asked.at + 1 : right.at]:
        for move in turn.moves:
            said = move.act in _ANSWERS and not (move.question or move.reported)
            if said and move.person != asked.person and len(terms(move.text)) >= _LEAST_TERMS:
                return move
    return None


def _taken(talk: Talk, right: Move) -> Turn | None:
    """The turn in which somebody else takes the correction."""
    after = talk.turns[right.at + 1 : right.at + 1 + _REACH_TURNS]
    return next((one for one in after if one.person != right.person and one.has(*_TAKES)), None)


def _candidate(
    asked: Move, wrong: Move, right: Move, taken: Turn, setting: Setting
) -> Iterator[Candidate]:
    title = questions.topic(asked.text)
    way = phrase.title(right.body)
    if not phrase.clear(title) or not phrase.clear(way) or questions.points_back(asked.text):
        return
    because = _BECAUSE.search(right.text)
    told = phrase.plain(because["why"]) if because else way
    why = setting.says(f"不对：{told}", f"It is not so: {told}")
    asker = asked.person.name
    question = phrase.plain(asked.text).rstrip("?？")
    yield Candidate(
        kind=Kind.FIX,
        title=title,
        evidence=draft.evidence([asked.message, wrong.message, right.message, taken.message]),
        slot=Slot("", "", title),
        fields=(
            (
                Field.CONTEXT,
                setting.says(f"{asker} 问：{question}？", f"{asker} asked: {question}?"),
            ),
            (Field.ATTEMPT, phrase.title(wrong.text)),
            (Field.WHY_WRONG, why),
            (Field.RIGHT_WAY, way),
        ),
    )
