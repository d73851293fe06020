"""Windows: the talk a model is shown at once, made of stretches, none overlapping another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from progressive_memory.domain.message import Message
from progressive_memory.flush.segment import stretches
from progressive_memory.vault.ids import short_hash

_LEAST_MESSAGES = 4
"""A window as short as this is not split again."""

_FRAME_TOKENS = 25  # of a message's id, time and sender


@dataclass(frozen=True)
class Window:
    """Messages to be read together, in time order."""

    messages: tuple[Message, ...]

    @property
    def key(self) -> str:
        """A hash of all that is read of them: equal for equal messages."""
        return short_hash("\n".join(repr(message) for message in self.messages))

    @property
    def block_ids(self) -> frozenset[str]:
        """The block ids of the messages."""
        return frozenset(message.block_id for message in self.messages)

    def halves(self) -> tuple[Window, ...]:
        """The window in two, cut at the longer pause near the middle; () when it is too short."""
        count = len(self.messages)
        if count < 2 * _LEAST_MESSAGES:
            return ()
        near = range(max(1, count // 2 - count // 8), count // 2 + count // 8 + 1)
        cut = max(near, key=lambda at: self.messages[at].at - self.messages[at - 1].at)
        return (Window(self.messages[:cut]), Window(self.messages[cut:]))


def windows(
    messages: Sequence[Message],
    fresh: Collection[str],
    most_tokens: int,
    count: Callable[[str], int],
) -> tuple[Window, ...]:
    """The windows that hold something new, oldest first, each of at most `most_tokens` or of one
    message.

    `fresh` are the block ids of what is new; `count` counts the tokens of a text. Short stretches
    share a window; a long one is cut from its end backwards, so that what is new keeps what was
    said before it.
    """
    found: list[list[Message]] = []
    room = 0
    for piece, size in _pieces(messages, fresh, most_tokens, count):
        if not found or size > room:
            found.append([])
            room = most_tokens
        found[-1] += piece
        room -= size
    place = {message.block_id: at for at, message in enumerate(messages)}
    return tuple(Window(tuple(sorted(run, key=lambda one: place[one.block_id]))) for run in found)


def _pieces(
    messages: Sequence[Message],
    fresh: Collection[str],
    most_tokens: int,
    count: Callable[[str], int],
) -> Iterator[tuple[list[Message], int]]:
    for stretch in stretches(messages):
        if any(message.block_id in fresh for message in stretch):
            for piece, size in _cut(stretch, most_tokens, count):
                if any(message.block_id in fresh for message in piece):
                    yield piece, size


def _cut(
    messages: Sequence[Message], most_tokens: int, count: Callable[[str], int]
) -> list[tuple[list[Message], int]]:
    pieces: list[tuple[list[Message], int]] = []
    piece: list[Message] = []
    size = 0
    for message in reversed(messages):
        tokens = count(message.text) + _FRAME_TOKENS
        if piece and size + tokens > most_tokens:
            pieces.append((piece[::-1], size))
            piece, size = [], 0
        piece.append(message)
        size += tokens
    return [*([(piece[::-1], size)] if piece else []), *reversed(pieces)]
