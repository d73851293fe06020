"""Whatever people type, a day note holds it as one inert list item and gives it back."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from progressive_memory.domain.message import Message, Reaction
from progressive_memory.vault import log_note
from progressive_memory.vault.layout import day_note
from progressive_memory.vault.log_escape import escape, unescape

PATH = day_note("g", date(2026, 5, 16))
TRICKY = st.sampled_from(
    [
        "[[a]]", "![[b]]", "%%", " ^m-aaaaaaaaaa", " ^id", "# ", "#tag", "- [ ] ", "<% x %>", "::",
        "event:: ", "(deleted)", "```", "~~~", "\u2028", "\n", "\r", "\r\n", "\t", " ", "  - ",
        "\\", "&#32;", "&amp;", "> ", "1. ", "---", "===", "***", "| a |", "<!--", "$$", "](x)",
        "《》", "你好", "🚀", "\ufeff", "\x00", "\x85", ": ", " · ", "[^1]", "^[x]", "_", "`", "* ",
    ]
)  # fmt: skip
TEXT = st.one_of(
    st.text(max_size=60), st.lists(st.one_of(TRICKY, st.text(max_size=3))).map("".join)
)
NAME = TEXT.map(
    lambda text: " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]", " ", text).split())
)
WORD = NAME.map(lambda text: text.replace(" ", "")).filter(bool)
MARKDOWN = MarkdownIt("commonmark").enable("table")


@given(TEXT)
def test_escape_is_reversible(text: str) -> None:
    assert text == unescape(escape(text))


@given(text=TEXT, name=NAME.filter(bool), sender=WORD, event_id=WORD, key=WORD)
@settings(max_examples=200)
def test_message_survives_its_day_note(
    text: str, name: str, sender: str, event_id: str, key: str
) -> None:
    message = Message(
        event_id=event_id,
        block_id="m-abcdefghij",
        at=datetime(2026, 5, 16, 9, 30, 1, tzinfo=UTC),
        sender=sender,
        sender_name=name,
        text=text,
        path=PATH,
    )
    reactions = (Reaction(key, sender, name, event_id), Reaction("👍", "@a:b", "A", "$c"))
    message = replace(message, reactions=reactions)
    twin = replace(message, block_id="m-bbbbbbbbbb")
    items = "".join(log_note.render_item(one, paths={}) + "\n" for one in (message, twin))

    read = log_note.parse(PATH, log_note.new_day_note("g", date(2026, 5, 16), "UTC") + "\n" + items)

    assert (message, twin) == read


@given(TEXT)
@settings(max_examples=200)
def test_rendered_message_is_one_list_item_and_acts_on_nothing(text: str) -> None:
    message = Message("$e", "m-abcdefghij", datetime(2026, 5, 16, tzinfo=UTC), "@a:b", "A", text)
    item = log_note.render_item(message, paths={}) + "\n"

    tokens = MARKDOWN.parse(item + item)

    opened = [token.type for token in tokens if token.nesting == 1]
    one = [
        "list_item_open",
        "paragraph_open",
        "bullet_list_open",
        "list_item_open",
        "paragraph_open",
    ]
    assert ["bullet_list_open", *one, *one] == opened
    own = item[: item.index(" ^m-abcdefghij\n")]
    assert "[[" not in own
    assert "%%" not in own
    assert "<%" not in own
    assert not re.search(r"(?:^|\s)#\S", own)
    assert not re.search(r"\s\^[A-Za-z0-9-]+$", own, re.MULTILINE)
