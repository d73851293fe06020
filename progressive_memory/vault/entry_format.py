"""Words of a chat made fit to stand in an entry (DESIGN §4 "Entry shapes").

Unlike the log, which is verbatim and escapes, an entry's words are ours: what would act is taken
out, so that a title reads the same in the note, in a link and to the judge.
"""

from __future__ import annotations

import re

from progressive_memory.domain.message import Message
from progressive_memory.vault.layout import link_target
from progressive_memory.vault.log_note import shown_name

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_REFUSED_IN_HEADING = re.compile(r"%%|<%|[#^\[\]|:\\`]")
_BETWEEN_DIGITS = re.compile(r"(?<=\d):(?=\d)")
_REFUSED_IN_LINK = re.compile(r"%%|[\[\]|#^\\]")
_BETWEEN_NAMES = re.compile(r"[,;，；、]|\s[—–-](?=\s)")
_HTML = re.compile(r"<(?=[A-Za-z/!?])")
_QUALIFIED = re.compile(r"(?<![\w:`])[^\W\d]\w*(?:::\w+)+(?![\w:`])")  # an identifier: `Ns::Name`
_WITHIN_NAME = re.compile(r"(?<=\w)::(?=\w)")
_COLONS = re.compile(r"::+")  # Dataview field
_LOOSE_COLONS = re.compile(r"(?<!\w)::+|::+(?!\w)|:::+")
_CODE = re.compile(r"(`[^`\n]*`)")
_ACTS = (
    (_HTML, "< "),
    (re.compile(r"<%+"), "<"),  # Templater
    (re.compile(r"(?<=\])\("), " ("),  # link, image
    (re.compile(r"([%$\[\]])\1+"), r"\1"),  # comment, math, wikilink
    (re.compile(r"(`{3,}|~{3,})"), "`"),  # fence
    (re.compile(r"(?<!\S)#+(?=[^\s\d])"), ""),  # tag
    (re.compile(r"(?<!\S)\^(?=\S)"), ""),  # block id
)
_ITEM_MARK = re.compile(r"(?:(?:[-*+>]|\d{1,9}[.)]|\[.\]|#{1,6})\s+)+|[-*_=]{3,}\s*$")


def heading_safe(text: str) -> str:
    """`text` as a heading of ours may hold it: none of `# ^ [ ] | : %%`, nothing that acts. They
    become a blank; of `10:30` and `Ns::Name` the wide colon keeps the sense.
    """
    times = _BETWEEN_DIGITS.sub("：", _WITHIN_NAME.sub("：：", _seen(text)))
    return " ".join(_HTML.sub(" ", _REFUSED_IN_HEADING.sub(" ", times)).split())


def one_line(text: str) -> str:
    """`text` as a list item or a field of ours may hold it: one line that reads the same and
    makes no link, tag, field, comment, block id, HTML or list of its own. An identifier like
    `Ns::Name` becomes code: behind a word, Dataview reads no field in it.
    """
    before = ""
    while text != before:  # taking one sign out can bare another
        before, text = text, _less(_named(text))
    return text


def _less(text: str) -> str:
    text = _seen(text)
    for acts, inert in _ACTS:
        text = acts.sub(inert, text)
    text = "".join(_few_colons(part) for part in _CODE.split(text))
    line = " ".join(text.split())
    mark = _ITEM_MARK.match(line)
    return line[mark.end() :] if mark else line


def _named(text: str) -> str:
    """`text` with its identifiers as code; those in code already are left as they are."""
    parts = _CODE.split(text)
    return "".join(
        part if _CODE.fullmatch(part) else _QUALIFIED.sub(r"`\g<0>`", part) for part in parts
    )


def _few_colons(part: str) -> str:
    """No `::` but inside an identifier that stands as code."""
    if _CODE.fullmatch(part):
        return _LOOSE_COLONS.sub(":", part)
    return _COLONS.sub(":", part)


def person_name(text: str) -> str:
    """A person's name as a field of ours may hold it: nothing in it acts, and no comma makes two
    people of one.
    """
    return one_line(_BETWEEN_NAMES.sub(" ", text)) or "?"


def link_label(text: str) -> str:
    """`text` as what a wikilink shows."""
    return " ".join(_REFUSED_IN_LINK.sub(" ", _seen(text)).split())


def message_link(message: Message) -> str:
    """A link to a logged message as evidence: `[[…/2026-05-15#^m-…|14:02 李四]]`."""
    name = link_label(shown_name(message.sender_name, message.sender))
    return f"[[{link_target(message.path)}#^{message.block_id}|{message.at:%H:%M} {name}]]"


def _seen(text: str) -> str:
    return _UNSEEN.sub(" ", text)
