"""Every word that may be part of a phrase about time: those of the lexicons and of the rules."""

from __future__ import annotations

import re

from progressive_memory.text.dates.grammar import GRAMMAR
from progressive_memory.text.dates.lexicon.en import ENGLISH, Entry
from progressive_memory.text.dates.lexicon.zh import CHINESE


def _with_quoted(
    lexicon: dict[str, tuple[Entry, ...]], *, ascii_only: bool
) -> dict[str, tuple[Entry, ...]]:
    quoted = {word for word in GRAMMAR.words if word.isascii() == ascii_only}
    words = {*lexicon, *quoted}
    return {
        word: (*lexicon.get(word, ()), *(((f"'{word}'", word),) if word in quoted else ()))
        for word in words
    }


ENGLISH_WORDS = _with_quoted(ENGLISH, ascii_only=True)
CHINESE_WORDS = _with_quoted(CHINESE, ascii_only=False)
LONGEST = max(len(word) for word in CHINESE_WORDS)
"""Characters of the longest Chinese word."""

_NOT_ALONE = frozenset(
    "a an the of in on and or to from for by as at is it no not up than more less all any some this"
    " that these other one each per last but early late later earlier past between about"
    " around through good new start end mid middle beginning step current following previous"
    " within before after since until till prior exactly sharp super fat date old st".split()
)
_ALONE = frozenset(ENGLISH_WORDS) - _NOT_ALONE
_WORD = re.compile(r"[a-z]{2,}")
_FIGURE_OR_CHINESE = re.compile(
    r"[\d天日号號周週星礼禮月年季晚早晨夜儿兒点點时時分秒刻半节節午春元除清现現依拜圣聖旦慶庆夕至秋阳陽世]"
)


def may_hold_time(text: str) -> bool:
    """Whether a text may hold any phrase about time: a word that is more than a particle, a figure,
    or a character of the Chinese words.
    """
    return bool(_FIGURE_OR_CHINESE.search(text)) or not _ALONE.isdisjoint(
        _WORD.findall(text.lower())
    )
