"""What goes wrong, and the schedule: the bot goes on, and says so."""

from __future__ import annotations

import errno
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from progressive_memory.domain.chat_room import Batch, Outgoing
from progressive_memory.domain.cron_report import CronReport
from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.errors import NoteUnwritable, NotSent
from progressive_memory.services.flush.flush import flush
from progressive_memory.services.flush.pending import accept, list_pending
from tests.bots.matrix.play import ME, Play


def failing(
    play: Play, patch: pytest.MonkeyPatch, error: Exception, fails: Callable[[Plan], bool]
) -> None:
    """Let the vault refuse those plans with that error."""
    apply = play.ports.vault.apply

    def refusing(plan: Plan) -> Applied:
        if fails(plan):
            raise error
        return apply(plan)

    patch.setattr(play.ports.vault, "apply", refusing)


def test_a_log_that_cannot_be_written_is_told_once_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = Play()
    play.live()
    tries: list[Plan] = []

    def three_times(plan: Plan) -> bool:
        tries.append(plan)
        return plan.verb == "log" and len(tries) < 4

    failing(play, monkeypatch, NoteUnwritable("the day note is broken"), three_times)
    play.live(lambda: play.say("Sam", "the crane is fixed"))
    told = [text for text in play.notices() if "cannot be written into the notes" in text]
    assert 1 == len(told)
    assert "the day note is broken" in told[0]
    assert "the crane is fixed" in play.log()


def test_a_log_that_cannot_be_written_for_the_same_cause_again_is_told_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = Play()
    play.live()
    left: list[int] = []
    broken = NoteUnwritable("the day note is broken")
    failing(
        play, monkeypatch, broken, lambda plan: plan.verb == "log" and bool(left and left.pop())
    )
    for words in ("the crane is fixed", "the pump is dry"):
        left += [1, 1, 1]
        play.live(lambda words=words: play.say("Sam", words))  # type: ignore[misc]
    told = [text for text in play.notices() if "cannot be written into the notes" in text]
    assert (2, []) == (len(told), left)


def test_a_full_disk_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play()
    play.live()
    tries: list[Plan] = []

    def three_times(plan: Plan) -> bool:
        tries.append(plan)
        return len(tries) < 4

    full = OSError(errno.ENOSPC, "No space left on device")
    failing(play, monkeypatch, full, three_times)
    play.live(lambda: play.say("Sam", "the crane is fixed"))
    assert "the crane is fixed" in play.log()


