"""Headings we write hold nothing that breaks a link or acts."""

from __future__ import annotations

import pytest

from progressive_memory.vault.headings import heading_safe


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Redis: move to 7? #infra", "Redis move to 7? infra"),
        ("a ^id [[b|c]] %%d%% 50%", "a id b c d 50%"),
        ("two\nlines\u2028three", "two lines three"),
        ("<!-- x <b> p99 < 2s <%y%>", "!-- x b> p99 < 2s %y%>"),
        ("`code` and C:\\x", "code and C x"),
        ("订单库改用 PostgreSQL 16", "订单库改用 PostgreSQL 16"),
    ],
)
def test_what_would_act_becomes_a_blank(text: str, heading: str) -> None:
    assert heading == heading_safe(text)
