"""English stems, after M. F. Porter, "An algorithm for suffix stripping" (1980).

A stem is a search key, not a word: `deploy`, `deployed` and `deployment` share one.
"""

from __future__ import annotations

_VOWELS = frozenset("aeiou")

_STEP_2 = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("abli", "able"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
)
_STEP_3 = (
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
)
_STEP_4 = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent"),
    *("ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize"),
)

_known: dict[str, str] = {}
_KNOWN_LIMIT = 50_000
_LONGEST_WORD = 40


def stem(word: str) -> str:
    """The Porter stem of a lower-case ASCII word; words of fewer than 3 letters, and what is
    longer than any word (a hash, a URL), stay as they are.
    """
    found = _known.get(word)
    if found is None:
        if len(_known) >= _KNOWN_LIMIT:
            _known.clear()
        found = _known[word] = _stem(word) if 2 < len(word) <= _LONGEST_WORD else word
    return found


def _stem(word: str) -> str:
    word = _plural(word)
    word = _past(word)
    if word.endswith("y") and len(word) > 2 and _consonant(word, len(word) - 2):
        word = word[:-1] + "i"  # as Porter's later stemmer has it: `deploy` stays
    word = _replace(word, _STEP_2)
    word = _replace(word, _STEP_3)
    word = _strip(word)
    return _tidy(word)


def _consonant(word: str, at: int) -> bool:
    letter = word[at]
    if letter == "y":
        return at == 0 or not _consonant(word, at - 1)
    return letter not in _VOWELS


def _measure(part: str) -> int:
    """How many times a vowel run is followed by a consonant run."""
    count = 0
    vowel_before = False
    for at in range(len(part)):
        consonant = _consonant(part, at)
        if consonant and vowel_before:
            count += 1
        vowel_before = not consonant
    return count


def _has_vowel(part: str) -> bool:
    return any(not _consonant(part, at) for at in range(len(part)))


def _double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _consonant(word, len(word) - 1)


def _short_end(word: str) -> bool:
    """Whether it ends consonant, vowel, consonant, the last not w, x or y."""
    last = len(word) - 1
    return (
        last >= 2
        and _consonant(word, last)
        and not _consonant(word, last - 1)
        and _consonant(word, last - 2)
        and word[last] not in "wxy"
    )


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        part = word.removesuffix(suffix)
        if part != word and _has_vowel(part):
            break
    else:
        return word
    if part.endswith(("at", "bl", "iz")):
        return part + "e"
    if _double(part) and part[-1] not in "lsz":
        return part[:-1]
    return part + "e" if _measure(part) == 1 and _short_end(part) else part


def _replace(word: str, suffixes: tuple[tuple[str, str], ...]) -> str:
    for suffix, by in suffixes:
        if word.endswith(suffix):
            part = word.removesuffix(suffix)
            return part + by if _measure(part) > 0 else word
    return word


def _strip(word: str) -> str:
    for suffix in sorted(_STEP_4, key=len, reverse=True):
        if word.endswith(suffix):
            part = word.removesuffix(suffix)
            if _measure(part) > 1 and (suffix != "ion" or part.endswith(("s", "t"))):
                return part
            return word
    return word


def _tidy(word: str) -> str:
    if word.endswith("e"):
        part = word[:-1]
        measure = _measure(part)
        if measure > 1 or (measure == 1 and not _short_end(part)):
            word = part
    if word.endswith("ll") and _measure(word) > 1:
        word = word[:-1]
    return word
