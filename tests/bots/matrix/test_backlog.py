"""Years of messages in a room's group: flushed a portion a turn, answered once."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.api import Memory
from progressive_memory.api_live import LiveMemory
from progressive_memory.domain.cron_report import CronReport
from progressive_memory.scheduler import Scheduler
from progressive_memory.services.flush import backlog
from tests.bots.matrix.play import Play
from tests.services.test_backlog import chat

DAYS = 5


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """A room whose group has five days of talk, each a portion of its own."""
    monkeypatch.setattr(backlog, "PORTION", 4)
    return imported()


def imported() -> Play:
    play = Play()
    play.live(lambda: play.say("Leo", "hello"))
    LiveMemory(play.ports).log_file("harbour", io.BytesIO(chat(DAYS)))
    return play


def flushes(play: Play) -> list[str]:
    return [one.trigger for one in LiveMemory(play.ports).history().flushes]


def test_it_is_told_in_one_answer(play: Play) -> None:
    remem = play.say("Nora", "!remem")
    play.live()
    text = play.answer_to(remem)
    assert "done in 6 portions" in text
    assert "(22 new messages)" in text
    assert ["remem"] * 6 == flushes(play)
    assert 1 == sum("Remembered" in one for one in play.notices())


def test_others_are_answered_between_the_portions(play: Play) -> None:
    remem = play.say("Nora", "!remem")
    release = play.say("Nora", "!remember we release on Thursdays")
    play.live()
    answered = [one.reply_to for one in play.said("notice") if one.reply_to]
    assert [release, remem] == answered


@pytest.mark.parametrize("share", range(4))
def test_killed_at_any_step_it_is_answered_once_and_all_is_flushed(
    share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backlog, "PORTION", 4)
    for at in range(1 + share, 40, 4):
        play = imported()
        remem = play.say("Nora", "!remem")
        play.killed_at(at)
        assert play.answer_to(remem)
        assert 0 == LiveMemory(play.ports).unflushed("harbour")
        for day in range(DAYS):
            assert 1 == play.note("experience.md").count(f"copies of backup {day}\n\n- Decision")


def test_a_schedule_works_it_off_and_tells_the_room_once(play: Play) -> None:
    scheduler = Scheduler(lambda: Memory(play.ports))
    scheduler.watch(datetime.now(UTC))

    class InADay:
        """The schedule of this time tomorrow."""

        looks = 0

        def run_due(self, now: datetime) -> CronReport:
            self.looks += 1
            return scheduler.run_due(now + timedelta(days=1))

        def pause(self, now: datetime) -> float:
            return 0.02

    schedule = InADay()
    play.waits_for = lambda: schedule.looks > 1
    play.live(schedule=schedule)
    assert ["cron"] * 6 == flushes(play)
    [digest] = [one for one in play.notices() if "Remembered" in one]
    assert "Keep 7 copies of backup 4" in digest
