"""What stands between quotes, there and back."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.vault import quoting


@pytest.mark.parametrize(
    ("source", "quote", "text"),
    [
        ("it''s", "'", "it's"),
        ('a\\n\\u4e2d\\"', '"', 'a\n中"'),
        ("\\ud83d\\ude80!", '"', "🚀!"),
        ("\\x41\\U0001F680\\/", '"', "A🚀/"),
        ("a''\\n", "", "a''\\n"),
    ],
)
def test_a_text_reads_without_its_escapes(source: str, quote: str, text: str) -> None:
    read, places = quoting.read(source, quote)

    assert (text, len(text) + 1) == (read, len(places))
    assert (0, len(source)) == (places[0], places[-1])


@given(st.text())
def test_what_is_written_reads_as_it_was_in_json_and_yaml(text: str) -> None:
    written = quoting.written(text, '"')

    assert text == json.loads(f'"{written}"')
    assert text == quoting.read(written, '"')[0]


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])))
def test_what_is_written_in_single_quotes_reads_as_it_was(text: str) -> None:
    source = f"'{quoting.written(text, chr(39))}'"

    assert text == quoting.read(source[1:-1], "'")[0]
    if text.isprintable():
        assert text == yaml.safe_load(source)
