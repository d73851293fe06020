"""log: a chat into day notes; once, twice, in pieces, late."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from progressive_memory.adapters.chat_exports import Source, open_feed
from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.log_report import LogReport, Skipped
from progressive_memory.domain.message import ChatEvent, Message
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import NoteUnwritable, UnknownGroup
from progressive_memory.services.group import changes as group_changes
from progressive_memory.services.log.log import log
from progressive_memory.vault import layout, log_note
from progressive_memory.vault.ids import message_block_id, short_hash
from tests.golden import GROUPS, Golden

AT = datetime(2026, 5, 15, 6, 0, tzinfo=UTC)
DAY = "memory/groups/pay/log/2026/2026-05-15.md"


def event(
    event_id: str, text: str = "", *, hours: float = 0, sender: str = "@a", **more: str
) -> ChatEvent:
    at = AT + timedelta(hours=hours)
    return ChatEvent(event_id, at, sender, text, sender.strip("@").upper(), **more)  # type: ignore[arg-type]


@pytest.fixture
def ports() -> MemoryPorts:
    ports = MemoryPorts()
    group_changes.add(ports, NewGroup("pay", "!room:x", language="en", timezone="UTC"))
    return ports


def run(ports: MemoryPorts, *items: ChatEvent | Problem, batch: int = 2_000) -> LogReport:
    return log(ports, "pay", MemoryFeed(items), batch=batch)


def notes(ports: MemoryPorts) -> dict[str, str]:
    paths = sorted(ports.vault.stamps(layout.log_folder("pay")))
    return {path: snapshot.data.decode() for path in paths if (snapshot := ports.vault.read(path))}


def messages(ports: MemoryPorts) -> dict[str, Message]:
    found = (one for path, text in notes(ports).items() for one in log_note.parse(path, text))
    return {message.event_id: message for message in found}


def state(ports: MemoryPorts) -> dict[str, Any]:
    snapshot = ports.vault.read(layout.FLUSH_STATE)
    groups = json.loads(snapshot.data)["groups"] if snapshot else {}
    found: dict[str, Any] = groups.get("pay", {})
    return found


def files(ports: MemoryPorts) -> dict[str, bytes]:
    return {path: one.data for path in ports.vault.stamps("") if (one := ports.vault.read(path))}


def set_state(ports: MemoryPorts, **values: object) -> None:
    ports.vault.save(layout.FLUSH_STATE, json.dumps({"groups": {"pay": values}}).encode())


@GROUPS
def test_a_golden_chat_gives_the_golden_day_note(golden: Golden) -> None:
    ports = MemoryPorts()
    wanted = NewGroup(golden.name, language=golden.language, timezone=golden.timezone)
    group_changes.add(ports, wanted)
    path = layout.day_note(golden.name, datetime.fromisoformat(golden.day).date())
    expected = golden.text(path)
    with (golden.folder / "chat.jsonl").open("rb") as file:
        feed = open_feed(Source("chat", file), "auto", ZoneInfo(golden.timezone), golden.language)
        log(ports, golden.name, feed)
    snapshot = ports.vault.read(path)
    assert expected == (snapshot.data.decode() if snapshot else "")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_team_chat_is_logged_once_however_often_it_is_told(language: str) -> None:
    shared = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "evermemos_teamchat"
    export = shared / f"team_chat_{language}.json"
    if not export.is_file():
        pytest.skip("shared cases are not beside this checkout")
    ports = MemoryPorts()
    group_changes.add(ports, NewGroup("pay", language="zh" if language == "zh" else "en"))

    def told() -> LogReport:
        with export.open("rb") as file:
            return log(ports, "pay", open_feed(Source("t", file), "auto", ZoneInfo("UTC"), "zh"))

    first = told()
    assert (first.logged, 0, 0) == (len(messages(ports)), first.duplicates, first.skipped_total)
    assert 5 == sum(event_id.startswith("roster:") for event_id in messages(ports))
    before = files(ports)
    second = told()
    assert (0, first.logged) == (second.logged, second.duplicates)
    assert before == files(ports)


def test_days_are_those_of_the_groups_zone(ports: MemoryPorts) -> None:
    run(ports, event("$1", "one"), event("$2", "two", hours=18))
    assert [DAY, DAY.replace("15.md", "16.md")] == list(notes(ports))


def test_an_edit_a_reaction_and_a_deletion_find_their_message_in_an_older_note(
    ports: MemoryPorts,
) -> None:
    run(ports, event("$1", "one"), event("$2", "two"), event("$3", "three", hours=80))
    report = run(
        ports,
        event("$4", "ONE", hours=90, replaces="$1"),
        event("$5", hours=91, sender="@b", reacts_to="$1", key="👍"),
        event("$6", hours=92, deletes="$2"),
    )
    found = messages(ports)
    assert (1, 1, 1, 0) == (report.edited, report.reactions, report.deleted, report.logged)
    assert ("ONE", 1, "👍") == (
        found["$1"].text,
        found["$1"].edited,
        found["$1"].reactions[0].key,
    )
    assert True is found["$2"].deleted
    before = files(ports)
    run(ports, event("$4", "ONE", hours=90, replaces="$1"), event("$6", hours=92, deletes="$2"))
    assert before == files(ports)


def test_a_reaction_is_taken_away_from_an_older_note(ports: MemoryPorts) -> None:
    thumb = event("$r", sender="@b", reacts_to="$1", key="👍")
    run(ports, event("$1", "one"), thumb, event("$2", "two", hours=80))
    run(ports, event("$d", hours=90, sender="@b", deletes="$r"))
    assert () == messages(ports)["$1"].reactions
    before = files(ports)
    run(ports, thumb)
    assert before == files(ports)


@pytest.mark.parametrize("batch", [1, 2, 3, 100])
def test_an_event_may_come_before_its_message(ports: MemoryPorts, batch: int) -> None:
    report = run(
        ports,
        event("$6", hours=3, sender="@b", deletes="$5"),
        event("$5", hours=2, sender="@b", reacts_to="$1", key="👍"),
        event("$4", "new", hours=1, replaces="$1"),
        event("$3", "an answer", hours=30, reply_to="$1"),
        event("$1", "old"),
        batch=batch,
    )
    found = messages(ports)
    assert ("new", 1, ()) == (found["$1"].text, found["$1"].edited, found["$1"].reactions)
    assert (2, 1, 1) == (report.logged, report.edited, report.deleted)
    link = f"re:: [[memory/groups/pay/log/2026/2026-05-15#^{message_block_id('$1')}]]"
    assert link in notes(ports)[found["$3"].path]


def test_a_link_stays_when_its_message_changes(ports: MemoryPorts) -> None:
    run(ports, event("$1", "one"), event("$2", "two", hours=48, reply_to="$1"))
    run(ports, event("$3", "TWO", hours=49, replaces="$2"))
    assert f"2026-05-15#^{message_block_id('$1')}]]" in notes(ports)[messages(ports)["$2"].path]


def test_an_edit_whose_message_never_comes_is_logged_as_an_answer(ports: MemoryPorts) -> None:
    items = [
        event("$e", "what I meant", replaces="$0"),
        event("$r", sender="@b", reacts_to="$0", key="👍"),
        event("$d", sender="@b", deletes="$9"),
    ]
    report = run(ports, *items)
    assert (1, 0, 1) == (report.logged, report.edited, report.unplaced)
    assert ("what I meant", message_block_id("$0")) == (
        messages(ports)["$e"].text,
        messages(ports)["$e"].reply_to,
    )
    before = files(ports)
    run(ports, *items)
    assert before == files(ports)
    run(ports, event("$9", "gone before it came"))
    assert True is messages(ports)["$9"].deleted
    assert "gone" not in str(files(ports))


def test_a_line_that_cannot_be_read_is_reported_and_the_rest_logged(ports: MemoryPorts) -> None:
    bad = [Problem("chat", line, "not_json", "not JSON") for line in range(1, 1_201)]
    report = run(ports, event("$1", "one"), *bad, event("$2", "two"))
    assert (2, 1_200, 1_000) == (report.logged, report.skipped_total, len(report.skipped))
    assert Skipped(1, "not JSON") == report.skipped[0]


def test_what_is_said_of_a_bad_line_holds_no_secret(ports: MemoryPorts) -> None:
    report = run(ports, Problem("chat", 1, "bad_time", "no time: 'password=hunter2'"))
    assert (Skipped(1, "no time: 'password=(redacted:password)'"),) == report.skipped


def test_an_answer_logged_alone_is_shaped_by_the_request_that_stands(ports: MemoryPorts) -> None:
    run(ports, event("$1", "restart the runner"))
    long = "\n\n".join(["I looked around for a while."] * 40)
    answer = event("$2", f"{long}\n\nRestarted.", hours=0.1, sender="@bot", role="assistant")
    run(ports, answer)
    text = messages(ports)["$2"].text
    assert (True, True) == (text.startswith("Outcome: "), text.endswith("Restarted."))


def test_the_state_counts_what_is_not_flushed(ports: MemoryPorts) -> None:
    run(ports, event("$1", "lol"), event("$2", "I will take the login page"))
    run(ports, event("$3", "hm"), event("$1", "lol"))
    assert (3, 1) == (state(ports)["unflushed_messages"], state(ports)["unflushed_task_changes"])


def test_what_comes_with_a_time_before_the_cursor_is_late(ports: MemoryPorts) -> None:
    set_state(ports, cursor={"event_id": "$2", "ts": "2026-05-15T08:00:00Z"}, late=["$x"])
    run(ports, event("$1", "one", hours=1), event("$2", "two", hours=2), event("$3", "3", hours=3))
    assert ["$x", "$1"] == state(ports)["late"]
    run(
        ports, event("$4", "TWO", hours=4, replaces="$2"), event("$5", "3!", hours=5, replaces="$3")
    )
    assert ["$x", "$1", "$2"] == state(ports)["late"]
    assert 4 == state(ports)["unflushed_messages"]  # three new, and $2 that reads otherwise


def test_people_who_opted_out_are_not_logged(ports: MemoryPorts) -> None:
    set_state(ports, optouts=[short_hash("@a")], forgotten=[short_hash("$2")])
    report = run(
        ports,
        event("$1", "one"),
        event("$2", "two", sender="@b"),
        event("$3", "three", sender="@b"),
    )
    assert (["$3"], 1) == (list(messages(ports)), report.opted_out)


def test_the_state_holds_hashes_only(ports: MemoryPorts) -> None:
    run(ports, event("$one", "one"), event("$edit", "two", replaces="$one"))
    assert [f"{message_block_id('$one')} {short_hash('$edit')} 1778824800000"] == state(ports)[
        "edits"
    ]


def test_what_people_wrote_into_the_day_note_stays(ports: MemoryPorts) -> None:
    run(ports, event("$1", "one"), event("$2", "two", hours=1))
    text = notes(ports)[DAY].replace("# 2026-05-15\n", "# 2026-05-15\n\nMy own words.\n")
    ports.vault.save(DAY, text.encode())
    run(ports, event("$3", "between", hours=0.5), event("$4", "ONE", hours=2, replaces="$1"))
    assert "My own words." in notes(ports)[DAY]
    assert ["ONE", "between", "two"] == [one.text for one in log_note.parse(DAY, notes(ports)[DAY])]


def test_a_message_is_known_in_a_note_of_another_zone(ports: MemoryPorts) -> None:
    items = [event("$1", "late", hours=17), event("$2", "early", hours=2)]
    run(ports, *items)
    index = layout.index_note("pay")
    snapshot = ports.vault.read(index)
    assert snapshot
    text = snapshot.data.decode().replace("timezone: UTC", "timezone: Asia/Shanghai")
    ports.vault.save(index, text.encode())
    before = files(ports)
    report = run(ports, *items)
    assert (0, 2, before) == (report.logged, report.duplicates, files(ports))


def test_a_group_is_named_by_its_room_too(ports: MemoryPorts) -> None:
    assert "pay" == log(ports, "!room:x", MemoryFeed([event("$1", "one")])).group


def test_an_unknown_group_says_how_to_add_it(ports: MemoryPorts) -> None:
    with pytest.raises(UnknownGroup) as error:
        log(ports, "ops", MemoryFeed([]))
    assert "pmem group add ops" == error.value.next_step


def test_a_day_note_that_must_not_be_touched_is_left_and_nothing_of_the_batch_written(
    ports: MemoryPorts,
) -> None:
    ports.vault.save(DAY, b"\xff\xfe not text")
    with pytest.raises(NoteUnwritable):
        run(ports, event("$1", "one"), event("$2", "two", hours=48))
    assert {DAY: b"\xff\xfe not text"} == {
        path: data for path, data in files(ports).items() if "/log/" in path
    }


def test_an_empty_chat_writes_nothing(ports: MemoryPorts) -> None:
    before = files(ports)
    assert LogReport("pay") == run(ports)
    assert before == files(ports)
