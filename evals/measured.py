"""A measured figure, as every eval gives it, and the table they stand in.

An eval module has `measure(shared: Path) -> list[Measured]`, where `shared` is the folder of
public data beside the checkout, or one of the same shape.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path


class Absent(Exception):
    """Data of an eval is not there; the message says what. `measured` are the figures over what is
    there all the same.
    """

    def __init__(self, message: str, measured: Sequence[Measured] = ()) -> None:
        super().__init__(message)
        self.measured = tuple(measured)


@dataclass(frozen=True)
class Measured:
    """One figure.

    `value`, `floor` (what a trivial method reaches on the same rows in the same run) and `goal`
    are as shown, "" when there is none. `n` counts what was asked, all of it. `protocol` says what
    counts as a hit and what was left out; `reached` is None without a goal; `command` prints the
    figure again.
    """

    measure: str
    value: str
    floor: str
    goal: str
    n: int
    protocol: str
    reached: bool | None
    command: str

    @property
    def verdict(self) -> str:
        """`yes`, `MISSED`, or "" without a goal."""
        return {True: "yes", False: "MISSED", None: ""}[self.reached]


def share(part: int, whole: int) -> str:
    """A share as shown, e.g. `92.3 %`; `—` of nothing."""
    return f"{100 * part / whole:.1f} %" if whole else "—"


def table(rows: Iterable[Measured]) -> str:
    """The figures as a Markdown table with a final newline."""
    lines = ["| measure | value | floor | goal | n | reached | command |", "|" + "---|" * 7]
    for row in rows:
        cells = (row.measure, row.value, row.floor, row.goal, f"{row.n:,}", row.verdict)
        shown = [cell.replace("|", "\\|") for cell in cells]
        lines.append(f"| {' | '.join(shown)} | `{row.command}` |")
    return "\n".join(lines) + "\n"


def protocols(rows: Sequence[Measured]) -> str:
    """What counts, a bullet for each protocol, led by the measures it holds for."""
    held: dict[str, list[str]] = {}
    for row in rows:
        held.setdefault(row.protocol, []).append(row.measure)
    return "".join(f"- **{'; '.join(names)}**: {text}\n" for text, names in held.items() if text)


def run(measure: Callable[[Path], Sequence[Measured]]) -> None:
    """Print an eval's table and what counts, over the folder named on the command line or the one
    beside the checkout; says what is absent.
    """
    beside = Path(__file__).resolve().parents[2] / "shared"
    try:
        rows = measure(Path(sys.argv[1]) if len(sys.argv) > 1 else beside)
    except Absent as absent:
        print(f"skipped: {absent}", file=sys.stderr)
        return
    print(table(rows), protocols(rows), sep="\n")
