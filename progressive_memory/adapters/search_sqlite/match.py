"""A query as FTS5's MATCH wants it. Every token is quoted: nobody's text is ever syntax."""

from __future__ import annotations

from collections.abc import Sequence

from progressive_memory.ports import Query
from progressive_memory.text.cjk import Term, all_terms, phrase_terms, query_terms


def expression(query: Query) -> str:
    """The MATCH expression: any term finds, every phrase must stand; "" when there is neither."""
    terms = query_terms(query.text) or all_terms(query.text)
    phrases = [_phrase(found) for phrase in query.phrases if (found := phrase_terms(phrase))]
    wanted = [*phrases, *(_term(term) for term in terms)]
    if not phrases:
        return " OR ".join(wanted)
    return f"{' AND '.join(phrases)} AND ({' OR '.join(wanted)})"


def _term(term: Term) -> str:
    exact = _quoted(term.text)
    if not term.prefix:
        return exact
    # A longer word counts too, and the very word counts twice.
    return f"{exact}*" if len(term.text) == 1 else f"{exact} OR {exact}*"


def _phrase(terms: Sequence[Term]) -> str:
    joined = _quoted(" ".join(term.text for term in terms))
    return f"{joined}*" if terms[-1].prefix else joined


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
