"""Words of a command line as YAML."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.vault.yaml_edit import written_as


@pytest.mark.parametrize(
    "text",
    ["done", "2026-05-16", "2026-05-16T09:30:00", "12", "true", "[a, b]", '"[[x]]"', "'it''s'", "待办 一", "🚀", "a, b"],
)  # fmt: skip
def test_what_reads_as_one_value_stays_as_it_is(text: str) -> None:
    assert text == written_as(text)


@pytest.mark.parametrize(
    "text",
    ["[[x]]", "a: b", "#tag", "a #b", "", "- x", "-", "&a x", "*a", "|", "{a: 1}", "@x", " x ", "[a, [b]]", "a\nb", '"a" b', "[a"],
)  # fmt: skip
def test_what_would_read_as_something_else_is_quoted(text: str) -> None:
    written = written_as(text)

    assert written.startswith('"')
    assert text == yaml.safe_load(written)


def test_an_item_of_a_list_is_quoted_where_a_value_need_not_be() -> None:
    assert ('"a, b"', '"[a]"', "[a]") == (
        written_as("a, b", item=True),
        written_as("[a]", item=True),
        written_as("[a]"),
    )


@given(st.text(max_size=12), st.booleans())
def test_any_text_is_one_value_in_its_place(text: str, item: bool) -> None:
    written = written_as(text, item=item)
    block = f"k: [{written}, z]\n" if item else f"k: {written}\nz: 1\n"

    node = yaml.compose(block)

    assert isinstance(node, yaml.MappingNode)
    assert (1 if item else 2) == len(node.value)
    value = node.value[0][1]
    if item:
        assert isinstance(value, yaml.SequenceNode)
        assert 2 == len(value.value)
