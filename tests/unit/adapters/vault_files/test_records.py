"""What the journal writes is what it reads."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import get_args

import pytest

from progressive_memory.adapters.vault_files import records
from progressive_memory.domain.plan import (
    AddFields,
    AddRoute,
    AddToList,
    BlockLink,
    Change,
    CreateNote,
    DeprecateRoute,
    Displaced,
    Edit,
    ForgetMessages,
    InsertDated,
    InsertUnder,
    LogItem,
    MarkDeprecated,
    MoveRoute,
    Operation,
    Plan,
    PutMessages,
    Relink,
    ReplaceBlock,
    Revert,
    SetJson,
    SetProperty,
    TickTask,
)
from progressive_memory.errors import VaultError

AT = datetime(2026, 5, 15, 14, 2, 31, tzinfo=timezone(timedelta(hours=8)))
OPERATIONS: tuple[Operation, ...] = (
    CreateNote("# 新\r\n\ufeff\u2028"),
    SetProperty("last_updated", "2026-05-15"),
    InsertUnder("任务", "- [ ] a ^a", "a", first=True),
    InsertDated("## 2026-05-15 x\n\n^d", "d", "2026-05-15"),
    ReplaceBlock("a", "- [ ] a ^a", ""),
    AddFields("a", ("- 取代:: x", "- 置信:: 0.5")),
    PutMessages((LogItem("m-a", AT, "- 14:02:31 王五: 好 ^m-a"),)),
    ForgetMessages(("m-a", "m-b"), ("aaaaaaaaaa",)),
    AddRoute("部署", "conventions/deploy.md", "P2-L3"),
    SetJson(("groups", "运维", "late"), '["$1"]'),
    Revert(None, "x"),
    CreateNote("# new", "memory/groups/运维/old.md"),
    AddToList("aliases", '"a, b"'),
    MoveRoute("deploy.md", "conventions/deploy.md"),
    DeprecateRoute("deploy.md"),
    TickTask("a"),
    MarkDeprecated("a"),
    Relink((("a", "b"), ("a.md", "b.md")), (("a%20b.md", "c.md"),), (("a.md", "b.md"),), False),
    Relink(blocks=(BlockLink("a", "t-20260302-aaaaaaaaaa", "b"), BlockLink("", "x", "c", True))),
)


def test_every_operation_comes_back() -> None:
    assert set(get_args(Operation)) == {type(each) for each in OPERATIONS}
    edits = (Edit("a.md", OPERATIONS, "0" * 64), Edit("b.md", (Revert("x", None),), None))
    changes = (Change("a.md", None, b"\xff\x00\r\n"), Change("b.md", b"", None))
    displaced = tuple(Displaced("a.md", each, "changed since") for each in OPERATIONS)
    line = records.edits_line(edits, changes, displaced)
    assert displaced == records.displaced_in(line)
    assert (edits, changes) == (records.read_edits(line), records.read_changes(line))
    assert 1 == line.count(b"\n")


def test_links_to_blocks_come_back_as_such() -> None:
    wanted = (Edit("a.md", OPERATIONS[-1:], None),)
    (edit,) = records.read_edits(records.edits_line(wanted, ()))
    (operation,) = edit.operations
    assert isinstance(operation, Relink)
    assert [each.markdown for each in operation.blocks] == [False, True]


def test_a_plan_comes_back_without_its_edits() -> None:
    plan = Plan("闪-1", "flush", AT, (), "cron", ("运维", "a"), ("d-20260515-aaaaaaaaaa",))
    assert (plan, "/vault/\udcff") == records.read_head(records.head_line(plan, "/vault/\udcff"))


def test_a_step_cut_short_is_no_step() -> None:
    whole = records.step_line({"placed": "a.md", "images": None})
    assert [{"placed": "a.md", "images": None}] == records.read_steps([whole, whole[:-5]])


@pytest.mark.parametrize("line", [b"", b"{", b"[]\n", b"\xff\n"])
def test_no_record_is_an_error_that_says_so(line: bytes) -> None:
    with pytest.raises(VaultError, match="cannot be read"):
        records.read_head(line)


def test_times_keep_their_zone() -> None:
    plan = Plan("f", "flush", AT, ())
    read = records.read_head(records.head_line(plan, "/"))[0]
    assert (timedelta(hours=8), AT.astimezone(UTC)) == (read.at.utcoffset(), read.at)
