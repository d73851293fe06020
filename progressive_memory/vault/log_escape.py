"""Chat text made inert inside a day note, and back (DESIGN §4 "Log").

The escapes are CommonMark's own, a backslash before punctuation and `&#N;` for what an editor may
eat, so a reader of the note sees what was written and `unescape` gives the stored text again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_ACTS = (
    r"\\(?![^\W_])"  # would read as an escape
    r"|&(?=#?\w+;)"  # would read as an entity
    r"|\[(?=\[)|(?<=\[)\["  # wikilink, embed
    r"|(?<=\])\("  # link, image
    r"|%(?=%)|(?<=%)%"  # Obsidian comment
    r"|\$(?=\$)|(?<=\$)\$"  # math block
    r"|(?<=:):"  # Dataview field
    r"|(?<![^\s\[])\^|\^(?=\[)"  # block id, footnote
    r"|(?<![\w/.=&?%~+*$@)\-])\#|(?<=[^\x00-\x7f])\#"  # tag, heading; not the fragment of a URL
    r"|<(?=[A-Za-z/!?])"  # HTML
    r"|(?<=<)%"  # Templater, which runs its sign wherever it stands, escaped or not
)
_IN_TEXT = re.compile(_ACTS)
_IN_NAME = re.compile(_ACTS + r"|:")
_IN_VALUE = re.compile(_ACTS + r"|[(),]")
_BLOCK_START = re.compile(r"( *)(?:([-+*=_>|~:`])|(\d{1,9})([.)]))")
_UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_MAY_ACT = re.compile(r"[\\&\[(%$:^#<]|[^\x20-\x7e]")
"""A line without any of it has nothing to escape but a blank at its end."""
_INERT_WORD = re.compile(r"[A-Za-z0-9_.@/-]+(?::[A-Za-z0-9_.@/-]+)*")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|&#(\d{1,7});")

DELETED = "(deleted)"
"""What a Deletion leaves of a message."""


def escape(text: str) -> tuple[str, ...]:
    """The lines of a message as they stand in a day note, without indent; at least one line.

    Reversible by `unescape` for every text that UTF-8 can hold (a lone surrogate becomes U+FFFD).
    """
    if text == DELETED:
        return ("\\" + DELETED,)
    first, *others = _without_surrogates(text).split("\n")
    start = _escape(_IN_TEXT, first) if _MAY_ACT.search(first) else _with_end(first)
    lines = (start, *(_inert_line(line) for line in others))
    # An empty line would end the paragraph, and with it the message.
    return tuple(line or "\\" for line in lines) if others else lines


def unescape(lines: Sequence[str]) -> str:
    """The stored text of the lines `escape` returned."""
    if len(lines) > 1:
        lines = ["" if line == "\\" else line for line in lines]
    return "\n".join(unescape_line(line) for line in lines)


def unescape_line(line: str) -> str:
    """One line as a reader of the note sees it."""
    if "\\" not in line and "&" not in line:
        return line
    return _ESCAPED.sub(_plain, line)


def escape_name(name: str) -> str:
    """A person's name on one line, free of bare colons; blanks and control characters collapse."""
    return _escape(_IN_NAME, _one_line(name))


def escape_value(value: str) -> str:
    """A value of the meta line, free of the signs that part values there."""
    if _INERT_WORD.fullmatch(value):
        return value
    return _escape(_IN_VALUE, _one_line(value)).replace("·", "&#183;")


def escape_word(value: str) -> str:
    """A value of the meta line that ends at the next space: an id, a reaction key."""
    return escape_value(value).replace(" ", "&#32;")


def _one_line(text: str) -> str:
    return " ".join(_UNSEEN.sub(" ", _without_surrogates(text)).split())


def _without_surrogates(text: str) -> str:
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _escape(acts: re.Pattern[str], line: str) -> str:
    return _with_end(_UNSEEN.sub(_entity, acts.sub(r"\\\g<0>", line)))


def _with_end(line: str) -> str:
    """The line with a blank at its end spelled out, which an editor may cut off."""
    return f"{line[:-1]}&#{ord(line[-1])};" if line and line[-1].isspace() else line


def _inert_line(line: str) -> str:
    escaped = _escape(_IN_TEXT, line)
    start = _BLOCK_START.match(escaped)
    if start is None:
        return escaped
    indent, sign, number, dot = start.groups()
    inert = f"{indent}\\{sign}" if sign else f"{indent}{number}\\{dot}"
    return inert + escaped[start.end() :]


def _entity(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"


def _plain(match: re.Match[str]) -> str:
    if match[1]:
        return match[1]
    code = int(match[2])
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else match[0]
