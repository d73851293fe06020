"""Group names that any disk, link and person can live with."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.vault.names import problems, slug
from tests.golden import EN, ZH


@pytest.mark.parametrize(
    ("display_name", "name"),
    [
        ("Mobile App", "mobile-app"),
        ("支付网关项目组", "支付网关项目组"),
        ("支付 网关", "支付-网关"),
        ("  #general: [ops] / 24x7?  ", "general-ops-24x7"),
        ("Ｃloud", "ｃloud"),
        ("..hidden..", "hidden"),
        ("CON", "group-con"),
        ("com1.notes", "group-com1.notes"),
        ("", "group"),
        ("///", "group"),
        ("\u200b\u202e", "group"),
        ("🚀 Rockets", "🚀-rockets"),
        ("Cafe\u0301", "café"),
        ("x" * 80, "x" * 60),
        ("网" * 80, "网" * 60),
        ("🚀" * 80, "🚀" * 45),
    ],
)
def test_slug_keeps_what_it_can(display_name: str, name: str) -> None:
    assert name == slug(display_name, ())


def test_slug_is_unique_whatever_case_or_form() -> None:
    assert "café-2" == slug("Café", ["CAFE\u0301"])
    assert "garden-3" == slug("Garden", ["Garden", "GARDEN-2"])
    assert "x" * 58 + "-2" == slug("x" * 70, ["x" * 60])


@given(st.text(), st.lists(st.text(max_size=3), max_size=4))
def test_slug_of_any_text_is_a_good_and_free_name(display_name: str, others: list[str]) -> None:
    taken = [slug(other, ()) for other in others]

    name = slug(display_name, taken)

    assert "" == problems(name)
    assert unicodedata.normalize("NFC", name) == name
    assert name.casefold() not in {other.casefold() for other in taken}


@pytest.mark.parametrize(
    "name",
    ["", " ", ".x", "x.", "x ", "a/b", "a\\b", "a:b", "a*b", 'a"b', "a<b", "a|b", "a?b", "a#b",
     "a^b", "a[b", "a]b", "a\nb", "a\u200bb", "nul", "LPT9.md", "..", "x" * 61, "Cafe\u0301"],
)  # fmt: skip
def test_name_that_cannot_be_is_told_why(name: str) -> None:
    assert problems(name)


@pytest.mark.parametrize("name", [ZH.name, EN.name, "A B", "v1.2", "consul", "ГруппА"])
def test_good_name_has_no_problem(name: str) -> None:
    assert "" == problems(name)
