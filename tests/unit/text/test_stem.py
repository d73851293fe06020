from __future__ import annotations

import pytest

from progressive_memory.text.stem import stem


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("deploy deployed deploying deploys deployment", "deploy"),
        ("decide decided decides deciding", "decid"),
        ("decision decisions", "decis"),
        ("migrate migrated migration migrations", "migrat"),
        ("retry retries", "retri"),
        ("stop stopped stopping", "stop"),
        ("agree agreed", "agre"),
        ("relational", "relat"),
        ("caresses", "caress"),
        ("hopefulness hopeful", "hope"),
        ("controll controlling", "control"),
        ("happy", "happi"),
        ("sky", "ski"),
        ("by", "by"),
        ("say", "say"),
        ("as", "as"),
        ("filing", "file"),
        ("feed", "feed"),
        ("adoption adopt", "adopt"),
    ],
)
def test_forms_of_one_word_share_a_stem(words: str, expected: str) -> None:
    assert {word: stem(word) for word in words.split()} == dict.fromkeys(words.split(), expected)
