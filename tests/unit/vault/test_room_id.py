"""Room ids without what a host puts around them."""

from __future__ import annotations

import pytest

from progressive_memory.vault.room_id import plain


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("!abc:example.org", "!abc:example.org"),
        (" !abc:example.org ", "!abc:example.org"),
        ("room:!abc:example.org", "!abc:example.org"),
        ("agent:main:matrix:channel:!abc:example.org", "!abc:example.org"),
        ("agent:main:matrix:channel:!abc:example.org:thread:$root", "!abc:example.org"),
        ("agent:ops:telegram:group:-1001:topic:7", "telegram:-1001"),
        ("telegram:-1001", "telegram:-1001"),
        ("room: kitchen", "room: kitchen"),
        ("agent:main:main", "agent:main:main"),
        ("C024BE91L", "C024BE91L"),
    ],
)
def test_a_room_is_named_by_its_id(given: str, expected: str) -> None:
    assert expected == plain(given)
