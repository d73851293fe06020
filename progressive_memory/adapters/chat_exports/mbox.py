"""`mbox`: a mailing list's archive, one mail a message; answers by `In-Reply-To`."""

from __future__ import annotations

import email.policy
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message as Mail
from email.utils import parseaddr, parsedate_to_datetime

from progressive_memory.adapters.chat_exports.bad_line import BadLineError
from progressive_memory.adapters.chat_exports.document import carried, joined, word
from progressive_memory.adapters.chat_exports.source import Source, text_of_line
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem

MAX_MAIL_BYTES = 1 << 24
"""The rest of a longer mail is passed over: it is attachments."""

_CUT_OFF = "no blank line ends the last mail: left out, until a file comes that goes on"
_FROM = re.compile(rb"From \S.{0,200}\d{4}\s*$")
_ID = re.compile(r"<([^<>\s]{1,490})>")
_MANGLED = re.compile(r"([^\s@]{1,64}) at ([\w-]{1,63}(?:\.[\w-]{1,63}){1,8})\b")
_LIST_FOOTER = re.compile(r"\n_{20,}\n.*\Z", re.DOTALL)
_SIGNATURE = re.compile(r"\n-- ?\n.*\Z", re.DOTALL)


class MailArchive:
    """A ChatFeed of the archive, one mail at a time. A subject is said where a thread begins."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def events(self) -> Iterator[ChatEvent | Problem]:
        """The mails in the order of the file; one without an id, a time or a sender is named. A
        blank line ends a mail: the last one is left out without it, as it may go on.
        """
        for number, data, is_whole in self._mails():
            mail = message_from_bytes(data, policy=email.policy.compat32)
            if not (is_whole or _is_closed(mail, data)):
                yield Problem(self._source.name, number, "cut_off", _CUT_OFF)
                continue
            try:
                yield event_of(mail, number)
            except (BadLineError, ValueError, LookupError) as error:
                code = error.code if isinstance(error, BadLineError) else "bad_mail"
                yield Problem(self._source.name, number, code, str(error))

    def _mails(self) -> Iterator[tuple[int, bytes, bool]]:
        """Each mail after the number of its first line, and whether a blank line ends it."""
        begun, mail, blank = 0, bytearray(), True
        for number, line in self._source.lines():
            text = line if line is not None else b""
            if blank and _FROM.match(text):
                if begun:
                    yield begun, bytes(mail), True
                begun, mail = number, bytearray()
            elif begun and len(mail) < MAX_MAIL_BYTES:
                mail += (text[1:] if re.match(rb">+From ", text) else text) + b"\n"
            blank = not text
        if begun:
            yield begun, bytes(mail), blank and self._source.is_ended


def _is_closed(mail: Mail, data: bytes) -> bool:
    """Whether the last part of a mail of several parts is closed."""
    boundary = mail.get_boundary("")
    return bool(boundary) and data.rstrip().endswith(f"--{boundary}--".encode())


def event_of(mail: Mail, number: int) -> ChatEvent:
    """The mail as a message.

    Raises:
        BadLineError: it has no id, time or sender.
    """
    event_id = _ID.search(str(mail.get("Message-ID", "")))
    if event_id is None:
        raise BadLineError("missing_field", '"Message-ID" is missing')
    name, address = _sender(_header(mail, "From"))
    if not address:
        raise BadLineError("missing_field", '"From" names nobody')
    answered = _ID.findall(str(mail.get("In-Reply-To", ""))) or _ID.findall(
        str(mail.get("References", ""))
    )
    subject = "" if answered else word(_header(mail, "Subject"))
    return ChatEvent(
        event_id=f"mail:{event_id[1]}",
        at=_time(mail),
        sender=address,
        text=joined(subject, _body(mail)),
        sender_name=name or address.partition("@")[0],
        reply_to=f"mail:{answered[-1]}" if answered else "",
        line=number,
    )


def _sender(header: str) -> tuple[str, str]:
    """Name and address; archives write `ann at example.org (Ann Lee)`."""
    name, address = parseaddr(_MANGLED.sub(r"\1@\2", header, count=1))
    return word(name), word(address).lower()


def _time(mail: Mail) -> datetime:
    try:
        at = parsedate_to_datetime(str(mail.get("Date", "")))
        return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
    except (ValueError, OverflowError) as error:
        raise BadLineError("bad_time", '"Date" is no time of a mail') from error


def _header(mail: Mail, name: str) -> str:
    return str(make_header(decode_header(str(mail.get(name, "")))))


def _body(mail: Mail) -> str:
    """The plain text without signature and list footer, and the names of what is attached."""
    texts, files = [], []
    for part in mail.walk():
        name = part.get_filename()
        if name:
            files.append(carried(word(str(make_header(decode_header(name))))))
        elif part.get_content_type() == "text/plain":
            raw = part.get_payload(decode=True)
            if isinstance(raw, bytes):
                texts.append(_text(part, raw))
    text = "\n".join(texts).replace("\r\n", "\n")
    return joined(_SIGNATURE.sub("", _LIST_FOOTER.sub("", text)).strip(), *files)


def _text(part: Mail, raw: bytes) -> str:
    """The text in the encoding that the mail names, else in UTF-8.

    Raises:
        BadLineError: it names none, and is not UTF-8.
    """
    charset = part.get_content_charset()
    if charset:
        with suppress(LookupError):  # no encoding that anybody knows
            return raw.decode(charset, "replace")
    text = text_of_line(raw)
    if text is None:
        raise BadLineError("not_utf8", "its text is not UTF-8, and it names no other encoding")
    return text
