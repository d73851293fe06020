"""What a date leaves behind goes with it."""

from __future__ import annotations

from progressive_memory.flush.extract.wording.day_words import (
    without_day_words,
    without_preposition,
)


def test_the_part_of_a_month_goes_with_the_month() -> None:
    assert "provide a plan" == without_day_words("provide a plan by mid")


def test_the_handing_over_goes_with_its_day() -> None:
    assert "写导出脚本" == without_day_words("写导出脚本，给")


def test_words_that_are_no_leftover_stay() -> None:
    assert "hand over the keys" == without_day_words("hand over the keys")


def test_a_preposition_without_its_date_goes() -> None:
    assert "finish the audit" == without_preposition("finish the audit by")
