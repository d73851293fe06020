"""`standing.json`: read tolerantly, named by a token, told apart from one of a flush cut off."""

from __future__ import annotations

import pytest

from progressive_memory.vault import standing
from progressive_memory.vault.splice import apply_operations
from progressive_memory.vault.standing import Standing

FIRST = Standing({"d-1": ("m-a", "w-a", "s-a")}, frozenset({"d-1"}))


def written(one: Standing, data: bytes | None = None) -> bytes:
    edit = standing.edit("harbour", one)
    assert edit.path == "memory/groups/harbour/standing.json"
    result = apply_operations(edit.path, data, edit.operations).data
    assert result is not None
    return result


def test_what_is_written_reads_the_same() -> None:
    then = Standing({"d-2": ("m-b",)}, frozenset(), {"d-1": ("m-a",)}, FIRST.token)
    assert then == standing.parse(written(then, written(FIRST)).decode())


def test_keys_of_others_survive() -> None:
    assert b'"mine": 1' in written(FIRST, b'{"mine": 1}\n')


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"entries": 1}', "\x00", "[" * 100_000])
def test_what_is_no_such_file_tells_nothing(text: str) -> None:
    assert standing.parse(text) is None


def test_values_of_another_kind_count_as_absent() -> None:
    text = '{"entries": {"d-1": ["m-a", 3], "d-2": 5}, "new": 7, "taken": [], "before": 1}'
    assert Standing({"d-1": ("m-a",), "d-2": ()}) == standing.parse(text)


def test_it_is_cut_off_while_the_token_before_it_stands() -> None:
    then = Standing({"d-2": ("m-b",)}, before=FIRST.token)
    assert [True, False] == [FIRST.cut_off(""), FIRST.cut_off(FIRST.token)]
    assert [True, False] == [then.cut_off(FIRST.token), then.cut_off(then.token)]


def test_of_what_is_let_go_nothing_is_left() -> None:
    assert Standing() == FIRST.without({"d-1"})
