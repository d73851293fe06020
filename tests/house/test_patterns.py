"""No regular expression tries a long text again and again (time: `benchmarks.patterns`)."""

from __future__ import annotations

import math
import re
import subprocess
import sys

import pytest

from benchmarks.pattern_shape import degree
from tests.house.test_tree import ROOT


def test_no_pattern_has_a_shape_that_tries_a_run_of_one_character_too_often() -> None:
    """In a process of its own, since patterns are noted while the package is imported."""
    told = subprocess.run(
        [sys.executable, "-m", "benchmarks.patterns", "--shapes"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    *many, count = told.stdout.splitlines()
    assert [] == many, told.stderr
    assert int(count.split()[0]) > 1_000


@pytest.mark.parametrize(
    ("pattern", "method", "power"),
    [
        (r"a+b", "match", 1),
        (r"a+b", "search", 2),
        (r"(?<!a)a+b", "search", 1),
        (r"\s*,?\s*x", "match", 2),
        (r"\s*(?:,\s*)?x", "match", 1),
        (r"x\s+(.+?)\s*#", "search", 3),
        (r".*", "search", 0),
        (r"(?:a+)+b", "match", math.inf),
        (r"(?:\waa|a)*b", "match", math.inf),
        (r"(?:a+,)*b", "match", 1),
        (r"a{1,40}b", "search", 0),
        (r"(a*)\s*", "match", 0),
        (r"(a*)\s*", "fullmatch", 1),
        (r"(?=.*\d).*x", "match", 1),
        (r"\A\s*「[^」]{1,9}」\s*\n\s*-", "search", 2),
    ],
)
def test_the_shape_of_a_pattern_tells_how_often_it_tries_a_run(
    pattern: str, method: str, power: float
) -> None:
    assert power == degree(re.compile(pattern), method)[0]
