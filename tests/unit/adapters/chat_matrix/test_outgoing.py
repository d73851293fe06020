"""A message of ours as Matrix events."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.adapters.chat_matrix.outgoing import CONTENT_BYTES, Part, parts, split
from progressive_memory.domain.chat_room import Outgoing


def content(message: Outgoing) -> dict[str, object]:
    (part,) = parts(message)
    assert ("t", "m.room.message") == (part.txn, part.kind)
    return part.content


def test_a_notice_always_says_whom_it_is_for() -> None:
    plain = {"msgtype": "m.notice", "body": "all well"}
    assert plain | {"m.mentions": {}} == content(Outgoing("t", "!r", "notice", "all well"))
    asked = Outgoing("t", "!r", "notice", "all well", mentions=("@ada:x",))
    assert plain | {"m.mentions": {"user_ids": ["@ada:x"]}} == content(asked)


def test_an_answer_stands_where_it_was_asked_for() -> None:
    reply = Outgoing("t", "!r", "notice", "x", reply_to="$1")
    assert {"m.in_reply_to": {"event_id": "$1"}} == content(reply)["m.relates_to"]
    thread = Outgoing("t", "!r", "notice", "x", reply_to="$1", thread="$0")
    assert {
        "rel_type": "m.thread",
        "event_id": "$0",
        "is_falling_back": False,
        "m.in_reply_to": {"event_id": "$1"},
    } == content(thread)["m.relates_to"]
    alone = Outgoing("t", "!r", "notice", "x", thread="$0")
    assert {
        "rel_type": "m.thread",
        "event_id": "$0",
        "is_falling_back": True,
        "m.in_reply_to": {"event_id": "$0"},
    } == content(alone)["m.relates_to"]


def test_markdown_is_shown_and_what_members_wrote_as_html_is_not_run() -> None:
    text = "**3 written**\n\n- <img src=x onerror=run()> & more\n- ![x](https://spy.example/x.png)"
    html = content(Outgoing("t", "!r", "notice", text))["formatted_body"]
    assert (
        "<p><strong>3 written</strong></p>\n<ul>\n"
        "<li>&lt;img src=x onerror=run()&gt; &amp; more</li>\n"
        '<li>!<a href="https://spy.example/x.png">x</a></li>\n</ul>'
    ) == html


def test_a_link_that_runs_something_is_no_link() -> None:
    made = content(Outgoing("t", "!r", "notice", "**a** [x](javascript:run())"))
    assert "<p><strong>a</strong> [x](javascript:run())</p>" == made["formatted_body"]


def test_a_plain_text_is_sent_as_that_alone() -> None:
    made = content(Outgoing("t", "!r", "notice", "one\ntwo\n\nthree & <four>"))
    assert ["body", "m.mentions", "msgtype"] == sorted(made)


def test_a_reaction_is_one_event_without_words() -> None:
    relation = {"rel_type": "m.annotation", "event_id": "$1", "key": "👀"}
    pressed = Outgoing("t", "!r", "reaction", reply_to="$1", key="👀")
    assert [Part("t", "m.reaction", {"m.relates_to": relation})] == parts(pressed)


def test_an_edit_holds_the_new_text_and_a_star_for_old_clients() -> None:
    made = content(Outgoing("t", "!r", "edit", "**done**", replaces="$1"))
    assert "* **done**" == made["body"]
    assert {
        "msgtype": "m.notice",
        "body": "**done**",
        "format": "org.matrix.custom.html",
        "formatted_body": "<p><strong>done</strong></p>",
        "m.mentions": {},
    } == made["m.new_content"]
    assert {"rel_type": "m.replace", "event_id": "$1"} == made["m.relates_to"]


def test_what_is_too_long_is_cut_between_lines_and_each_part_has_a_name_of_its_own() -> None:
    lines = [f"- 第 {number} 条 <“引号” & 符号> **重要**" for number in range(4000)]
    message = Outgoing("t", "!r", "notice", "\n".join(lines), reply_to="$1", thread="$0")
    made = parts(message)
    assert ["t", *(f"t.{number}" for number in range(1, len(made)))] == [one.txn for one in made]
    assert len(made) > 1
    for part in made:
        assert len(json.dumps(part.content, ensure_ascii=False).encode()) <= CONTENT_BYTES
        assert part.content["m.relates_to"] == made[0].content["m.relates_to"]
    bodies = [str(part.content["body"]).split("\n") for part in made]
    assert lines == [line for body in bodies for line in body]


def test_an_edit_that_is_too_long_goes_on_in_messages() -> None:
    first, *more = parts(Outgoing("t", "!r", "edit", "word " * 20_000, replaces="$1"))
    assert "m.new_content" in first.content
    assert more
    assert all("m.new_content" not in part.content for part in more)


@given(st.text(alphabet="ab \n😀", max_size=200), st.integers(1, 30))
def test_every_piece_fits_and_no_word_is_lost(text: str, most: int) -> None:
    pieces = split(text, lambda piece: len(piece) <= most)
    assert all(len(piece) <= most for piece in pieces)
    assert "".join(text.split()) == "".join("".join(pieces).split())
