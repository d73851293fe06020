"""How much a title names beside the words of the trade."""

from __future__ import annotations

import pytest

from progressive_memory.flush.extract.wording.trade_words import (
    by_name,
    is_compound,
    names_nothing,
    names_told,
    particular,
)


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Adjust the threshold", 0),
        ("Release version 0.1 first", 0),
        ("Adjust the mooring threshold", 1),
        ("Set efSearch higher", 2),
        ("调阈值", 0),
        ("调潮汐阈值", 1),
        ("接“潮汐卡片”", 2),
    ],
)
def test_each_word_of_its_own_names_something_and_a_name_twice(title: str, told: int) -> None:
    assert told == names_told(title)


@pytest.mark.parametrize(
    ("title", "nothing"),
    [
        ("Reserve some resources", True),
        ("Write the migration script's rollback", False),
        ("补下埋点", True),
        ("写迁移脚本的回滚", False),
    ],
)
def test_three_trade_words_together_name_a_thing(title: str, nothing: bool) -> None:
    assert nothing == names_nothing(title)
    assert nothing != is_compound(title)


@pytest.mark.parametrize(
    "title",
    [
        "Add the columns and the log backfill script",
        "Prepare the service settings and thresholds",
        "补字段与日志迁移脚本",
        "Host the demo",
        "预留点资源",
    ],
)
def test_what_stands_bare_beside_a_thing_leaves_the_title_unnamed(title: str) -> None:
    assert names_nothing(title)


def test_two_things_that_each_have_a_name_name_the_title() -> None:
    assert is_compound("Provide the latency curve and the resource usage chart")


def test_a_number_is_no_name() -> None:
    assert not by_name("Release version 0.1")
    assert by_name("Release tidelib_core 0.1")


def test_what_is_particular_are_stems_and_pairs_of_characters() -> None:
    assert frozenset({"moor", "潮汐"}) == particular("the moorings 的潮汐参数")
