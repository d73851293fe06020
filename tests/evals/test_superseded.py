"""What is read off a vault about what was superseded."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals import superseded
from evals.measured import Absent
from progressive_memory.domain.candidate import Slot
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.known.known import Known


def test_a_folder_without_chats_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()

    with pytest.raises(Absent, match="no chat is in"):
        superseded.measure(tmp_path)


def test_a_pair_is_an_entry_and_each_that_superseded_it() -> None:
    old = Known("d-1", Kind.DECISION, "old", Slot(""), superseded_by=("d-2", "d-gone"))
    new = Known("d-2", Kind.DECISION, "new", Slot(""), supersedes=("d-1",))

    assert list(superseded.pairs({"d-1": old, "d-2": new})) == [(old, new)]
