"""What a title is about, quoted behind it."""

from __future__ import annotations

import pytest

from progressive_memory.domain.group import Language
from progressive_memory.vault.about import quotable, with_about, without_about


@pytest.mark.parametrize(
    ("language", "about", "written"),
    [
        ("en", "the tide store", "Add a lock (about “the tide store”)"),
        ("zh", "潮汐库", "Add a lock（关于“潮汐库”）"),
        ("en", "", "Add a lock"),
    ],
)
def test_it_is_written_behind_the_title_and_read_back(
    language: Language, about: str, written: str
) -> None:
    assert written == with_about("Add a lock", about, language)
    assert ("Add a lock", about) == without_about(written)


def test_brackets_of_a_title_are_its_own() -> None:
    assert ("Add a lock (about 5 minutes)", "") == without_about("Add a lock (about 5 minutes)")


def test_quoted_words_hold_no_quotation_marks_of_ours() -> None:
    assert "the ‘tide store’ of ‘v2’" == quotable('the “tide store” of "v2"')
