"""What a person's question finds where no note answers it: only what shares a word with it."""

from __future__ import annotations

from progressive_memory.domain.match import Scope
from progressive_memory.domain.search_report import SearchHit
from progressive_memory.ports import Ports, Query
from progressive_memory.services.recall.search import search
from progressive_memory.text.cjk import query_terms, words

_LOOKED_AT = 20


def said_about(ports: Ports, group: str, question: str, scope: Scope) -> tuple[SearchHit, ...]:
    """The entries or messages of the group that share a word with the question, best first; what
    merely stands near one of them is left out.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    wanted = query_terms(question)
    hits = search(ports, group, Query(question), scope, _LOOKED_AT).hits if wanted else ()
    return tuple(hit for hit in hits if _shares(f"{hit.heading} {hit.text}", question))


def _shares(text: str, question: str) -> bool:
    tokens = set(words(text))
    return any(
        term.text in tokens or (term.prefix and any(one.startswith(term.text) for one in tokens))
        for term in query_terms(question)
    )
