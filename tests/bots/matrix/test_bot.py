"""The whole bot on a homeserver in memory: what is logged, asked and answered."""

from __future__ import annotations

import pytest

from progressive_memory.api_live import LiveMemory
from progressive_memory.vault.ids import message_block_id
from tests.bots.matrix.play import ME, Play


def talked(play: Play, *texts: str) -> list[str]:
    """Let Leo say those, each when the one before is answered; returns their event ids."""
    ids: list[str] = []
    play.live(play.propose, *(lambda text=one: ids.append(play.say("Leo", text)) for one in texts))
    return ids


def test_a_message_is_logged_and_the_room_marked_as_read() -> None:
    play = Play()
    said: list[str] = []
    play.live(lambda: said.append(play.say("Sam", "the crane is fixed")))
    assert "the crane is fixed" in play.log()
    assert said[0] == play.home.read[ME, play.room]


def test_edits_deletions_reactions_and_threads_are_logged() -> None:
    play = Play()
    ids: list[str] = []
    play.live(lambda: ids.extend(play.say("Sam", word) for word in ("crane", "quay", "root")))
    play.home.edit(play.id("Sam"), play.room, ids[0], "the crane is broken")
    play.home.edit(play.id("Leo"), play.room, ids[0], "forged")
    play.home.delete(play.id("Sam"), play.room, ids[1])
    play.react("Ines", ids[0])
    play.say("Ines", "in the thread", thread=ids[2])
    play.live()
    assert "the crane is broken" in play.log()
    assert "edited:: 1" in play.log()
    assert "👍 Ines" in play.log()
    assert "(deleted)" in play.log()
    assert f"#^{message_block_id(ids[2])}" in play.log()
    assert ("forged" in play.log(), "quay" in play.log()) == (False, False)


def test_remem_is_acknowledged_at_once_and_answered_with_what_was_written() -> None:
    play = Play()
    [asked] = talked(play, "!remem")

    assert "Store chart tiles in MBTiles files" in play.answer_to(asked)
    assert f"https://matrix.to/#/{play.room}/$" in play.answer_to(asked)
    assert "MBTiles" in play.note("experience.md")
    assert [("👀", asked)] == [(one.key, one.reply_to) for one in play.said("reaction")]
    [told] = [one for one in play.said("notice") if one.reply_to == asked]
    assert (play.id("Leo"),) == told.mentions


def test_the_evidence_of_an_entry_are_the_events_of_the_chat() -> None:
    play = Play()
    talked(play, "!remem")
    events = {event.event_id: event.text for event in play.home.events(play.room)}
    flushed = play.note("experience.md")
    proposal = next(one for one, text in events.items() if text.startswith("Proposal"))
    assert f"#^{message_block_id(proposal)}|" in flushed


def test_an_answer_stands_in_the_thread_its_command_came_from() -> None:
    play = Play()
    ids: list[str] = []
    play.live(
        lambda: ids.append(play.say("Sam", "root")),
        lambda: ids.append(play.say("Sam", "!status", thread=ids[0])),
    )
    [told] = [one for one in play.said("notice") if one.reply_to == ids[1]]
    assert ids[0] == told.thread


def test_recall_answers_from_the_notes_without_the_frame_for_machines() -> None:
    play = Play()
    _, asked = talked(play, "!remem", "!recall where do we store chart tiles?")
    answer = play.answer_to(asked)
    assert "Store chart tiles in MBTiles files" in answer
    assert "Decided by: Nora" in answer
    assert ("recalled-memory" in answer, "Hard Rules" in answer) == (False, False)


def test_what_no_note_says_is_looked_for_in_the_chat() -> None:
    play = Play()
    ids: list[str] = []
    play.live(
        lambda: play.say("Sam", "the espresso machine is broken again"),
        lambda: ids.append(play.say("Leo", "!recall espresso machine")),
    )
    answer = play.answer_to(ids[0])
    assert answer.startswith("The memory says nothing about that. In the chat it was said:")
    assert "the espresso machine is broken again" in answer


def test_what_nobody_said_is_not_found() -> None:
    play = Play()
    [asked] = talked(play, "!recall submarine")
    assert "Neither the memory nor the chat says." == play.answer_to(asked)


def test_status_and_help_answer() -> None:
    play = Play()
    status, helped = talked(play, "!status", "!help")
    assert play.answer_to(status).startswith("**Harbour**\n- messages not turned into memory yet:")
    assert "`!recall QUESTION`" in play.answer_to(helped)
    assert play.answer_to(helped).endswith("power level 50 or more: Nora")


def test_what_is_asked_of_the_bot_waits_for_no_flush() -> None:
    play = Play()
    play.live(lambda: play.say("Sam", "the crane is fixed"))
    for text in ("!status", "!help", "!recall the crane", "！状态"):
        play.live(lambda text=text: play.say("Leo", text))  # type: ignore[misc]
    [row] = LiveMemory(play.ports).status().groups
    assert 1 == row.unflushed_messages
    assert "!recall the crane" in play.log()


