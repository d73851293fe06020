"""A JSON file keeps its keys, order, layout and unknown fields when one value changes."""

from __future__ import annotations

import pytest

from progressive_memory.domain.plan import SetJson
from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault.splice import apply_operations
from tests.golden import GROUPS, Golden

PATH = "memory/flush-state.json"


def spliced(text: str | None, *operations: SetJson) -> str:
    data = None if text is None else text.encode()
    result = apply_operations(PATH, data, operations)
    assert result.data is not None
    assert () == result.displaced
    return result.data.decode()


@pytest.mark.parametrize(
    ("before", "keys", "value", "after"),
    [
        (None, ("a",), "1", '{\n  "a": 1\n}\n'),
        ("", ("a",), "1", '{\n  "a": 1\n}\n'),
        ("{}", ("a",), "1", '{\n  "a": 1\n}'),
        (None, ("a", "b"), '["x"]', '{\n  "a": {\n    "b": [\n      "x"\n    ]\n  }\n}\n'),
        ('{\n  "b": 1,\n  "a": 2\n}\n', ("b",), "3", '{\n  "b": 3,\n  "a": 2\n}\n'),
        ('{\n    "a": {}\n}\n', ("a", "x"), "1", '{\n    "a": {\n        "x": 1\n    }\n}\n'),
        ('{\r\n\t"a": 1\r\n}', ("b",), "[1]", '{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t1\r\n\t]\r\n}'),
        ('{"a":1}', ("b",), '{"c": 2}', '{"a":1,"b":{"c":2}}'),
        ('{"a": 1}', ("b",), '{"c": 2}', '{"a": 1, "b": {"c": 2}}'),
        ('{"a": 1, "b": 2, "c": 3}', ("b",), "", '{"a": 1, "c": 3}'),
        ('{"a": 1, "b": 2}', ("a",), "", '{"b": 2}'),
        ('{\n  "a": 1,\n  "b": 2\n}\n', ("b",), "", '{\n  "a": 1\n}\n'),
        ('{\n  "a": 1\n}\n', ("a",), "", "{}\n"),
        ('{"a": 1}', ("x", "y"), "", '{"a": 1}'),
        ('{ "a" : [1,2] }', ("a",), "[1, 2]", '{ "a" : [1,2] }'),
        ('{"a": 1}', ("a",), "true", '{"a": true}'),
        ('\ufeff{"名": "a"}', ("名",), '"乙"', '\ufeff{"名": "乙"}'),
    ],
)
def test_one_value_is_set_or_removed(
    before: str | None, keys: tuple[str, ...], value: str, after: str
) -> None:
    assert after == spliced(before, SetJson(keys, value))
    assert after == spliced(after, SetJson(keys, value))


@GROUPS
def test_golden_names_file_grows_in_its_own_shape(golden: Golden) -> None:
    text = golden.text("memory/group_names.json")
    entry = '{"name": "garden", "display_name": "The Garden"}'

    after = spliced(text, SetJson(("!new:chat.test",), entry))

    new = ',\n  "!new:chat.test": {\n    "name": "garden",\n    "display_name": "The Garden"\n  }\n}\n'
    assert text.removesuffix("\n}\n") + new == after
    assert text == spliced(after, SetJson(("!new:chat.test",), ""))


@pytest.mark.parametrize("text", ["{", "[]", '{"a": 1} x', '{"a": 1, "a": 2}', "null", "{'a': 1}"])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(NoteUnwritable, match=PATH):
        spliced(text, SetJson(("a",), "1"))


def test_deep_nesting_is_refused_and_no_crash() -> None:
    with pytest.raises(NoteUnwritable):
        spliced('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", SetJson(("b",), "1"))


def test_value_where_an_object_is_needed_displaces() -> None:
    result = apply_operations(PATH, b'{"groups": []}', [SetJson(("groups", "g"), "1")])

    assert (b'{"groups": []}', "groups holds no object") == (
        result.data,
        result.displaced[0].reason,
    )
