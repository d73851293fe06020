"""The state between two flushes is read tolerantly and changed key by key."""

from __future__ import annotations

import json

import pytest

from progressive_memory.domain.plan import SetJson
from progressive_memory.vault import flush_state
from progressive_memory.vault.flush_state import Cursor, FlushState, GroupState, StoredVeto
from progressive_memory.vault.splice import apply_operations

AT = "2026-03-02T18:17:00+08:00"


def written(*operations: SetJson, text: str = "") -> str:
    result = apply_operations("memory/flush-state.json", text.encode(), operations)
    assert result.data is not None
    return result.data.decode()


def test_all_that_is_set_is_read_back() -> None:
    vetoes = (StoredVeto("aaaaaaaaaa", "d", ("m-1", "m-2"), "w-x"), StoredVeto("b", "t", ()))
    text = written(
        *flush_state.set_cursor("garden", Cursor("$9", AT)),
        *flush_state.set_late("garden", ["$1"]),
        *flush_state.set_vetoes("garden", vetoes),
        *flush_state.set_unflushed("garden", 12, 2),
        *flush_state.set_flushed(AT, 45, ["Plant oaks"], group="garden"),
        *flush_state.set_flushed(AT, 45, ["Plant oaks"], session_id="s1"),
        *flush_state.set_file_flushed("garden", "attention.md", AT),
        *flush_state.set_file_flushed("garden", "people.md", AT),
    )

    state = flush_state.parse(text)

    assert state.group("garden") == GroupState(
        last_flush_time=AT,
        files={"attention.md": AT, "people.md": AT},
        context_usage_at_flush=45,
        pending_items=("Plant oaks",),
        cursor=Cursor("$9", AT),
        late=("$1",),
        vetoes=vetoes,
        unflushed_messages=12,
        unflushed_task_changes=2,
    )
    assert (AT, AT, "", 45, ("Plant oaks",), "s1") == (
        state.last_flush_time, state.attention_last_updated, state.experience_last_appended,
        state.context_usage_at_flush, state.pending_items, state.session_id,
    )  # fmt: skip


def test_keys_of_others_survive() -> None:
    text = (
        '{\n  "theirs": [1,2],\n  "groups": {\n    "garden": {\n      "note": "x"\n    }\n  }\n}\n'
    )

    after = written(*flush_state.set_unflushed("garden", 3, 0), text=text)

    assert '"theirs": [1,2]' in after
    assert {"note": "x", "unflushed_messages": 3, "unflushed_task_changes": 0} == (
        json.loads(after)["groups"]["garden"]
    )


def test_group_never_flushed_has_an_empty_state() -> None:
    assert GroupState() == flush_state.parse("").group("garden")


@pytest.mark.parametrize(
    "text", ["{", "[]", "7", "[" * 100_000, '{"groups": [], "pending_items": 7}']
)
def test_file_that_makes_no_sense_reads_as_empty(text: str) -> None:
    assert FlushState() == flush_state.parse(text)


def test_values_of_the_wrong_kind_count_as_absent() -> None:
    text = (
        '{"groups": {"g": {"cursor": 7, "late": "x", "unflushed_messages": true, "vetoes": [7]}}}'
    )

    assert GroupState(vetoes=(StoredVeto("", "", ()),)) == flush_state.parse(text).group("g")
