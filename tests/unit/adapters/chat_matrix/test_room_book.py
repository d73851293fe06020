"""What a room's state events say of it."""

from __future__ import annotations

from typing import Any

import pytest

from progressive_memory.adapters.chat_matrix.room_book import RoomBook
from progressive_memory.domain.chat_room import CREATOR, Room

ME = "@memo:test.local"


def book(*events: dict[str, Any]) -> RoomBook:
    kept = RoomBook("!r", ME)
    for event in events:
        kept.apply(event)
    return kept


def state(kind: str, content: object, key: str = "", sender: str = "@ada:x") -> dict[str, Any]:
    return {"type": kind, "content": content, "state_key": key, "sender": sender}


def member(user: str, membership: str, shown: str = "") -> dict[str, Any]:
    content = {"membership": membership, "displayname": shown or None}
    return state("m.room.member", content, user)


def test_a_room_has_name_members_levels_and_encryption() -> None:
    kept = book(
        state("m.room.create", {"room_version": "10"}),
        state(
            "m.room.power_levels", {"users": {"@ada:x": 100, "@bob:x": "50"}, "users_default": 5}
        ),
        state("m.room.name", {"name": " Team "}),
        state("m.room.encryption", {"algorithm": "m.megolm.v1.aes-sha2"}),
        member("@ada:x", "join", "Ada"),
        member("@bob:x", "join"),
    )
    members = {"@ada:x": "Ada", "@bob:x": "@bob:x"}
    assert Room("!r", "Team", True, members, {"@ada:x": 100, "@bob:x": 50}, 5) == kept.room()


def test_who_has_left_is_no_member_and_keeps_a_name() -> None:
    kept = book(member("@ada:x", "join", "Ada"), member("@ada:x", "leave"))
    assert {} == kept.room().members
    assert "Ada" == kept.names["@ada:x"]


def test_a_room_without_name_is_called_by_its_alias_then_by_who_is_there() -> None:
    kept = book(member(ME, "join", "Memo"), member("@b:x", "join", "Bo"), member("@a:x", "join"))
    assert "@a:x, Bo" == kept.name
    kept.apply(state("m.room.canonical_alias", {"alias": "#team:x"}))
    assert "#team:x" == kept.name


def test_without_levels_the_creator_has_a_hundred() -> None:
    assert {"@ada:x": 100} == book(state("m.room.create", {"room_version": "11"})).room().ranks


@pytest.mark.parametrize("version", ["12", "13", "org.matrix.hydra.11"])
def test_creators_stand_above_levels_since_version_12(version: str) -> None:
    created = {"room_version": version, "additional_creators": ["@bob:x", 3]}
    kept = book(
        state("m.room.create", created),
        state("m.room.power_levels", {"users": {"@carol:x": 50}}),
    )
    assert {"@carol:x": 50, "@ada:x": CREATOR, "@bob:x": CREATOR} == kept.room().ranks


def test_before_version_12_additional_creators_are_nobody() -> None:
    created = {"room_version": "10", "additional_creators": ["@bob:x"]}
    assert {"@ada:x": 100} == book(state("m.room.create", created)).room().ranks


@pytest.mark.parametrize(
    "event",
    [
        state("m.room.power_levels", {"users": ["@ada:x"], "users_default": "high"}),
        state("m.room.power_levels", {"users": {"@ada:x": True, "@bob:x": None}}),
        state("m.room.create", {"room_version": 12, "additional_creators": "@bob:x"}, sender=""),
        state("m.room.name", {"name": None}),
        state("m.room.member", {"membership": 1, "displayname": {}}, "@ada:x"),
        {"type": "m.room.name", "content": {"name": "no state"}},
        {"type": 3, "state_key": ""},
    ],
)
def test_a_malformed_event_gives_nobody_anything(event: dict[str, Any]) -> None:
    room = book(event).room()
    assert ("", {}, 0) == (room.name, room.members, room.default_rank)
    assert not any(room.ranks.values())
