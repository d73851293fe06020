"""Standing: what of a group's notes a summary tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from progressive_memory.domain.entry import Entry, Field, Kind
from progressive_memory.flush.known.read_back import cited_in
from progressive_memory.flush.rollup.digest import Standing
from progressive_memory.vault import fields, layout
from progressive_memory.vault.blocks import TITLE_JOIN


def standings(found: Iterable[Entry]) -> Iterator[Standing]:
    """What a later day does not change, in the order of the entries: no open work, no open
    question; a decision in full, and work with who did it. Of a thing decided and done at once
    the decision.
    """
    kept: list[Standing] = []
    decided: set[str] = set()
    for entry in found:
        ids = tuple(one.block_id for one in cited_in(fields.value(entry.fields, Field.EVIDENCE)))
        if entry.kind is None or not ids or not _lasts(entry):
            continue
        if entry.kind is Kind.DECISION:
            decided.update(ids)
        words = fields.value(entry.fields, Field.DECISION) or _title(entry)
        kept.append(Standing(words, ids, f"{layout.link_target(entry.path)}#^{entry.id}"))
    for one in kept:
        work = one.entry.rpartition("^")[2].startswith(Kind.TASK)
        if not (work and decided.issuperset(one.evidence)):
            yield one


def _lasts(entry: Entry) -> bool:
    if entry.kind in (Kind.OPEN_LOOP, Kind.BLOCKER):
        return False
    return entry.kind is not Kind.TASK or entry.mark == "x"


def _title(entry: Entry) -> str:
    """The title as it reads in one line: a decision's topic with what was decided of it."""
    if entry.kind is Kind.DECISION:
        return entry.title.replace(TITLE_JOIN, ": ", 1)
    return entry.title
