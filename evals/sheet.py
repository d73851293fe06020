"""A sheet: several evals run together, one table, written into its part of docs/quality.md.

Only a whole run over the folder beside the checkout is written; any other is printed, also one
without that folder. A goal that is missed is marked MISSED, and with --strict the exit code is 1.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import cast

from evals.measured import Absent, Measured, protocols, table

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
QUALITY = ROOT / "docs" / "quality.md"


@dataclass(frozen=True)
class Sheet:
    """Evals that belong together: `evals` by name, in the table's order, each with its module;
    `command` is the make target that runs them all.
    """

    command: str
    evals: Mapping[str, str]

    @property
    def begin(self) -> str:
        """The mark before its part of docs/quality.md."""
        return f"<!-- {self.command}: begin -->"

    @property
    def end(self) -> str:
        """The mark after its part of docs/quality.md."""
        return f"<!-- {self.command}: end -->"


@dataclass(frozen=True)
class Outcome:
    """All figures, and why an eval gave none (by its name)."""

    rows: list[Measured]
    missing: dict[str, str]


def measured(sheet: Sheet, names: list[str], shared: Path) -> Outcome:
    """What the named evals find, over the data in `shared`."""
    rows: list[Measured] = []
    missing: dict[str, str] = {}
    for name in names:
        print(f"{name} …", file=sys.stderr, flush=True)
        try:
            module = importlib.import_module(sheet.evals[name])
            rows += cast("list[Measured]", module.measure(shared))
        except ModuleNotFoundError as error:
            missing[name] = f"there is no {error.name}"
        except Absent as absent:
            rows += absent.measured
            missing[name] = str(absent)
    return Outcome(rows, missing)


def report(sheet: Sheet, outcome: Outcome, on: date) -> str:
    """The table, what was not measured, and the protocols, as Markdown."""
    parts = [f"Measured {on} by `make {sheet.command}`.\n"]
    if outcome.rows:
        parts.append(table(outcome.rows))
    if outcome.missing:
        left = "; ".join(f"{name} ({why})" for name, why in outcome.missing.items())
        parts.append(f"Not measured, or in part only: {left}.\n")
    if outcome.rows:
        parts.append("What counts:\n\n" + protocols(outcome.rows))
    return "\n".join(parts)


def spliced(sheet: Sheet, text: str, part: str) -> str:
    """`text` with what stands between the two marks replaced.

    Raises:
        ValueError: the marks are not there, once each and in order.
    """
    head, begin, rest = text.partition(sheet.begin)
    _, end, tail = rest.partition(sheet.end)
    if not begin or not end:
        raise ValueError(f"no {sheet.begin} … {sheet.end} to write between")
    return f"{head}{sheet.begin}\n\n{part}\n{sheet.end}{tail}"


def written(only: list[str] | None, shared: Path) -> bool:
    """Whether a run over `shared` goes into docs/quality.md: one of all evals over the folder
    beside the checkout, which is there.
    """
    return only is None and shared.is_dir() and shared.resolve() == SHARED.resolve()


def main(sheet: Sheet, arguments: list[str]) -> int:
    """Run the sheet's evals and print the table; 1 only with --strict and a goal missed."""
    wanted = _parser(sheet).parse_args(arguments)
    outcome = measured(sheet, wanted.only or list(sheet.evals), wanted.shared)
    shown = report(sheet, outcome, datetime.now(UTC).date())
    print(shown)
    if not wanted.shared.is_dir():
        print(f"no folder {wanted.shared}: what needs it was not measured", file=sys.stderr)
    if written(wanted.only, wanted.shared):
        QUALITY.write_text(spliced(sheet, QUALITY.read_text("utf-8"), shown), encoding="utf-8")
    missed = any(row.reached is False for row in outcome.rows)
    return 1 if missed and wanted.strict else 0


def _parser(sheet: Sheet) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=f"what `make {sheet.command}` runs")
    parser.add_argument(
        "--only",
        nargs="+",
        choices=tuple(sheet.evals),
        metavar="NAME",
        default=None,
        help=f"only these: {', '.join(sheet.evals)}",
    )
    parser.add_argument(
        "--shared",
        type=Path,
        default=SHARED,
        metavar="DIR",
        help="the folder of public data; else `shared` beside the checkout",
    )
    parser.add_argument("--strict", action="store_true", help="exit code 1 when a goal is missed")
    return parser
