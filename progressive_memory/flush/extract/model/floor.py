"""The floor: what the grammar makes of the talk, to look a message up in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from progressive_memory.flush.extract.grammar.acts import Turn, placed
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.segment import stretches


@dataclass(frozen=True)
class Spot:
    """Where a message stands: the talk of its stretch, and its place there."""

    talk: Talk
    at: int

    @property
    def turn(self) -> Turn:
        """What the grammar reads in it."""
        return self.talk.turns[self.at]


class Floor:
    """Some messages (in time order) as the grammar reads them, by block id."""

    def __init__(self, turns: Sequence[Turn], setting: Setting) -> None:
        self.setting = setting
        by_id = {turn.message.block_id: turn for turn in turns}
        self.messages = {block_id: turn.message for block_id, turn in by_id.items()}
        self._spots: dict[str, Spot] = {}
        for stretch in stretches([turn.message for turn in turns]):
            talk = Talk(placed([by_id[message.block_id] for message in stretch]))
            for at, message in enumerate(stretch):
                self._spots[message.block_id] = Spot(talk, at)

    def spot(self, block_id: str) -> Spot:
        """Where a message of the floor stands."""
        return self._spots[block_id]
