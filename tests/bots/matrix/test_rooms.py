"""Rooms: asked in, refused, announced, isolated, left, replaced."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping

import pytest

from bots.matrix.rights import Manners
from progressive_memory.api_live import LiveMemory
from progressive_memory.domain.live_report import Drained
from progressive_memory.errors import LoginRevoked
from tests.bots.matrix.play import ME, SERVER, Play


def test_on_joining_it_says_that_messages_are_recorded_and_how_to_opt_out() -> None:
    play = Play()
    play.live()
    [hello] = play.notices()
    assert "the messages of this room are recorded" in hello
    assert "`!optout`" in hello


def test_it_announces_itself_once_and_again_when_it_comes_back() -> None:
    play = Play()
    play.live()
    play.live()
    assert 1 == len(play.notices())
    play.home.move(play.room, ME, "leave", by=play.id("Nora"))
    play.live()
    play.home.move(play.room, ME, "invite", by=play.id("Nora"))
    play.live()
    assert 2 == len(play.notices())


@pytest.mark.parametrize(
    ("manners", "comes"),
    [
        (Manners(), False),
        (Manners(invite_from=("elsewhere.org", "@sam:memory")), False),
        (Manners(invite_from=("@nora:memory",)), True),
    ],
)
def test_it_goes_only_where_the_settings_let_it(manners: Manners, comes: bool) -> None:
    play = Play(manners=manners)
    play.live()
    place = play.home.places[play.room]
    assert ("join" if comes else "leave") == place.memberships[ME]
    assert comes == bool(play.notices())


def test_a_message_of_one_room_never_shows_in_another() -> None:
    play = Play()
    other = play.new_room("Nora", "Office", "Leo")
    ids: list[str] = []
    play.live(
        play.propose,
        lambda: play.say("Nora", "!remem"),
        lambda: ids.append(play.say("Nora", "!recall where do we store chart tiles?", other)),
        lambda: ids.append(play.say("Nora", "!pending", other)),
        lambda: ids.append(play.say("Nora", "!undo", other)),
        lambda: ids.append(play.say("Nora", "!status", other)),
    )
    entry = play.note("experience.md").rsplit("^")[-1].strip()
    flush = play.event_of("**Remembered**").text.rsplit("`!undo ")[1].split("`")[0]
    for text in (f"!why {entry}", f"!forget {entry}", f"!undo {flush}"):
        play.live(lambda text=text: ids.append(play.say("Nora", text, other)))  # type: ignore[misc]
    told = "\n".join(play.answer_to(one) for one in ids)
    assert not [word for word in ("MBTiles", "newsletter", "Harbour") if word in told]
    assert "MBTiles" in play.note("experience.md")


def test_a_reaction_in_another_room_confirms_nothing() -> None:
    play = Play()
    other = play.new_room("Leo", "Office")
    play.live(play.propose, lambda: play.say("Nora", "!remem"))
    item = play.event_of("To confirm").event_id
    play.live(lambda: play.react("Leo", item, room=other))
    assert "Write a newsletter" in play.note("pending.md")


def test_the_room_that_replaces_another_goes_on_with_its_memory() -> None:
    play = Play()
    play.live(play.propose, lambda: play.say("Nora", "!remem"))
    new: list[str] = []
    play.live(lambda: new.append(play.home.upgrade(play.id("Nora"), play.room)))
    ids: list[str] = []
    play.home.move(new[0], play.id("Leo"), "join")
    play.live(
        lambda: play.say("Leo", "first words in the new room", new[0]),
        lambda: ids.append(play.say("Leo", "!recall where do we store chart tiles?", new[0])),
    )
    assert "MBTiles" in play.answer_to(ids[0])
    assert "first words in the new room" in play.log()
    snapshot = play.ports.vault.read("memory/group_names.json")
    assert snapshot is not None
    assert {"harbour"} == {row["name"] for row in json.loads(snapshot.data).values()}


@pytest.mark.parametrize(
    ("who", "manners", "follows"),
    [
        ("Sam", SERVER, False),
        ("Sam", Manners(invite_from=("memory",), admins=("@sam:memory",)), True),
        ("Nora", Manners(invite_from=("memory",), rooms=("!room1:memory",)), True),
    ],
)
def test_an_upgrade_is_followed_by_the_rank_in_the_old_room(
    who: str, manners: Manners, follows: bool, caplog: pytest.LogCaptureFixture
) -> None:
    play = Play(manners=manners)
    play.live(lambda: play.say("Leo", "the crane is fixed"))
    play.live(lambda: play.home.upgrade(play.id(who), play.room))
    new = str(play.home.places[play.room].replaced_by)
    assert follows == LiveMemory(play.ports).knows_room(new)
    assert not follows or play.home.places[new].memberships[ME] == "join"
    assert follows != ("not followed" in caplog.text)


def test_a_room_we_were_thrown_out_of_gets_no_answer_and_the_others_go_on() -> None:
    play = Play()
    other = play.new_room("Nora", "Office", "Leo")
    play.live(play.propose)
    ids = [play.say("Leo", "!status"), play.say("Leo", "!status", other)]
    play.home.move(play.room, ME, "leave", by=play.id("Nora"))
    play.live()
    assert play.answer_to(ids[1]).startswith("**Office**")
    assert [] == [one for one in play.said_anywhere() if one.reply_to == ids[0]]


def test_a_revoked_login_ends_it_with_that_error() -> None:
    play = Play()
    play.live()
    with pytest.raises(LoginRevoked):
        play.live(lambda: play.home.revoke(ME))


def test_a_backlog_is_logged_in_order_and_its_command_answered_once() -> None:
    play = Play()
    play.live()
    for number in range(150):
        play.say("Sam", f"message number {number:03}.")
    asked = play.say("Leo", "!remem")
    play.live()
    play.live()
    numbers = [
        line.split("number ")[1][:3] for line in play.log().splitlines() if "number " in line
    ]
    assert [f"{number:03}" for number in range(150)] == numbers
    assert play.answer_to(asked)


def deciders(play: Play, room: str) -> object:
    snapshot = play.ports.vault.read("memory/group_names.json")
    assert snapshot is not None
    return json.loads(snapshot.data)[room].get("deciders")


def test_who_decides_in_a_room_is_noted_once_somebody_speaks_there() -> None:
    play = Play()
    play.live()
    new: list[str] = []
    play.live(
        lambda: new.append(play.new_room("Leo", "Office", "Nora")),
        lambda: play.say("Nora", "first words", new[0]),
    )
    assert ["@leo:memory"] == deciders(play, new[0])


def test_an_admin_who_joins_later_decides_from_then_on() -> None:
    play = Play(manners=Manners(invite_from=("memory",), admins=("@ada:memory",)))
    play.live(
        lambda: play.say("Leo", "the crane is fixed"),
        lambda: play.home.move(play.room, play.id("Ada"), "join"),
    )
    assert ["@ada:memory", "@nora:memory"] == deciders(play, play.room)


def test_a_room_whose_group_has_a_new_name_goes_on_with_what_was_shown_there() -> None:
    play = Play()
    play.live(play.propose, lambda: play.say("Nora", "!remem"))
    item = play.event_of("To confirm").event_id
    LiveMemory(play.ports).group_rename("harbour", "port")
    play.live(lambda: play.say("Leo", "!remem"), lambda: play.react("Nora", item))
    assert ["✅ confirmed by Nora: Write a newsletter for the harbour masters"] == [
        one.text for one in play.said("edit")
    ]
    assert "Write a newsletter" in play.note("experience.md", "port")
    assert () == play.ports.spool.reviews()


def test_what_waits_in_a_group_that_is_gone_holds_up_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    play = Play()
    play.live(play.propose, lambda: play.say("Nora", "!remem"))
    play.ports.vault.save("memory/groups/harbour.md", None)
    asked: list[str] = []
    office = play.new_room("Leo", "Office")
    play.live(lambda: asked.append(play.say("Leo", "!remem", office)))
    assert play.answer_to(asked[0])
    assert "cannot be told" in caplog.text
    assert 1 == len(play.ports.spool.reviews())


def test_a_command_of_a_room_that_came_while_the_log_was_written_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = Play()
    play.live()
    drain, slow, ids = LiveMemory.drain, [1], list[str]()

    def drain_slowly(
        memory: LiveMemory, names: Mapping[str, str], is_command: Callable[[str], bool]
    ) -> Drained:
        while slow and len(ids) < 2:
            time.sleep(0.01)
        slow.clear()
        return drain(memory, names, is_command)

    def act() -> None:
        monkeypatch.setattr(LiveMemory, "drain", drain_slowly)
        play.say("Sam", "hello")
        loop = asyncio.get_running_loop()
        loop.call_later(0.1, lambda: ids.append(play.new_room("Leo", "Office")))
        loop.call_later(0.3, lambda: ids.append(play.say("Leo", "!remember we sail", ids[0])))

    play.live(act)
    assert play.answer_to(ids[1])
