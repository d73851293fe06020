"""The chart parser: rules, optional items, quoted words, refusals."""

from __future__ import annotations

from datetime import datetime

from progressive_memory.text.dates.chart import Grammar, Node
from progressive_memory.text.dates.times import Context

CONTEXT = Context(datetime(2026, 5, 12))


def built(grammar: Grammar, text: str, words: list[Node]) -> list[tuple[str, str, object]]:
    chart = grammar.parse(text, words, CONTEXT)
    return [
        (node.kind, text[node.start : node.end], node.value)
        for start in sorted(chart)
        for node in chart[start]
        if node.parts
    ]


def number(start: int, value: int) -> Node:
    return Node("num", start, start + 1, value)


def test_an_optional_item_that_is_absent_is_given_as_none() -> None:
    grammar = Grammar()
    grammar.rule("sum", "num 'and'? num num?")(lambda _, *numbers: numbers)
    words = [number(0, 1), number(2, 2)]
    assert [("sum", "1 2", (1, 2, None))] == built(grammar, "1 2", words)


def test_a_quoted_word_is_matched_and_not_given() -> None:
    grammar = Grammar()
    grammar.rule("sum", "num 'and' num")(lambda _, one, other: one + other)
    words = [number(0, 1), Node("'and'", 2, 5, "and"), number(6, 2)]
    assert [("sum", "1 and 2", 3)] == built(grammar, "1 and 2", words)
    assert {"and"} == grammar.words


def test_what_a_rule_refuses_is_not_built() -> None:
    def refuse(_context: Context, _one: int) -> None:
        raise ValueError("no")

    grammar = Grammar()
    grammar.rule("refused", "num")(refuse)
    grammar.rule("nothing", "num")(lambda _, _one: None)
    assert [] == built(grammar, "1", [number(0, 1)])


def test_words_of_two_lines_do_not_combine() -> None:
    grammar = Grammar()
    grammar.rule("sum", "num num")(lambda _, one, other: one + other)
    assert [] == built(grammar, "1\n2", [number(0, 1), number(2, 2)])


def test_the_earlier_rule_reads_the_same_words() -> None:
    grammar = Grammar()
    grammar.rule("sum", "num")(lambda _, one: one)
    grammar.rule("sum", "num")(lambda _, one: -one)
    assert [("sum", "1", 1)] == built(grammar, "1", [number(0, 1)])
