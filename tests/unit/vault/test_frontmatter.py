"""Properties are cut, read and set without another byte moving."""

from __future__ import annotations

import frontmatter as other_reader
import pytest

from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault import frontmatter

PATH = "memory/groups/garden.md"


def values(text: str) -> dict[str, frontmatter.Value]:
    found, problem = frontmatter.properties(PATH, text)
    assert problem is None
    return found


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("---\na: 1\n---\nbody", "body"),
        ("\ufeff---\na: 1\n---\nbody", "body"),
        ("---\r\na: 1\r\n---\r\nbody", "body"),
        ("--- \na: 1\n--- \t\nbody", "body"),
        ("---\na: 1\n---", ""),
        ("---\n---\nbody", "body"),
        ("---\ra: 1\r---\rbody", "body"),
        ("\n---\na: 1\n---\n", "\n---\na: 1\n---\n"),
        ("---\na: 1\n", "---\na: 1\n"),
        ("---\na: 1\n ---\nb: ---\n---\nbody", "body"),
        ("\ufeffbody", "body"),
    ],
)
def test_body_begins_after_the_block(text: str, body: str) -> None:
    assert body == text[frontmatter.body_start(text) :]


def test_values_are_read_as_written_with_and_without_yaml() -> None:
    plain = "---\nname: 支付 网关\non: 2026-05-15\nbudget: 6000\nzone: Asia/Shanghai\naliases: [A b, 丙]\nnone: []\n---\n"
    hard = "---\n中文: '单引号'\nphone: 0123\nflag: yes\nlink: \"[[a|b]]\"\nlist:\n  - a\n  - 1.10\nmap: {a: 1}\n---\n"

    assert {
        "name": "支付 网关", "on": "2026-05-15", "budget": "6000", "zone": "Asia/Shanghai",
        "aliases": ("A b", "丙"), "none": (),
    } == values(plain)  # fmt: skip
    assert {
        "中文": "单引号", "phone": "0123", "flag": "yes", "link": "[[a|b]]", "list": ("a", "1.10"),
        "map": "{a: 1}",
    } == values(hard)  # fmt: skip


@pytest.mark.parametrize(
    ("block", "line", "code"),
    [
        ("a: 1\nb: [", 4, "yaml"),
        ("a: 1\n\tb: 2", 3, "yaml"),
        ("owner: @alice", 2, "yaml"),
        ("date: {{date}}", 0, ""),
        ("- a", 2, "no_mapping"),
        ("a: 1\nb: 2\na: 3", 4, "double_key"),
        ("a:\n  x: 1\n  x: 2", 4, "double_key"),
        ("a: \x07", 2, "yaml"),
        ("a: *x", 2, "yaml"),
    ],
)
def test_bad_block_is_a_problem_and_not_to_be_written(block: str, line: int, code: str) -> None:
    text = f"---\n{block}\n---\nbody\n"

    found, problem = frontmatter.properties(PATH, text)

    if code:
        assert ({}, code, line) == (found, problem and problem.code, problem and problem.line)
        with pytest.raises(NoteUnwritable):
            frontmatter.set_property(PATH, text, "status", "done")


@pytest.mark.parametrize(
    ("before", "key", "source", "after"),
    [
        ("a: 1 # why\nb: 2\n", "a", "3", "a: 3 # why\nb: 2\n"),
        ("a: 'x'\n", "a", '"y"', 'a: "y"\n'),
        ("a:\nb: 2\n", "a", "1", "a: 1\nb: 2\n"),
        ("a: # c\nb: 2\n", "a", "1", "a: 1 # c\nb: 2\n"),
        ("a: 1\n# end\n", "b", "2", "a: 1\n# end\nb: 2\n"),
        ("", "b", "2", "b: 2\n"),
        ("tags:\n  - a\n  - b\n\n# next\nc: 1\n", "tags", "[z]", "tags: [z]\n\n# next\nc: 1\n"),
        ("tags: # mine\n- a\nc: 1\n", "tags", "[z]", "tags: [z] # mine\nc: 1\n"),
        ("note: |\n  one\n  two\nc: 1\n", "note", "x", "note: x\nc: 1\n"),
        ("fold: >-\n  a\n  b\n", "fold", "x", "fold: x\n"),
        ("m:\n  k: v # deep\nc: 1\n", "m", "x", "m: x # deep\nc: 1\n"),
        ("a: &x 1\nb: 2\n", "a", "3", "a: 3\nb: 2\n"),
        ('"a": 1\n', "a", "2", '"a": 2\n'),
        ("a: [x,  y ]\n", "a", "[x, y]", "a: [x,  y ]\n"),
        ("a: 2026-05-16\n", "a", '"2026-05-16"', 'a: "2026-05-16"\n'),
        ("a: 1\n...\n", "b", "2", "a: 1\nb: 2\n...\n"),
        ("  a: 1\n", "b", "2", "  a: 1\n  b: 2\n"),
        ("a: 1\n", "b: c", "1", 'a: 1\n"b: c": 1\n'),
        ("{a: 1}\n", "b", "2", '{a: 1, "b": 2}\n'),
        ("{}\n", "b", "[x, y]", '{"b": ["x", "y"]}\n'),
        ("{a: 1}\n", "a", "x, y", '{a: "x, y"}\n'),
        ('{\n  "a": 1\n}\n', "b", "x", '{\n  "a": 1,\n  "b": "x"\n}\n'),
        ('{"a": "x"}\n', "a", "[2, y]", '{"a": [2, "y"]}\n'),
    ],
)
def test_one_value_is_set(before: str, key: str, source: str, after: str) -> None:
    for newline in ("\n", "\r\n"):
        text = f"---\n{before}---\nbody".replace("\n", newline)
        expected = f"---\n{after}---\nbody".replace("\n", newline)

        assert expected == frontmatter.set_property(PATH, text, key, source)
        assert expected == frontmatter.set_property(PATH, expected, key, source)


