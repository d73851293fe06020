from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from bots.matrix import wording
from bots.matrix.wording import kind_word, plain, say
from progressive_memory.domain.entry import Kind

SAID = wording._SAID


@pytest.mark.parametrize("key", SAID)
def test_both_languages_take_the_same_values(key: str) -> None:
    fields = [
        {name for _, name, _, _ in string.Formatter().parse(one) if name} for one in SAID[key]
    ]
    assert fields[0] == fields[1]


def test_every_sentence_is_said_somewhere_and_every_one_said_is_there() -> None:
    words = {
        node.value
        for path in Path(wording.__file__).parent.glob("*.py")
        if path.name != "wording.py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set() == SAID.keys() - words


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_a_word_in_both_languages(kind: Kind) -> None:
    assert kind.value not in {kind_word("zh", kind.value), kind_word("en", kind.value)}


def test_a_language_is_spoken() -> None:
    assert ("没有等待确认的条目。", "Nothing waits.") == (
        say("zh", "no_pending"),
        say("en", "no_pending"),
    )


def test_markdown_of_people_does_not_act() -> None:
    assert r"\[see](http://x) \*\*now\*\* \`rm\` \~\~no\~\~ a\\b" == plain(
        "[see](http://x) **now** `rm` ~~no~~ a\\b"
    )
