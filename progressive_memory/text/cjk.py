"""Search tokens for Chinese, English and mixed text.

A run of CJK characters gives one token a character: the bigram that starts there, and the last
character alone; so a phrase of bigrams finds any substring, and a prefix any single character.
A word of another script is folded (NFKC, no case, no accents); an English one is stemmed.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import chain

from progressive_memory.text.stem import stem

_CJK = "々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af\U00020000-\U0003134f"
_RUN = re.compile(rf"[a-z0-9]+[^\W_{_CJK}]*|[{_CJK}]+|[^\W_{_CJK}]+")
_IS_CJK = re.compile(rf"[{_CJK}]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
"""Signs without width that tell where a line may break or which way it runs: no part of a word."""

QUERY_CHARACTERS = 4_000
"""A query is read this far: whoever pastes a megabyte has said what it is about by then."""
QUERY_TERMS = 48
"""Distinct terms a query may have; more would only slow the search down."""
_PREFIX_LETTERS = 5
"""A stem this long also finds longer words: `deploy` finds `deployer`."""

_ENGLISH_STOPS = """
a about again all also am an and any anybody anyone anything are as at be because been before
being but by can could d did do does doing don else etc ever everybody everything for from get
getting give go going got had has have he her here him his how i if in into is it its just know
let like ll m may me might more must my need no not nothing of on only or our out over own per
please re really s same say shall she should so some someone something still such t tell than that
the their them then there these they thing things this those to too up us ve very via want was we
well were what when where which who whom whose why will with would yet you your
"""
_STOP_WORDS = frozenset(_ENGLISH_STOPS.split())
_STOP_RUN = re.compile(
    "为什么|是什么|有什么|什么时候|什么|怎么样|怎么办|怎么|怎样|如何|为何|多少|哪个|哪些|哪里|哪儿|是否|"
    "我们|你们|他们|她们|咱们|大家|这个|那个|这些|那些|一下|请问|告诉|可以|能不能|有没有|知道|"
    "[的了是谁吗呢吧啊呀嘛么]"
)
_STOP_CHARACTERS = frozenset("在和与或有就都也还把被给对到从我你他她它这那很个说请")


@dataclass(frozen=True)
class Term:
    """One token of a query; `prefix` also finds tokens that start with it."""

    text: str
    prefix: bool = False


def is_stop_word(word: str) -> bool:
    """Whether a folded English word says too little to be asked for."""
    return word in _STOP_WORDS


def words(text: str) -> list[str]:
    """The search tokens of `text`, in order, with repeats."""
    return list(chain.from_iterable(map(_tokens_of, text.split())))


def query_terms(text: str) -> tuple[Term, ...]:
    """What a question asks for: its distinct terms without stop words, in order.

    At most `QUERY_TERMS`, read from the first `QUERY_CHARACTERS`. A lone CJK character counts
    only when the question holds nothing else. Empty when there are only stop words.
    """
    terms: dict[str, Term] = {}
    alone: dict[str, Term] = {}
    for run, word in _runs(text[:QUERY_CHARACTERS]):
        if run:
            for piece in _STOP_RUN.split(run):
                found = [b for b in _bigrams(piece) if not _STOP_CHARACTERS.issuperset(b)]
                terms.update((bigram, Term(bigram)) for bigram in found)
                if len(piece) == 1 and piece not in _STOP_CHARACTERS:
                    alone[piece] = Term(piece, prefix=True)
        elif word not in _STOP_WORDS:
            token = _fold(word)
            terms[token] = _word_term(token)
    return tuple((terms or alone).values())[:QUERY_TERMS]


def all_terms(text: str) -> tuple[Term, ...]:
    """Every distinct term of `text`, stop words too: for a question that holds nothing else."""
    terms: dict[str, Term] = {}
    for run, word in _runs(text[:QUERY_CHARACTERS]):
        if not run:
            token = _fold(word)
            terms[token] = _word_term(token)
        elif len(run) == 1:
            terms[run] = Term(run, prefix=True)
        else:
            terms.update((bigram, Term(bigram)) for bigram in _bigrams(run))
    return tuple(terms.values())[:QUERY_TERMS]


def phrase_terms(text: str) -> tuple[Term, ...]:
    """The tokens of a quoted phrase, to be found one after the other; the last may be a prefix.

    The last character of the last CJK run is left out, or it would have to end a run in the note.
    """
    runs = _runs(text[:QUERY_CHARACTERS])
    tokens = words(text[:QUERY_CHARACTERS])
    if not runs or not runs[-1][0]:
        return tuple(Term(token) for token in tokens)
    if len(runs[-1][0]) > 1:
        return tuple(Term(token) for token in tokens[:-1])
    return (*(Term(token) for token in tokens[:-1]), Term(tokens[-1], prefix=True))


def fold(text: str) -> str:
    """`text` as phrases are compared: NFKC, no case, nothing invisible, white space one blank."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))
    return " ".join(text.casefold().split())


def _runs(text: str) -> list[tuple[str, str]]:
    """(CJK run, "") or ("", word) for each run of letters and digits, folded, in order."""
    found: list[str] = _RUN.findall(_INVISIBLE.sub("", _folded(text)))
    return [(run, "") if _IS_CJK.match(run) else ("", run) for run in found]


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).casefold()


class _TokensOf(dict[str, tuple[str, ...]]):
    """The tokens of what stands between blanks: most of it was met before."""

    def __missing__(self, piece: str) -> tuple[str, ...]:
        found: list[str] = []
        for run in _RUN.findall(_INVISIBLE.sub("", _folded(piece))):
            found += (*_bigrams(run), run[-1]) if _IS_CJK.match(run) else (_fold(run),)
        tokens = tuple(found)
        if len(piece) <= _REMEMBERED_CHARACTERS:
            if len(self) >= _REMEMBERED_PIECES:
                self.clear()
            self[piece] = tokens
        return tokens


_REMEMBERED_PIECES, _REMEMBERED_CHARACTERS = 50_000, 20
_tokens_of = _TokensOf().__getitem__


def _bigrams(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def _word_term(token: str) -> Term:
    return Term(token, prefix=len(token) >= _PREFIX_LETTERS and token.isalpha())


def _fold(word: str) -> str:
    if not word.isascii():
        letters = unicodedata.normalize("NFKD", word)
        word = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return stem(word) if word.isascii() and word.isalpha() else word
