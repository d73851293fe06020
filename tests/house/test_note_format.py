"""The examples of docs/note-format.md do what it says."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault import layout, log_note
from progressive_memory.vault.blocks import entries
from tests.operations import Wanted, carried_out

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "note-format.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^(`{3,})(\w+)(?: (\w+))?(?: (\S+))?\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
NOTE = "memory/groups/garden/attention.md"


@dataclass
class Example:
    """Notes before, what is done, and notes after, or why not."""

    before: dict[str, str] = field(default_factory=dict)
    operations: list[Wanted] = field(default_factory=list)
    after: dict[str, str] = field(default_factory=dict)
    refused: str = ""


def examples() -> list[Example]:
    found: list[Example] = []
    for fence in FENCE.finditer(TEXT):
        _, _, kind, path, text = fence.groups()
        if kind == "before":
            if not found or found[-1].operations:
                found.append(Example())
            found[-1].before[path or NOTE] = text
        elif kind == "operations":
            found[-1].operations = [json.loads(line) for line in text.splitlines()]
        elif kind == "after":
            found[-1].after[path or NOTE] = text
        elif kind == "refused":
            found[-1].refused = text.strip()
    return found


def read_examples() -> list[tuple[str, dict[str, Any]]]:
    fences = [fence.groups()[1:] for fence in FENCE.finditer(TEXT)]
    return [
        (before[3], json.loads(after[3]))
        for before, after in pairwise(fences)
        if after[1] == "reads"
    ]


def test_every_operation_has_an_example() -> None:
    wanted = {next(iter(one)) for example in examples() for one in example.operations}

    assert {"set", "add", "append", "replace", "fields", "tick", "deprecate", "rename"} == wanted
    assert len(re.findall(r"^```\w+ operations$", TEXT, re.MULTILINE)) == len(examples())
    assert 3 == len(read_examples())


@pytest.mark.parametrize("example", examples(), ids=lambda each: str(each.operations[0])[:40])
def test_an_example_does_what_it_says(example: Example) -> None:
    files = {path: text.encode() for path, text in example.before.items()}
    path = next(iter(example.before))
    if example.refused:
        with pytest.raises(NoteUnwritable, match=re.escape(example.refused)):
            carried_out(files, path, example.operations)
        return

    done = carried_out(files, path, example.operations)

    assert example.after == {path: done[path].decode() for path in example.after}
    assert example.after
    again = [one for one in example.operations if "rename" not in one]
    assert done == carried_out(done, path, again)


@pytest.mark.parametrize(("note", "expected"), read_examples(), ids=lambda each: str(each)[:30])
def test_an_example_reads_as_it_says(note: str, expected: dict[str, Any]) -> None:
    if expected["id"].startswith("m-"):
        path = layout.day_note("garden", date(2026, 3, 2))
        (message,) = log_note.parse(path, note)
        found: dict[str, Any] = {
            "id": message.block_id,
            "event": message.event_id,
            "from": message.sender,
            "name": message.sender_name,
            "text": message.text,
            "reactions": [reaction.key for reaction in message.reactions],
        }
    else:
        (entry,) = entries(NOTE, note)
        found = {
            "id": entry.id,
            "kind": entry.kind.value if entry.kind else "",
            "title": entry.title,
            "on": entry.on,
            "fields": [str(getattr(name, "value", name)) for name, _ in entry.fields],
        }

    assert expected == found
