"""`slack`: every kind of message in an export's zip, and which channels are read."""

from __future__ import annotations

from typing import Any

import pytest

from progressive_memory.domain.chat_file import Choice
from progressive_memory.errors import ChatSourceError
from tests.exports import every_kind, slack_files, zipped
from tests.unit.adapters.chat_exports.feeds import events, feed_of, problems, read


def test_every_kind_of_message_of_the_public_channels() -> None:
    said = [
        (one.event_id.rpartition(".")[2], one.sender_name, one.text)
        for one in events(read(every_kind("slack")))
        if not (one.reacts_to or one.replaces or one.deletes)
    ]
    assert [
        (
            "000200",
            "Ines",
            "The **second oven** trips the fuse, @Teo Lima & all. "
            "See [the plan](https://plan.example/2) in #oven, @here",
        ),
        ("000300", "Teo Lima", "Since Monday, ~~no~~ yes."),
        ("000400", "Teo Lima", "I called the electrician."),
        ("000500", "Teo Lima", "📎 fuse-box.pdf"),
        ("000600", "Ines", "* Ines sighs"),
        ("000700", "Shift plan", "Saturday\n**Teo** bakes"),
        ("000800", "Alarm", "Oven 2: `40 < 200 *now*`"),
        ("000900", "Ines", "Fuses are sold out."),
        ("001000", "", ""),
        ("001100", "Gil", "Good evening."),
        ("000100", "Teo Lima", "It holds."),
    ] == said


def test_threads_edits_reactions_deletions_forwards_and_bots() -> None:
    heard = {one.event_id.rpartition(":")[2]: one for one in events(read(every_kind("slack")))}
    root = "slack:C0OVEN:1778832060.000200"
    assert ["", root, root] == [
        heard[ts].thread for ts in ("1778832060.000200", "1778832120.000300", "1778832180.000400")
    ]
    edit = heard["1778832120.000300~1778832300000"]
    assert ("slack:C0OVEN:1778832120.000300", "user") == (edit.replaces, edit.role)
    pressed = [(one.sender, one.key) for one in heard.values() if one.reacts_to]
    assert [("U0TEO", "👍"), ("U0INES", ":bread:"), ("U0TEO", ":bread:")] == pressed
    assert "slack:C0OVEN:1778832540.001000" == heard["1778832540.001000~deleted"].deletes
    assert ["1778832480.000900"] == [ts for ts, one in heard.items() if one.forwarded]
    bots = [ts for ts, one in heard.items() if one.role == "bot" and not one.deletes]
    assert ["1778832360.000700", "1778832420.000800", "1778832540.001000"] == bots


def test_microseconds_are_kept() -> None:
    first = events(read(every_kind("slack")))[0]
    assert "2026-05-15T08:01:00.000200+00:00" == first.at.isoformat()


def test_a_bad_message_is_named_with_its_file_and_notices_are_counted() -> None:
    feed = feed_of(every_kind("slack"))
    items: list[Any] = list(feed.events())
    assert [(12, "bad_time"), (13, "missing_field")] == problems(items)
    assert any("oven/2026-05-15.json, message 12" in getattr(one, "message", "") for one in items)
    assert ("channels: oven", "passed over: 1 channel_join") == feed.remarks


@pytest.mark.parametrize("named", ["night-shift", "#Night-Shift", "G0NIGHT"])
def test_a_private_channel_is_read_when_it_is_named(named: str) -> None:
    heard = events(read(every_kind("slack"), choice=Choice((named,))))
    assert ["Night shift is two people."] == [one.text for one in heard]


def test_several_channels_come_day_by_day() -> None:
    heard = events(read(every_kind("slack"), choice=Choice(("oven", "DKIOSK01"))))
    days = [one.at.date() for one in heard if not one.replaces]
    assert sorted(days) == days
    assert "Between us." in {one.text for one in heard}


def test_a_channel_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ChatSourceError, match=r"called cellar.*DKIOSK01, night-shift, oven"):
        read(every_kind("slack"), choice=Choice(("cellar", "oven")))


def test_private_channels_alone_wait_for_a_choice() -> None:
    files = {name: data for name, data in slack_files().items() if not name.startswith("oven/")}
    with pytest.raises(ChatSourceError, match="no public channel"):
        read(zipped(files))


def test_a_renamed_channel_keeps_its_messages_ids() -> None:
    files = {name.replace("oven/", "ovens/"): data for name, data in slack_files().items()}
    files["channels.json"] = files["channels.json"].replace(b'"oven"', b'"ovens"')
    ids = [one.event_id for one in events(read(zipped(files)))]
    assert [one.event_id for one in events(read(every_kind("slack")))] == ids


def test_a_folder_around_everything_is_looked_through() -> None:
    files = {f"Bakery export/{name}": data for name, data in slack_files().items()}
    assert len(events(read(every_kind("slack")))) == len(events(read(zipped(files))))
