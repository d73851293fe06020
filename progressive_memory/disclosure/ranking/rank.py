"""The order of what a search found: relevance, then freshness and confidence (DESIGN §7).

Every engine searches in two stages. It asks its index for the best few hundred `Match`es, which
are light; `ranked` puts them in order, here and nowhere else; the engine then reads the sections
of the first `limit`. So whatever changes the order (neighbours in a conversation, vectors) is a
change of this module alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date

from progressive_memory.disclosure.ranking.rank_log import ranked_log
from progressive_memory.domain.agreed import Agreed
from progressive_memory.domain.match import Match, Scope

MATCHES: dict[Scope, int] = {"entries": 100, "log": 120}
"""How many matches an engine hands to `ranked` at least: its most relevant ones."""
_MOST_OF_TALK = 300
"""Matches in the log beyond which more say nothing: what stands near them is shown too."""
RELEVANCE, FRESHNESS, CONFIDENCE = 0.60, 0.15, 0.10
"""The weights of seed 003 without its graph share; scores are a share of their sum."""
SUPERSEDED = 0.5
"""What a replaced entry keeps of its score: it stays findable, below what replaced it."""
HALF_LIFE_DAYS = 90
_UNDATED = 0.5


def matches_wanted(scope: Scope, limit: int, *, only_matches: bool) -> int:
    """How many matches an engine hands to `ranked` for a search of `limit` hits."""
    wanted = max(MATCHES[scope], limit)
    return min(wanted, _MOST_OF_TALK) if scope == "log" and not only_matches else wanted


def ranked(
    scope: Scope,
    matches: Sequence[Match],
    asked: str = "",
    *,
    agreed: Callable[[Collection[str]], Iterable[Agreed]] | None = None,
    only_matches: bool = False,
) -> Iterable[tuple[Match, float]]:
    """Matches with their scores in 0–1, best first, from the engine's most relevant ones.

    Relevance counts against the best of `matches`, freshness against its newest. Of a tie the entry
    that stands first comes first: what an index has been through changes no answer. Unless
    `only_matches` (the query has filters or phrases), a section that is none may be named too, by
    its path and place, say the message after one: the engine shows it where it stands.
    """
    if scope == "log":
        found = agreed({match.path for match in matches}) if agreed else ()
        return ranked_log(matches, found, asked, only_matches=only_matches)
    best = max((match.relevance for match in matches), default=0.0) or 1.0
    fresh = _freshness({match.on for match in matches})
    scored = [(match, _score(match, best, fresh[match.on])) for match in matches]
    return sorted(scored, key=lambda pair: (-pair[1], pair[0].path, pair[0].place))


def _score(match: Match, best: float, freshness: float) -> float:
    score = RELEVANCE * match.relevance / best + FRESHNESS * freshness
    score = (score + CONFIDENCE * match.confidence) / (RELEVANCE + FRESHNESS + CONFIDENCE)
    return score * SUPERSEDED if match.superseded else score


def _freshness(dates: Collection[str]) -> dict[str, float]:
    """How fresh each date is, in 0–1; one that the calendar does not know counts as undated."""
    days = {on: _day(on) for on in dates}
    newest = max((day or 0 for day in days.values()), default=0)
    return {
        on: _UNDATED if day is None else 0.5 ** ((newest - day) / HALF_LIFE_DAYS)
        for on, day in days.items()
    }


def _day(on: str) -> int | None:
    """A date as a day number; None for one that the calendar does not know."""
    try:
        return date.fromisoformat(on[:10]).toordinal()
    except ValueError:
        return None
