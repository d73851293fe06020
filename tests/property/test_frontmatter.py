"""Setting one property leaves every other byte and value, whatever stands in the block."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault import frontmatter, yaml_block

LINES = st.sampled_from(
    [
        "a: 1", "b: 'x' # why", "c:", "c: |\n  text\n  more", "d:\n  - one\n  - two # last", "# note",
        "", "e: [x,  y ]", 'f: "[[a|b]]"', "g: {h: 1}", "h: >-\n  folded\n  text", "i: 2026-05-16",
        "status: open", "status: &s open", "j: *s", "k: 0123", "中文: 值", "l: yes", "m:\n  n: 1\n  o: 2",
        "p: @bad", "\tq: 1", "...", "r: {{date}}", "s: T: x", "t: \"multi\n  line\"", "? [u]\n: v",
    ]
)  # fmt: skip
BLOCKS = st.lists(LINES, max_size=7).map(lambda rows: "".join(f"{row}\n" for row in rows))


@given(BLOCKS, st.sampled_from(["status", "a", "d", "c", "new"]), st.sampled_from(["done", "[x, y]", '"q"', "2026-11-29"]), st.sampled_from(["\n", "\r\n"]))  # fmt: skip
def test_set_property_changes_one_value_or_refuses(
    block: str, key: str, source: str, newline: str
) -> None:
    text = f"---\n{block}---\n\nbody: x\n---\n".replace("\n", newline)
    try:
        after = frontmatter.set_property("x.md", text, key, source)
    except NoteUnwritable:
        return

    before, _ = frontmatter.properties("x.md", text)
    now, problem = frontmatter.properties("x.md", after)
    assert problem is None
    assert {k: v for k, v in before.items() if k != key} == {
        k: v for k, v in now.items() if k != key
    }
    assert after.endswith(f"---{newline}{newline}body: x{newline}---{newline}")
    comments = [line for line in text.split(newline) if line.startswith("#")]
    assert comments == [line for line in after.split(newline) if line.startswith("#")]
    assert after == frontmatter.set_property("x.md", after, key, source)


PLAIN = st.text(alphabet="abz019 -_./()中:#[]{}'\"&*!|>%@`,?\\", max_size=8)


@given(st.dictionaries(st.sampled_from(["a", "b_c", "d1"]), PLAIN))
def test_blocks_read_without_yaml_read_the_same_with_it(pairs: dict[str, str]) -> None:
    source = "".join(f"{key}: {value}\n" for key, value in pairs.items())
    found, problem = frontmatter.properties("x.md", f"---\n{source}---\n")
    if problem is not None or any(value.startswith("---") for value in pairs.values()):
        return

    assert yaml_block.values(source) == found


@given(st.text(max_size=20))
def test_scalar_of_any_text_reads_back(text: str) -> None:
    note = f"---\naliases: [{frontmatter.scalar(text)}]\n---\n"

    found, problem = frontmatter.properties("x.md", note)

    assert ({"aliases": (text,)}, None) == (found, problem)


@given(st.text(max_size=60))
def test_any_text_has_a_body(text: str) -> None:
    block = frontmatter.find(text)
    start = frontmatter.body_start(text)

    assert 0 <= start <= len(text)
    if block is not None:
        assert text[block.end :].startswith("---")
