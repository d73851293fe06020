"""A flush that asks a model: what it makes of answers, and what it does when there are none."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from progressive_memory.adapters.memory.model import Line, ScriptedModel
from progressive_memory.domain.flush_report import Extraction
from progressive_memory.domain.model_talk import Answer, Question
from progressive_memory.errors import ConfigInvalid, ModelUnavailable
from tests.answers import answer, item
from tests.chat_room import ChatRoom

RULES_READ_THIS = "I propose we move the order store to PostgreSQL 16"
ONLY_A_MODEL_READS_THIS = "Redis for the sessions, it is fast enough"
DECISION = item(
    "decision",
    "Redis for the sessions",
    [("m2", "Redis for the sessions"), ("m1", "What shall hold the sessions?")],
    [("m3", "sounds good to me")],
)
DOWN = ModelUnavailable("model_unreachable", "http://x/v1 cannot be reached", next_step="start it")
SLOW = ModelUnavailable("model_slow", "no whole answer in 60 seconds", next_step="wait")


def model_room(*lines: Line, always: Line | None = None, **settings: object) -> ChatRoom:
    room = ChatRoom()
    room.ports.model = ScriptedModel(*lines, always=always)
    room.ports.settings = replace(
        room.ports.settings,
        extract_engine="model",
        model_name="scripted",
        **settings,  # type: ignore[arg-type]
    )
    return room


def talk(room: ChatRoom) -> None:
    room.say("Cy", "What shall hold the sessions?", "$q")
    room.say("Ana", ONLY_A_MODEL_READS_THIS, "$p")
    room.say("Bo", "sounds good to me", "$a")


def proposal(room: ChatRoom) -> None:
    room.say("Ana", RULES_READ_THIS, "$p")
    room.say("Bo", "+1", "$a", to="$p")


def how(room: ChatRoom) -> Extraction:
    extraction = room.flush().extraction
    assert extraction is not None
    return extraction


def test_what_the_model_found_is_written_with_evidence_and_people() -> None:
    room = model_room(answer(DECISION))
    talk(room)

    report = room.flush()

    (written,) = report.written
    assert ("New", "Redis for the sessions", ("Ana",), ("Bo",), ("$q", "$p", "$a")) == (
        written.verdict, written.title, written.decided_by, written.confirmed_by, written.evidence,
    )  # fmt: skip
    assert report.extraction is not None
    assert ("scripted", 1, 0, 1) == (
        report.extraction.model, report.extraction.windows,
        report.extraction.by_rules, report.extraction.calls,
    )  # fmt: skip
    assert report.extraction.tokens > 0


def test_without_the_setting_no_model_is_asked() -> None:
    room = ChatRoom()
    talk(room)

    assert room.flush().extraction is None
    assert [] == room.ports.model.asked


def test_nothing_new_asks_nothing_and_changes_nothing() -> None:
    room = model_room(answer(DECISION))
    talk(room)
    room.flush()
    notes = room.notes()

    report = room.flush()

    assert ((), (), {}, notes) == (report.written, report.pending, report.rejected, room.notes())
    assert 1 == len(room.ports.model.asked)


def test_other_words_for_the_same_messages_write_nothing_twice() -> None:
    room = model_room(answer(DECISION))
    talk(room)
    room.flush()
    room.say("Dan", "fine with me too")
    again = {**DECISION, "text": "The sessions: Redis"}
    also = {**again, "confirmations": [{"id": "m4", "quote": "fine with me too"}]}
    room.ports.model = ScriptedModel(answer(again, also))

    report = room.flush()

    assert [] == [one.verdict for one in report.written if one.verdict != "Extends"]
    assert 1 == room.note("experience.md").count("\n^d-")


def test_a_pending_item_is_written_under_its_id_when_someone_agrees_later() -> None:
    proposed = item(
        "decision", "Put the sessions into Redis", [("m1", "put the sessions into Redis")]
    )
    room = model_room(answer(proposed))
    room.say("Ana", "I propose we put the sessions into Redis", "$p")
    (waiting,) = room.flush().pending
    room.say("Bo", "agreed, Redis it is", "$a", to="$p")
    agreed = {**proposed, "text": "The sessions are put into Redis",
              "confirmations": [{"id": "m2", "quote": "agreed, Redis it is"}]}  # fmt: skip
    room.ports.model = ScriptedModel(answer(agreed))

    (written,) = room.flush().written

    assert (waiting.id, ("Bo",)) == (written.id, written.confirmed_by)


def test_a_model_that_is_down_leaves_all_to_rules_and_says_so() -> None:
    room = model_room(DOWN)
    proposal(room)

    report = room.flush()

    assert ["Move the order store to PostgreSQL 16"] == [one.title for one in report.written]
    assert report.extraction is not None
    assert (1, 1, DOWN.message, "start it") == (
        report.extraction.windows, report.extraction.by_rules,
        report.extraction.reason, report.extraction.next,
    )  # fmt: skip
    assert room.state()["groups"]["harbour"]["cursor"]["event_id"] == "$a"  # type: ignore[call-overload]


def test_rules_give_the_same_vault_whether_no_model_is_named_or_it_is_down() -> None:
    with_model, without = model_room(always=DOWN), ChatRoom()
    for room in (with_model, without):
        proposal(room)
        room.say("Cy", "I'll write the migration notes by 2026-05-20")
        room.flush()

    assert without.notes() == with_model.notes()


def test_settings_that_name_no_endpoint_leave_all_to_rules() -> None:
    class Unnamed(type(model_room().ports)):  # type: ignore[misc]
        @property
        def model(self) -> ScriptedModel:
            raise ConfigInvalid("no endpoint is named", next_step="set base_url")

        @model.setter
        def model(self, _: object) -> None:
            """Keep none."""

    room = model_room()
    ports = Unnamed(settings=room.ports.settings)
    ports.vault, ports.clock = room.ports.vault, room.ports.clock
    room.ports = ports
    proposal(room)

    report = room.flush()

    assert 1 == len(report.written)
    assert report.extraction is not None
    assert "no endpoint is named" == report.extraction.reason


def test_once_it_is_down_it_is_not_asked_again() -> None:
    room = model_room(always=DOWN, model_window_tokens=500)
    for at in range(60):
        room.say("Ana", f"line {at} about the harbour wall and the long crane beside it")

    extraction = how(room)

    assert (extraction.windows, 1) == (extraction.by_rules, extraction.calls)
    assert extraction.windows > 1


def test_only_the_windows_the_model_did_not_read_are_read_by_rules() -> None:
    room = model_room("no JSON", "still none", answer())
    proposal(room)
    room.ports.clock.forward(timedelta(days=2))
    room.say("Cy", "I propose we paint the crane yellow")
    room.say("Dan", "+1")
    room.ports.settings = replace(room.ports.settings, model_window_tokens=80)

    report = room.flush()

    assert ["Move the order store to PostgreSQL 16"] == [one.title for one in report.written]
    assert report.extraction is not None
    assert (2, 1) == (report.extraction.windows, report.extraction.by_rules)


def test_an_unreadable_answer_is_repaired_once_with_what_was_wrong() -> None:
    room = model_room("Sure! Here it is:", answer(DECISION))
    talk(room)

    assert 1 == len(room.flush().written)
    first, second = room.ports.model.asked
    assert ("Sure! Here it is:", "") == (second.before, first.wrong)
    assert "items" in second.wrong


def test_a_repair_that_fails_too_keeps_what_was_good_before() -> None:
    broken = {**DECISION, "kind": "summary"}
    room = model_room(answer(DECISION, broken), "sorry")
    talk(room)

    report = room.flush()

    assert (1, {"malformed": 1}) == (len(report.written), report.rejected)
    assert report.extraction is not None
    assert 0 == report.extraction.by_rules


def test_after_three_bad_windows_no_more_are_asked_about() -> None:
    room = model_room(always="no JSON", model_window_tokens=500)
    for at in range(120):
        room.say("Ana", f"line {at} about the harbour wall and the long crane beside it")

    extraction = how(room)

    assert 6 == extraction.calls
    assert extraction.windows == extraction.by_rules > 3
    assert "cannot be read" in extraction.reason


def test_a_cut_answer_splits_the_window() -> None:
    asked: list[Question] = []

    def cut_when_long(question: Question) -> Answer:
        asked.append(question)
        return Answer("{", "length") if question.data.count("[m") > 8 else Answer(answer())

    room = model_room(always=cut_when_long)
    for at in range(20):
        room.say("Ana", f"line {at} about the wall")

    extraction = how(room)

    assert (1, 0) == (extraction.windows, extraction.by_rules)
    assert len(asked) > 3
    shown = [line for one in asked for line in one.data.split("\n") if "[m" in line]
    read = [line for one in asked if one.data.count("[m") <= 8 for line in one.data.split("\n")]
    assert 20 == sum(line.startswith("[m") for line in read)
    assert shown


def test_a_short_window_whose_answer_is_cut_is_read_by_rules() -> None:
    room = model_room(always=Answer("", "length"))
    proposal(room)

    report = room.flush()

    assert 1 == len(report.written)
    assert report.extraction is not None
    assert "length" in report.extraction.reason


def test_a_refusal_leaves_that_window_to_rules() -> None:
    room = model_room(Answer("", "refused"))
    proposal(room)

    report = room.flush()

    assert 1 == len(report.written)
    assert report.extraction is not None
    assert ("scripted refused to answer", 1) == (
        report.extraction.reason, report.extraction.by_rules,
    )  # fmt: skip


def test_one_slow_window_is_passed_over_and_two_in_a_row_end_it() -> None:
    room = model_room(SLOW, SLOW, answer(), model_window_tokens=500)
    for at in range(80):
        room.say("Ana", f"line {at} about the harbour wall and the long crane beside it")

    extraction = how(room)

    assert (2, SLOW.message) == (extraction.calls, extraction.reason)


@pytest.mark.parametrize(
    ("cap", "named"),
    [
        ({"model_max_calls": 2}, "max_calls"),
        ({"model_max_tokens": 3000}, "max_tokens"),
    ],
    ids=str,
)
def test_a_used_up_budget_leaves_the_rest_to_rules(cap: dict[str, object], named: str) -> None:
    room = model_room(always=Answer(answer(), tokens=1500), model_window_tokens=500, **cap)
    for at in range(80):
        room.say("Ana", f"line {at} about the harbour wall and the long crane beside it")

    extraction = how(room)

    assert 2 == extraction.calls
    assert extraction.by_rules == extraction.windows - 2
    assert named in extraction.reason


def test_a_flush_takes_no_longer_than_its_seconds() -> None:
    room = model_room(model_window_tokens=500, model_max_seconds=60)

    def late(_: Question) -> str:
        room.ports.clock.forward(timedelta(seconds=61))
        return answer()

    room.ports.model = ScriptedModel(always=late)
    for at in range(80):
        room.say("Ana", f"line {at} about the harbour wall and the long crane beside it")

    extraction = how(room)

    assert 1 == extraction.calls
    assert "max_seconds" in extraction.reason


def test_what_is_said_while_the_model_reads_is_read_too() -> None:
    room = model_room()

    def interrupted(question: Question) -> str:
        if "$late" not in set(room.messages):
            room.say("Bo", "sounds good to me", "$late")
            return answer()
        return answer(DECISION)

    room.ports.model = ScriptedModel(always=interrupted)
    room.say("Cy", "What shall hold the sessions?", "$q")
    room.say("Ana", ONLY_A_MODEL_READS_THIS, "$p")

    report = room.flush()

    assert [("$q", "$p", "$late")] == [one.evidence for one in report.written]
    assert room.state()["groups"]["harbour"]["cursor"]["event_id"] == "$late"  # type: ignore[call-overload]


def test_a_flush_that_was_interrupted_ends_the_same_when_run_again() -> None:
    class Broken(Exception):
        """Power cut."""

    def cut(_: Question) -> str:
        raise Broken

    room, whole = model_room(always=cut), model_room(always=answer(DECISION))
    for each in (room, whole):
        talk(each)
    before = room.notes()
    with pytest.raises(Broken):
        room.flush()
    assert before == room.notes()
    room.ports.model = ScriptedModel(always=answer(DECISION))
    room.flush()
    whole.flush()

    assert whole.notes() == room.notes()


def test_a_dry_run_asks_and_writes_nothing() -> None:
    room = model_room(always=answer(DECISION))
    talk(room)
    before = room.notes()

    report = room.flush(dry_run=True)

    assert (1, before) == (len(report.written), room.notes())


def test_a_person_can_veto_what_the_model_found() -> None:
    room = model_room(always=answer(DECISION))
    talk(room)
    (written,) = room.flush().written
    note = room.note("experience.md")
    start = note.index("## 2026-05-15 Redis")
    room.save("experience.md", note[:start])
    room.say("Cy", "so what about the sessions?")

    report = room.flush()

    assert written.id not in room.note("experience.md")
    assert () == report.written


def test_chinese_messages_make_chinese_entries() -> None:
    one = item(
        "decision",
        "订单库改用 PostgreSQL 16",
        [("m1", "订单库改用 PostgreSQL 16")],
        [("m2", "同意")],
    )
    room = ChatRoom("清算", "zh")
    room.ports.model = ScriptedModel(always=answer(one))
    room.ports.settings = replace(room.ports.settings, extract_engine="model", model_name="m")
    room.say("林涛", "我提议订单库改用 PostgreSQL 16")
    room.say("周敏", "同意")

    (written,) = room.flush().written

    assert "订单库改用 PostgreSQL 16" == written.title


def test_one_member_is_never_two_voices() -> None:
    room = model_room()
    room.ports.model = ScriptedModel(always=answer(DECISION))
    room.say("Cy", "What shall hold the sessions?", "$q")
    room.say("Ana", ONLY_A_MODEL_READS_THIS, "$p")
    room.say("Ana", "sounds good to me", "$a")

    report = room.flush()

    assert () == report.written
