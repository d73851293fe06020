from __future__ import annotations

import pytest

from bots.matrix.commands import VERBS, Command, command_in

NAMES = ("@memory:example.org", "memory", "Memory Bot")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("mark", ["!", "/", "//", "！"])
def test_every_verb_is_a_command_after_a_mark(verb: str, mark: str) -> None:
    assert Command(verb, "") == command_in(mark + verb)


@pytest.mark.parametrize(("verb", "other"), [(v, o) for v, others in VERBS.items() for o in others])
def test_every_verb_has_other_words(verb: str, other: str) -> None:
    assert Command(verb, "d-1") == command_in(f"!{other} d-1")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("!recall what did we decide?", Command("recall", "what did we decide?")),
        ("  !Recall: the database ", Command("recall", "the database")),
        ("!remember two\nlines", Command("remember", "two\nlines")),
        ("!记住周四发布", Command("remember", "周四发布")),
        ("！回忆：数据库怎么定的？", Command("recall", "数据库怎么定的？")),
        ("!undo `f-20260515-061700-ds4x`", Command("undo", "`f-20260515-061700-ds4x`")),
    ],
)
def test_what_stands_after_the_verb_are_its_words(text: str, command: Command) -> None:
    assert command == command_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "!",
        "remem",
        "please !remem",
        "!remembering is hard",
        "!roll 2d6",
        "/me waves",
        "!recallx",
        "> !remem",
        "记住周四发布",
        "Memory Bot remem",
    ],
)
def test_anything_else_is_none(text: str) -> None:
    assert command_in(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Memory Bot: remem",
        "Memory Bot remem",
        "@memory:example.org remem",
        "@memory remem",
        "memory, remem",
        "Memory Bot !remem",
        "[Memory Bot](https://matrix.to/#/@memory:example.org): remem",
        "@Memory Bot 整理",
        "memory：整理",
    ],
)
def test_a_message_to_us_needs_no_mark(text: str) -> None:
    assert Command("remem", "") == command_in(text, NAMES)


def test_a_question_to_us_is_a_recall_and_anything_else_asks_for_help() -> None:
    asked = "where do we store chart tiles?"
    assert Command("recall", asked) == command_in(f"Memory Bot: {asked}", NAMES)
    assert Command("help", "") == command_in("Memory Bot: remeber this", NAMES)


@pytest.mark.parametrize("text", ["ask Memory Bot: remem", "memoryless remem", "thanks"])
def test_a_message_that_does_not_begin_with_our_name_is_none(text: str) -> None:
    assert command_in(text, NAMES) is None
