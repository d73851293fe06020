"""Who may what, what people say about pending items, and who is left out of the log."""

from __future__ import annotations

import asyncio

import pytest

from bots.matrix.listening import Listening
from bots.matrix.rights import Manners
from bots.matrix.shared import Shared
from progressive_memory.api_live import LiveMemory
from progressive_memory.domain.chat_room import Arrival, Batch
from progressive_memory.services.flush.flush import flush
from progressive_memory.services.flush.pending import accept, list_pending
from tests.bots.matrix.play import ME, Play

ITEM = "To confirm, decision: **Write a newsletter for the harbour masters**"


@pytest.fixture
def play() -> Play:
    """A room in which one decision was written and one item waits."""
    play = Play()
    play.live(play.propose, lambda: play.say("Leo", "!remem"))
    return play


def entry(play: Play) -> str:
    return play.note("experience.md").rsplit("^")[-1].strip()


def rules(play: Play) -> str:
    snapshot = play.ports.vault.read("memory/groups/harbour.md")
    return snapshot.data.decode() if snapshot else ""


def ask(play: Play, who: str, text: str, room: str = "") -> str:
    """Say it, and return the answer."""
    ids: list[str] = []
    play.live(lambda: ids.append(play.say(who, text, room)))
    return play.answer_to(ids[0])


# -- rights


@pytest.mark.parametrize("command", ["!undo", "!forget {entry}"])
def test_a_member_without_the_right_is_refused_and_told_who_has_it(
    play: Play, command: str
) -> None:
    before = play.everything()
    answer = ask(play, "Leo", command.format(entry=entry(play)))
    assert "That needs the right to (power level 50 or more). You can ask: Nora" == answer
    assert "MBTiles" in play.note("experience.md")
    assert before.count("MBTiles") == play.everything().count("MBTiles")


def test_a_member_without_the_right_can_neither_confirm_nor_reject_nor_reword(play: Play) -> None:
    item = play.event_of("To confirm").event_id
    play.react("Leo", item, "👍")
    play.react("Leo", item, "👎")
    play.say("Leo", "Write a poem for the harbour masters", to=item)
    play.live()
    assert ([], 1) == (play.said("edit"), len(list_pending(play.ports).pending))
    refusals = [one for one in play.said("notice") if "needs the right" in one.text]
    assert [(item, (play.id("Leo"),))] == [(one.reply_to, one.mentions) for one in refusals]


def test_a_member_without_the_right_adds_no_rule(play: Play) -> None:
    answer = ask(play, "Leo", "!remember rule: never ship on a Friday")
    assert answer.startswith("Noted, and waiting for a person:")
    assert "Friday" not in rules(play)
    assert ask(play, "Nora", "!remember rule: never sail on a Monday").startswith("Noted:")
    assert "Never sail on a Monday" in rules(play)


def test_rights_follow_the_power_level(play: Play) -> None:
    play.live(lambda: play.home.rank(play.room, play.id("Leo"), 50))
    assert "is taken back" in ask(play, "Leo", "!undo")


def test_an_admin_of_the_settings_may_all() -> None:
    play = Play(manners=Manners(admins=("@leo:memory",), invite_from=("memory",)))
    play.live(play.propose, lambda: play.say("Leo", "!remem"))
    assert "is taken back" in ask(play, "Leo", "!undo")


def test_where_nobody_has_the_right_the_refusal_says_so(play: Play) -> None:
    play.live(lambda: play.home.rank(play.room, play.id("Nora"), 0))
    assert ask(play, "Leo", "!undo").endswith("nobody here has it at present")


def test_the_word_of_those_with_the_rank_decides(play: Play) -> None:
    play.live(
        lambda: play.say("Nora", "Decided: the beta is called Pelican"),
        lambda: play.say("Leo", "Decided: the beta gets a blue logo"),
        lambda: play.say("Leo", "!remem"),
    )
    assert "Pelican" in play.note("experience.md")
    assert "blue logo" in play.note("pending.md")
    assert "blue logo" not in play.note("experience.md")


# -- review by reaction


