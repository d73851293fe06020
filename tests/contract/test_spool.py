"""Every Spool passes this suite: the SQLite file and the in-memory twin."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.spool import MemorySpool
from progressive_memory.adapters.spool_sqlite import SqliteSpool
from progressive_memory.domain.chat_room import Arrival, Batch, Outgoing, Sealed
from progressive_memory.domain.message import ChatEvent, ToolCall
from progressive_memory.domain.request import Request, Review
from progressive_memory.ports_live import Spool

ME = "@memory:example.org"
ROOM, OTHER = "!harbour:example.org", "!YCk7UN56IoLS"
AT = datetime(2026, 5, 15, 9, 30, 1, 250000, tzinfo=UTC)
ASK = Request("$ask", ROOM, "recall", "@nora:example.org", "Nora", "哪个库？", thread="$root")
NOTICE = Outgoing("answer-$ask", ROOM, "notice", "**PostgreSQL 16**", "$ask", "$root", ("@n:x",))
REVIEW = Review("item-1", ROOM, "harbour", "d-20260515-aaaaaaaaaa", "Move the store")


@pytest.fixture(params=["sqlite", "memory"])
def spool(request: pytest.FixtureRequest, tmp_path: Path) -> Spool:
    return (
        SqliteSpool(tmp_path / "data" / "spool.sqlite3")
        if request.param == "sqlite"
        else MemorySpool()
    )


def arrival(number: int, room: str = ROOM, deletes: str = "") -> Arrival:
    at = AT + timedelta(minutes=number)
    said = ChatEvent(f"$e{number}", at, "@nora:example.org", "agreed", deletes=deletes)
    return Arrival(room, said, live=True)


def ids(spool: Spool, limit: int = 100, without: tuple[str, ...] = ()) -> list[str]:
    return [one.event.event_id for one in spool.waiting(limit, without)]


def test_an_arrival_comes_back_whole(spool: Spool) -> None:
    event = ChatEvent(
        event_id="$full",
        at=AT,
        sender="@nora:example.org",
        text="部署好了 ✅\nline two",
        sender_name="Nora",
        reply_to="$a",
        thread="$b",
        replaces="$c",
        deletes="$d",
        reacts_to="$e",
        key="👍",
        role="assistant",
        forwarded=True,
        tools=(ToolCall("run", "make", 12, ok=False, error="exit 2"),),
        took_ms=40,
        line=3,
    )
    full = Arrival(ROOM, event, live=True, mentions=(ME, "@sam:example.org"))
    bare = Arrival(OTHER, ChatEvent("$bare", AT, "@sam:example.org"), live=False)
    spool.take_in(ME, Batch("s1", (full, bare)))
    assert spool.waiting(10) == (full, bare)


def test_the_cursor_is_kept_by_account(spool: Spool) -> None:
    assert spool.cursor(ME) == ""
    spool.take_in(ME, Batch("s1"))
    spool.take_in(ME, Batch("s2"))
    assert (spool.cursor(ME), spool.cursor("@other:example.org")) == ("s2", "")


def test_arrivals_wait_in_the_order_they_came_until_they_are_logged(spool: Spool) -> None:
    spool.take_in(ME, Batch("s1", (arrival(2), arrival(1, OTHER))))
    spool.take_in(ME, Batch("s2", (arrival(3),)))
    assert (ids(spool), ids(spool, 2), ids(spool, 2, (OTHER,))) == (
        ["$e2", "$e1", "$e3"],
        ["$e2", "$e1"],
        ["$e2", "$e3"],
    )
    spool.logged(["$e2", "$e3"])
    assert ids(spool) == ["$e1"]


def test_an_event_taken_in_before_is_passed_over_also_when_it_is_logged(spool: Spool) -> None:
    spool.take_in(ME, Batch("s1", (arrival(1), arrival(2))))
    spool.logged(["$e1"])
    spool.take_in(ME, Batch("s2", (arrival(1), arrival(2), arrival(3))))
    assert (ids(spool), spool.cursor(ME)) == (["$e2", "$e3"], "s2")


def test_what_is_sealed_waits_until_it_arrives_opened(spool: Spool) -> None:
    first, second = (Sealed(ROOM, f"$e{n}", "key", '{"type": "m.room.encrypted"}') for n in (1, 2))
    spool.take_in(ME, Batch("s1", sealed=(first, second)))
    spool.take_in(ME, Batch("s2", (arrival(1),), sealed=(first,)))
    assert (spool.sealed(ME), spool.sealed("@other:example.org")) == ((second,), ())
    assert ids(spool) == ["$e1"]


def test_half_a_character_is_taken_in_and_ends_nothing(spool: Spool) -> None:
    spool.take_in(ME, Batch("s1", (arrival(1),)))
    half = arrival(2)
    half = replace(half, event=replace(half.event, text="\ud800 agreed"))
    spool.take_in(ME, Batch("s2", (half,)), [replace(ASK, words="\ud800")])
    assert (spool.cursor(ME), ids(spool)) == ("s2", ["$e1", "$e2"])


def test_a_request_waits_until_it_is_answered_and_is_asked_once(spool: Spool) -> None:
    spool.take_in(ME, Batch("s1", (arrival(1),)), [ASK])
    assert spool.asked() == (ASK,)
    spool.answered(ASK.event_id, [NOTICE])
    assert (spool.asked(), spool.outgoing(10)) == ((), (NOTICE,))
    spool.take_in(ME, Batch("s2", (arrival(1),)), [ASK])
    assert spool.asked() == ()


def test_the_aim_of_a_request_stays_until_it_is_answered(spool: Spool) -> None:
    spool.take_in(ME, Batch("s1"), [ASK])
    spool.aim(ASK.event_id, "f-20260515-093000-abcd")
    spool.take_in(ME, Batch("s2"), [ASK])
    assert spool.asked() == (replace(ASK, aim="f-20260515-093000-abcd"),)


def test_deleting_a_command_takes_it_back_unless_it_has_begun(spool: Spool) -> None:
    begun = replace(ASK, event_id="$begun")
    spool.take_in(ME, Batch("s1"), [ASK, begun])
    spool.aim("$begun", "f-1")
    spool.take_in(ME, Batch("s2", (arrival(1, deletes="$ask"), arrival(2, deletes="$begun"))))
    assert spool.asked() == (replace(begun, aim="f-1"),)


def test_what_is_said_at_once_is_kept_with_the_batch(spool: Spool) -> None:
    seen = Outgoing("seen-$ask", ROOM, "reaction", reply_to="$ask", key="👀")
    spool.take_in(ME, Batch("s1"), [ASK], [seen])
    spool.say([NOTICE, seen])
    assert spool.outgoing(10) == (seen, NOTICE)
    assert (spool.outgoing(1), spool.outgoing(10, (ROOM,))) == ((seen,), ())


def test_a_message_that_is_out_is_not_said_again(spool: Spool) -> None:
    spool.say([NOTICE])
    spool.sent(NOTICE.txn, "$sent")
    spool.say([NOTICE, replace(NOTICE, text="in other words")])
    assert spool.outgoing(10) == ()


def test_a_review_is_open_from_its_message_until_it_is_over(spool: Spool) -> None:
    second = replace(REVIEW, txn="item-2", pending_id="t-20260515-bbbbbbbbbb")
    given_up = replace(REVIEW, txn="item-3", pending_id="t-20260515-cccccccccc")
    items = [replace(NOTICE, txn=one.txn) for one in (REVIEW, second, given_up)]
    spool.take_in(ME, Batch("s1"), [ASK])
    spool.answered(ASK.event_id, items, [REVIEW, second, given_up])
    spool.sent("item-1", "$m1")
    spool.sent("item-3", "")
    assert spool.reviews() == (replace(REVIEW, event_id="$m1"), second)

    taken = Outgoing("item-1-over", ROOM, "edit", "accepted by Nora", replaces="$m1")
    spool.reviewed("item-1", [taken])
    spool.sent("item-1", "$m1")
    assert (spool.reviews(), spool.outgoing(10)) == ((second,), (items[1], taken))


def test_a_new_review_is_opened_by_what_nobody_asked_for(spool: Spool) -> None:
    spool.say([replace(NOTICE, txn=REVIEW.txn)], [REVIEW])
    assert spool.reviews() == (REVIEW,)
