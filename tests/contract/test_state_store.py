"""Every StateStore passes this suite: the SQLite file and the in-memory twin."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.state import MemoryStateStore
from progressive_memory.adapters.state_sqlite import SqliteStateStore
from progressive_memory.domain.disclosure import Disclosure
from progressive_memory.domain.group import Route
from progressive_memory.ports import StateStore

NOW = datetime(2026, 5, 15, 9, 30, tzinfo=UTC)
FULL = Disclosure(
    session="s:1",
    group="支付",
    opened_at=NOW,
    touched_at=NOW + timedelta(minutes=5),
    spent_tokens=812,
    files=("attention.md", "people.md"),
    convention="conventions/api.md",
    last_route=Route("任务", "attention.md", "P0", line=9),
    shown={"memory/groups/支付/attention.md": {"t-1": "abc", "h-任务": "def"}},
)


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> StateStore:
    if request.param == "sqlite":
        return SqliteStateStore(tmp_path / "cache" / "state.sqlite3")
    return MemoryStateStore()


def read(store: StateStore, session: str) -> Disclosure | None:
    return store.update(session, lambda current: current)


def test_a_disclosure_comes_back_whole(store: StateStore) -> None:
    assert read(store, "s:1") is None
    assert store.update("s:1", lambda _: FULL) == FULL
    assert read(store, "s:1") == FULL
    assert read(store, "other") is None


def test_none_removes_a_disclosure(store: StateStore) -> None:
    store.update("s:1", lambda _: FULL)
    assert store.update("s:1", lambda _: None) is None
    assert read(store, "s:1") is None


def test_a_change_that_raises_stores_nothing(store: StateStore) -> None:
    store.update("s:1", lambda _: FULL)

    def fail(current: Disclosure | None) -> Disclosure | None:
        raise KeyError(current)

    with pytest.raises(KeyError):
        store.update("s:1", fail)
    assert read(store, "s:1") == FULL


def test_each_change_sees_the_one_before(store: StateStore) -> None:
    store.update("s:1", lambda _: FULL)
    for _ in range(3):
        store.update("s:1", lambda d: d and replace(d, spent_tokens=d.spent_tokens + 10))
    after = read(store, "s:1")
    assert after is not None
    assert after.spent_tokens == FULL.spent_tokens + 30


def test_entries_seen_are_kept_by_group(store: StateStore) -> None:
    assert store.seen("a") == {}
    store.set_seen("a", {"d-1": ("m-1", "m-2"), "t-1": ()})
    store.set_seen("b", {"d-9": ("m-9",)})
    assert store.seen("a") == {"d-1": ("m-1", "m-2"), "t-1": ()}
    store.set_seen("a", {"d-2": ("m-3",)})
    assert store.seen("a") == {"d-2": ("m-3",)}
    assert store.seen("b") == {"d-9": ("m-9",)}


def test_a_forget_ends_the_groups_disclosures_and_lets_entries_be_unseen(store: StateStore) -> None:
    store.update("s:1", lambda _: FULL)
    store.update("s:2", lambda _: replace(FULL, session="s:2", group="other"))
    store.set_seen(FULL.group, {"d-1": ("m-1",), "d-2": ("m-2",)})
    store.set_seen("other", {"d-1": ("m-1",)})

    store.forget(FULL.group, ["d-1", "d-9"])

    assert (read(store, "s:1"), read(store, "s:2") is None) == (None, False)
    assert {"d-2": ("m-2",)} == store.seen(FULL.group)
    assert {"d-1": ("m-1",)} == store.seen("other")


def test_what_was_seen_of_a_group_moves_with_it_once(store: StateStore) -> None:
    store.set_seen("a", {"d-1": ("m-1",)})
    store.set_seen("b", {"d-9": ("m-9",)})
    for _ in range(2):
        store.move("a", "b")
        assert (store.seen("a"), store.seen("b")) == ({}, {"d-1": ("m-1",)})
    store.move("nowhere", "b")
    assert store.seen("b") == {"d-1": ("m-1",)}
