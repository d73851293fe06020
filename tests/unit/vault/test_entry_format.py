"""Words of a chat are made fit for headings, entries and links."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from progressive_memory.domain.message import Message
from progressive_memory.vault import log_note
from progressive_memory.vault.entry_format import heading_safe, message_link, one_line
from progressive_memory.vault.layout import day_note
from tests.golden import GROUPS, Golden


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Redis: move to 7? #infra", "Redis move to 7? infra"),
        ("a ^id [[b|c]] %%d%% 50%", "a id b c d 50%"),
        ("at 10:30", "at 10：30"),
        ("two\nlines\u2028three", "two lines three"),
        ("<!-- x <b> p99 < 2s <%y%>", "!-- x b> p99 < 2s y%>"),
        ("`code` and C:\\x", "code and C x"),
        ("订单库改用 PostgreSQL 16", "订单库改用 PostgreSQL 16"),
    ],
)
def test_heading_holds_nothing_that_breaks_a_link(text: str, heading: str) -> None:
    assert heading == heading_safe(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("订单库从 MySQL 8 迁移（2026-06-01 前）", "订单库从 MySQL 8 迁移（2026-06-01 前）"),
        ("- [ ] 1. do it", "do it"),
        ("see [[a|b]] and ![[c]]", "see [a|b] and ![c]"),
        ("[see](y) std::vec $$m$$ 100%%", "[see] (y) `std::vec` $m$ 100%"),
        ("fix #123 #bug at http://x/#frag ^id", "fix #123 bug at http://x/#frag id"),
        ("a<b and <b>x <%run%>", "a< b and < b>x < run%>"),
        ("```sh\nls\n```", "`sh ls `"),
        ("---", ""),
        ("^#x", "x"),
        ("10:30 `[0]`", "10:30 `[0]`"),
        ("Rename Ns::Old to Ns::New::Inner", "Rename `Ns::Old` to `Ns::New::Inner`"),
        ("call `Ns::Old` and key:: value", "call `Ns::Old` and key: value"),
    ],
)
def test_line_of_an_entry_reads_the_same_and_does_not_act(text: str, line: str) -> None:
    assert line == one_line(text)
    assert line == one_line(line)


@GROUPS
def test_golden_links_to_messages_are_ours(golden: Golden) -> None:
    path = day_note(golden.name, date.fromisoformat(golden.day))
    notes = "".join(text for name, text in golden.notes().items() if "/log/" not in name)
    linked = [m for m in log_note.parse(path, golden.text(path)) if f"#^{m.block_id}|" in notes]

    assert linked
    assert all(message_link(message) in notes for message in linked)


def test_name_made_to_break_a_link_does_not() -> None:
    at = datetime(2026, 3, 2, 9, 5, tzinfo=UTC)
    message = Message("$e", "m-aaaaaaaaaa", at, "@x:y", "]] |[[evil#^x", "hi", path="memory/x.md")

    assert "[[memory/x#^m-aaaaaaaaaa|09:05 evil x]]" == message_link(message)
