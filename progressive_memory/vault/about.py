"""What an entry's title is about, where its own words do not say it: words of the talk, quoted
behind the title. Pure.

`Add a lock for concurrent writes (about “the order queue is written by two workers”)`.
"""

from __future__ import annotations

import re

from progressive_memory.domain.group import Language

_SHAPE: dict[Language, str] = {"zh": "{title}（关于“{about}”）", "en": "{title} (about “{about}”)"}
_WRITTEN = re.compile(
    r"(?P<title>.*\S)\s*(?:（关于“(?P<zh>[^“”]+)”）|\(about “(?P<en>[^“”]+)”\))", re.DOTALL
)
_TOLD = re.compile(r"(?<!\s)\s*(?:（关于“[^“”]+”）|\(about “[^“”]+”\))")
_PAIRS = (re.compile(r"“([^“”]*)”"), re.compile(r'"([^"]*)"'))
_OUTER = re.compile(r"[“”\"]")


def with_about(title: str, about: str, language: Language) -> str:
    """The title as it is written; as it is where nothing needs to be told."""
    return _SHAPE[language].format(title=title, about=about) if about else title


def without_about(written: str) -> tuple[str, str]:
    """A title as it reads in a note: the title, and what it is about ("" where none is told)."""
    hit = _WRITTEN.fullmatch(written)
    return (hit["title"], hit["zh"] or hit["en"]) if hit else (written, "")


def less_about(line: str) -> str:
    """A line of a note without what it says a title is about."""
    return _TOLD.sub("", line)


def quotable(words: str) -> str:
    """Words as they can be quoted behind a title: what they quote themselves in single marks."""
    for pair in _PAIRS:
        words = pair.sub(r"‘\1’", words)
    return " ".join(_OUTER.sub(" ", words).split())
