"""Whatever people do and whenever the bot is killed, the log and the answers are those of a bot
that lived.
"""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bots.matrix.play import ME, Play

_PEOPLE = ("Nora", "Sam", "Ines", "Leo")
_WORDS = (
    "the crane is fixed",
    "Proposal: we store chart tiles in MBTiles files",
    "agreed",
    "!remem",
    "!status",
    "!remember we release on Thursdays",
    "!optout",
    "!optin",
    "!undo",
)
_say = st.tuples(st.just("say"), st.sampled_from(_PEOPLE), st.sampled_from(_WORDS))
_edit = st.tuples(st.just("edit"), st.sampled_from(_PEOPLE), st.integers(0, 9))
_delete = st.tuples(st.just("delete"), st.sampled_from(_PEOPLE), st.integers(0, 9))
_react = st.tuples(st.just("react"), st.sampled_from(_PEOPLE), st.integers(0, 9))
_acts = st.lists(st.one_of(_say, _say, _edit, _delete, _react), min_size=3, max_size=12)


def happens(play: Play, act: tuple[str, str, object]) -> None:
    """Let it happen; edits and the like are of what people said before."""
    what, who, about = act
    said = [one for one in play.home.events(play.room) if one.text and one.sender != ME]
    if what == "say":
        play.say(who, str(about))
    elif said:
        assert isinstance(about, int)
        target = said[about % len(said)]
        if what == "edit" and not target.replaces:
            play.home.edit(play.id(who), play.room, target.event_id, "edited")
        elif what == "react":
            play.react(who, target.event_id)
        elif what == "delete" and not target.text.startswith("!"):
            play.home.delete(target.sender, play.room, target.event_id)


def answers(play: Play) -> dict[str, int]:
    """How many answers each command got; one that asks is what the first events are."""
    sent = [one.reply_to for one in play.said("notice")]
    return {
        one.event_id: sent.count(one.event_id)
        for one in play.home.events(play.room)
        if one.text.startswith("!") and not one.replaces
    }


@settings(max_examples=40)
@given(acts=_acts, kills=st.lists(st.integers(1, 60), min_size=1, max_size=3))
def test_killed_or_not_the_log_is_the_same_and_each_command_is_answered_once(
    acts: list[tuple[str, str, object]], kills: list[int]
) -> None:
    lived, died = Play(), Play()
    for play in (lived, died):
        play.live()
        for act in acts:
            happens(play, act)
    lived.live()
    for at in kills:
        died.killed_at(at)
    assert events(lived) == events(died)
    assert {1} >= set(answers(died).values())
    assert lived.note("people.md") == died.note("people.md")


def events(play: Play) -> list[str]:
    """The lines of the log that people made."""
    return [line for line in play.log().splitlines() if re.match(r"- \d|  - event", line)]
