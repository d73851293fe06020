"""Windows: what is new, with what was said before it, cut into what fits; never overlapping."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.model.windows import Window, windows
from tests.unit.flush.extract.model.chat import message


def chatter(*minutes: int) -> list[Message]:
    return [message("Ana", f"about ship {at // 600}", at) for at in minutes]


def found(messages: list[Message], fresh: list[Message], most: int = 10_000) -> tuple[Window, ...]:
    return windows(messages, {one.block_id for one in fresh}, most, len)


def test_short_stretches_share_a_window_and_old_ones_have_none() -> None:
    talk = chatter(0, 1, 600, 601, 1200, 1201)

    (window,) = found(talk, talk[2:])

    assert tuple(talk[2:]) == window.messages


def test_nothing_new_makes_no_window() -> None:
    assert () == found(chatter(0, 1, 2), [])


def test_a_long_stretch_is_cut_from_its_end_and_only_what_is_new_is_read() -> None:
    talk = chatter(*range(20))

    (window,) = found(talk, talk[-1:], most=5 * (len("about ship 0") + 25))

    assert tuple(talk[-5:]) == window.messages


def test_equal_messages_have_equal_keys() -> None:
    one, other = Window(tuple(chatter(0, 1))), Window(tuple(chatter(0, 1)))

    assert one.key == other.key
    assert one.key != Window(tuple(chatter(0, 2))).key


def test_a_window_is_halved_at_a_pause_down_to_a_floor() -> None:
    talk = chatter(*range(6), *range(16, 22))

    first, second = Window(tuple(talk)).halves()

    assert (tuple(talk[:6]), tuple(talk[6:])) == (first.messages, second.messages)
    assert () == Window(tuple(talk[:7])).halves()


@given(
    gaps=st.lists(st.integers(1, 900), min_size=1, max_size=40),
    marks=st.sets(st.integers(0, 39)),
    most=st.integers(30, 400),
)
def test_every_new_message_stands_in_one_window(
    gaps: list[int], marks: set[int], most: int
) -> None:
    minutes = [sum(gaps[: at + 1]) for at in range(len(gaps))]
    talk = chatter(*minutes)
    fresh = [one for at, one in enumerate(talk) if at in marks]

    cut = found(talk, fresh, most)

    inside = [one.block_id for window in cut for one in window.messages]
    assert len(inside) == len(set(inside))
    assert {one.block_id for one in fresh} <= set(inside)
    for window in cut:
        assert list(window.messages) == sorted(window.messages, key=lambda one: one.at)
        size = sum(len(one.text) + 25 for one in window.messages)
        assert size <= most or len(window.messages) == 1
        assert window.messages[-1].at - window.messages[0].at >= timedelta(0)
