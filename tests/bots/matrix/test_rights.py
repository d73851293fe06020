from __future__ import annotations

from dataclasses import replace

import pytest

from bots.matrix.rights import Manners
from progressive_memory.domain.chat_room import CREATOR, Room, RoomChange

ME, NORA, SAM, INES = "@memory:x", "@nora:x", "@sam:x", "@ines:x"
ROOM = Room(
    "!harbour:x",
    "Harbour",
    encrypted=False,
    members={ME: "Memory", NORA: "Nora", SAM: "Sam", INES: "Ines"},
    ranks={ME: 100, NORA: CREATOR, SAM: 50, "@gone:x": 100},
)
PLAIN = Manners()


def test_those_of_the_rank_creators_and_admins_may() -> None:
    assert [ME, NORA, SAM] == [user for user in ROOM.members if PLAIN.may(ROOM, user)]
    assert Manners(admins=[INES]).may(ROOM, INES)
    assert not Manners(rights_level=51).may(ROOM, SAM)


def test_who_is_not_in_the_room_may_nothing() -> None:
    assert not Manners(admins=["@gone:x"]).may(ROOM, "@gone:x")


def test_where_everybody_has_the_rank_everybody_may() -> None:
    assert PLAIN.may(replace(ROOM, default_rank=50), INES)
    assert not PLAIN.may(replace(ROOM, default_rank=49), INES)


def test_those_who_may_decide_but_never_we() -> None:
    assert (NORA, SAM) == PLAIN.deciders(ROOM, ME)
    assert (INES, NORA, SAM) == Manners(admins=[INES]).deciders(ROOM, ME)


def test_a_refusal_names_who_may_the_highest_first() -> None:
    assert ("Nora", "Sam", "Ines") == Manners(admins=[INES]).who_may(ROOM, ME)


@pytest.mark.parametrize(
    ("manners", "welcome"),
    [
        (PLAIN, False),
        (Manners(invite_from=["x"]), True),
        (Manners(invite_from=[NORA]), True),
        (Manners(admins=[NORA]), True),
        (Manners(invite_from=["example.org", SAM]), False),
        (Manners(invite_from=["x"], rooms=["!harbour:x"]), True),
        (Manners(invite_from=["x"], rooms=["!other:x"]), False),
        (Manners(rooms=["!harbour:x"]), False),
    ],
)
def test_an_invitation_is_followed_by_who_invites_and_where_to(
    manners: Manners, welcome: bool
) -> None:
    assert welcome == manners.welcome(RoomChange("!harbour:x", "invited", by=NORA))


@pytest.mark.parametrize(
    ("old", "by", "follows"),
    [(ROOM, SAM, True), (ROOM, INES, False), (None, NORA, False)],
)
def test_an_upgrade_is_followed_from_a_room_of_ours_by_who_has_the_rank(
    old: Room | None, by: str, follows: bool
) -> None:
    upgrade = RoomChange("!harbour:x", "upgraded", by=by, new_room_id="!new:x")
    assert follows == Manners(rooms=["!harbour:x"]).follows(old, upgrade)
