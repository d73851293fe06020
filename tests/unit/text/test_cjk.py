from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.text.cjk import (
    QUERY_TERMS,
    Term,
    all_terms,
    fold,
    phrase_terms,
    query_terms,
    words,
)


def texts(terms: tuple[Term, ...]) -> list[str]:
    return [term.text for term in terms]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("选用了 PostgreSQL 数据库", ["选用", "用了", "了", "postgresql", "数据", "据库", "库"]),
        ("用PostgreSQL数据库", ["用", "postgresql", "数据", "据库", "库"]),
        ("Deployed twice, deploys daily", ["deploy", "twice", "deploy", "daili"]),
        ("ＡＢＣ　１２", ["abc", "12"]),
        ("Café CAFE\u0301", ["cafe", "cafe"]),
        ("データを移す", ["デー", "ータ", "タを", "を移", "移す", "す"]),
        ("이전하기", ["이전", "전하", "하기", "기"]),
        ("Привет, мир", ["привет", "мир"]),
        ("v1.2 foo-bar c++ snake_case", ["v1", "2", "foo", "bar", "c", "snake", "case"]),
        ("🚀 …—！", []),
        ("", []),
    ],
)
def test_words_are_bigrams_and_stems(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_a_question_keeps_what_it_asks_about() -> None:
    assert texts(query_terms("检索的目标是什么？")) == ["检索", "目标"]
    assert texts(query_terms("What is the hit rate target?")) == ["hit", "rate", "target"]
    assert texts(query_terms("谁负责 billing 模块")) == ["负责", "bill", "模块"]


def test_a_question_of_stop_words_asks_for_nothing() -> None:
    assert query_terms("what is it about? 是什么呢") == ()
    assert texts(all_terms("what is it")) == ["what", "is", "it"]


def test_long_words_find_longer_ones_and_short_words_only_themselves() -> None:
    assert query_terms("deployed api") == (Term("deploy", prefix=True), Term("api"))


def test_a_lone_chinese_character_is_a_prefix() -> None:
    assert query_terms("库") == (Term("库", prefix=True),)
    assert texts(query_terms("库 mysql")) == ["mysql"]


def test_a_phrase_leaves_out_the_last_character_of_its_last_run_only() -> None:
    assert texts(phrase_terms("放弃 MySQL")) == ["放弃", "弃", "mysql"]
    assert texts(phrase_terms("MySQL 数据库")) == ["mysql", "数据", "据库"]
    assert phrase_terms("mysql 库") == (Term("mysql"), Term("库", prefix=True))
    assert phrase_terms("!?") == ()


def test_a_megabyte_of_question_is_cut_to_a_bounded_number_of_terms() -> None:
    assert len(query_terms(" ".join(f"word{n}" for n in range(200_000)))) == QUERY_TERMS


def test_phrases_compare_without_case_width_and_line_breaks() -> None:
    assert fold("Hit　Rate\n TARGET ≥０.8") == "hit rate target ≥0.8"


@given(st.text())
def test_every_term_of_a_question_is_a_token_of_its_text(text: str) -> None:
    tokens = set(words(text))
    for term in (*query_terms(text), *all_terms(text), *phrase_terms(text)):
        assert term.text in tokens or any(t.startswith(term.text) for t in tokens)


@given(st.text())
def test_tokens_hold_no_blank_and_no_quote(text: str) -> None:
    assert [t for t in words(text) if not t or any(c.isspace() or c == '"' for c in t)] == []


def test_signs_without_width_are_no_part_of_a_word() -> None:
    assert words("data\u200bbase") == words("database")
    assert words("数\u2060据库") == words("数据库")
    assert fold("a\ufeffb") == "ab"
    assert query_terms("\u202edata\u00adbase") == query_terms("database")


def test_a_word_that_goes_on_in_another_script_is_one_word() -> None:
    assert words("naïve Überfall abcд") == ["naiv", "uberfal", "abcд"]