def test_a_thumb_up_writes_the_item_in_the_name_of_who_pressed(play: Play) -> None:
    item = play.event_of("To confirm").event_id
    play.live(lambda: play.react("Nora", item))
    assert "Write a newsletter" in play.note("experience.md")
    assert "- Confirmed by:: Nora" in play.note("experience.md")
    assert () == list_pending(play.ports).pending
    [edit] = play.said("edit")
    assert (item, "✅ confirmed by Nora: Write a newsletter for the harbour masters") == (
        edit.replaces,
        edit.text,
    )


def test_a_thumb_down_drops_it_for_good(play: Play) -> None:
    item = play.event_of("To confirm").event_id
    play.live(
        lambda: play.react("Nora", item, "👎"),
        lambda: play.react("Sam", play.home.events(play.room)[-1].event_id),
    )
    assert (
        "❌ rejected by Nora: ~~Write a newsletter for the harbour masters~~"
        == play.said("edit")[0].text
    )
    assert () == list_pending(play.ports).pending
    assert () == flush(play.ports, "harbour").groups[0].pending


def test_a_reply_rewords_and_confirms(play: Play) -> None:
    item = play.event_of("To confirm").event_id
    play.live(lambda: play.say("Nora", "Write a monthly letter to the harbour masters", to=item))
    assert "Write a monthly letter to the harbour masters" in play.note("experience.md")
    assert "newsletter" not in play.note("experience.md") + play.note("pending.md")
    assert play.said("edit")[0].text.endswith("Write a monthly letter to the harbour masters")


def test_only_the_first_word_on_an_item_counts(play: Play) -> None:
    item = play.event_of("To confirm").event_id
    play.react("Nora", item, "👍")
    play.react("Nora", item, "👎")
    play.live()
    assert ["✅"] == [one.text[0] for one in play.said("edit")]
    assert "Write a newsletter" in play.note("experience.md")


def test_a_reaction_taken_back_before_it_was_seen_says_nothing(play: Play) -> None:
    pressed = play.react("Nora", play.event_of("To confirm").event_id)
    play.home.delete(play.id("Nora"), play.room, pressed)
    play.live()
    assert 1 == len(list_pending(play.ports).pending)


@pytest.mark.parametrize("who", ["bot", "own"])
def test_bots_confirm_nothing(play: Play, who: str) -> None:
    item = play.event_of("To confirm").event_id
    play.home.rank(play.room, "@robot:memory", 100)
    presser = ME if who == "own" else "@robot:memory"
    play.home.react(presser, play.room, item, "👍", role="bot")
    play.live()
    assert 1 == len(list_pending(play.ports).pending)


def test_what_is_settled_in_the_notes_is_settled_in_the_room(play: Play) -> None:
    [waiting] = list_pending(play.ports).pending
    accept(play.ports, waiting.id)
    play.live(lambda: play.say("Leo", "!remem"))
    assert ["☑️ settled in the notes: Write a newsletter for the harbour masters"] == [
        one.text for one in play.said("edit")
    ]


def test_a_reaction_that_comes_after_the_notes_settled_it_changes_nothing(play: Play) -> None:
    [waiting] = list_pending(play.ports).pending
    accept(play.ports, waiting.id)
    item = play.event_of("To confirm").event_id
    play.live(lambda: play.react("Nora", item, "👎"))
    assert "Write a newsletter" in play.note("experience.md")
    assert [True] == [one.text.startswith("☑️") for one in play.said("edit")]


def test_five_items_get_a_message_and_pending_shows_the_rest() -> None:
    play = Play()
    things = "newsletter calendar brochure poster podcast video museum".split()
    for thing in things:
        play.say("Ines", f"I propose we make a {thing} for the harbour masters")
        play.say("Sam", "let me think about lunch")
    ids: list[str] = []
    play.live()
    for thing in things:
        play.say("Ines", f"I propose we paint the {thing} green")
    play.live(lambda: ids.append(play.say("Leo", "!remem")))
    waiting = len(list_pending(play.ports).pending)
    assert 5 < waiting
    shown = [text for text in play.notices() if text.startswith("To confirm")]
    assert 5 == len(shown)
    assert f"{waiting - 5} more: `!pending`" in play.answer_to(ids[0])
    play.live(lambda: ids.append(play.say("Leo", "!pending")))
    assert waiting == play.answer_to(ids[1]).count("\n- ")
    shown = [text for text in play.notices() if text.startswith("To confirm")]
    assert min(waiting, 10) == len(shown) == len(set(shown))


