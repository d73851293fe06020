"""What a move asks of the links in a file, and nothing more."""

from __future__ import annotations

import pytest

from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault.moves import Moves
from progressive_memory.vault.splice.relink import relink

FILES = [
    "old.md",
    "a/old.md",
    "a/near.md",
    "a/pic.png",
    "deep/a/far.md",
    "b/rival.md",
    "b/near.md",
    "board.canvas",
    "x.md",
]


def moved(path: str, text: str, pair: tuple[str, str], *, keep_shown: bool = False) -> str:
    moves = Moves(FILES, dict([pair]), keep_shown=keep_shown)
    operation = moves.relinked(path, text).operation
    if operation is None:
        return text
    new = relink(path, text, operation)
    assert new == relink(path, new, operation)
    return new


@pytest.mark.parametrize(
    ("path", "text", "pair", "expected"),
    [
        # In the form it had.
        ("x.md", "[[old]]", ("old.md", "new.md"), "[[new]]"),
        ("x.md", "[[OLD.md]]", ("old.md", "new.md"), "[[new.md]]"),
        ("x.md", "[[a/old]]", ("a/old.md", "a/new.md"), "[[a/new]]"),
        ("x.md", "[[far]] [[a/far]]", ("deep/a/far.md", "deep/a/new.md"), "[[new]] [[a/new]]"),
        ("x.md", "[[deep/a/far]]", ("deep/a/far.md", "new.md"), "[[new]]"),
        ("x.md", "[[/a/near]]", ("a/near.md", "a/new.md"), "[[/a/new]]"),
        ("a/x.md", "[[./near]] [[../old]]", ("a/near.md", "a/new.md"), "[[./new]] [[../old]]"),
        ("a/x.md", "[[../b/near]]", ("b/near.md", "c/new.md"), "[[../c/new]]"),
        ("x.md", "[n](a/near.md)", ("a/near.md", "a/n w.md"), "[n](a/n%20w.md)"),
        ("a/x.md", "[n](near.md)", ("a/near.md", "c/new.md"), "[n](../c/new.md)"),
        ("a/x.md", "[n](b/near.md)", ("b/near.md", "b/new.md"), "[n](b/new.md)"),
        # Only what has to change.
        ("x.md", "[[far]]", ("deep/a/far.md", "other/far.md"), "[[far]]"),
        ("x.md", "[[old]]", ("a/old.md", "a/new.md"), "[[old]]"),
        ("a/x.md", "[[near]]", ("b/near.md", "b/new.md"), "[[near]]"),
        ("x.md", "`[[old]]` [[older]] [[gone]]", ("old.md", "new.md"), "`[[old]]` [[older]] [[gone]]"),
        # Whole where the form would mean another note too.
        ("x.md", "[[far]]", ("deep/a/far.md", "deep/a/rival.md"), "[[deep/a/rival]]"),
        ("deep/a/x.md", "[[far]]", ("deep/a/far.md", "deep/a/rival.md"), "[[rival]]"),
        # A link to another note that the new name would take away.
        ("a/x.md", "[[rival]]", ("a/near.md", "a/rival.md"), "[[b/rival]]"),
        ("x.md", "[[near]] [[rival]]", ("old.md", "rival.md"), "[[near]] [[b/rival]]"),
        ("a/x.md", "[r](near.md)", ("a/near.md", "c/other/near.md"), "[r](../c/other/near.md)"),
        # The moved note's own links.
        ("a/near.md", "[[near]] [[old]] ![p](pic.png)", ("a/near.md", "c/near.md"), "[[near]] [[old]] ![p](../a/pic.png)"),
        ("a/far.md", "[[near]]", ("a/far.md", "c/far.md"), "[[a/near]]"),
        ("a/near.md", "[o](../old.md) [[#^x]]", ("a/near.md", "near.md"), "[o](old.md) [[#^x]]"),
    ],
)  # fmt: skip
def test_links_follow(path: str, text: str, pair: tuple[str, str], expected: str) -> None:
    assert expected == moved(path, text, pair)


def test_a_link_that_may_mean_either_stays_and_is_told() -> None:
    moves = Moves(["a/n.md", "b/n.md", "x.md"], {"a/n.md": "a/m.md"})

    decided = moves.relinked("x.md", "one\n[[n]] [[a/n]]")

    assert [("n", 2)] == [(link.written, link.line) for link in decided.unsure]
    assert decided.operation is not None
    assert (("a/n", "a/m"),) == decided.operation.wikilinks


def test_two_links_that_change_names_do_not_run_into_each_other() -> None:
    text = "[[a/old]] [[rival]]"

    assert "[[a/rival]] [[b/rival]]" == moved("a/x.md", text, ("a/old.md", "a/rival.md"))
    assert "[[a/rival]] [[b/rival]]" == moved(
        "a/x.md", "[[near]] [[rival]]", ("a/near.md", "a/rival.md")
    )


def test_links_into_a_folder_that_moves_follow_though_nothing_is_there() -> None:
    moves = Moves(["g/a.md", "x.md"], {"g/a.md": "h/a.md"}, folder=("g", "h"), keep_shown=False)
    text = "[[g/a]] [[G/gone#^x|y]] [[other/g/gone]]"

    operation = moves.relinked("x.md", text).operation

    assert operation is not None
    assert "[[h/a]] [[h/gone#^x|y]] [[other/g/gone]]" == relink("x.md", text, operation)


def test_a_canvas_follows_in_its_cards_and_in_its_text() -> None:
    text = (
        '{"nodes":[\n  {"id":"1","type":"file","file":"a/old.md","subpath":"#^x"},\n'
        '  {"id":"2","type":"text","text":"see [[a\\/old]]\\n\\n| a |\\n|---|\\n| [[a/old]] |"},\n'
        '  {"id":"3","type":"link","url":"https://x.example/a/old.md"}, 7\n],"edges":[]}'
    )
    expected = (
        text.replace('"file":"a/old.md"', '"file":"a/né w.md"')
        .replace("[[a\\/old]]", "[[a/né w|a/old]]")
        .replace("| [[a/old]] |", "| [[a/né w\\\\|a/old]] |")
    )

    assert expected == moved("board.canvas", text, ("a/old.md", "a/né w.md"), keep_shown=True)


@pytest.mark.parametrize("text", ["", "{}", '{"nodes": 3}', '{"nodes":[{"file":7}]}'])
def test_a_canvas_without_cards_has_no_links(text: str) -> None:
    assert text == moved("board.canvas", text, ("old.md", "new.md"))


def test_a_broken_canvas_stops_only_what_it_names() -> None:
    text = '{"nodes":[{"file":"a/old.md"'

    assert text == moved("board.canvas", text, ("b/rival.md", "b/new.md"))
    with pytest.raises(NoteUnwritable, match=r"board\.canvas is no valid canvas"):
        moved("board.canvas", text, ("a/old.md", "a/new.md"))
