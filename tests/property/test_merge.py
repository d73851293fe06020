"""Laws of the three-way merge."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.text.merge import merge_lines

lines = st.lists(st.sampled_from("abcdef"), max_size=12)


@given(lines, lines)
def test_a_side_that_changed_nothing_yields_to_the_other(base: list[str], side: list[str]) -> None:
    assert tuple(side) == merge_lines(base, side, base).lines
    assert tuple(side) == merge_lines(base, base, side).lines


@given(lines, lines)
def test_two_sides_that_agree_never_overlap(base: list[str], side: list[str]) -> None:
    merged = merge_lines(base, side, side)
    assert (tuple(side), 0) == (merged.lines, merged.overlaps)


@given(lines, lines, lines)
def test_every_line_theirs_added_stands(
    base: list[str], ours: list[str], theirs: list[str]
) -> None:
    merged = merge_lines(base, [f"o{line}" for line in ours], [f"t{line}" for line in theirs])
    assert {f"t{line}" for line in theirs} <= set(merged.lines)


@given(st.integers(0, 4), st.data())
def test_an_entry_goes_though_another_was_put_beside_it(count: int, data: st.DataObject) -> None:
    def note(names: Sequence[str]) -> list[str]:
        return ["# Title", *(line for name in names for line in ("", f"## {name}", "", f"^{name}"))]

    old = [f"e{number}" for number in range(count)]
    flushed = _with(old, "gone", data)
    now = _with(flushed, "new", data)

    merged = merge_lines(note(flushed), note(old), note(now))

    expected = note([name for name in now if name != "gone"])
    assert (tuple(expected), 0) == (merged.lines, merged.overlaps)


def _with(names: Sequence[str], name: str, data: st.DataObject) -> list[str]:
    at = data.draw(st.integers(0, len(names)))
    return [*names[:at], name, *names[at:]]
