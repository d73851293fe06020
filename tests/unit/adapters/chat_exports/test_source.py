"""How much of an export is held in memory."""

from __future__ import annotations

import io

import pytest

from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.errors import ChatSourceError


def test_a_document_is_read_whole_up_to_its_cap() -> None:
    data = b"x" * 1_000_000
    assert data == Source("chat", io.BytesIO(data), max_megabytes=1).whole()


def test_a_larger_one_is_refused_with_the_setting_to_raise() -> None:
    source = Source("chat.json", io.BytesIO(b"x" * 1_000_001), max_megabytes=1)
    with pytest.raises(ChatSourceError, match="is one JSON document of more than 1 MB") as e:
        source.whole()
    assert "max_export_mb under [log] in progressive-memory.toml" in e.value.next_step
