"""Whatever stands in a note, an edit adds or takes its own bytes and leaves the others."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from hypothesis import assume, example, given
from hypothesis import strategies as st

from progressive_memory.domain.plan import (
    AddFields,
    InsertDated,
    InsertUnder,
    Operation,
    ReplaceBlock,
    Revert,
    SetJson,
)
from progressive_memory.vault import comments, frontmatter
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.lines import split_lines, without_ending
from progressive_memory.vault.splice import Spliced, apply_operations
from tests.notes import IDS, notes

PATH = "memory/groups/g/attention.md"
NEW = "t-20260309-zzzzzzzzzz"
ITEM = f"- [ ] new — Bo ^{NEW}\n  - Evidence:: y"
DATED = f"## 2026-03-02 New\n\n- Decision:: y\n\n^{NEW}"
INSERTS: Sequence[InsertUnder | InsertDated] = (
    InsertUnder("Active tasks", ITEM, NEW),
    InsertUnder("Active tasks", ITEM, NEW, first=True),
    InsertUnder("", ITEM, NEW),
    InsertUnder("", ITEM, NEW, first=True),
    InsertUnder("Not there", ITEM, NEW),
    InsertDated(DATED, NEW, "2026-03-02"),
)


def applied(text: str, *operations: Operation) -> Spliced:
    return apply_operations(PATH, text.encode(), operations)


def lines(text: str) -> list[str]:
    """The lines that say something, less their endings."""
    body = text.removeprefix("\ufeff")
    return [line for line in map(without_ending, split_lines(body)) if line.strip(" \t")]


@given(notes(), st.sampled_from(INSERTS))
def test_insert_adds_its_lines_in_one_run_and_touches_no_other(
    text: str, insert: InsertUnder | InsertDated
) -> None:
    result = applied(text, insert)

    assert result.data is not None
    after = result.data.decode()
    if result.displaced:
        assert text == after
        return
    standing = [one for one in entries(PATH, after) if one.id == NEW]
    assert [insert.block] == [re.sub("\r\n?", "\n", one.text) for one in standing]
    new = [line for line in insert.block.split("\n") if line]
    rest = lines(after)
    at = rest.index(new[0])
    assert new == rest[at : at + len(new)]
    added = (
        rest[at - 1 : at] if rest[at - 1 : at] in (["## Not there"], ["## Active tasks"]) else []
    )
    assert lines(text) in (
        rest[:at] + rest[at + len(new) :],
        rest[: at - len(added)] + rest[at + len(new) :],
    )
    assert Spliced(result.data) == apply_operations(PATH, result.data, [insert])


@given(notes(), st.sampled_from(INSERTS))
def test_insert_keeps_every_entry_and_the_newline(
    text: str, insert: InsertUnder | InsertDated
) -> None:
    after = (applied(text, insert).data or b"").decode()
    before = {entry.id: entry.text for entry in entries(PATH, text)}

    for newline in ("\r\n", "\r", "\n"):
        if newline in text:
            assert set(_endings(after)) <= set(_endings(text)) | {newline}
            break
    standing = {entry.id: entry.text for entry in entries(PATH, after)}
    kept = (block for block in before.values() if not block.startswith(("## Active", "## 活跃")))
    assert all(block in after for block in kept)
    assert before.keys() <= standing.keys() | set(IDS[:1])


def _endings(text: str) -> list[str]:
    return [line[len(without_ending(line)) :] for line in split_lines(text)]


@given(notes(), st.sampled_from(INSERTS))
def test_insert_taken_out_again_leaves_the_lines_that_were(
    text: str, insert: InsertUnder | InsertDated
) -> None:
    after = (applied(text, insert).data or b"").decode()
    entry = next((one for one in entries(PATH, after) if one.id == NEW), None)
    assume(
        entry is not None and entry.text.replace("\r\n", "\n").replace("\r", "\n") == insert.block
    )
    assert entry is not None

    again = applied(after, ReplaceBlock(NEW, entry.text, ""))

    def kept(note: str) -> list[str]:
        return [line for line in lines(note) if line not in {"## Not there", "## Active tasks"}]

    assert kept(text) == kept((again.data or b"").decode())


@given(st.sampled_from(IDS).flatmap(lambda one: st.tuples(notes(holding=one), st.just(one))))
def test_replacing_an_entry_keeps_all_before_and_after_it(case: tuple[str, str]) -> None:
    text, block_id = case
    entry = next((one for one in entries(PATH, text) if one.id == block_id), None)
    assume(entry is not None)
    assert entry is not None
    block = f"- replaced ^{block_id}"

    result = applied(text, ReplaceBlock(block_id, entry.text, block))

    after = (result.data or b"").decode()
    if result.displaced:
        assert text == after
        return
    assert after.startswith(text[: entry.start])
    assert after.endswith(text[entry.end :])
    assert block in after


PAIRED = f"- [ ] task — Ana ^{IDS[1]}\n  - Evidence:: x\n100%% sure\n%%\n# hidden\n%%\n"


@given(st.sampled_from(IDS[:3]).flatmap(lambda one: st.tuples(notes(holding=one), st.just(one))))
@example((PAIRED, IDS[1]))
def test_fields_added_are_read_back_and_all_lines_stay(case: tuple[str, str]) -> None:
    text, block_id = case
    entry = next((one for one in entries(PATH, text) if one.id == block_id), None)
    assume(entry is not None)
    add = AddFields(block_id, ("- Confidence:: 0.25",))

    result = applied(text, add)

    after = (result.data or b"").decode()
    assert lines(text) == [line for line in lines(after) if "0.25" not in line]
    assert result.data == apply_operations(PATH, result.data, [add]).data
    if result.displaced:
        assert text == after
        return
    standing = next(one for one in entries(PATH, after) if one.id == block_id)
    assert ("confidence", "0.25") in standing.fields


def shown(text: str) -> list[str]:
    """The lines that a reader sees."""
    body = text[frontmatter.body_start(text) :]
    return lines(comments.without_signs(comments.mask(body)))


@given(
    st.sampled_from(IDS[:3]).flatmap(lambda one: st.tuples(notes(holding=one), st.just(one))),
    st.sampled_from(["add", "tick", "remove", *INSERTS]),
)
@example((PAIRED, IDS[1]), "add")
@example((PAIRED, IDS[1]), "tick")
@example((PAIRED, IDS[1]), "remove")
@example((PAIRED, IDS[1]), INSERTS[0])
@example((PAIRED, IDS[1]), INSERTS[2])
def test_an_edit_hides_and_bares_no_line_beside_it(
    case: tuple[str, str], edit: str | Operation
) -> None:
    text, block_id = case
    entry = next((one for one in entries(PATH, text) if one.id == block_id), None)
    assume(entry is not None)
    assert entry is not None
    edits: dict[str, Operation] = {
        "add": AddFields(block_id, ("- Confidence:: 0.25",)),
        "tick": ReplaceBlock(block_id, entry.text, entry.text.replace("[ ]", "[x]")),
        "remove": ReplaceBlock(block_id, entry.text, ""),
    }
    operation = edits[edit] if isinstance(edit, str) else edit

    result = applied(text, operation)

    assume(not result.displaced)
    after = (result.data or b"").decode()
    new = {"## Not there", "## Active tasks", *ITEM.split("\n"), *DATED.split("\n")}
    gone = [line for line in shown(entry.text) if edit == "remove" and line not in new]
    kept = [line for line in shown(after) if line not in new and "0.25" not in line]
    wanted = [line for line in shown(text) if line not in new]
    if edit == "tick":
        wanted = [line.replace("[ ]", "[x]") for line in wanted]
        kept = [line.replace("[ ]", "[x]") for line in kept]
    assert sorted(wanted) == sorted(kept + gone)


LINES = st.lists(st.sampled_from(["a", "b", "c", "", "- x", "- y"]), max_size=8)
TEXTS = LINES.flatmap(
    lambda rows: st.sampled_from(["", "\n"]).map(lambda end: "\n".join(rows) + end)
)


@given(TEXTS, TEXTS)
def test_undo_of_an_untouched_note_is_exactly_what_was(before: str, after: str) -> None:
    assert Spliced(before.encode()) == applied(after, Revert(before, after))


@given(TEXTS, TEXTS, TEXTS)
def test_undo_never_loses_a_line_a_person_added(before: str, after: str, now: str) -> None:
    result = applied(now, Revert(before, after))

    if result.displaced:
        assert now.encode() == result.data
    elif now != after:
        mine = [f"mine-{n}" for n in range(3)]
        typed = now + "".join(f"\n{line}" for line in mine)
        again = applied(typed, Revert(before, after))
        assert all(line in (again.data or b"").decode() for line in mine)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
OBJECTS = st.dictionaries(st.sampled_from(["a", "b", "群", '"', ""]), JSON, max_size=4)


@given(
    OBJECTS,
    st.lists(st.sampled_from(["a", "b", "群", '"', "", "new"]), min_size=1, max_size=3),
    st.one_of(JSON.map(json.dumps), st.just("")),
    st.sampled_from([None, 2, 4, "\t"]),
)
def test_json_value_is_set_and_no_other_changes(
    holder: dict[str, object], keys: list[str], value: str, indent: int | str | None
) -> None:
    text = json.dumps(holder, ensure_ascii=False, indent=indent)

    result = applied_json(text, SetJson(tuple(keys), value))

    expected = json.loads(text)
    if result.displaced:
        assert text.encode() == result.data
        return
    _set(expected, keys, value)
    assert expected == json.loads(result.data or b"")
    assert list(expected) == list(json.loads(result.data or b""))
    assert Spliced(result.data) == apply_operations(
        "x.json", result.data, [SetJson(tuple(keys), value)]
    )


def applied_json(text: str, operation: SetJson) -> Spliced:
    return apply_operations("x.json", text.encode(), [operation])


def _set(holder: dict[str, object], keys: list[str], value: str) -> None:
    *above, last = keys
    for key in above:
        if not value and key not in holder:
            return
        inner = holder.setdefault(key, {})
        assert isinstance(inner, dict)
        holder = inner
    if value:
        holder[last] = json.loads(value)
    else:
        holder.pop(last, None)


@given(notes(), st.sampled_from(INSERTS), st.sampled_from(["\r\n", "\r"]))
@example("```\n- code\n```\n## Active tasks\n%%\n# hidden\n%%\n", INSERTS[0], "\r")
def test_insert_is_the_same_in_any_newline(
    text: str, insert: InsertUnder | InsertDated, newline: str
) -> None:
    unix = text.replace("\r\n", "\n").replace("\r", "\n")
    assume("\n" in unix)

    expected = (applied(unix, insert).data or b"").decode().replace("\n", newline)

    assert expected == (applied(unix.replace("\n", newline), insert).data or b"").decode()


@st.composite
def many_inserts(draw: st.DrawFn) -> list[Operation]:
    """Inserts as a flush plans them: items for sections, dated entries; ids may repeat."""
    operations: list[Operation] = []
    for number in range(draw(st.integers(1, 6))):
        block_id = f"t-20260309-zzzzzzzzz{draw(st.sampled_from('abcdefg'))}"
        on = draw(st.sampled_from(["2026-01-01", "2026-02-01", "2026-03-02", "2026-03-09"]))
        heading = draw(st.sampled_from(["Active tasks", "Not there", ""]))
        choices: list[Operation] = [
            InsertDated(f"## {on} E{number}\n\n- x\n\n^{block_id}", block_id, on),
            InsertUnder(heading, f"- i{number} ^{block_id}", block_id),
            InsertUnder(heading, f"- i{number} ^{block_id}", block_id, first=True),
        ]
        operations.append(draw(st.sampled_from(choices)))
    return sorted(operations, key=lambda one: type(one).__name__)


@given(notes(), many_inserts())
def test_inserts_done_together_are_those_done_one_by_one(
    text: str, operations: list[Operation]
) -> None:
    data: bytes | None = text.encode()
    for operation in operations:
        result = apply_operations(PATH, data, [operation])
        assume(not result.displaced)
        data = result.data

    together = applied(text, *operations).data

    assert sorted(lines((data or b"").decode())) == sorted(lines((together or b"").decode()))
    sections = {one.heading for one in operations if isinstance(one, InsertUnder)}
    if not sections or (len(sections) == 1 and "" not in sections):
        assert data == together
    assert together == apply_operations(PATH, together, operations).data
