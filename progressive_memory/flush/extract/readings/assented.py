"""Assented: what a person said yes to after only an assistant had put it into words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from progressive_memory.domain.candidate import Candidate
from progressive_memory.flush.extract.grammar.acts import Turn, placed
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import NOTED_BY_AGENT, Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.readings.decisions import decisions

_CONSENTS = (Act.AGREE, Act.YES, Act.OKAY, Act.SETTLE)


def assented(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """A pending decision for each proposal of an assistant that a person agreed to.

    It rests on the person's message alone: an assistant's words are no evidence, and a bare yes
    does not say to what. Who says it in words of their own decides as anyone does.
    """
    for at, turn in enumerate(talk.turns):
        yeses = [one for one in talk.answers(at) if one.listens and one.has(*_CONSENTS)]
        if not turn.aside or not yeses:
            continue
        alone = Talk(placed((Turn(turn.message, turn.aside), *yeses)))
        for one in list(decisions(alone, setting))[:1]:
            yield replace(
                one,
                evidence=tuple(yes.message for yes in yeses),
                decided_by=(),
                confirmed_by=(),
                confirmed=False,
                reason=NOTED_BY_AGENT,
            )
