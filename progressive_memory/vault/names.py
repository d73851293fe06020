"""Names that any file system, Obsidian and a link can carry (DESIGN §4, "Room id → name first")."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

_REFUSED = re.compile(r'[\\/:*"<>|?#^\[\]%`\x00-\x1f\x7f-\x9f]')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)", re.IGNORECASE)
_NOT_WORD = re.compile(r"[^\w]+")
_MAX_CHARACTERS = 60
_MAX_BYTES = 180
_MAX_BYTES_ON_DISK = 255


def heading_slug(headings: Sequence[str]) -> str:
    """A heading path as one word for a section id: letters and digits, joined by `-`."""
    joined = "-".join(headings)
    if not joined.isascii():
        joined = unicodedata.normalize("NFC", joined)
    return _NOT_WORD.sub("-", joined.casefold()).strip("-") or "top"


def same(name: str) -> str:
    """What two names share when a disk or a link would take one for the other."""
    return unicodedata.normalize("NFC", name).casefold()


def problems(name: str) -> str:
    """Why `name` cannot be a group's name, in words for a person; "" when it can."""
    if not name.strip():
        return "a group's name must not be empty"
    if name != unicodedata.normalize("NFC", name):
        return "a group's name must be in Unicode form NFC"
    refused = sorted({char for char in name if _unfit(char)})
    if refused:
        return f"a group's name must not hold {' '.join(map(_shown, refused))}"
    if name[0] in ". " or name[-1] in ". ":
        return "a group's name must not begin or end with a dot or a space"
    if _DEVICE.match(name):
        return f"Windows keeps the name {name} for a device"
    if len(name) > _MAX_CHARACTERS or len(name.encode()) > _MAX_BYTES:
        return f"a group's name has at most {_MAX_CHARACTERS} characters and {_MAX_BYTES} bytes"
    return ""


def path_problems(path: str) -> str:
    """Why no note can be given this path, in words for a person; "" when one can.

    People's own names may be longer than a group's, and hold a `%`; two of them would begin a
    comment of Obsidian where a link names the note.
    """
    for name in path.split("/"):
        refused = sorted({char for char in name if char not in "%\u200d" and _unfit(char)})
        if not name.strip() or name in {".md", ".", ".."}:
            return "a note and its folders need names"
        if refused:
            return f"the name of a note must not hold {' '.join(map(_shown, refused))}"
        if "%%" in name:
            return "the name of a note must not hold %%"
        stem = name.removesuffix(".md")
        if name[0] in ". " or name[-1] in ". " or stem[-1] in ". ":
            return "the name of a note must not begin or end with a dot or a space"
        if _DEVICE.match(name):
            return f"Windows keeps the name {name} for a device"
        if len(name.encode()) > _MAX_BYTES_ON_DISK:
            return f"the name of a note has at most {_MAX_BYTES_ON_DISK} bytes"
    return ""


def fit_path(path: str) -> str:
    """A path like `path` that a note can be given."""
    fit = []
    for name in unicodedata.normalize("NFC", path).split("/"):
        kept = "".join("-" if _unfit(char) and char != "%" else char for char in name)
        kept = re.sub("%{2,}", "%", kept)
        while len(kept.encode()) > _MAX_BYTES:
            kept = kept[:-1]
        kept = kept.strip(" .-") or "note"
        fit.append(f"{kept}-1" if _DEVICE.match(kept) else kept)
    return "/".join(fit)


def slug(display_name: str, taken: Collection[str]) -> str:
    """A group name made of what people call the room; none of `taken`, whatever the case.

    Latin letters are lower case, blanks become `-`, other scripts stay.
    """
    kept = "".join(
        " " if _unfit(char) else char for char in unicodedata.normalize("NFC", display_name)
    )
    lower = unicodedata.normalize("NFC", "-".join(kept.split()).lower())
    base = re.sub(r"-{2,}", "-", lower).strip(".-") or "group"
    if _DEVICE.match(base):
        base = f"group-{base}"
    used = {same(name) for name in taken}
    number = 1
    while same(name := _shortened(base, "" if number == 1 else f"-{number}")) in used:
        number += 1
    return name


def _shortened(base: str, ending: str) -> str:
    short = base[: _MAX_CHARACTERS - len(ending)]
    while len((short + ending).encode()) > _MAX_BYTES:
        short = short[:-1]
    return short.rstrip(".-") + ending


def _unfit(char: str) -> bool:
    """Refused by a system or a link, or seen by nobody (zero width, private, unassigned)."""
    return bool(_REFUSED.match(char)) or unicodedata.category(char) in {
        "Cc",
        "Cf",
        "Cs",
        "Co",
        "Cn",
        "Zl",
        "Zp",
    }


def _shown(char: str) -> str:
    return char if char.isprintable() else f"U+{ord(char):04X}"
