from __future__ import annotations

from datetime import UTC, datetime

import pytest

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.clauses import cut, is_bot
from progressive_memory.flush.extract.grammar.members import Members

BOB = Person("@bob:x", "Bob")
MEMBERS = Members([Person("@ann:x", "Ann"), BOB])


def said(text: str, name: str = "Ann") -> Message:
    return Message("$1", "m-1", datetime(2026, 5, 11, tzinfo=UTC), "@ann:x", name, text)


def _texts(text: str) -> list[str]:
    return [clause.text for clause in cut(said(text), MEMBERS).clauses]


def test_sentences_are_clauses_and_numbers_are_whole() -> None:
    assert ["Ship 1.2.3 today.", "Then rest!"] == _texts("Ship 1.2.3 today. Then rest!")
    assert ["上线了。", "大家辛苦"] == _texts("上线了。大家辛苦")


def test_a_labelled_list_is_one_clause() -> None:
    assert ["目标：1）更快；2）更稳"] == _texts("目标：1）更快；2）更稳")
    assert ["Targets: hits ≥ 0.9; latency ≤ 80ms"] == _texts("Targets: hits ≥ 0.9; latency ≤ 80ms")


def test_quotes_and_code_are_not_said() -> None:
    assert ["agreed"] == _texts("> drop the wiki\nagreed")
    assert ["see"] == _texts("see ```rm -rf build```")


def test_a_link_inside_a_sentence_is_its_host_and_at_the_end_nothing() -> None:
    assert ["mention docs.example.org in the footer"] == _texts(
        "mention https://docs.example.org/a/b in the footer"
    )
    assert ["the draft"] == _texts("the draft: https://docs.example.org/a")


def test_an_address_names_who_is_spoken_to() -> None:
    found = cut(said("Bob: can you look?"), MEMBERS)
    assert (BOB, "can you look?") == (found.addressee, found.clauses[0].text)


def test_minutes_of_a_scribe_are_reported_words() -> None:
    assert [True] == [clause.reported for clause in cut(said("Zoe: we drop it"), MEMBERS).clauses]
    assert [False] == [
        clause.reported for clause in cut(said("Decided: we drop it"), MEMBERS).clauses
    ]


@pytest.mark.parametrize(
    "text",
    [
        "the key is （已隐去:token） for now",
        "x" * 700,
    ],
)
def test_what_is_not_talk_has_no_clauses(text: str) -> None:
    assert [] == _texts(text)


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        ("build-bot", True),
        ("travis-ci", True),
        ("发布机器人", True),
        ("Abbott", False),
        ("Cilia", False),
    ],
)
def test_a_bot_is_known_by_its_name(name: str, bot: bool) -> None:
    assert bot == is_bot(said("hello", name))