# -- left out


def test_nothing_of_who_opted_out_is_in_any_file(play: Play) -> None:
    answer = ask(play, "Sam", "!optout")
    assert answer.startswith("From now on nothing you write here is kept.")
    play.live(
        lambda: play.say("Sam", "the quince harvest was poor"),
        lambda: play.say("Sam", "!recall quince harvest"),
        lambda: play.say("Sam", "!remember the quince harvest was poor"),
        lambda: play.react("Sam", play.say("Nora", "a word of Nora's"), "🍐"),
    )
    assert "quince" not in play.everything()
    assert "🍐" not in play.everything()
    assert "a word of Nora's" in play.log()


def test_who_opted_out_is_answered_all_the_same(play: Play) -> None:
    ask(play, "Sam", "!optout")
    assert "MBTiles" in ask(play, "Sam", "!recall where do we store chart tiles?")
    assert "so this cannot be either" in ask(play, "Sam", "!remember we sail on Mondays")


def test_what_was_asked_and_not_kept_has_to_be_said_again_after_a_restart(play: Play) -> None:
    ask(play, "Sam", "!optout")
    asked = play.say("Sam", "!recall the quince harvest")

    async def only_listen() -> None:
        listening = Listening(Shared(play.server, LiveMemory(play.ports), play.manners))
        event = next(one for one in play.home.events(play.room) if one.event_id == asked)
        cursor = str(len(play.home.happened))
        await listening.take_in(Batch(cursor, (Arrival(play.room, event, live=True),)))

    asyncio.run(only_listen())
    assert [""] == [one.words for one in play.ports.spool.asked()]
    play.live()
    assert "say it again" in play.answer_to(asked)


def test_opting_in_again_is_recorded_from_there(play: Play) -> None:
    play.say("Sam", "!optout")
    play.say("Sam", "the quince harvest")
    play.say("Sam", "!optin")
    play.say("Sam", "the pear harvest")
    play.live()
    assert ("quince" in play.log(), "pear" in play.log()) == (False, True)


def test_opting_out_of_one_room_is_of_that_room(play: Play) -> None:
    other = play.new_room("Nora", "Office", "Sam")
    play.live(
        lambda: play.say("Sam", "!optout"),
        lambda: play.say("Sam", "a word in the office", other),
    )
    assert "a word in the office" in play.log("office")


def test_who_opts_out_of_a_room_we_are_thrown_out_of_is_out_when_we_come_back(play: Play) -> None:
    play.say("Sam", "!optout")
    play.home.move(play.room, ME, "leave", by=play.id("Nora"))
    play.live()
    play.home.move(play.room, ME, "invite", by=play.id("Nora"))
    play.live(lambda: play.say("Sam", "the quince harvest"))
    assert "quince" not in play.log()


def test_what_was_sealed_while_somebody_was_out_is_not_kept_when_its_key_comes(play: Play) -> None:
    ids: list[str] = []
    play.live(
        lambda: play.say("Sam", "!optout"),
        lambda: ids.append(play.home.seal(play.id("Sam"), play.room, "the quince harvest")),
    )
    assert () == play.ports.spool.sealed(ME)
    play.live(
        lambda: play.say("Sam", "!optin"),
        lambda: ids.append(play.home.seal(play.id("Sam"), play.room, "the pear harvest")),
        lambda: play.home.unseal(ids[1]),
    )
    assert ("quince" in play.log(), "pear" in play.log()) == (False, True)


def test_a_key_that_comes_after_opting_in_opens_nothing_said_before(play: Play) -> None:
    ids: list[str] = []
    play.live(
        lambda: play.say("Sam", "!optout"),
        lambda: ids.append(play.home.seal(play.id("Sam"), play.room, "the quince harvest")),
        lambda: play.say("Sam", "!optin"),
        lambda: play.home.unseal(ids[0]),
        lambda: play.say("Sam", "the pear harvest"),
    )
    assert ("quince" in play.log(), "pear" in play.log()) == (False, True)
