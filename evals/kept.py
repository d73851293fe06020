"""Is what a team would want kept of its days written, or at least pending?

    python -m evals.kept [SHARED] [--misses]

`kept/team_chats.jsonl` says what that is: a person read thirteen days of the chats, each before
its notes. The chats say the same message by message (`evals/team_chats.py`), so one list
holds for both.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.measured import Measured, run, share
from evals.team_chats import LANGUAGES, Kept, kept, length
from progressive_memory.domain.group import Language

COMMAND = "python -m evals.kept"
GOAL = 0.75
_WITHIN = 2
_LIST = Path(__file__).parent / "kept" / "team_chats.jsonl"
_PROTOCOL = (
    "of what a person wrote down to be kept, before looking at the notes ({days} days), the share "
    "with a written or pending entry of a fitting kind {how}; places and kinds are in evals/kept/"
)
_NEAR = (
    "that has evidence at most two messages away; a busy day has something near almost everything, "
    "as the floor tells: as many entries drawn evenly from the chat, of any kind"
)
_OWN = (
    "on one of those very messages, each entry counted for one wanted thing only; floor: as many "
    "messages drawn evenly from the chat"
)


@dataclass(frozen=True)
class Wanted:
    """A thing to be kept: its day, the messages (from 0) that say it, the kinds that would fit."""

    day: str
    at: frozenset[int]
    kinds: str
    text: str

    def fits(self, entry: Kept) -> bool:
        """Whether an entry is of a kind that would do."""
        return entry.kind.value in self.kinds


def wanted() -> list[Wanted]:
    """The list, in the order of the days."""
    rows = [json.loads(line) for line in _LIST.read_text("utf-8").splitlines()]
    return [Wanted(one["day"], frozenset(one["at"]), one["kinds"], one["wanted"]) for one in rows]


def measure(shared: Path) -> list[Measured]:
    """The share kept of each language's chat.

    Raises:
        Absent: a chat is not there.
    """
    return [row for language in LANGUAGES for row in _rows(shared, language)]


def missing(listed: Sequence[Wanted], entries: Sequence[Kept]) -> list[Wanted]:
    """What no entry of a fitting kind is near to."""
    return [
        one
        for one in listed
        if not any(one.fits(entry) and entry.near(one.at, _WITHIN) for entry in entries)
    ]


def without_own(listed: Sequence[Wanted], entries: Sequence[Kept]) -> list[Wanted]:
    """What gets no entry of its own, on one of its own messages."""
    choices = [
        [at for at, entry in enumerate(entries) if one.fits(entry) and entry.at & one.at]
        for one in listed
    ]
    taken: dict[int, int] = {}
    for which in range(len(listed)):
        _finds_one(which, choices, taken, set())
    return [one for which, one in enumerate(listed) if which not in taken.values()]


def _finds_one(
    which: int, choices: Sequence[Sequence[int]], taken: dict[int, int], tried: set[int]
) -> bool:
    """Whether one more wanted thing gets an entry, others moved to another of theirs if need be."""
    for entry in choices[which]:
        if entry not in tried:
            tried.add(entry)
            if entry not in taken or _finds_one(taken[entry], choices, taken, tried):
                taken[entry] = which
                return True
    return False


def _rows(shared: Path, language: Language) -> Iterator[Measured]:
    listed, entries = wanted(), kept(shared, language)
    days = len({one.day for one in listed})
    found = len(listed) - len(missing(listed, entries))
    step = length(shared, language) / max(len(entries), 1)
    drawn = frozenset(int(number * step) for number in range(len(entries)))
    chance = sum(any(abs(at - it) <= _WITHIN for at in one.at for it in drawn) for one in listed)
    yield Measured(
        measure=f"wanted of the team chat and kept, {language}",
        value=share(found, len(listed)),
        floor=share(chance, len(listed)),
        goal=f"{GOAL:.0%}",
        n=len(listed),
        protocol=_PROTOCOL.format(days=days, how=_NEAR),
        reached=found >= GOAL * len(listed),
        command=COMMAND,
    )
    own = len(listed) - len(without_own(listed, entries))
    yield Measured(
        measure=f"wanted of the team chat and kept by itself, {language}",
        value=share(own, len(listed)),
        floor=share(sum(bool(one.at & drawn) for one in listed), len(listed)),
        goal=f"{GOAL:.0%}",
        n=len(listed),
        protocol=_PROTOCOL.format(days=days, how=_OWN),
        reached=own >= GOAL * len(listed),
        command=COMMAND,
    )


def _print_misses(shared: Path) -> None:
    for language in LANGUAGES:
        listed, entries = wanted(), kept(shared, language)
        alone = without_own(listed, entries)
        far = missing(listed, entries)
        for one in alone:
            near = "" if one in far else "(something near) "
            print(f"{language} {one.day} {sorted(one.at)} {one.kinds} {near}{one.text}")


if __name__ == "__main__":
    if "--misses" in sys.argv:
        sys.argv.remove("--misses")
        beside = Path(__file__).resolve().parents[2] / "shared"
        _print_misses(Path(sys.argv[1]) if len(sys.argv) > 1 else beside)
    run(measure)
