"""The measure itself: what it counts as an overrun, and that its notes are what it says."""

from __future__ import annotations

from evals.budget import VOCABULARIES, Spent
from evals.budget_texts import FLAVOURS, LANGUAGES, notes
from progressive_memory.adapters.tokens_bpe import BpeTokens
from progressive_memory.text.tokens import estimate


def test_an_overrun_is_a_sum_above_the_limit_by_any_vocabulary() -> None:
    counters = {name: BpeTokens(name) for name in VOCABULARIES}
    text = "对账脚本 settles 1234567 rows"
    most = max(counter.count(text) for counter in counters.values())
    spent = Spent()
    spent.add([text], most, counters)
    spent.add([text, text], 2 * most - 1, counters)
    spent.add(["", text], most, counters)

    assert (5, 3, 1) == (spent.calls, spent.limits, spent.overruns)
    assert 4 == spent.texts


def test_the_estimate_is_below_no_vocabulary_over_a_whole_hard_note() -> None:
    counters = [BpeTokens(name) for name in VOCABULARIES]
    below = [
        (language, flavour, name)
        for language in LANGUAGES
        for flavour in FLAVOURS
        for name, text in notes(language, flavour).items()
        if max(counter.count(text) for counter in counters) > estimate(text)
    ]

    assert [] == below
