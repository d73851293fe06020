"""What a small team's short words are about."""

from __future__ import annotations

import pytest

from progressive_memory.domain.candidate import Candidate, Person
from progressive_memory.domain.group import Language
from progressive_memory.flush.extract.rules import extract_all
from tests.unit.flush.extract.dialogue_cases import messages

_CROWD = tuple(Person(f"@p{number}:x", f"Person{number}") for number in range(9))


def taken(talk: str, language: Language = "en", people: tuple[Person, ...] = ()) -> Candidate:
    """The last task that a talk gives."""
    said = messages([line.strip() for line in talk.splitlines()])
    found = extract_all(said, language=language, people=people)
    return [one for one in found if one.kind == "t"][-1]


@pytest.mark.parametrize(
    ("language", "talk", "about", "by"),
    [
        pytest.param(
            "en",
            "    Ann: Harbour staff can clear the mooring history\n"
            "    Bob: I added audit logs to the clear operation",
            "Harbour staff can clear the mooring history",
            "Ann",
            id="a clause that speaks of the same",
        ),
        pytest.param(
            "en",
            "    Ann: Found an issue: the tide table shows yesterday's heights\n"
            "    Bob: I'll update the harbour checklist entries",
            "The tide table shows yesterday's heights",
            "Ann",
            id="the trouble just told",
        ),
        pytest.param(
            "en",
            "    Ann: the ferry timetable is the next thing, ferry first\n"
            "    Cid: the ferry prices come from the port\n"
            "    Ann: ferry prices need a cache\n"
            "    Bob: I'll add a retry check for the writes and the reads",
            "ferry prices",
            "Ann",
            id="the thing everybody speaks of",
        ),
        pytest.param(
            "en",
            "    Ann: Let's return tide_id with every berth\n"
            "    Bob: Got it, I will add tide_id and the offset",
            "Return tide_id with every berth",
            "Ann",
            id="what was put forward, to one who says that he got it",
        ),
        pytest.param(
            "zh",
            "    老周: 访客可以一键清空航次记录\n    小林: 我加清空操作的日志",
            "访客可以一键清空航次记录",
            "老周",
            id="zh",
        ),
    ],
)
def test_the_talk_before_tells_what_it_is_about(
    language: Language, talk: str, about: str, by: str
) -> None:
    one = taken(talk, language)
    assert (about, [by], True) == (
        one.about,
        [message.sender_name for message in one.named_in],
        one.confirmed,
    )


def test_what_names_nothing_and_is_told_by_nothing_waits() -> None:
    one = taken("    Ann: morning\n    Bob: I'll adjust the threshold for more stable recall")
    assert ("unnamed", False, "") == (one.reason, one.confirmed, one.about)


def test_what_names_enough_is_left_alone() -> None:
    one = taken(
        "    Ann: the mooring fees look wrong\n"
        "    Bob: I'll recalculate the winter mooring fees for visiting yachts"
    )
    assert ("", True) == (one.about, one.confirmed)


def test_another_request_stands_between_a_trouble_and_what_follows() -> None:
    one = taken(
        "    Ann: Found an issue: the tide table shows yesterday's heights\n"
        "    Cid: which berths are free today?\n"
        "    Bob: I'll update the harbour checklist entries"
    )
    assert "" == one.about


def test_in_a_channel_of_many_nothing_is_looked_for() -> None:
    one = taken(
        "    Ann: Harbour staff can clear the mooring history\n"
        "    Bob: I will add the DS-12 audit logs to the clear operation tomorrow (2026-05-13)",
        people=_CROWD,
    )
    assert "" == one.about
