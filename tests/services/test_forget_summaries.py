"""Summaries when messages go: condensed anew from what is left, up the whole chain."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from progressive_memory.domain.forget_report import ToForget
from progressive_memory.services.doctor.doctor import doctor
from progressive_memory.services.flush.rollup import rollup
from progressive_memory.services.forget.forget import forget
from progressive_memory.services.why.why import why
from progressive_memory.vault import summary_note
from tests.chat_room import ChatRoom

DAYS = 24
TOPICS = ("crane", "ferry", "customs", "lighthouse")
SAID = tuple(f"${kind}{day}" for kind in "ps" for day in (6, 7, 8))


@pytest.fixture(scope="module")
def condensed() -> dict[str, bytes]:
    """The files of a group with a summary of level 2, made once."""
    room = _room()
    for day in range(DAYS):
        topic = "zeppelin" if day in (6, 7, 8) else TOPICS[day % len(TOPICS)]
        room.say("Ana", f"I propose we inspect the {topic} of berth {day} on Mondays", f"$p{day}")
        room.say("Bo", "+1", f"$y{day}")
        room.say("Cy", f"the {topic} engine of berth {day} ran without any fault", f"$s{day}")
        room.ports.clock.forward(timedelta(hours=44))
    room.flush()
    paths = room.ports.vault.stamps("")
    return {path: one.data for path in paths if (one := room.ports.vault.read(path))}


def _room() -> ChatRoom:
    room = ChatRoom()
    room.ports.settings = replace(room.ports.settings, context_window_tokens=30)
    return room


@pytest.fixture
def room(condensed: dict[str, bytes]) -> ChatRoom:
    room = _room()
    for path, data in condensed.items():
        room.ports.vault.save(path, data)
    room.ports.clock.forward(timedelta(days=90))
    return room


def summaries(room: ChatRoom) -> dict[str, str]:
    return {path: text for path, text in room.notes().items() if summary_note.is_summary(path)}


def holding(room: ChatRoom, word: str) -> list[str]:
    return [path for path, text in summaries(room).items() if word in text]


def test_only_the_summaries_that_told_of_it_change_and_none_tells_it(room: ChatRoom) -> None:
    before = summaries(room)
    told = holding(room, "zeppelin")
    assert {"1", "2"} == {path.split("/L")[1][0] for path in told}

    forget(room.ports, ToForget(messages=SAID))

    after = summaries(room)
    assert [] == holding(room, "zeppelin")
    assert before.keys() == after.keys()
    assert set(told) == {path for path in after if before[path] != after[path]}
    assert () == doctor(room.ports).problems
    assert () == rollup(room.ports, room.name).groups[0].written


def test_it_leads_down_as_before(room: ChatRoom) -> None:
    (top,) = (path for path in summaries(room) if "/L2/" in path)
    parsed = summary_note.parse(top, summaries(room)[top])
    assert parsed is not None

    forget(room.ports, ToForget(messages=SAID))

    report = why(room.ports, parsed.id)
    assert 16 == len([one for one in report.sources if one.kind == "s"])
    assert () == report.outside


def test_a_summary_of_nothing_goes_and_the_one_above_names_it_no_more(room: ChatRoom) -> None:
    first = min(path for path in summaries(room) if "/L1/" in path)
    parsed = summary_note.parse(first, summaries(room)[first])
    assert parsed is not None

    forget(
        room.ports,
        ToForget(until=date.fromisoformat(parsed.until), group=room.name),
    )

    assert first not in summaries(room)
    assert [] == holding(room, parsed.id)
    assert () == doctor(room.ports).problems
    assert () == rollup(room.ports, room.name).groups[0].written


def test_all_of_it_goes_with_all_messages(room: ChatRoom) -> None:
    forget(room.ports, ToForget(since=date(2020, 1, 1), group=room.name))

    assert {} == summaries(room)


def test_what_a_person_wrote_into_a_summary_stays(room: ChatRoom) -> None:
    path = next(one for one in holding(room, "zeppelin") if "/L1/" in one)
    text = summaries(room)[path]
    mine = text.rstrip("\n") + "\n  - mine, nested\n    - deeper\n\nA word of mine.\n"
    room.ports.vault.save(path, mine.encode())

    forget(room.ports, ToForget(messages=SAID))

    after = summaries(room)[path]
    assert after.endswith("\n  - mine, nested\n    - deeper\n\nA word of mine.\n")
    assert "zeppelin" not in after