def test_a_chinese_group_is_answered_in_chinese() -> None:
    play = Play("zh")
    ids: list[str] = []
    play.live(
        lambda: play.say("Nora", "提议：海图瓦片存成 MBTiles 文件，每个港口一个"),
        lambda: play.say("Sam", "同意"),
        lambda: ids.append(play.say("Leo", "！整理")),
        lambda: ids.append(play.say("Leo", "!回忆 海图瓦片怎么存？")),
    )
    assert play.answer_to(ids[0]).startswith("**整理完成**")
    assert play.answer_to(ids[1]).startswith("**本群的记忆：**")
    assert play.notices()[0].startswith("大家好！")


def test_a_mention_is_a_command_too() -> None:
    play = Play()
    [asked] = talked(play, "Memory: status")
    assert play.answer_to(asked).startswith("**Harbour**")


def test_remember_keeps_the_message_itself_as_evidence() -> None:
    play = Play()
    [asked] = talked(play, "!remember we release on Thursdays")
    assert play.answer_to(asked).startswith("Noted:\n- **Release on Thursdays**")
    assert f"#^{message_block_id(asked)}|" in play.note("project.md") + play.note("experience.md")


def test_why_shows_the_messages() -> None:
    play = Play()
    asked = talked(play, "!remember we release on Thursdays")
    entry = play.answer_to(asked[0]).rsplit("`")[1]
    ids: list[str] = []
    play.live(lambda: ids.append(play.say("Sam", f"!why {entry}")))
    answer = play.answer_to(ids[0])
    assert "Leo: !remember we release on Thursdays" in answer
    assert "decided by Leo" in answer


def test_undo_takes_the_newest_flush_of_the_room_back() -> None:
    play = Play()
    talked(play, "!remem")
    ids: list[str] = []
    play.live(lambda: ids.append(play.say("Nora", "!undo")))
    assert "is taken back" in play.answer_to(ids[0])
    assert "MBTiles" not in play.note("experience.md")
    assert "MBTiles" in play.log()


def test_forget_takes_an_entry_and_its_messages_out() -> None:
    play = Play()
    talked(play, "!remem")
    entry = play.note("experience.md").rsplit("^")[-1].strip()
    ids: list[str] = []
    play.live(lambda: ids.append(play.say("Nora", f"!forget {entry}")))
    assert play.answer_to(ids[0]).startswith("Gone for good. ")
    assert "MBTiles" not in play.everything()


def test_a_command_that_lacks_words_says_what_to_type() -> None:
    play = Play()
    [asked] = talked(play, "!recall")
    assert "`!recall what did we decide about the database?`" in play.answer_to(asked)


def test_what_fails_is_answered_in_plain_words() -> None:
    play = Play()
    [asked] = talked(play, "!why d-20260101-aaaaaaaaaa")
    assert play.answer_to(asked).startswith("That did not work: ")


def test_a_deleted_command_is_not_carried_out() -> None:
    play = Play()
    play.live(play.propose)
    asked = play.say("Leo", "!remem")
    play.home.delete(play.id("Leo"), play.room, asked)
    play.live()
    assert [] == [one for one in play.said("notice") if one.reply_to == asked]
    assert "MBTiles" not in play.note("experience.md")


@pytest.mark.parametrize("how", ["notice", "edit", "own"])
def test_notices_edits_and_our_own_words_ask_nothing(how: str) -> None:
    play = Play()
    play.live(play.propose)
    before = len(play.server.outbox)
    if how == "notice":
        play.home.say("@other-bot:memory", play.room, "!remem", role="bot")
    elif how == "edit":
        said = play.say("Sam", "remem")
        play.home.edit(play.id("Sam"), play.room, said, "!remem")
    else:
        play.home.say(ME, play.room, "!remem", role="bot")
    play.live()
    assert before == len(play.server.outbox)


def test_what_was_said_before_we_came_is_logged_and_asks_nothing() -> None:
    play = Play()
    asked = play.say("Sam", "!remem")
    play.say("Sam", "before the bot")
    play.live()
    assert "before the bot" in play.log()
    assert [] == [one for one in play.server.outbox if one.reply_to == asked]


def test_our_own_answers_do_not_become_memory() -> None:
    play = Play()
    talked(play, "!remem", "!status")
    assert "Memory:" not in play.log()
    assert "messages not turned into memory yet" not in play.everything()


def test_secrets_are_in_no_file_and_in_no_answer() -> None:
    play = Play()
    secret = "hunter2" + "Zq81"
    talked(play, f"the password is {secret}", f"!remember the password is {secret}")
    assert secret not in play.everything()
    assert not [one for one in play.notices() if secret in one]
