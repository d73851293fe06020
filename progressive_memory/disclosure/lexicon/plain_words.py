"""Whether a message names anything, or only points."""

from __future__ import annotations

import re

from progressive_memory.disclosure.lexicon import cues, cues_talk

_LATIN = re.compile(r"[^\W_]+", re.ASCII)


def names_something(text: str) -> bool:
    """Whether a plain message holds a word that is no filler, pointer, or word of asking."""
    from progressive_memory.text.cjk import query_terms

    for word in sorted((*cues_talk.POINTERS, *cues.FILLERS_CJK), key=len, reverse=True):
        if not word.isascii():
            text = text.replace(word, " ")
        elif " " in word:
            text = text.replace(f" {word} ", " ")
    spent = {*cues.FILLERS, *cues_talk.POINTERS, *cues.QUESTION_HEADS}
    left = " ".join(word for word in text.split() if word not in spent)
    return bool(query_terms(left))
