"""Wikilinks: what is one, and pointing them elsewhere."""

from __future__ import annotations

import pytest

from progressive_memory.vault.wikilinks import Link, links, retarget


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [[a/b]]", [("a/b", "")]),
        ("see [[a/b.md|so]]", [("a/b", "")]),
        ("![[群/人员#^r-1|王五]]、[[#^m-2]]", [("群/人员", "^r-1"), ("", "^m-2")]),
        ("| [[a\\|x]] | `b.md` |", [("a", "")]),
        ("[[a#One#Two]]", [("a", "One#Two")]),
        ('---\nowner: "[[people/li]]"\n---\n', [("people/li", "")]),
        ("%% [[hidden]] %%", [("hidden", "")]),
        ("`[[code]]` and ``a ` [[b]]`` [[c]]", [("c", "")]),
        ("```\n[[a]]\n```\n[[b]]", [("b", "")]),
        ("x\r```\r[[a]]\r```\r[[b]]", [("b", "")]),
        ("- ~~~\n  [[a]]\n  ~~~\n- [[b]]", [("b", "")]),
        ("\\[[not one]] \\`[[one]]\\`", [("one", "")]),
        ("an open ` tick\n\n[[a]] ` here", [("a", "")]),
        ("[[a\nb]] [[]]", [("", "")]),
        (
            "[x](../g/%E4%BA%BA%20员.md#^r-1) ![y](<a b.png>)",
            [("../g/人 员", "^r-1"), ("a b.png", "")],
        ),
        ("[x](https://example.org/a) [y](mailto:a@b) [z](#here)", []),
    ],
)
def test_what_is_a_link(text: str, expected: list[tuple[str, str]]) -> None:
    assert expected == [(link.target, link.fragment) for link in links(text)]


def test_a_link_knows_its_line() -> None:
    assert [2, 2, 4] == [link.line for link in links("a\r\n[[b]] [[c]]\n\n[[d]]")]
    assert [2, 4] == [link.line for link in links("a\r[[b]]\r\r[[d]]")]


def test_only_what_moved_is_pointed_elsewhere() -> None:
    text = "---\nup: '[[g/old]]'\n---\n[[g/old/a.md#^x|A]] `[[g/old]]` [[g/older]]\r\n| [[g/old\\|s]] |"
    expected = "---\nup: '[[g/new]]'\n---\n[[g/new/a.md#^x|A]] `[[g/old]]` [[g/older]]\r\n| [[g/new\\|s]] |"

    assert expected == retarget(text, moved)
    assert expected == retarget(expected, moved)


def test_a_markdown_link_stays_encoded() -> None:
    expected = "[a](g/new/x%20y.md#^z) [b](g/new/q)"

    assert expected == retarget("[a](g/old/x%20y.md#^z) [b](g/old/q)", moved)


def moved(link: Link) -> str:
    return "g/new" + link.target[5:] if f"{link.target}/".startswith("g/old/") else link.target
