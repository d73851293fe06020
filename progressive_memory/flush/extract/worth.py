"""Worth: whether a title says enough to be kept. Unsure means no (DESIGN §5)."""

from __future__ import annotations

from progressive_memory.flush.extract import phrase
from progressive_memory.flush.extract.acts import Move
from progressive_memory.text.similarity import terms

_LEAST_PARTICULAR = 3


def substantial(title: str, move: Move) -> bool:
    """True when a title stands alone and tells what the work is about, not only that there is
    some: `迁移完成`, "sent you the link" do not.
    """
    words = phrase.words_of(title)
    if (
        phrase.starts_bare(title)
        or words.vague.search(title)
        or words.pronoun.search(move.body.split("，")[0])
    ):
        return False
    particular = terms(words.general.sub("", title))
    named = sum(2 if term.isascii() else 1 for term in particular)
    return phrase.clear(title) and named >= _LEAST_PARTICULAR