@pytest.mark.parametrize(
    ("before", "item", "after"),
    [
        ("a: [x,  y ]\n", "z", "a: [x,  y, z ]\n"),
        ("a: []\n", "z", "a: [z]\n"),
        ("a:\n", "z", "a: [z]\n"),
        ("b: 1\n", "z", "b: 1\na: [z]\n"),
        ("a:\n- x # why\n\n# next\nb: 1\n", "z", "a:\n- x # why\n- z\n\n# next\nb: 1\n"),
        ("a:\n    - x\n    - y", "z", "a:\n    - x\n    - y\n    - z\n"),
        ("a:\n  - 'x'\n", "x", "a:\n  - 'x'\n"),
        ("a:\n  - k: v\n    l: w\nb: 1\n", "z", "a:\n  - k: v\n    l: w\n  - z\nb: 1\n"),
    ],
)
def test_an_item_is_added_in_the_style_of_its_list(before: str, item: str, after: str) -> None:
    block = before if before.endswith("\n") else f"{before}\n"
    for newline in ("\n", "\r\n"):
        text = f"---\n{block}---\nbody".replace("\n", newline)
        expected = f"---\n{after}---\nbody".replace("\n", newline)

        assert expected == frontmatter.add_to_list(PATH, text, "a", item)
        assert expected == frontmatter.add_to_list(PATH, expected, "a", item)


def test_one_value_is_no_list_to_add_to() -> None:
    with pytest.raises(NoteUnwritable, match="a holds one value, no list"):
        frontmatter.add_to_list(PATH, "---\na: x\n---\n", "a", "y")


def test_note_without_a_block_gets_one_after_the_byte_order_mark() -> None:
    assert "---\na: 1\n---\nbody\n" == frontmatter.set_property(PATH, "body\n", "a", "1")
    assert "\ufeff---\r\na: 1\r\n---\r\nbody\r\n" == frontmatter.set_property(
        PATH, "\ufeffbody\r\n", "a", "1"
    )


@pytest.mark.parametrize(
    ("block", "key", "source"),
    [
        ("a: &x 1\nb: *x\n", "b", "2"),
        ("a: &x 1\nb: *x\n", "a", "2"),
        ("a: 1\n", "b", "[x"),
        ("a: 1\n", "b", "1\nc: 2"),
        ("a: 1\n? b\n", "b", "1"),
    ],
)
def test_edit_that_would_touch_more_is_refused(block: str, key: str, source: str) -> None:
    with pytest.raises(NoteUnwritable):
        frontmatter.set_property(PATH, f"---\n{block}---\n", key, source)


def test_bomb_of_aliases_is_read_in_time() -> None:
    lines = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60))]
    text = "---\n" + "\n".join(lines) + "\n---\n"

    after = frontmatter.set_property(PATH, text, "status", "done")

    assert text.replace("\n---\n", "\nstatus: done\n---\n") == after


@pytest.mark.parametrize(
    "name", ["garden", "支付网关 attention", "7号", "a, b", "a: b", "yes", "Null", "[x]", "'", '"', "-", "# x", "a #b", "2026-05-16", "x ", "é", "1e3", "{a}", "@x", "a'b", "\\"],
)  # fmt: skip
def test_scalar_reads_back_as_the_same_text(name: str) -> None:
    text = f"---\naliases: [{frontmatter.scalar(name)}]\n---\n"

    assert {"aliases": (name,)} == values(text)
    assert {"aliases": [name]} == other_reader.loads(text).metadata
