"""Every format × what can be wrong with a file: a clear error, and nothing half done."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.log_report import LogReport
from progressive_memory.errors import ChatSourceError
from tests.exports import every_kind

GROUP = "bakery"
DAY = "2026-05-15.log"


class Kind(NamedTuple):
    """An export: the format it is read as, the name of its file, how many messages it holds."""

    form: str
    name: str
    messages: int


KINDS = {
    "element": Kind("element", "export.json", 10),
    "slack": Kind("slack", "export.zip", 11),
    "discord": Kind("discord", "oven.json", 6),
    "telegram": Kind("telegram", "result.json", 12),
    "whatsapp": Kind("whatsapp", "chat.txt", 7),
    "mbox": Kind("mbox", "list.mbox", 3),
    "teamchat": Kind("teamchat", "chat.json", 7),
    "jsonl": Kind("jsonl", "chat.jsonl", 6),
    "irc": Kind("irc", "floor.log", 6),
    "weechat": Kind("irc", "floor.weechatlog", 6),
    "znc": Kind("irc", DAY, 5),
}
DOCUMENTS = ("element", "slack", "discord", "telegram", "teamchat")
LINES = tuple(kind for kind in KINDS if kind not in DOCUMENTS)
TEXTS = tuple(kind for kind in KINDS if kind != "slack")


@pytest.fixture
def log(tmp_path: Path) -> Callable[..., LogReport]:
    """Log bytes as that kind of file; with `form` as that format whatever it is."""
    Memory.init(tmp_path / "v", "en")
    memory = Memory.open(tmp_path / "v")
    memory.group_add(NewGroup(GROUP))

    def logged(kind: str, data: bytes, form: str = "") -> LogReport:
        name = KINDS[kind].name
        return memory.log_file(GROUP, io.BytesIO(data), name=name, form=form or KINDS[kind].form)

    return logged


@pytest.fixture
def notes(tmp_path: Path) -> Callable[[], dict[str, bytes]]:
    """The day notes, by name."""
    folder = tmp_path / "v" / "memory" / "groups" / GROUP / "log"
    return lambda: {path.name: path.read_bytes() for path in folder.rglob("*.md")}


def refused(log: Callable[..., LogReport], *what: object) -> str:
    """The error, which says what to do next."""
    with pytest.raises(ChatSourceError) as error:
        log(*what)
    assert error.value.next_step
    return error.value.message


@pytest.mark.parametrize("kind", KINDS)
def test_whole_it_is_logged_and_logged_again_changes_nothing(
    kind: str, log: Callable[..., LogReport], notes: Callable[[], dict[str, bytes]]
) -> None:
    first = log(kind, every_kind(kind), "auto")
    before = notes()
    again = log(kind, every_kind(kind))
    assert (KINDS[kind].form, KINDS[kind].messages) == (first.format, first.logged)
    assert (0, 0, 0, 0) == (again.logged, again.edited, again.deleted, again.reactions)
    assert before == notes()
    assert KINDS[kind].form != "irc" or first.skipped_total == 0


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("part", [0.05, 0.5, 0.97])
def test_a_document_cut_off_is_refused(
    kind: str, part: float, log: Callable[..., LogReport], notes: Callable[[], dict[str, bytes]]
) -> None:
    data = every_kind(kind)
    refused(log, kind, data[: int(len(data) * part)])
    assert {} == notes()


@pytest.mark.parametrize("kind", LINES)
def test_of_lines_cut_off_the_last_waits_for_a_longer_file(
    kind: str, log: Callable[..., LogReport], notes: Callable[[], dict[str, bytes]], tmp_path: Path
) -> None:
    data = every_kind(kind)
    for share in range(3, 10):
        cut = data[: len(data) * share // 10].rstrip(b"\n")
        assert log(kind, cut).skipped_total > 0
    log(kind, data)
    at_once = _logged_at_once(kind, data, tmp_path / "once")
    assert at_once == notes()


def _logged_at_once(kind: str, data: bytes, folder: Path) -> dict[str, bytes]:
    Memory.init(folder / "v", "en")
    memory = Memory.open(folder / "v")
    memory.group_add(NewGroup(GROUP))
    memory.log_file(GROUP, io.BytesIO(data), name=KINDS[kind].name, form=KINDS[kind].form)
    log = folder / "v" / "memory" / "groups" / GROUP / "log"
    return {path.name: path.read_bytes() for path in log.rglob("*.md")}


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused(
    kind: str,
    encoding: str,
    log: Callable[..., LogReport],
    notes: Callable[[], dict[str, bytes]],
) -> None:
    data = every_kind(kind).decode().encode(encoding)
    assert "UTF-16" in refused(log, kind, data)
    assert "UTF-16" in refused(log, kind, data, "auto")
    assert {} == notes()


NAMES = {"gbk": "伊内斯的烤箱", "latin-1": "Inês"}


@pytest.mark.parametrize(
    "kind", ["element", "discord", "telegram", "whatsapp", "teamchat", "jsonl"]
)
@pytest.mark.parametrize("encoding", NAMES)
def test_another_encoding_is_refused(
    kind: str,
    encoding: str,
    log: Callable[..., LogReport],
    notes: Callable[[], dict[str, bytes]],
) -> None:
    text = every_kind(kind).decode().replace("Ines", NAMES[encoding]).replace("ines", "ana")
    data = text.encode(encoding, "ignore")
    if kind == "jsonl":
        report = log(kind, data)
        lines = sum(NAMES[encoding] in line for line in text.splitlines())
        assert lines == sum("UTF-8" in one.message for one in report.skipped)
    else:
        assert "UTF-8" in refused(log, kind, data).upper().replace("UTF8", "UTF-8")
        assert {} == notes()


@pytest.mark.parametrize("kind", ["irc", "weechat", "znc"])
def test_a_log_of_two_byte_characters_is_refused_and_one_odd_byte_is_not(
    kind: str, log: Callable[..., LogReport], notes: Callable[[], dict[str, bytes]]
) -> None:
    text = every_kind(kind).decode()
    said = text.replace("Since Monday", "从星期一开始就这样")
    assert "UTF-8" in refused(log, kind, said.encode("gbk"))
    assert {} == notes()
    report = log(kind, text.replace("Since Monday", "Depuis le café").encode("latin-1"))
    assert (KINDS[kind].messages, 0) == (report.logged, report.skipped_total)


def test_of_a_log_mostly_in_utf_8_a_line_that_is_not_is_named(
    log: Callable[..., LogReport],
) -> None:
    lines = ["[10:00:01] <a> 炉子跳闸了", "[10:00:02] <a> 又跳了", "[10:00:03] <b> 从星期一开始"]
    data = [line.encode("gbk" if "<b>" in line else "utf-8") for line in lines]
    report = log("znc", b"\n".join([*data, b""]))
    assert (2, [3]) == (report.logged, [one.line for one in report.skipped])


def test_a_mail_says_its_own_encoding(log: Callable[..., LogReport]) -> None:
    head = "From a Fri May 15 06:00:00 2026\nFrom: a@x\nMessage-ID: <1@x>\n"
    head += "Date: Fri, 15 May 2026 06:00:00 -0000\n"
    told = f"{head}Content-Type: text/plain; charset=gb2312\n\n炉子跳闸了\n\n"
    untold = f"{head.replace('1@x', '2@x')}\n炉子跳闸了\n\n"
    report = log("mbox", told.encode("gbk") + untold.encode("gbk"))
    assert (1, ["UTF-8" in one.message for one in report.skipped]) == (report.logged, [True])


WRONG = {
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
    "a page": b"<!doctype html>\n<title>Chat</title>\n<p>hello\n",
    "prose": "Dear all,\n\nwe met and talked: 好的.\n".encode(),
    "a list": b"[1, 2, 3]\n",
    "numbers": b"a,b,c\n1,2,3\n",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_chat_is_refused(
    kind: str, wrong: str, log: Callable[..., LogReport], notes: Callable[[], dict[str, bytes]]
) -> None:
    refused(log, kind, WRONG[wrong])
    refused(log, kind, WRONG[wrong], "auto")
    assert {} == notes()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("other", KINDS)
def test_as_another_format_nothing_of_it_is_logged(
    kind: str, other: str, log: Callable[..., LogReport], notes: Callable[[], dict[str, bytes]]
) -> None:
    form = KINDS[other].form
    if form == KINDS[kind].form:
        return
    refused(log, kind, every_kind(kind), form)
    assert {} == notes()
