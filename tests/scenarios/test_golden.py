"""The golden chats, logged and flushed by the real services, give the golden notes.

Shapes and ids are exact; a title or field may say the same in other words.
"""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.text.similarity import overlap, quantities, terms
from progressive_memory.vault import layout
from tests.golden import GROUPS, Golden, flushed

_ID = re.compile(r"\^[a-z]-[\w-]+")
_LINK = re.compile(r"\[\[[^\]]*\]\]")
_FIELD = re.compile(r"(\s*- [^:]+:: )(.*)")
_SAME_SENSE = 0.5


def shape(text: str) -> list[str]:
    """A note's lines with the words taken out: fields, links, ids, headings of sections stay."""
    lines = []
    for line in text.splitlines():
        field = _FIELD.fullmatch(line)
        if field:
            lines.append(field[1] + " ".join(_LINK.findall(field[2])))
        elif line.startswith("## 20"):
            lines.append(line[:13])
        elif _ID.search(line):
            box = "- [ ] " if line.startswith("- [ ] ") else "- "
            lines.append(f"{box}{' — ' * line.count(' — ')}{_ID.findall(line)[-1]}")
        else:
            lines.append(line)
    return lines


def words(text: str) -> list[str]:
    """The words of titles and fields, line by line."""
    return [_ID.sub("", _LINK.sub("", line)) for line in text.splitlines()]


@pytest.fixture(scope="module")
def vaults() -> dict[str, MemoryPorts]:
    return {}


def note(vaults: dict[str, MemoryPorts], golden: Golden, path: str) -> str:
    golden.notes()  # skips where the cases are not there
    if golden.name not in vaults:
        vaults[golden.name] = flushed(golden)
    snapshot = vaults[golden.name].vault.read(path)
    assert snapshot is not None, path
    return snapshot.data.decode()


NOTES = ["attention", "project", "experience", "people", "pending"]


@GROUPS
@pytest.mark.parametrize("name", NOTES)
def test_a_note_has_the_golden_shape_and_ids(
    vaults: dict[str, MemoryPorts], golden: Golden, name: str
) -> None:
    path = layout.note(golden.name, f"{name}.md")

    assert shape(note(vaults, golden, path)) == shape(golden.text(path))


@GROUPS
@pytest.mark.parametrize("name", NOTES)
def test_its_words_say_the_same(vaults: dict[str, MemoryPorts], golden: Golden, name: str) -> None:
    path = layout.note(golden.name, f"{name}.md")

    for ours, theirs in zip(
        words(note(vaults, golden, path)), words(golden.text(path)), strict=True
    ):
        same_terms = overlap(terms(ours), terms(theirs)) >= _SAME_SENSE
        assert ours == theirs or same_terms, (ours, theirs)
        assert quantities(ours) <= quantities(theirs) or quantities(theirs) <= quantities(ours)


@GROUPS
def test_the_index_note_and_the_log_are_the_golden_ones(
    vaults: dict[str, MemoryPorts], golden: Golden
) -> None:
    day = datetime.fromisoformat(golden.day).date()
    for path in (layout.index_note(golden.name), layout.day_note(golden.name, day)):
        assert note(vaults, golden, path) == golden.text(path)
