"""What a flush extracts where a model is asked: what it read is its, `rules` read the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.flush_report import Extraction
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.model.floor import Floor
from progressive_memory.flush.extract.model.proposed import proposed
from progressive_memory.services.flush.gather import Gathered
from progressive_memory.services.flush.model import Down, Reader, standing


@dataclass(frozen=True)
class Extracted:
    """What was extracted from a group's talk, what was turned down before the judge saw it (by
    reason), and how it was read.
    """

    candidates: tuple[Candidate, ...]
    turned_down: dict[str, int]
    extraction: Extraction


def extracted(
    reader: Reader, gathered: Gathered, turns: Sequence[Turn], rules: Sequence[Candidate]
) -> Extracted:
    """The candidates of a group: of the windows that were read those of the model, of what it did
    not read those of `rules`. `turns` are the group's messages as the grammar reads them.
    """
    floor, known = Floor(turns, _setting(gathered)), standing(gathered)
    here = reader.windows(gathered)
    found: list[Candidate] = []
    turned_down: Counter[str] = Counter()
    unread: set[str] = set()
    by_rules = 0
    for window in here:
        left = set(window.block_ids)
        for part in reader.parts(window):
            left -= part.window.block_ids
            made = proposed(part.read.items, part.sheet, floor, known, gathered.room.fresh)
            found += made.candidates
            turned_down.update(made.rejected)
            turned_down.update(malformed=part.read.malformed, too_many=part.read.too_many)
        unread |= left
        by_rules += bool(left)
    found += _of_unread(rules, unread, tuple(found))
    return Extracted(
        tuple(sorted(found, key=lambda one: (one.evidence[0].at, one.kind))),
        {reason: count for reason, count in turned_down.items() if count},
        _how(reader, gathered.note.group_name, len(here), by_rules),
    )


def _how(reader: Reader, group: str, windows: int, by_rules: int) -> Extraction:
    cost, why = reader.cost(group), reader.why() if by_rules else Down()
    return Extraction(
        engine="model",
        model=reader.model_name,
        windows=windows,
        by_rules=by_rules,
        calls=cost.calls,
        tokens=cost.tokens,
        reason=why.reason,
        next=why.next,
    )


def _setting(gathered: Gathered) -> Setting:
    members = Members.of(gathered.window, gathered.people)
    return Setting(gathered.note.language, members, gathered.room.deciders)


def _of_unread(
    rules: Sequence[Candidate], unread: set[str], found: Sequence[Candidate]
) -> Iterator[Candidate]:
    """The candidates of `rules` whose last word was not read by the model, less what it has."""
    for one in rules:
        if one.evidence[-1].block_id not in unread:
            continue
        here = {message.block_id for message in one.evidence}
        alike = (other.evidence for other in found if other.kind is one.kind)
        if not any(message.block_id in here for evidence in alike for message in evidence):
            yield one
