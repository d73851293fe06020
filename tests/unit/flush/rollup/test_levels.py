from __future__ import annotations

from datetime import UTC, datetime, timedelta

from progressive_memory.domain.message import Message
from progressive_memory.flush.rollup import levels
from progressive_memory.vault.summary_note import Summary

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
IDS = [
    f"s-202603{day:02}-aaaaaaaaa{letter}"
    for day, letter in zip(range(1, 21), "abcdefghijklmnopqrst", strict=True)
]


def said(hours: int, text: str) -> Message:
    at = START + timedelta(hours=hours)
    return Message(f"$e{hours}", f"m-{hours}", at, "@a:x", "Ana", text)


def words(text: str) -> int:
    return len(text.split())


def words_said(message: Message) -> int:
    return words(message.text)


def summary(number: int, level: int = 1, below: frozenset[str] = frozenset()) -> Summary:
    day = f"2026-03-{number + 1:02}"
    lines = (f"the crane was oiled on day {number}", "lunch was late")
    return Summary(
        IDS[number], level, day, day, f"g/summaries/L{level}/{day}--{day}.md", "crane", lines, below
    )


def test_a_batch_ends_where_a_talk_ends() -> None:
    said_first = [
        said(0, "one two three four five crane"),
        said(100, "ferry timetable june print now ok"),
    ]
    rest = [said(200, "lighthouse lamp broken again tonight")]

    found, left = levels.batches([*said_first, *rest], words_said, 12)

    assert [(tuple(said_first), 12)] == [(batch.messages, batch.tokens) for batch in found]
    assert 5 == left


def test_what_does_not_fill_a_batch_waits() -> None:
    assert ([], 6) == levels.batches([said(0, "one two three four five crane")], words_said, 7)


def test_a_talk_that_never_ends_is_cut_all_the_same() -> None:
    talk = [
        said(0, "crane cable").__class__(
            f"$e{at}",
            f"m-{at}",
            START + timedelta(minutes=at),
            "@a:x",
            "Ana",
            "crane cable pier four",
        )
        for at in range(100)
    ]

    found, left = levels.batches(talk, words_said, 100)

    assert 400 == sum(batch.tokens for batch in found) + left
    assert all(100 <= batch.tokens <= 130 for batch in found)


def test_only_summaries_that_none_above_condenses_are_free() -> None:
    low = [summary(number) for number in range(3)]
    high = summary(3, 2, frozenset({IDS[0], IDS[2]}))

    assert [low[1]] == levels.unlinked([high, *reversed(low)], 1)


def test_each_summary_below_is_named_and_linked_whatever_the_tokens() -> None:
    found = levels.lines([summary(0), summary(1)], words, 0)

    assert (
        f"[[g/summaries/L1/2026-03-01--2026-03-01#^{IDS[0]}|2026-03-01]]: crane",
        f"[[g/summaries/L1/2026-03-02--2026-03-02#^{IDS[1]}|2026-03-02]]: crane",
    ) == found


def test_what_says_most_of_a_summary_stands_below_its_link() -> None:
    found = levels.lines([summary(0), summary(1)], words, 30)

    assert "  - the crane was oiled on day 0" == found[1]
