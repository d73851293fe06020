"""What is said anew against what stands: superseded, contradicted, put to people."""

from __future__ import annotations

from tests.chat_room import PROPOSAL, ChatRoom


def test_a_reversal_supersedes_and_keeps_the_old(decided: ChatRoom) -> None:
    old_id = next(iter(decided.ports.state.seen("harbour")))
    decided.say("Ana", "Decided: we move the order store to MySQL 8", "$m")
    decided.say("Bo", "+1", to="$m")

    (written,) = decided.flush().written

    note = decided.note("experience.md")
    new, old = note.index(f"\n^{written.id}"), note.index(f"\n^{old_id}")
    assert written.verdict == "Supersedes"
    assert new < old
    assert f"- Superseded by:: [[#^{written.id}|Move the order store to MySQL 8]]" in note
    assert "- Confidence:: 0.5" in note


def contradiction(room: ChatRoom) -> tuple[str, str]:
    """Two people overrule three: both entries stand, and people are asked."""
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")
    room.say("Di", "+1", to="$p")
    (old,) = room.flush().written
    room.say("Cy", "Decided: we move the order store to MySQL 8", "$m")
    room.say("Ed", "+1", to="$m")
    report = room.flush()
    (new,) = report.written
    assert new.verdict == "Contradicts"
    assert len(report.pending) == 1
    assert room.note("experience.md").count("- Contradicts:: [[#^d-") == 2
    return old.id, new.id


def test_a_question_answered_by_a_tick_lets_the_newer_one_hold(room: ChatRoom) -> None:
    old_id, new_id = contradiction(room)
    room.replace("pending.md", "- [ ]", "- [x]")

    room.flush()

    note = room.note("experience.md")
    old_entry = note[note.index(f"\n^{new_id}") : note.index(f"\n^{old_id}")]
    assert f"- Superseded by:: [[#^{new_id}|" in old_entry
    assert "- [" not in room.note("pending.md")


def test_a_question_rejected_lets_the_older_one_hold(room: ChatRoom) -> None:
    old_id, new_id = contradiction(room)
    room.replace("pending.md", "- [ ]", "- [-]")

    room.flush()

    note = room.note("experience.md")
    new_entry = note[: note.index(f"\n^{new_id}")]
    assert f"- Superseded by:: [[#^{old_id}|" in new_entry
