"""A line of WhatsApp's "Export chat": its date in whatever order, who, and what. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Order = Literal["dmy", "mdy", "ymd"]

_MARKS = dict.fromkeys([0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Direction marks, which phones put around names, numbers and their own words."""

_SPACES = str.maketrans({"\u202f": " ", "\u00a0": " ", "\u2009": " "})
_HEAD = re.compile(
    r"\[?(?P<a>\d{1,4})(?:[./-]|\. )(?P<b>\d{1,2})(?:[./-]|\. )(?P<c>\d{1,4})\.?,? "
    r"(?:(?P<before>凌晨|早上|上午|中午|下午|晚上|오전|오후) ?)?"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d\d)(?:[:.](?P<second>\d\d))?"
    r"(?: ?(?P<after>[ap]\.? ?m\.?))?(?:\] ?| - )(?P<rest>.*)",
    re.IGNORECASE,
)
_SAID = re.compile(r"(?P<who>[^\"“”«»:\n]{1,100}): ?(?P<text>.*)", re.DOTALL)
_AFTERNOON = ("下午", "晚上", "오후")
_ATTACHED = re.compile(
    r"<[^:<>]{3,40}: ?(?P<name>[^<>]{1,200})>|(?P<first>.{1,200}\.\w{2,5}) \([^()]{3,40}\)"
)
_OMITTED = re.compile(r"<[^<>:]{3,40}>")
_IOS_OMITTED = re.compile(
    r"(?P<kind>image|video|audio|sticker|GIF|document|Contact card) omitted|"
    r"(?P<zh>图像|图片|视频|语音|音频|贴图|文档|文件)已?(?:忽略|略去|省略)",
    re.IGNORECASE,
)
_EDITED = re.compile(
    r" ?<(?:This message was edited|此?消息已编辑|Diese Nachricht wurde bearbeitet|"
    r"Se editó este mensaje\.?|Ce message a été modifié|Mensagem editada)>$"
)
_DELETED = frozenset(
    (
        "this message was deleted",
        "you deleted this message",
        "此消息已删除",
        "该消息已删除",
        "您已删除此消息",
        "你已删除此消息",
        "diese nachricht wurde gelöscht",
        "se eliminó este mensaje",
        "eliminaste este mensaje",
        "ce message a été supprimé",
        "mensagem apagada",
        "essa mensagem foi apagada",
    )
)


@dataclass(frozen=True)
class Head:
    """The beginning of a message: its date as three numbers, its clock, and the rest of the line.

    `rest` still has its direction marks: one before a text says that the platform wrote it.
    """

    numbers: tuple[int, int, int]
    clock: tuple[int, int, int]
    rest: str

    def at(self, order: Order) -> datetime:
        """The naive local time, its date read in that order.

        Raises:
            ValueError: there is no such day or time.
        """
        year, month, day = self.numbers
        if order == "dmy":
            day, month, year = self.numbers
        elif order == "mdy":
            month, day, year = self.numbers
        return datetime(year + 2000 if year < 100 else year, month, day, *self.clock)


@dataclass(frozen=True)
class Said:
    """Who wrote what; `deleted` where only that is left of it."""

    who: str
    text: str
    deleted: bool = False


class Guess:
    """The order of dates, as all heads of a file together suggest it."""

    def __init__(self) -> None:
        self._impossible = {"dmy": 0, "mdy": 0, "ymd": 0}
        self._backwards = {"dmy": 0, "mdy": 0, "ymd": 0}
        self._last: dict[str, datetime] = {}
        self._first: Head | None = None
        self.heads = 0

    def see(self, head: Head) -> None:
        """Take one more head into account."""
        self.heads += 1
        self._first = self._first or head
        for order in _ORDERS:
            try:
                at = head.at(order)
            except ValueError:
                self._impossible[order] += 1
                continue
            if at < self._last.get(order, at):
                self._backwards[order] += 1
            self._last[order] = at

    def order(self) -> Order:
        """The order in which fewest dates are impossible, then fewest go back in time."""
        if self._first and self._first.numbers[0] > 999:
            return "ymd"
        return min(_ORDERS[:2], key=lambda one: (self._impossible[one], self._backwards[one]))

    def is_open(self) -> bool:
        """Whether day and month could as well be the other way round."""
        if self.order() == "ymd":
            return False
        evidence = [(self._impossible[one], self._backwards[one]) for one in _ORDERS[:2]]
        return evidence[0] == evidence[1]


_ORDERS: tuple[Order, ...] = ("dmy", "mdy", "ymd")


def head_of(line: str) -> Head | None:
    """The head that begins a message, or None: the line goes on with the one before."""
    plain = line.translate(_SPACES)
    match = _HEAD.match(plain.lstrip("\u200e\u200f\ufeff"))
    if match is None:
        return None
    hour, half = int(match["hour"]), (match["after"] or "").lower()[:1]
    before = match["before"] or ""
    late = half == "p" or before in _AFTERNOON or (before == "中午" and hour < 10)
    if late and hour < 12:
        hour += 12
    elif (half == "a" or before in ("上午", "凌晨", "오전")) and hour == 12:
        hour = 0
    return Head(
        (int(match["a"]), int(match["b"]), int(match["c"])),
        (hour, int(match["minute"]), int(match["second"] or 0)),
        match["rest"],
    )


def said(rest: str) -> Said | None:
    """What a person wrote; None for a notice of the platform.

    `rest` may go over several lines. Files are `📎 name`, what was left out `📎`.
    """
    match = _SAID.match(rest)
    if match is None:
        return None
    who = " ".join(match["who"].translate(_MARKS).split())
    text = match["text"].translate(_MARKS)
    if text.strip().rstrip(".。").lower() in _DELETED:
        return Said(who, "", deleted=True)
    told = _with_files(text)
    if told == text and match["text"].startswith("\u200e"):
        return None
    return Said(who, _EDITED.sub("", told)) if who else None


def _with_files(text: str) -> str:
    first, newline, caption = text.partition("\n")
    attached = _ATTACHED.fullmatch(first)
    if attached:
        name = f"📎 {attached['name'] or attached['first']}"
        return f"{caption}\n{name}" if newline else name
    left_out = _IOS_OMITTED.fullmatch(first)
    if left_out:
        return f"📎 {(left_out['kind'] or left_out['zh']).lower()}"
    return "📎" if _OMITTED.fullmatch(first) and not newline else text


def looks_like_whatsapp(line: str) -> bool:
    """Whether a line begins a message that somebody wrote; IRC's `<nick>` is none."""
    head = head_of(line)
    return head is not None and head.rest[:1] not in "<*" and said(head.rest) is not None
