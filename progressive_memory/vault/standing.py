"""`standing.json`: what a group's entries meant when they were written, as hashes.

It is written before the notes of a flush and named in `flush-state.json` after them, so that the
vault alone tells what stands, whatever became of the caches, and which flush was cut off between.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from progressive_memory.domain.plan import Edit, SetJson
from progressive_memory.vault import layout
from progressive_memory.vault.ids import short_hash

Marks = Mapping[str, tuple[str, ...]]
"""Entry id → its marks (`flush.known.vetoes.marks`)."""


@dataclass(frozen=True)
class Standing:
    """What stands and waits in a group once the flush that wrote this is through: `entries`, those
    `new` with it, and those it takes out of where they stood (`taken`), some to another note.
    `before` is the token that flush-state.json held until then ("" = none).
    """

    entries: Marks = field(default_factory=dict)
    new: frozenset[str] = frozenset()
    taken: Marks = field(default_factory=dict)
    before: str = ""

    @cached_property
    def token(self) -> str:
        """A hash of it all, for flush-state.json."""
        values = (self.entries, sorted(self.new), self.taken, self.before)
        return short_hash(json.dumps(values, sort_keys=True))

    def cut_off(self, token: str) -> bool:
        """Whether its flush never came to its end: flush-state.json still holds that `token`."""
        return token == self.before

    def without(self, ids: Collection[str]) -> Standing:
        """The same as if those entries had never been."""
        return replace(
            self,
            entries={each: marks for each, marks in self.entries.items() if each not in ids},
            new=self.new.difference(ids),
            taken={each: marks for each, marks in self.taken.items() if each not in ids},
        )


def parse(text: str) -> Standing | None:
    """The file's content; None where there is none, or it is no such file."""
    try:
        top = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(top, dict) or not isinstance(top.get("entries"), dict):
        return None
    new, before = top.get("new"), top.get("before")
    return Standing(
        entries=_marks(top["entries"]),
        new=frozenset(_texts(new)),
        taken=_marks(top.get("taken")),
        before=before if isinstance(before, str) else "",
    )


def edit(group: str, standing: Standing) -> Edit:
    """The edit that puts it there in place of what stood; keys of others survive."""
    values = {
        "entries": {each: list(marks) for each, marks in sorted(standing.entries.items())},
        "new": sorted(standing.new),
        "taken": {each: list(marks) for each, marks in sorted(standing.taken.items())},
        "before": standing.before,
    }
    operations = (SetJson((key,), json.dumps(value)) for key, value in values.items())
    return Edit(layout.standing(group), tuple(operations), None)


def _marks(value: object) -> dict[str, tuple[str, ...]]:
    rows = value if isinstance(value, dict) else {}
    return {each: _texts(marks) for each, marks in rows.items()}


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
