"""Troubles: symptom → wrong guess or attempt → cause → fix: what a team must not learn twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from progressive_memory.domain.candidate import Candidate, Slot
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.readings.corrections import lesson, lesson_text
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.specific import stands_alone
from progressive_memory.text.similarity import terms

_REACH_TURNS = 14
_NEXT_TURNS = 2
_SHARED = 2
_PERSISTS = re.compile(
    r"\b(?:persists?|same (?:error|problem|result)|still (?:fail|broken|not|the same|happen|get|see)\w*)\b",
    re.IGNORECASE,
)
# `客户说“…”，系统…`: the trouble comes after what was said.
_QUOTES = re.compile(r"^\S{1,8}说[“「：:]|^(?:the )?\w+ (?:says|said) [\"“']", re.IGNORECASE)
_SUPPOSED = re.compile(
    r"初判|初步|可能|也许|估计|多半|应该是|怀疑|\b(?:initial|first guess|diagnosis|might|may|maybe|probably|likely|perhaps|seems?|i think)\b",
    re.IGNORECASE,
)


@dataclass
class _Chain:
    """One trouble and what was said about it."""

    problem: Move
    guesses: list[Move] = field(default_factory=list)
    attempts: list[Move] = field(default_factory=list)
    causes: list[Move] = field(default_factory=list)
    remedies: list[Move] = field(default_factory=list)
    fixes: list[Move] = field(default_factory=list)
    closed: list[Move] = field(default_factory=list)


def troubles(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The mended troubles of a segment; one without a fix is nothing yet."""
    for chain in _chains(talk):
        candidate = _candidate(talk, chain, setting)
        if candidate is not None:
            yield candidate


def _chains(talk: Talk) -> list[_Chain]:
    chains: list[_Chain] = []
    for turn in talk.turns:
        for move in turn.moves:
            if move.reported or move.question:
                continue
            if move.act is Act.PROBLEM and not _goes_on(chains, move):
                chains.append(_Chain(move))
            elif chains:
                _add(_chain_for(chains, talk, move), move)
    return chains


def _goes_on(chains: list[_Chain], move: Move) -> bool:
    """True when the trouble is the one already told, said again."""
    if not chains or move.at - chains[-1].problem.at > _REACH_TURNS:
        return False
    same = terms(move.body) & terms(chains[-1].problem.body)
    return move.at == chains[-1].problem.at or bool(same)


def _chain_for(chains: list[_Chain], talk: Talk, move: Move) -> _Chain | None:
    """The trouble a message speaks of: the one it replies to, else the last within reach."""
    target = talk.target(move.at)
    if talk.turns[move.at].message.reply_to and target is not None:
        return next((one for one in chains if one.problem.at == target), None)
    near = [one for one in chains if move.at - one.problem.at <= _REACH_TURNS]
    return near[-1] if near else None


def _add(chain: _Chain | None, move: Move) -> None:
    if chain is None:
        return
    places = {
        Act.GUESS: chain.guesses,
        Act.ATTEMPT: chain.attempts,
        Act.CAUSE: chain.causes,
        Act.REMEDY: chain.remedies,
        Act.FIX: chain.fixes,
        Act.CLOSED: chain.closed,
        Act.WORKED: chain.closed,
    }
    if move.act in places:
        places[move.act].append(move)
    elif move.act in (Act.DONE, Act.TAKE) and move.at > chain.problem.at and _about(chain, move):
        (chain.fixes if move.act is Act.DONE else chain.remedies).append(move)


def _about(chain: _Chain, move: Move) -> bool:
    """True when work done or taken is on this trouble: said right after it, or in its words."""
    said = [chain.problem, *chain.causes, *chain.remedies]
    shared = terms(move.body) & frozenset().union(*(terms(one.body) for one in said))
    return move.at - chain.problem.at <= _NEXT_TURNS or len(shared) >= _SHARED


def _candidate(talk: Talk, chain: _Chain, setting: Setting) -> Candidate | None:
    ways = [move for move in (*chain.fixes, *chain.remedies) if _tells(move)]
    mended = chain.fixes or (chain.remedies and chain.closed)
    told = chain.problem.body
    title = phrase.title(told) if _QUOTES.match(told) else phrase.headline(told)
    if not ways or not mended or not phrase.clear(title, _SHARED + 1):
        return None
    if setting.members.crowd and not _plainly_mended(chain, title, ways):
        return None
    moves = [chain.problem, *chain.guesses, *chain.attempts, *chain.causes, *ways, *chain.closed]
    learnt = lesson(talk, chain.problem.at, max(move.at for move in moves) + _NEXT_TURNS)
    moves += [learnt] if learnt else []
    messages: list[Message] = [move.message for move in moves]
    return Candidate(
        kind=Kind.FIX,
        title=title,
        evidence=draft.evidence(messages),
        slot=Slot("", "", title),
        fields=(
            *_fields(chain, ways, setting),
            *([(Field.LESSON, lesson_text(learnt))] if learnt else []),
        ),
    )


def _plainly_mended(chain: _Chain, title: str, ways: list[Move]) -> bool:
    """Whether, in a channel where several talks run at once, the way out is of this trouble: told
    in its words, or by the one who had it; and both can be read without the talk.
    """
    trouble = chain.problem
    said = terms(trouble.message.text).union(*(terms(one.body) for one in chain.causes))
    own = [
        way
        for way in ways
        if len(terms(way.body) & said) >= _SHARED - (way.person == trouble.person)
    ]
    if any(_PERSISTS.search(move.message.text) for move in (trouble, *ways)):
        return False
    sure = not (trouble.hedged or trouble.conditional or trouble.wavers)
    return sure and stands_alone(title) and any(stands_alone(phrase.title(way.body)) for way in own)


def _tells(move: Move) -> bool:
    """True when a way out can be read without the talk around it."""
    return len(terms(move.body)) >= _SHARED and phrase.clear(phrase.title(move.body))


def _cause(move: Move, setting: Setting) -> str:
    """A cause as it was told: what was only supposed is called that."""
    told = phrase.title(move.body)
    return (
        setting.says("初步判断：", "First guess: ") + told if _SUPPOSED.search(move.text) else told
    )


def _fields(chain: _Chain, ways: list[Move], setting: Setting) -> Iterator[tuple[Field, str]]:
    joint = setting.says("；", "; ")
    yield Field.CONTEXT, phrase.title(chain.problem.body)
    if chain.attempts:
        yield Field.ATTEMPT, joint.join(phrase.title(move.body) for move in chain.attempts)
    wrong = [setting.says(f"不是{phrase.plain(move.body)}", f"It was not {phrase.plain(move.body)}")
             for move in chain.guesses]  # fmt: skip
    why = [_cause(move, setting) for move in chain.causes]
    if wrong or why:
        yield Field.WHY_WRONG, joint.join((*wrong, *why))
    yield Field.RIGHT_WAY, joint.join(dict.fromkeys(phrase.title(move.body) for move in ways))
