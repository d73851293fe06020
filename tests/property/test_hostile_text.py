"""Text made to be slow or to break a reader: a hook must not hang on it."""

from __future__ import annotations

import time

import pytest

from progressive_memory.disclosure.gate import judge
from progressive_memory.disclosure.ranking.phrases import split_phrases
from progressive_memory.disclosure.ranking.searchable import searchable
from progressive_memory.disclosure.render import lines
from progressive_memory.domain.section import Section
from progressive_memory.text.cjk import phrase_terms, query_terms, words
from progressive_memory.text.own_words import own_words
from progressive_memory.text.recalled import inert
from progressive_memory.text.to_agent import speaks_to_agent
from progressive_memory.text.tokens import estimate

PIECES = [
    *(
        "y",
        "<",
        "＜",
        "[",
        "[[",
        "]]",
        "[[a|",
        "“",
        '"',
        "「",
        "- ",
        " ",
        "\n",
        "^a ",
        "::",
        "1",
        "a1",
    ),
    *("哈", "@", "^", "> ", "system ", "</", "a", "aB", "。", "\t", "!", "\u202e", "é", "🚀", "#"),
    *(
        "you are ",
        "ignore all ",
        "put your ",
        "add to ",
        "Ann wrote:\n",
        "「",
        "你的记忆",
        "把这条",
    ),
]
CHARACTERS = 60_000
SECONDS = 2.0


@pytest.mark.parametrize("piece", PIECES)
def test_nothing_takes_more_than_linear_time(piece: str) -> None:
    text = piece * (CHARACTERS // len(piece))
    section = Section("x-1", "a.md", "", f"- {text}\n{text}", "t", text)
    free = Section("h-1", "a.md", "", text)
    began = time.process_time()
    judge(text)
    split_phrases(text)
    words(text)
    query_terms(text)
    phrase_terms(text)
    estimate(text)
    inert(text)
    own_words(text)
    speaks_to_agent(text)
    searchable(section)
    lines(section, "en")
    lines(free, "zh")
    assert time.process_time() - began < SECONDS
