"""Routing: does a message get the one right file, or rightly none?

    python -m evals.routing [--misses] [--semantic] [--shared DIR]

Of the dev half everything is shown: by tag, language and group, what was taken for what, and with
--misses every message that went wrong. Of the test half only how many were right.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from evals.measured import Measured, share
from evals.own_vault import switched_on
from evals.routing_set import (
    HALVES,
    NONE,
    RULES,
    SMALL_TALK,
    Asked,
    asked,
    filled,
    group_names,
    set_in,
)
from progressive_memory.api import Memory
from progressive_memory.disclosure.routing.route import BY_RULES
from progressive_memory.domain.group import Route
from progressive_memory.text.cjk import words

GOAL = 0.92
COMMAND = "python -m evals.routing"
PROTOCOL = (
    "one message is one hit when `Memory.route` gives the file its label wants (or one of those a "
    "fair reader would take as well: at most one label in ten has any), the rules alone where "
    "those are wanted, or no route where the label is none; every message counts; eight groups, "
    "three of them in the dev half only; halves of the others split by hash within group and tag; "
    "rules were tuned on the dev half only; floors in the same run: always attention.md (or the "
    "P0 file), and the row that shares most trigger words"
)


@dataclass(frozen=True)
class Given:
    """A message, what the router gave it, and what the two floors would."""

    asked: Asked
    got: str
    always: str
    by_trigger: str

    @property
    def right(self) -> bool:
        return self.asked.takes(self.got)


def given(memory: Memory, names: dict[str, str], rows: Iterable[Asked]) -> list[Given]:
    """Every message routed, each by itself."""
    tables = {group: memory.group_show(name).routes for group, name in names.items()}
    return [
        Given(
            row,
            _routed(memory, names[row.group], row.message),
            _first(tables[row.group]),
            _by_trigger(tables[row.group], row.message),
        )
        for row in rows
    ]


def measure(shared: Path) -> list[Measured]:
    """Right file or right none, of each half; small talk that loaded anything, of both."""
    folder = set_in(shared)
    halves = {half: asked(folder, half) for half in HALVES}
    with filled(folder) as (_, memory):
        names = group_names(folder)
        found = {half: given(memory, names, rows) for half, rows in halves.items()}
        talk = [row for half in HALVES for row in halves[half] if SMALL_TALK & {*row.tags}]
        loaded = sum(bool(memory.recall(names[row.group], row.message).text) for row in talk)
    return [
        *(_right(half, found[half]) for half in reversed(HALVES)),
        Measured(
            measure="routing: small talk and thanks that load anything",
            value=str(loaded),
            floor="",
            goal="0",
            n=len(talk),
            protocol="`recall` gives any text for a message of both halves tagged so",
            reached=not loaded,
            command=COMMAND,
        ),
    ]


def _right(half: str, found: list[Given]) -> Measured:
    right = sum(each.right for each in found)
    always = sum(each.asked.takes(each.always) for each in found)
    trigger = sum(each.asked.takes(each.by_trigger) for each in found)
    is_test = half == "test"
    return Measured(
        measure=f"routing, {half}: right file or right none",
        value=share(right, len(found)),
        floor=f"{share(always, len(found))} always P0, {share(trigger, len(found))} triggers",
        goal=f"≥ {GOAL:.0%}".replace("%", " %") if is_test else "",
        n=len(found),
        protocol=PROTOCOL,
        reached=right >= GOAL * len(found) if is_test else None,
        command=COMMAND,
    )


def _routed(memory: Memory, group: str, message: str) -> str:
    bundle = memory.route(group, message).bundle
    if bundle.route is None and bundle.reason in BY_RULES:
        return RULES
    return bundle.route.file if bundle.route else NONE


def _first(routes: Iterable[Route]) -> str:
    return min((row for row in routes if not row.deprecated), key=lambda row: row.priority).file


def _by_trigger(routes: Iterable[Route], message: str) -> str:
    """The row whose trigger shares most words (or Chinese bigrams) with the message."""
    spoken = set(words(message))
    shared = {row.file: len(spoken & {*words(row.trigger)}) for row in routes if not row.deprecated}
    best = max(shared, key=lambda file: shared[file])
    return best if shared[best] else NONE


def details(found: list[Given], *, misses: bool) -> str:
    """The dev half in detail."""
    lines: list[str] = []
    ways: dict[str, Callable[[Given], Iterable[str]]] = {
        "tag": lambda each: each.asked.tags,
        "language": lambda each: [each.asked.language],
        "group": lambda each: [each.asked.group],
        "want": lambda each: [each.asked.want],
    }
    for way, keys in ways.items():
        whole = Counter(key for each in found for key in keys(each))
        right = Counter(key for each in found if each.right for key in keys(each))
        lines += ["", f"by {way}"]
        lines += [f"  {key:24} {right[key]:4} of {n:4}" for key, n in whole.most_common()]
    wrong = [each for each in found if not each.right]
    lines += ["", "wanted → given"]
    pairs = Counter((each.asked.want, each.got) for each in wrong)
    lines += [f"  {want} → {got}: {n}" for (want, got), n in pairs.most_common()]
    if misses:
        lines += ["", "misses"]
        lines += [f"  {_miss(each)}" for each in wrong]
    return "\n".join(lines)


def _miss(each: Given) -> str:
    row = each.asked
    return f"[{row.group}] {row.want} → {each.got}: {row.message!r} ({', '.join(row.tags)})"


def main(arguments: list[str]) -> int:
    """Print the dev half in detail, and one figure of the test half."""
    parser = argparse.ArgumentParser(prog="evals.routing", description=__doc__.splitlines()[0])
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--semantic", action="store_true", help="search by meaning too")
    parser.add_argument("--shared", type=Path, default=Path("no-other-set"))
    wanted = parser.parse_args(arguments)
    folder = set_in(wanted.shared)
    with filled(folder) as (vault, memory):
        names = group_names(folder)
        used = switched_on(vault) if wanted.semantic else memory
        found = {half: given(used, names, asked(folder, half)) for half in HALVES}
    for half in HALVES:
        row = _right(half, found[half])
        print(f"{row.measure}: {row.value} of {row.n} (floors: {row.floor})")
    print(details(found["dev"], misses=wanted.misses))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
