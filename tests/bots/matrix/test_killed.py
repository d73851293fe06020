"""Killed at any step, the bot does and says everything exactly once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from progressive_memory.services.history import history
from tests.bots.matrix.play import ME, Play

_SHARES = 4
"""So many tests divide the steps of a scenario among them, to run side by side."""


def each_step(
    begin: Callable[[], tuple[Play, list[Callable[[], object]]]], share: int
) -> list[Play]:
    """The plays that came of being killed at every step of this share."""
    play, acts = begin()
    steps = play.killed_at(0, *acts)
    assert 20 < steps
    played = []
    for at in range(1 + share, steps + 1, _SHARES):
        play, acts = begin()
        play.killed_at(at, *acts)
        played.append(play)
    return played


def answers(play: Play) -> dict[str, int]:
    """How often each command was answered, by its words."""
    asked = {event.event_id: event.text for event in play.home.events(play.room)}
    commands = {one: text for one, text in asked.items() if text.startswith("!")}
    sent = [one.reply_to for one in play.said("notice")]
    return {text: sent.count(one) for one, text in commands.items()}


@pytest.mark.parametrize("share", range(_SHARES))
def test_commands_of_a_time_when_it_was_down_are_answered_once(share: int) -> None:
    def begin() -> tuple[Play, list[Callable[[], object]]]:
        play = Play()
        play.live()
        play.propose()
        for text in ("!remem", "!remember we release on Thursdays", "!status"):
            play.say("Nora", text)
        return play, []

    for play in each_step(begin, share):
        assert {"!remem": 1, "!remember we release on Thursdays": 1, "!status": 1} == answers(play)
        assert 1 == play.note("experience.md").count("## 2026-05-15 Store chart tiles")
        assert 1 == play.note("project.md").count("- Release on Thursdays")
        for event in play.home.events(play.room):
            if event.sender != ME and event.text:
                assert 1 == play.log().count(f"event:: {event.event_id} ")
        assert 1 == sum("newsletter" in text for text in play.notices() if "To confirm" in text)
        assert 3 == len(play.said("reaction"))


@pytest.mark.parametrize("share", range(_SHARES))
def test_undo_takes_one_flush_back_and_no_other(share: int) -> None:
    def begin() -> tuple[Play, list[Callable[[], object]]]:
        play = Play()
        play.live(
            lambda: play.say("Nora", "!remember we release on Thursdays"),
            lambda: play.say("Nora", "!remember we sail on Mondays"),
        )
        play.say("Nora", "!undo")
        return play, []

    for play in each_step(begin, share):
        undone = [one.undone for one in history(play.ports).flushes if one.trigger == "remember"]
        assert [True, False] == undone
        assert {1} == set(answers(play).values())


@pytest.mark.parametrize("share", range(_SHARES))
def test_a_thumb_up_confirms_once_and_opting_out_holds(share: int) -> None:
    def begin() -> tuple[Play, list[Callable[[], object]]]:
        play = Play()
        play.live(play.propose, lambda: play.say("Leo", "!remem"))
        play.react("Nora", play.event_of("To confirm").event_id)
        play.say("Sam", "!optout")
        play.say("Sam", "the quince harvest")
        return play, []

    for play in each_step(begin, share):
        assert 1 == play.note("experience.md").count("## 2026-05-15 Write a newsletter")
        assert "- Confirmed by:: Nora" in play.note("experience.md")
        [edit] = play.said("edit")
        assert "✅ confirmed by Nora: Write a newsletter for the harbour masters" == edit.text
        assert "quince" not in play.everything()
        assert 1 == answers(play)["!optout"]
