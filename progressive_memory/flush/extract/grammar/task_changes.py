"""Task changes: whether a message takes, assigns, finishes, blocks or frees a task.

The log asks it of every message it writes, so it is found without reading the whole grammar: most
messages hold no cue of such a change, and only the others are read in full.
"""

from __future__ import annotations

from datetime import datetime

from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.acts import left_to_state, lexicon_of, read
from progressive_memory.flush.extract.grammar.clauses import cut
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.lexicon.en import LEXICON as EN
from progressive_memory.flush.extract.lexicon.lexicon import Act, Family, Lexicon
from progressive_memory.flush.extract.lexicon.zh import LEXICON as ZH

_CHANGES = frozenset({Act.TAKE, Act.ASSIGN, Act.DONE, Act.BLOCKED, Act.UNBLOCKED})
_NOBODY = Members(())


def _changing(lexicon: Lexicon) -> Family:
    """The cues one of which stands in every clause that changes a task: its own, and a guess's,
    behind which what was tried is read apart.
    """
    every = (*lexicon.talk, *lexicon.work, *lexicon.trouble)
    return Family(tuple(cue for cue in every if cue.act in _CHANGES or cue.act is Act.GUESS))


_CHANGING = {lexicon.language: _changing(lexicon) for lexicon in (EN, ZH)}


def says_task_change(text: str) -> bool:
    """True when a clause of `text` takes, assigns, finishes, blocks or frees a task."""
    message = Message("", "", datetime.min, "", "", text)
    if not _may_change(message):
        return False
    (turn,) = read((message,), _NOBODY)
    return turn.has(*_CHANGES)


def _may_change(message: Message) -> bool:
    """Whether a cue of a change stands in it; where none does, it changes no task."""
    said = cut(message, _NOBODY)
    for clause in said.clauses:
        lexicon = lexicon_of(clause.text)
        rest = left_to_state(clause.text, lexicon, said.words)
        likely = _CHANGING[lexicon.language].likely(said.words) if rest else ()
        if any(cue.find(rest) for cue in likely):
            return True
    return False
