"""Exports of every format in a vault: once, again, longer, and broken."""

from __future__ import annotations

import io
from itertools import permutations
from pathlib import Path

import pytest

from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup
from progressive_memory.errors import ChatSourceError
from tests.exports import every_kind, shortened

DOCUMENTS = ("element", "slack", "discord", "telegram")
TEXTS = ("whatsapp", "mbox", "irc", "jsonl")
GROUP = "bakery"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    Memory.init(tmp_path / "v", "en")
    memory = Memory.open(tmp_path / "v")
    memory.group_add(NewGroup(GROUP))
    return memory


def notes(tmp_path: Path) -> dict[str, bytes]:
    log = tmp_path / "v" / "memory" / "groups" / GROUP / "log"
    return {path.name: path.read_bytes() for path in log.rglob("*.md")}


@pytest.mark.parametrize("form", [*DOCUMENTS, *TEXTS])
def test_logged_twice_an_export_changes_nothing(form: str, memory: Memory, tmp_path: Path) -> None:
    first = memory.log_file(GROUP, io.BytesIO(every_kind(form)))
    after = notes(tmp_path)
    second = memory.log_file(GROUP, io.BytesIO(every_kind(form)))
    assert form == first.format
    assert (0, 0, 0, 0) == (second.logged, second.edited, second.deleted, second.reactions)
    assert first.logged > 0
    assert after == notes(tmp_path)


@pytest.mark.parametrize("count", [3, 5, 7])
@pytest.mark.parametrize("form", [*DOCUMENTS, *TEXTS])
def test_a_longer_export_adds_only_what_is_new(
    form: str, count: int, memory: Memory, tmp_path: Path
) -> None:
    Memory.init(tmp_path / "once" / "v", "en")
    once = Memory.open(tmp_path / "once" / "v")
    once.group_add(NewGroup(GROUP))
    whole = once.log_file(GROUP, io.BytesIO(every_kind(form)))
    earlier = memory.log_file(GROUP, io.BytesIO(shortened(form, count)), form=form)
    later = memory.log_file(GROUP, io.BytesIO(every_kind(form)))
    assert whole.logged == earlier.logged + later.logged
    assert (whole.first_day,) == ("2026-05-15",)
    assert notes(tmp_path / "once").keys() == notes(tmp_path).keys()


@pytest.mark.parametrize("form", DOCUMENTS)
def test_of_a_file_that_is_cut_off_nothing_is_logged(
    form: str, memory: Memory, tmp_path: Path
) -> None:
    data = every_kind(form)
    for part in (0.4, 0.8, 0.99):
        with pytest.raises(ChatSourceError) as error:
            memory.log_file(GROUP, io.BytesIO(data[: int(len(data) * part)]), form=form)
        assert error.value.next_step
    assert {} == notes(tmp_path)


@pytest.mark.parametrize("form", ["element", "discord", "telegram"])
@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_of_a_file_in_another_encoding_nothing_is_logged(
    form: str, encoding: str, memory: Memory, tmp_path: Path
) -> None:
    text = every_kind(form).decode().replace("Ines", "Inês")
    with pytest.raises(ChatSourceError, match="UTF"):
        memory.log_file(GROUP, io.BytesIO(text.encode(encoding, "replace")), form=form)
    assert {} == notes(tmp_path)


@pytest.mark.parametrize(
    ("form", "other"), [*permutations(DOCUMENTS, 2), *(("whatsapp", form) for form in DOCUMENTS)]
)
def test_of_a_file_in_another_format_nothing_is_logged(
    form: str, other: str, memory: Memory, tmp_path: Path
) -> None:
    with pytest.raises(ChatSourceError):
        memory.log_file(GROUP, io.BytesIO(every_kind(other)), form=form)
    assert {} == notes(tmp_path)
