"""Three-way merge of one text by lines, where the other side's words always stay.

Own code and not `merge3`: there two edits side by side already clash, so a line a person adds
right after an entry of ours would block the undo of that entry.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Generic, TypeVar

Line = TypeVar("Line", bound=Hashable)


@dataclass(frozen=True)
class Merged(Generic[Line]):
    """The merged lines, and how many places both sides had changed in different ways.

    In such a place `theirs` stands and `ours` is left out; so it does where they differ by blank
    lines alone, which is no different way.
    """

    lines: tuple[Line, ...]
    overlaps: int


@dataclass(frozen=True)
class _Edit(Generic[Line]):
    """Lines `start` to `end` (exclusive) of the base become `lines`."""

    start: int
    end: int
    lines: tuple[Line, ...]
    ours: bool

    def touches(self, other: _Edit[Line]) -> bool:
        """Whether both change the same lines, or insert at the same point."""
        overlap = self.start < other.end and other.start < self.end
        same_point = (self.start, self.end) == (other.start, other.end)
        return overlap or same_point


def merge_lines(base: Sequence[Line], ours: Sequence[Line], theirs: Sequence[Line]) -> Merged[Line]:
    """Both sides' changes to `base`. Edits side by side are both kept; two insertions at one
    point are joined, theirs first, without lines theirs has already.
    """
    apart = _apart(base, ours, theirs)
    if apart is not None:
        return Merged(apart, 0)
    edits = sorted(
        [*_edits(base, ours, ours=True), *_edits(base, theirs, ours=False)],
        key=lambda edit: (edit.start, edit.end, edit.ours),
    )
    lines: list[Line] = []
    overlaps = at = 0
    for cluster in _clusters(edits):
        start = min(edit.start for edit in cluster)
        end = max(edit.end for edit in cluster)
        lines += base[at:start]
        chosen, clash = _resolve(base[start:end], start, cluster)
        lines += chosen
        overlaps += clash
        at = end
    return Merged((*lines, *base[at:]), overlaps)


def _apart(
    base: Sequence[Line], ours: Sequence[Line], theirs: Sequence[Line]
) -> tuple[Line, ...] | None:
    """The merge where all that one side changed stands before all that the other did, a line
    between; else None. Nothing is sought: it is what most merges are, and a person may be waiting.
    """
    changes = [(*_stretch(base, side), side) for side in (ours, theirs)]
    (_, end, first), (low, _, last) = sorted(changes, key=lambda each: each[:2])
    if end >= low:
        return None
    return (*first[: len(first) - len(base) + end], *base[end:low], *last[low:])


def _stretch(base: Sequence[Line], side: Sequence[Line]) -> tuple[int, int]:
    """The lines of `base`, first to last (exclusive), outside which `side` is the same."""
    most = min(len(base), len(side))
    start = bisect_left(range(1, most + 1), 1, key=lambda n: base[:n] != side[:n])
    left = range(1, most - start + 1)
    same = bisect_left(left, 1, key=lambda n: base[-n:] != side[-n:])
    return start, len(base) - same


def _edits(base: Sequence[Line], side: Sequence[Line], *, ours: bool) -> list[_Edit[Line]]:
    """What `side` changed, sought between the lines that stand once in both: on its own the
    matcher takes the square of every line a note repeats, such as its blank ones.
    """
    edits: list[_Edit[Line]] = []
    start = low = 0
    for end, high in [*_anchors(base, side), (len(base), len(side))]:
        if base[start:end] != side[low:high]:  # mostly nothing stands in between
            matcher = SequenceMatcher(None, base[start:end], side[low:high], autojunk=False)
            edits += [
                _Edit(start + i, start + j, tuple(side[low + k : low + m]), ours)
                for tag, i, j, k, m in matcher.get_opcodes()
                if tag != "equal"
            ]
        start, low = end + 1, high + 1
    return _slid(base, edits)


def _slid(base: Sequence[Line], edits: Sequence[_Edit[Line]]) -> list[_Edit[Line]]:
    """Each block that was put in or taken out as far up as it says the same: a new entry may be
    told as "heading … blank" after a blank line or as "blank, heading …" before it. Told alike by
    both sides, entries that stand side by side do not overlap.
    """
    slid: list[_Edit[Line]] = []
    for edit in edits:
        start, end, lines = edit.start, edit.end, edit.lines
        floor = slid[-1].end + 1 if slid else 0
        while start > floor and not lines and base[start - 1] == base[end - 1]:
            start, end = start - 1, end - 1
        while start > floor and start == end and lines[-1:] == (base[start - 1],):
            start, end, lines = start - 1, end - 1, (base[start - 1], *lines[:-1])
        slid.append(_Edit(start, end, lines, edit.ours))
    return slid


def _anchors(base: Sequence[Line], side: Sequence[Line]) -> list[tuple[int, int]]:
    """Places in both of lines that occur once in each: the longest run that keeps their order."""
    once = _only_once(side)
    pairs = [(at, once[line]) for line, at in _only_once(base).items() if line in once]
    tails: list[int] = []  # the lowest place in `side` that ends a run of each length
    before: list[tuple[int, int, int]] = []  # a pair, and the length of the run it ends
    for at, place in pairs:
        length = bisect_left(tails, place)
        tails[length : length + 1] = [place]
        before.append((at, place, length))
    run: list[tuple[int, int]] = []
    wanted, limit = len(tails) - 1, len(side)
    for at, place, length in reversed(before):
        if length == wanted and place < limit:
            run.append((at, place))
            wanted, limit = wanted - 1, place
    return run[::-1]


def _only_once(lines: Sequence[Line]) -> dict[Line, int]:
    """Each line that stands once, with its place, in order."""
    counts = Counter(lines)
    return {line: at for at, line in enumerate(lines) if counts[line] == 1}


def _clusters(edits: list[_Edit[Line]]) -> list[list[_Edit[Line]]]:
    """Edits that touch each other, directly or through a third, put together; in order."""
    clusters: list[list[_Edit[Line]]] = []
    for edit in edits:
        if clusters and any(edit.touches(other) for other in clusters[-1]):
            clusters[-1].append(edit)
        else:
            clusters.append([edit])
    return clusters


def _resolve(
    stretch: Sequence[Line], offset: int, cluster: list[_Edit[Line]]
) -> tuple[tuple[Line, ...], bool]:
    if len(cluster) == 1:
        return cluster[0].lines, False
    ours = _carried_out(stretch, offset, [edit for edit in cluster if edit.ours])
    theirs = _carried_out(stretch, offset, [edit for edit in cluster if not edit.ours])
    if ours == theirs or _worded(ours) == _worded(theirs):
        return theirs, False
    if not stretch:
        return (*theirs, *(line for line in ours if line not in theirs)), False
    return theirs, True


def _worded(lines: Sequence[Line]) -> list[Line]:
    """The lines but the blank ones: an entry is taken out with the blank line beside it, or not."""
    return [line for line in lines if not isinstance(line, str) or line.strip()]


def _carried_out(
    stretch: Sequence[Line], offset: int, edits: list[_Edit[Line]]
) -> tuple[Line, ...]:
    lines: list[Line] = []
    at = 0
    for edit in edits:
        lines += stretch[at : edit.start - offset]
        lines += edit.lines
        at = edit.end - offset
    return (*lines, *stretch[at:])
