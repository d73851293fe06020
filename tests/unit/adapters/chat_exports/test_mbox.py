"""`mbox`: the mails of a list's archive."""

from __future__ import annotations

from tests.exports import every_kind
from tests.unit.adapters.chat_exports.feeds import events, problems, read


def test_every_kind_of_mail() -> None:
    said = [
        (one.event_id, one.sender, one.sender_name, one.text, one.reply_to)
        for one in events(read(every_kind("mbox")))
    ]
    assert [
        (
            "mail:one@crumb.example",
            "ines@crumb.example",
            "Ines Prado",
            "[floor] The second oven\nThe second oven trips the fuse.\n\n"
            "From here on it is yours, Teo.",
            "",
        ),
        (
            "mail:two@crumb.example",
            "teo@crumb.example",
            "Teo Limão",
            "> The second oven trips the fuse.\nSince Monday, at the café too.\n"
            "From Monday on, that is.\n📎 fuse-box.pdf",
            "mail:one@crumb.example",
        ),
        ("mail:five@crumb.example", "teo@crumb.example", "teo", "New flour\nIt came.", ""),
    ] == said


def test_a_mail_without_sender_or_time_is_named_by_its_first_line() -> None:
    lines = every_kind("mbox").decode().split("\n")
    nobody = lines.index("From nobody Fri May 15 10:03:00 2026") + 1
    someday = lines.index("Date: someday") - 1
    assert [(nobody, "missing_field"), (someday, "bad_time")] == problems(read(every_kind("mbox")))


def test_times_are_utc() -> None:
    first = events(read(every_kind("mbox")))[0]
    assert "2026-05-15T08:01:00+00:00" == first.at.isoformat()
