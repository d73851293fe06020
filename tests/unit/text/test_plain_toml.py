from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.text.plain_toml import parse

TEMPLATE = Path(__file__).resolve().parents[3] / "vault_template" / "progressive-memory.toml"

PLAIN = """
# a comment
vault_id = "team-vault"
language = 'zh'

[flush]
deciders = ["@王五:example.org", "Tom, jr"]
schedules = ["17 6,18 * * *"]
pending_days = 14
[search]
semantic = false
[extract]
"""


def test_plain_settings_read_as_the_real_parser_reads_them() -> None:
    assert parse(PLAIN) == tomllib.loads(PLAIN)
    template = TEMPLATE.read_text(encoding="utf-8")
    assert parse(template) == tomllib.loads(template)
    uncommented = template.replace("\n#", "\n#", 1).replace("\n#pending", "\npending")
    assert parse(uncommented) == tomllib.loads(uncommented)


@pytest.mark.parametrize(
    "text",
    [
        *(
            'a = "x\\n"',
            "a = 1 # why",
            "a.b = 1",
            "[a.b]",
            "[[a]]",
            "a = 01",
            "a = 1_000",
            "a = 1.5",
        ),
        *('a = """x"""', "a = {b = 1}", "a = [1, 2]", 'a = ["x",]', "a = 1\na = 2", "[a]\n[a]"),
        *("a =", "= 1", "just words", 'a = "tab\there"', '"a" = 1', "a = inf", 'a = ["x" "y"]'),
    ],
)
def test_anything_else_is_left_to_the_real_parser(text: str) -> None:
    assert parse(text) is None


names = st.from_regex(r"[A-Za-z_-]{1,4}", fullmatch=True)
values = st.one_of(
    st.sampled_from(
        ["true", "0", "7", "007", '""', "'a'", '"a\\\\"', "[]", '["a"]', "[ 'a' ]", "x"]
    ),
    st.text(alphabet="\"',[]\\ a中#=\t", max_size=9),
)
lines = st.one_of(
    st.tuples(names, values).map(" = ".join),
    names.map(lambda name: f"[{name}]"),
    st.sampled_from(["", "# c", "  ", "[", "]"]),
)


@given(st.lists(lines, max_size=6).map("\n".join))
def test_what_it_reads_is_what_the_real_parser_reads(text: str) -> None:
    found = parse(text)
    if found is not None:
        assert found == tomllib.loads(text)
