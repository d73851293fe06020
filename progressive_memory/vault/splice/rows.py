"""Rows of a routing table changed where they stand: marked [DEPRECATED], or naming another file."""

from __future__ import annotations

from progressive_memory.domain.plan import AddRoute, DeprecateRoute, MoveRoute
from progressive_memory.vault import routing_cells, routing_table
from progressive_memory.vault.splice.misfit import SWALLOWED, Misfit


def change(path: str, text: str, operation: AddRoute | DeprecateRoute | MoveRoute) -> str | Misfit:
    """The index note with the row added, marked, or naming the other file."""
    if isinstance(operation, AddRoute):
        routed = routing_table.add_row(path, text, operation)
        return Misfit(SWALLOWED) if routed is None else routed
    if isinstance(operation, MoveRoute):
        return _moved(path, text, operation)
    return _deprecated(path, text, operation.file)


def _deprecated(path: str, text: str, file: str) -> str | Misfit:
    rows = [row for row in routing_table.places(path, text) if row[0].file == file]
    if not rows:
        return Misfit(f"no row of the routing table names {file}")
    for route, (start, _), _ in reversed(rows):
        if not route.deprecated:
            text = f"{text[:start]}[DEPRECATED] {text[start:]}"
    return text


def _moved(path: str, text: str, operation: MoveRoute) -> str | Misfit:
    rows = [row for row in routing_table.places(path, text) if row[0].file == operation.file]
    for _, _, (start, end) in reversed(rows):
        cell = routing_cells.renamed(text[start:end], operation.file, operation.new)
        if cell is None:
            return Misfit(f"the row of {operation.file} does not spell its name out")
        text = text[:start] + cell + text[end:]
    return text
