"""An entry loses what came from what goes, and nothing a person put into it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from progressive_memory.domain.message import Message
from progressive_memory.flush.forget.shorten import Left, persons_lines, shortened
from progressive_memory.flush.known.read_back import known_entries
from progressive_memory.vault.blocks import entries

GONE, STAYS = "m-aaaaaaaaaa", "m-bbbbbbbbbb"
LOG = "[[memory/groups/g/log/2026/2026-05-14#^{}|09:00 {}]]"
SAYS = Message(
    "$2", STAYS, datetime(2026, 5, 14, 9, tzinfo=UTC), "@bo:x", "Bo", "Di, please weld the gangway"
)


def left(
    *names: str, gone: tuple[str, ...] = (GONE,), whole: bool = False, about: bool = True
) -> Left:
    return Left(gone, names, (SAYS,), whole, about, "en")


def short(text: str, allowed: Left, path: str = "attention.md") -> str | None:
    entry = next(one for one in entries(path, text) if one.kind is not None)
    known = known_entries([entry], {})[entry.id]
    return shortened(known, entry, allowed)


def task(line: str, *fields: str) -> str:
    return "\n".join([f"- [ ] {line} ^t-20260514-cccccccccc", *(f"  - {one}" for one in fields)])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Weld the gangway — Di — by 2026-05-20", "Weld the gangway — Di"),
        ("Weld the gangway — Bo", "Weld the gangway — Bo"),
        ("Weld the gangway — [[people#^r-20260101-aaaaaaaaaa|Ana]]", "Weld the gangway"),
        ("Weld the gangway — Di — blocked", "Weld the gangway — Di — blocked"),
        ("Weld the gangway (about “the rusty pier”) — Di", "Weld the gangway (about “the rusty pier”) — Di"),
    ],
)  # fmt: skip
def test_of_a_tail_stays_what_the_rest_says(line: str, expected: str) -> None:
    assert task(expected) == short(task(line), left("Ana"))


def test_what_its_title_is_about_goes_where_that_came_from_there() -> None:
    line = "Weld the gangway (about “the rusty pier”) — Di"

    assert task("Weld the gangway — Di") == short(task(line), left(about=False))


def test_an_ended_task_keeps_its_end() -> None:
    text = "- [x] Weld the gangway — Ana ✅ 2026-05-20 ^t-20260514-cccccccccc"

    assert "- [x] Weld the gangway ✅ 2026-05-20 ^t-20260514-cccccccccc" == short(text, left("Ana"))


def test_an_item_that_waits_keeps_why() -> None:
    text = task("Weld the gangway — by 2026-05-20 — Ana, 2026-05-14 — nobody agreed")

    assert task("Weld the gangway — 2026-05-14 — nobody agreed") == short(
        text, left("Ana"), "memory/groups/g/pending.md"
    )


def test_links_and_names_that_go_leave_the_others() -> None:
    evidence = f"Evidence:: {LOG.format(GONE, 'Ana')}, {LOG.format(STAYS, 'Bo')}"
    text = task("Weld the gangway", "Decided by:: Ana, Bo 👍", "Confirmed by:: Ana 🎉", evidence)

    expected = task(
        "Weld the gangway", "Decided by:: Bo 👍", f"Evidence:: {LOG.format(STAYS, 'Bo')}"
    )
    assert expected == short(text, left("Ana"))


def test_words_nobody_who_stays_said_go_with_the_line_they_ran_on_to() -> None:
    text = task(
        "Weld the gangway",
        "Context:: the pier is rusty\n    since the storm",
        "Action:: weld the gangway",
        "Ticket:: HARBOUR-17",
    )

    expected = task("Weld the gangway", "Action:: weld the gangway", "Ticket:: HARBOUR-17")
    assert expected == short(text, left())
    assert text == short(text, left(whole=True))


def test_that_it_was_replaced_is_kept_without_by_what() -> None:
    gone = ("d-20260514-dddddddddd",)
    text = (
        "## 2026-05-14 Weld the gangway\r\n\r\n"
        "- Supersedes:: [[#^d-20260514-dddddddddd|Rivet it]]\r\n"
        "- Superseded by:: [[#^d-20260514-dddddddddd|Rivet it]]\r\n\r\n^d-20260514-cccccccccc"
    )

    expected = (
        "## 2026-05-14 Weld the gangway\r\n\r\n"
        "- Superseded by:: (forgotten)\r\n\r\n^d-20260514-cccccccccc"
    )
    assert expected == short(text, left(gone=gone, whole=True), "experience.md")


def test_a_line_a_person_broke_in_two_is_not_guessed_at() -> None:
    text = "- [ ] Weld the gangway — by\n  2026-05-20 ^t-20260514-cccccccccc"

    assert short(text, left()) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (task("Weld", "Evidence:: x", "mine", "Ticket:: 17"), ("- mine", "- Ticket:: 17")),
        (task("Weld", "mine\n    - deeper\n    text", "Context:: x\n    goes on"),
         ("- mine", "  - deeper", "  text")),
        (task("Weld", "[ ] Mine ^t-20260101-eeeeeeeeee\n    - Evidence:: y", "Evidence:: x"),
         ("- [ ] Mine ^t-20260101-eeeeeeeeee", "  - Evidence:: y")),
        ("- [ ] Weld the\n  gangway ^t-20260514-cccccccccc\n  - mine", ("- mine",)),
        ("## 2026-05-14 Weld\n\n- Decision:: Weld\n- mine\n\nA word of mine.\n\n^d-20260514-cccccccccc",
         ("- mine", "", "A word of mine.")),
        (task("Weld", "Evidence:: x"), ()),
    ],
)  # fmt: skip
def test_what_a_person_put_into_an_entry(text: str, expected: tuple[str, ...]) -> None:
    entry = entries("experience.md", text)[0]

    assert expected == persons_lines(entry)
