"""A JSON document in pieces: the same values, whatever the pieces; a broken one says where."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.adapters.chat_exports.json_stream import JsonStream
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.errors import ChatSourceError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


class _InPieces(Source):
    """A file that hands out few bytes at a time."""

    def chunks(self) -> Iterator[bytes]:
        while piece := self._stream.read(3):
            yield piece


def stream(data: bytes | str) -> JsonStream:
    raw = data.encode() if isinstance(data, str) else data
    return JsonStream(_InPieces("chat.json", io.BytesIO(raw)))


@given(st.dictionaries(st.text(), JSON, min_size=1))
def test_fields_and_values_are_those_of_the_document(document: dict[str, object]) -> None:
    walk = stream(json.dumps(document, indent=1, ensure_ascii=False).encode())
    assert document == {key: walk.value() for key in walk.fields()}
    walk.end()


@given(st.lists(JSON), st.integers(0, 5))
def test_what_is_not_taken_is_passed_over(items: list[object], every: int) -> None:
    walk = stream(json.dumps(items))
    taken = [walk.value() for place in walk.elements() if place % (every + 1) == 0]
    assert items[every :: every + 1] == taken
    walk.end()


@given(st.lists(JSON, min_size=1), st.data())
def test_a_document_cut_anywhere_is_refused(items: list[object], data: st.DataObject) -> None:
    text = json.dumps({"a": items}).encode()
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    with pytest.raises(ChatSourceError, match="not a whole JSON document"):
        _walk(cut)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"a": 1} {}', "something follows"),
        (b'{"a" 1}', "is expected"),
        (b"{1: 2}", "a key is not text"),
        (b'{"a": [1 2]}', 'neither "," nor "]"'),
        (b'{"a": ' + b"[" * 100_000, "nested too deeply"),
        ('{"a": "ä"}'.encode("latin-1"), "not UTF-8"),
        (b"[]", "an object is expected"),
        (b'{"a": ' + b"9" * 5000 + b"}", "a number is too long"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, said: str) -> None:
    with pytest.raises(ChatSourceError, match=said):
        _walk(data)


def test_memory_is_that_of_one_message_not_of_the_document() -> None:
    message = json.dumps({"text": "x" * 1000})
    data = ('{"messages": [' + ",".join([message] * 20_000) + "]}").encode()
    source = Source("chat.json", io.BytesIO(data))
    tracemalloc.start()
    try:
        walk = JsonStream(source)
        count = sum(1 for _ in walk.fields() for _ in walk.elements() if walk.value())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 20_000 == count
    assert peak < 2_000_000


def _walk(data: bytes) -> None:
    walk = stream(data)
    for _ in walk.fields():
        pass
    walk.end()
