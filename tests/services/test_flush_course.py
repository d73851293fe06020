"""attention.md stays true: what is listed as open is open, whatever nobody ended by name."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.domain.group import Language
from tests.chat_room import ChatRoom

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
Line = tuple[float, str, str]
_TASK = re.compile(r"^- (?:\[(?P<mark>.)\] )?(?P<text>.+?) \^[tbo]-\S+$", re.MULTILINE)


def talked(language: Language, *talk: Line, flush_after: frozenset[int] = frozenset()) -> ChatRoom:
    """A room in which each line (day, who, text) was said, flushed at the end."""
    room = ChatRoom(language=language)
    for number, (day, who, text) in enumerate(talk):
        room.say(who, text, at=START + timedelta(days=day, minutes=number))
        if number in flush_after:
            room.flush()
    room.flush()
    return room


def listed(room: ChatRoom, *, archived: bool) -> list[tuple[str, str]]:
    """Checkbox and line of each task, blocker and loop of one half of attention.md."""
    archive = next(one for one in ("## 归档", "## Archive") if one in room.note("attention.md"))
    active, _, over = room.note("attention.md").partition(archive)
    return [
        (hit["mark"] or "", hit["text"]) for hit in _TASK.finditer(over if archived else active)
    ]


TAKEN: dict[Language, Line] = {
    "zh": (0, "林舟", "我来写港口报表的导出脚本"),
    "en": (0, "Lin", "I'll write the export script for the harbour report"),
}
QUIET: dict[Language, tuple[str, str]] = {
    "zh": (" ", "写港口报表的导出脚本 — 林舟 — 2026-03-02 后未再提及"),
    "en": (" ", "Write the export script for the harbour report — Lin — no word since 2026-03-02"),
}
OTHER: dict[Language, str] = {"zh": "今天先看别的", "en": "looking at other things today"}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_task_nobody_speaks_of_goes_quiet_and_is_never_called_done(language: Language) -> None:
    still_open = talked(language, TAKEN[language], (14, "Wu", OTHER[language]))
    quiet = talked(language, TAKEN[language], (15, "Wu", OTHER[language]))

    assert listed(still_open, archived=False) == [(" ", QUIET[language][1].rpartition(" — ")[0])]
    assert listed(quiet, archived=False) == []
    assert listed(quiet, archived=True) == [QUIET[language]]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0}), frozenset({0, 1})])
def test_quiet_counts_to_the_newest_message_and_a_second_flush_changes_nothing(
    language: Language, flush_after: frozenset[int]
) -> None:
    room = talked(language, TAKEN[language], (16, "Wu", OTHER[language]), flush_after=flush_after)
    before = room.notes()

    room.ports.clock.forward(timedelta(days=400))
    room.flush()

    assert before == room.notes()


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("flush_after", [frozenset[int](), frozenset({0}), frozenset({1})])
def test_a_quiet_task_spoken_of_again_is_active_again_under_its_id(
    language: Language, flush_after: frozenset[int]
) -> None:
    again = (40, *TAKEN[language][1:])
    room = talked(
        language,
        TAKEN[language],
        (20, "Wu", OTHER[language]),
        again,
        flush_after=flush_after,
    )

    assert listed(room, archived=True) == []
    assert listed(room, archived=False) == [(" ", QUIET[language][1].rpartition(" — ")[0])]
    assert room.note("attention.md").count(" ^t-20260302-") == 1


def test_a_task_is_not_quiet_before_it_is_due() -> None:
    taken = (0, "Lin", "I'll write the export script for the harbour report by Monday (2026-03-30)")

    before = talked("en", taken, (27, "Wu", OTHER["en"]))
    just_after = talked("en", taken, (35, "Wu", OTHER["en"]))
    long_after = talked("en", taken, (45, "Wu", OTHER["en"]))

    assert [1, 1, 0] == [
        len(listed(one, archived=False)) for one in (before, just_after, long_after)
    ]


def test_what_a_person_reworded_or_took_out_of_the_archive_is_left_alone() -> None:
    room = talked("en", TAKEN["en"])
    room.replace("attention.md", "Write the export script", "Write the CSV export script")
    room.say("Wu", OTHER["en"], at=START + timedelta(days=30))
    room.flush()
    assert len(listed(room, archived=False)) == 1

    quiet = talked("en", TAKEN["en"], (15, "Wu", OTHER["en"]))
    block = re.search(r"- \[ \] Write.*\n(?:  .*\n?)*", quiet.note("attention.md"))
    assert block
    note = quiet.note("attention.md").replace(block[0], "")
    quiet.save("attention.md", note.replace("## Active tasks\n", f"## Active tasks\n\n{block[0]}"))
    before = quiet.note("attention.md")
    quiet.say("Wu", "nothing new from me", at=START + timedelta(days=60))
    quiet.flush()
    assert before == quiet.note("attention.md")


def test_the_days_are_a_setting() -> None:
    room = ChatRoom()
    room.ports.settings = type(room.ports.settings)("v", quiet_task_days=3)
    room.say("Lin", TAKEN["en"][2], at=START)
    room.say("Wu", OTHER["en"], at=START + timedelta(days=4))
    room.flush()

    assert listed(room, archived=True) == [QUIET["en"]]


def test_a_blocker_goes_quiet_too() -> None:
    room = talked(
        "en",
        (0, "Lin", "The report job is blocked by the missing tide tables"),
        (30, "Wu", OTHER["en"]),
    )

    assert listed(room, archived=False) == []
    assert [mark for mark, _ in listed(room, archived=True)] == [""]
