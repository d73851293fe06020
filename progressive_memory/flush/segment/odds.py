"""Odds: how much speaks for a message going on with a run, and for it opening another.

The score of a choice is a weighted sum, and the chance of it goes with e to that sum. The weights
were fitted on the boundaries that chairs of meetings, writers of threads and annotators marked
(`evals/boundaries.py` measures them; docs/decisions/0016 tells how), then rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log1p
from operator import mul
from typing import Final, NamedTuple

from progressive_memory.flush.segment.run import Run
from progressive_memory.flush.segment.signs import Signs

_FEW = 2.4  # terms a message is thought to have more than it has: a short one proves little
NEXT = 5
"""Messages, its own included, whose terms show what it is about."""
BEFORE = 6
"""Messages on all topics before it."""
_BALLOT = 4  # messages among which two votes are a ballot

FOR_A_RUN = {
    "it stands last": 1.3,
    "how long it has been quiet": -0.15,
    "how many messages since": -0.85,
    "the sender spoke in it last of all": 1.1,
    "the sender spoke in it, not in the last": 0.75,
    "terms in common": 4.7,
    "names who spoke in it": 2.6,
    "its speakers named the sender": 0.85,
    "another asked there last": 0.55,
    "a number in common": 1.25,
    "a pause, where it stands last": -0.8,
    "it was closed": -0.15,
}
FOR_ANOTHER = {
    "always": -1.2,
    "leads on": 1.6,
    "greets": 1.4,
    "thanks and goes on": 1.65,
    "leans on what was said": -0.4,
    "the longer it is": 0.4,
    "only a link": 1.7,
    "a number not heard of lately": 1.3,
    "after a ballot": 0.8,
    "a vote": -3.5,
    "names somebody": 0.65,
    "asks at length": 0.95,
    "what follows is like what came before": -3.2,
    "a host session ended": 1.0,
}
_TO_RUN: Final = tuple(FOR_A_RUN.values())
_TO_ANOTHER: Final = tuple(FOR_ANOTHER.values())


class Around(NamedTuple):
    """A message, first of those `ahead` (at most `NEXT`), and those `before` it (at most `BEFORE`,
    one at least).
    """

    before: Sequence[Signs]
    ahead: Sequence[Signs]


def toward(
    run: Run, said: Signs, number: int, rhythm: float, home: Run | None, latest: Run
) -> float:
    """How much speaks for message `number` going on with a run; `rhythm` is the pause usual in the
    chat, in minutes, `home` the run its sender spoke in last, `latest` the one spoken in last.
    """
    return _weighed(_TO_RUN, evidence(run, said, number, rhythm, home, latest))


def evidence(
    run: Run, said: Signs, number: int, rhythm: float, home: Run | None, latest: Run
) -> tuple[float, ...]:
    """What `FOR_A_RUN` weighs, in its order."""
    sender = said.message.sender
    quiet = log1p(max(0.0, said.minute - run.minute) / rhythm)
    last = run is latest
    return (
        last,
        quiet,
        log(number - run.number),
        run is home,
        sender in run.speakers and sender not in latest.speakers,
        run.shared(said.terms) / (len(said.terms) + _FEW),
        not said.named.isdisjoint(run.speakers),
        sender in run.named,
        run.asks and run.speakers[-1] != sender,
        run.holds(said.keys),
        quiet if last else 0.0,
        run.closes,
    )


def anew(around: Around, heard: frozenset[str]) -> float:
    """How much speaks for a message opening another topic; `heard` are the keys of late."""
    return _weighed(_TO_ANOTHER, novelty(around, heard))


def novelty(around: Around, heard: frozenset[str]) -> tuple[float, ...]:
    """What `FOR_ANOTHER` weighs, in its order."""
    said = around.ahead[0]
    ahead = frozenset().union(*[one.terms for one in around.ahead])
    before = frozenset().union(*[one.terms for one in around.before])
    ballot = sum([one.votes for one in around.before[-_BALLOT:]]) > 1
    return (
        1.0,
        said.leads_on,
        said.greets,
        said.thanks,
        said.leans,
        log1p(len(said.message.text)),
        said.links,
        not said.keys <= heard,
        ballot and not said.votes,
        said.votes,
        bool(said.named),
        said.asks_at_length,
        len(ahead & before) / (len(ahead) + _FEW),
        around.before[-1].borders,
    )


def outweighs(score: float, others: Sequence[float]) -> bool:
    """Whether a choice is likelier than all others together."""
    return sum(exp(min(other - score, 50.0)) for other in others) < 1


def _weighed(weights: Sequence[float], values: Sequence[float]) -> float:
    return float(sum(map(mul, weights, values)))
