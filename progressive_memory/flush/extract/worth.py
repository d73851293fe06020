"""Worth: whether a title says enough to be kept. Unsure means no (DESIGN §5)."""

from __future__ import annotations

import re

from progressive_memory.flush.extract import phrase
from progressive_memory.flush.extract.acts import Move
from progressive_memory.text.similarity import terms

_CJK = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]+")
_LEAST_CHARACTERS = 4  # Chinese ones; a Latin word counts as two
_LEAST_WORDS = 4  # English ones, articles too: "Adjust the weights" tells little


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
    particular = words.general.sub("", title)
    if words.language == "zh":
        latin = _LATIN.findall(particular)
        enough = len(_CJK.findall(particular)) + 2 * len(latin) >= _LEAST_CHARACTERS
    else:
        enough = len(title.split()) >= _LEAST_WORDS and len(terms(particular)) >= 2
    return phrase.clear(title) and enough
