"""What the words of a message say about where it belongs."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from progressive_memory.domain.message import Message
from progressive_memory.flush.segment.signs import Signs, signs

PEOPLE = ("Ann Lee", "Will", "王五", "bob-k")


def read(text: str, who: str = "Eve") -> Signs:
    """The signs of a text said among `PEOPLE`, whose sender ids are their names in capitals."""
    at = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    others = [Message(f"${n}", f"m-{n}", at, n.upper(), n, "hm") for n in PEOPLE]
    return signs([*others, Message("$x", "m-x", at, who.upper(), who, text)])[-1]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Ann Lee: which branch?", {"ANN LEE"}),
        ("ann, which branch?", {"ANN LEE"}),
        ("bob-k: see above", {"BOB-K"}),
        ("@王五 看一下", {"王五"}),
        ("I will look", set()),
        ("the annex is closed", set()),
        ("Thanks Ann Lee for the report, that was all I wanted to know today", set()),
    ],
)
def test_whom_a_message_speaks_to(text: str, named: set[str]) -> None:
    assert read(text).named == named


def test_nobody_speaks_to_themself() -> None:
    assert read("Ann here", who="Ann Lee").named == set()


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("https://example.org/x/issues/15 please", {"15"}),
        ("PR 118 and #7", {"118", "7"}),
        ("DSPR-504 is up", {"504"}),
        ("at 15:30, room 12", set()),
    ],
)
def test_numbers_of_issues_and_requests_are_keys(text: str, keys: set[str]) -> None:
    assert read(text).keys == keys


def test_words_of_an_address_are_no_terms() -> None:
    assert read("see https://example.org/parser").terms == {"see"}


@pytest.mark.parametrize("text", ["+1", "-1", "+0.5 with a note", "0"])
def test_votes(text: str) -> None:
    assert read(text).votes


@pytest.mark.parametrize(
    "text", ["1 of the tests fails and I have no idea why it does", "10 people"]
)
def test_what_starts_with_a_number_is_no_vote(text: str) -> None:
    assert not read(text).votes


@pytest.mark.parametrize(
    "text",
    [
        "OK, next topic: releases",
        "let's move on",
        "下一个议题：发布",
        "接下来说测试",
        "by the way, lunch?",
    ],
)
def test_words_that_lead_on(text: str) -> None:
    assert read(text).leads_on


@pytest.mark.parametrize("text", ["yes, it does", "但是太慢了", "ok", "同意", "... and more"])
def test_words_that_lean_on_what_was_said(text: str) -> None:
    assert read(text).leans


def test_a_link_alone_says_nothing_else() -> None:
    assert [
        read(text).links for text in ("<https://example.org/a>", "see https://example.org/a")
    ] == [
        True,
        False,
    ]
