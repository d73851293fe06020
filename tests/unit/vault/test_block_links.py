"""Links to a block that goes to another note, by how each is written."""

from __future__ import annotations

import pytest

from progressive_memory.vault.block_links import BlockMoves, Followed
from progressive_memory.vault.splice.relink import relink

OLD, NEW = "memory/groups/g/attention.md", "memory/groups/g/archive/attention-2026.md"
FILES = (OLD, NEW, "memory/groups/h/attention.md", "Home/desk.md", "memory/groups/g/mine.md")
MOVES = BlockMoves(FILES, {"t-1": (OLD, NEW)})


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        (
            "a.md",
            "[[memory/groups/g/attention#^t-1|x]]",
            "[[memory/groups/g/archive/attention-2026#^t-1|x]]",
        ),
        (
            "a.md",
            "[[/memory/groups/g/attention.md#^t-1|x]]",
            "[[/memory/groups/g/archive/attention-2026.md#^t-1|x]]",
        ),
        (
            "a.md",
            "[[g/attention#^t-1]]",
            "[[memory/groups/g/archive/attention-2026#^t-1|g/attention > ^t-1]]",
        ),
        (
            "a.md",
            "see: '[[memory/groups/g/attention#^t-1|x]]'",
            "see: '[[memory/groups/g/archive/attention-2026#^t-1|x]]'",
        ),
        (
            "memory/groups/g/mine.md",
            "[x](attention.md#^t-1 'so')",
            "[x](archive/attention-2026.md#^t-1 'so')",
        ),
        (
            "Home/desk.md",
            "[x](../memory/groups/g/attention.md#%5Et-1)",
            "[x](../memory/groups/g/archive/attention-2026.md#%5Et-1)",
        ),
        (OLD, "[[#^t-1|x]]", "[[memory/groups/g/archive/attention-2026#^t-1|x]]"),
    ],
)
def test_a_link_follows_in_its_form_and_once(path: str, before: str, after: str) -> None:
    text = f"---\n{before}\n---\n" if before.startswith("see") else f"{before} and more\n"
    followed = MOVES.followed(path, text)

    assert followed.operation is not None
    done = relink(path, text, followed.operation)
    assert done == text.replace(before, after)
    assert relink(path, done, followed.operation) == done
    assert MOVES.followed(path, done) == Followed(None)


@pytest.mark.parametrize(
    "text",
    [
        "[[memory/groups/g/attention#^t-2]] [[memory/groups/h/attention#^t-1]]",
        "[[memory/groups/g/attention]] [[memory/groups/g/attention#t-1]] [[#^t-1]]",
        "`[[memory/groups/g/attention#^t-1]]` [[nowhere#^t-1]]",
    ],
)
def test_other_links_stay(text: str) -> None:
    assert MOVES.followed("a.md", text) == Followed(None)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.md", "[[attention#^t-1]]"),
        ("a.canvas", f'{{"nodes": [{{"file": "{OLD}", "subpath": "#^t-1"}}]}}'),
        ("a.canvas", '{"nodes": [{"text": "[[memory/groups/g/attention#^t-1]]"'),
    ],
)
def test_a_link_that_may_mean_another_or_cannot_be_written_is_named(path: str, text: str) -> None:
    assert MOVES.followed(path, text) == Followed(None, frozenset({"t-1"}))


def test_a_file_that_names_no_block_is_told_by_its_bytes() -> None:
    assert MOVES.concerns(b"^t-1")
    assert not MOVES.concerns(b"^t-2")
    assert not BlockMoves(FILES, {}).concerns(b"")
