"""Which rows of the secrets count, and what is counted of them."""

from __future__ import annotations

import pytest

from evals.secrets import Flag, Row, flags, of_cases


def row(text: str, *, secret: bool = True) -> Row:
    return Row(text, secret, "rule", "source")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("ghp" + "_abcd1234efgh", ["abcd1234efgh"]),
        ("the token for it: abcd1234", ["abcd1234"]),
        ("密码是 abcd1234", ["abcd1234"]),
        ("https://bob:hunter2x@host", ["hunter2x"]),
        ("abcd1234efgh5678", []),
        ("password: swordfish", []),
        ("file.php", []),
    ],
)
def test_a_row_says_itself_that_it_holds_a_secret(text: str, values: list[str]) -> None:
    assert values == row(text).values


def test_all_rows_are_counted() -> None:
    rows = [
        row("password: abcd1234"),
        row("password: abcd1234 again abcd1234"),
        row("file.php"),
        row("plain words", secret=False),
    ]
    shown = {one.measure.partition(": ")[2]: (one.value, one.n) for one in of_cases(rows)}
    assert {
        "rows with a prefix, keyword or URL context, found": ("100.0 %", 2),
        "the same rows, every value in such a context is gone": ("50.0 %", 2),
        "all rows labelled secret, found": ("66.7 %", 3),
        "rows labelled clean (near misses), flagged": ("0.0 %", 1),
    } == shown


def test_a_message_is_flagged_once_with_all_its_kinds() -> None:
    texts = ["hello", "password=a1b2c3 token=abcd1234efgh"]
    assert [Flag(texts[1], ("password", "token"))] == list(flags(texts))
