"""A table as plain lines: every word stands in full, on a terminal of any width and in a pipe."""

from __future__ import annotations

from collections.abc import Sequence

import click

GAP = "  "


def print_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], *, right: frozenset[str] = frozenset()
) -> None:
    """Print `rows` under `headings`, columns as wide as their widest cell; those named in `right`
    are set to the right.
    """
    from rich.cells import cell_len

    widths = [max(cell_len(row[at]) for row in (headings, *rows)) for at, _ in enumerate(headings)]

    def line(cells: Sequence[str]) -> str:
        padded = []
        for heading, cell, width in zip(headings, cells, widths, strict=True):
            space = " " * (width - cell_len(cell))
            padded.append(space + cell if heading in right else cell + space)
        return GAP.join(padded).rstrip()

    click.secho(line(headings), bold=True)
    for row in rows:
        click.echo(line(row))