@pytest.mark.parametrize("times", [2, 1_000])
def test_what_cannot_be_taken_in_by_a_fault_of_ours_holds_up_nothing_else(
    times: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault that goes away loses nothing; of one that stays, one event is lost, and named."""
    play = Play()
    play.live()
    take_in, faults = play.ports.spool.take_in, list[str]()

    def faulty(account: str, batch: Batch, *rest: Any) -> None:  # noqa: ANN401
        bad = [one for one in batch.arrivals if "quince" in one.event.text]
        if bad and len(faults) < times:
            faults.append(bad[0].event.event_id)
            raise RuntimeError("a fault")
        take_in(account, batch, *rest)

    monkeypatch.setattr(play.ports.spool, "take_in", faulty)
    for words in ("the crane is fixed", "the quince harvest", "the pump is dry"):
        play.say("Sam", words)
    asked = play.say("Leo", "!status")
    play.live()
    heard = ["crane" in play.log(), "quince" in play.log(), "pump" in play.log()]
    assert [True, times == 2, True] == heard
    passed_over = [one for one in caplog.messages if one.startswith("PASSED OVER")]
    assert ([] if times == 2 else [faults[0]]) == [one.split(": ")[1] for one in passed_over]
    assert play.answer_to(asked)


def test_while_it_cannot_be_read_who_opted_out_all_waits_at_the_server() -> None:
    play = Play()
    play.live(lambda: play.say("Sam", "!optout"))
    path = "memory/flush-state.json"
    snapshot = play.ports.vault.read(path)
    assert snapshot is not None
    play.ports.vault.save(path, b"{")
    before = play.ports.spool.cursor(ME)
    play.say("Sam", "the quince harvest")
    play.say("Leo", "the crane is fixed")

    def mend() -> None:
        assert before == play.ports.spool.cursor(ME)
        play.ports.vault.save(path, snapshot.data)

    play.live_in_trouble(mend)
    assert ("quince" in play.everything(), "crane" in play.log()) == (False, True)


def test_a_fault_of_ours_is_answered_in_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play()
    play.live(play.propose)
    failing(play, monkeypatch, RuntimeError("a fault"), lambda plan: plan.verb == "flush")
    ids: list[str] = []
    play.live(
        lambda: ids.append(play.say("Leo", "!remem")),
        lambda: ids.append(play.say("Leo", "!status")),
    )
    assert play.answer_to(ids[0]).startswith("Something went wrong on my side")
    assert play.answer_to(ids[1]).startswith("**Harbour**")


def test_a_message_that_cannot_be_sent_now_is_sent_later_and_others_do_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bots.matrix.speaking._FIRST_PAUSE_SECONDS", 0.05)
    play = Play()
    other = play.new_room("Nora", "Office", "Leo")
    play.live()
    send = play.server.send
    order: list[str] = []
    tries: list[Outgoing] = []

    async def unreached(message: Outgoing) -> str:
        if message.room_id == play.room and len(tries) < 2:
            tries.append(message)
            raise ConnectionError
        order.append(message.room_id)
        return await send(message)

    monkeypatch.setattr(play.server, "send", unreached)
    asked = [play.say("Leo", "!status"), play.say("Leo", "!status", other)]
    play.live()
    assert (other, [other, other, play.room, play.room]) == (order[0], sorted(order)[::-1])
    assert [play.answer_to(one)[:6] for one in asked] == ["**Harb", "**Offi"]


def test_what_the_server_refuses_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play()
    play.live()

    async def refuse(message: Outgoing) -> str:
        raise NotSent("we may not speak there")

    monkeypatch.setattr(play.server, "send", refuse)
    play.live(lambda: play.say("Leo", "!status"))
    assert () == play.ports.spool.outgoing(10)


class DueOnce:
    """A schedule by which the group (None = every one) is flushed at the first look."""

    def __init__(self, play: Play, group: str | None = "harbour") -> None:
        self.play = play
        self.group = group
        self.looks = 0

    def run_due(self, now: datetime) -> CronReport:
        self.looks += 1
        if self.looks > 1:
            return CronReport()
        return CronReport(flushes=(flush(self.play.ports, self.group, trigger="cron"),))

    def pause(self, now: datetime) -> float:
        return 0.02


def test_a_flush_of_the_schedule_reads_what_waited_and_is_told_in_the_room() -> None:
    play = Play()
    play.live()
    play.propose()
    schedule = DueOnce(play)
    play.waits_for = lambda: schedule.looks > 1
    play.live(schedule=schedule)
    [digest] = [text for text in play.notices() if text.startswith("**Remembered**")]
    assert "Store chart tiles" in digest
    item = play.event_of("To confirm").event_id
    play.live(lambda: play.react("Nora", item))
    assert "Write a newsletter" in play.note("experience.md")


def test_what_is_settled_in_the_notes_is_noticed_without_anybody_asking() -> None:
    play = Play()
    play.live(play.propose, lambda: play.say("Leo", "!remem"))
    schedule = DueOnce(play)
    schedule.looks = 1

    def settle() -> None:
        [waiting] = list_pending(play.ports).pending
        accept(play.ports, waiting.id)

    play.waits_for = lambda: schedule.looks > 3
    play.live(settle, schedule=schedule)
    play.waits_for = lambda: bool(play.said("edit"))
    play.live(schedule=schedule)
    assert [True] == [one.text.startswith("☑️ settled in the notes") for one in play.said("edit")]


def test_a_flush_of_several_rooms_offers_none_of_them_to_take_it_back() -> None:
    play = Play()
    office = play.new_room("Leo", "Office", "Nora")
    play.live(lambda: play.say("Nora", "hello", office))
    play.propose()
    schedule = DueOnce(play, group=None)
    play.waits_for = lambda: schedule.looks > 1
    play.live(schedule=schedule)
    [digest] = [text for text in play.notices() if text.startswith("**Remembered**")]
    assert ("`!undo" in digest, "`!why ID` shows the messages" in digest) == (False, True)
