"""Is what a Chinese team's chat leaves the same as what the same chat in English leaves?

    python -m evals.parity [SHARED] [--misses]

The two team chats say the same, message by message (`evals/team_chats.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from evals.measured import Measured, run, share
from evals.team_chats import LANGUAGES, Kept, kept

COMMAND = "python -m evals.parity"
GOAL = 0.75
_WITHIN = 1
_PROTOCOL = (
    "of all entries of one language, written and pending, those with a twin in the other: an "
    "entry of the same kind with evidence at most one message from any of its own. Places: the "
    "chats are one list (510 and 509 messages), number n here is number n there; entries of the "
    "imported roster are left out. Floor: the same without looking at the kind, against as many "
    "messages drawn evenly from the chat as the other language has entries"
)


def measure(shared: Path) -> list[Measured]:
    """The share found in the other language, both ways.

    Raises:
        Absent: a chat is not there.
    """
    zh, en = (kept(shared, language) for language in LANGUAGES)
    return [_row("zh → en", zh, en), _row("en → zh", en, zh)]


def without_twin(mine: Sequence[Kept], theirs: Sequence[Kept]) -> list[Kept]:
    """Those of `mine` that the other language has nothing of."""
    return [
        one
        for one in mine
        if not any(one.kind is other.kind and other.near(one.at, _WITHIN) for other in theirs)
    ]


def _row(way: str, mine: Sequence[Kept], theirs: Sequence[Kept]) -> Measured:
    found = len(mine) - len(without_twin(mine, theirs))
    return Measured(
        measure=f"team chats, found in the other language too: {way}",
        value=share(found, len(mine)),
        floor=share(_by_chance(mine, len(theirs)), len(mine)),
        goal=f"{GOAL:.0%}",
        n=len(mine),
        protocol=_PROTOCOL,
        reached=found >= GOAL * len(mine),
        command=COMMAND,
    )


def _by_chance(mine: Sequence[Kept], entries: int) -> int:
    """How many would be found if the other language's entries stood anywhere, evenly."""
    last = max((place for one in mine for place in one.at), default=0)
    step = (last + 1) / max(entries, 1)
    drawn = frozenset(int(number * step) for number in range(entries))
    return sum(one.near(drawn, _WITHIN) for one in mine)


def _print_misses(shared: Path) -> None:
    zh, en = (kept(shared, language) for language in LANGUAGES)
    for way, mine, theirs in (("only zh", zh, en), ("only en", en, zh)):
        for one in sorted(without_twin(mine, theirs), key=lambda each: min(each.at)):
            first = next(line for line in one.text.splitlines() if line.strip())
            print(f"{way} {sorted(one.at)} {one.kind} {'pending ' * one.pending}{first}")


if __name__ == "__main__":
    if "--misses" in sys.argv:
        sys.argv.remove("--misses")
        beside = Path(__file__).resolve().parents[2] / "shared"
        _print_misses(Path(sys.argv[1]) if len(sys.argv) > 1 else beside)
    run(measure)
