"""Sections as an agent reads them: an entry is one line, with date, who, trust and id.

Links are shown as a reader sees them; `pmem why ID` leads from an id to the messages. Nothing in
a line acts (`text.recalled.inert`); free text is quoted line by line.
"""

from __future__ import annotations

import re

from progressive_memory.domain.entry import Field
from progressive_memory.domain.group import Language
from progressive_memory.domain.section import Section
from progressive_memory.text.recalled import inert
from progressive_memory.vault.lines import bare_lines
from progressive_memory.vault.words import FIELD_BY_WORD, LIST_JOIN, word

_LINK = re.compile(r"!?\[\[([^\[\]|\n]{0,400})(?:\|([^\[\]\n]{0,400}))?\]\]")
_FIELD = re.compile(r"[\s>]*[-*+]\s+(?=\S)([^:\n]{1,40}?)\s*::\s*(.*)")
_ID_AT_END = re.compile(r"(?:^|\s)\^[A-Za-z0-9-]+\s*$")
_HEADING = re.compile(r"#{1,6}\s")
_CHECKBOX = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+\[(.)\]\s")

_TRUST = (Field.DECIDED_BY, Field.CONFIRMED_BY, Field.EVIDENCE, Field.CONFIDENCE)
_SUPERSEDED: dict[Language, str] = {"zh": "【已被取代】", "en": "[superseded] "}
_COLON: dict[Language, str] = {"zh": "：", "en": ": "}
_JOIN: dict[Language, str] = {"zh": "；", "en": "; "}
_BRACKETS: dict[Language, tuple[str, str]] = {"zh": ("（", "）"), "en": (" (", ")")}


def lines(section: Section, language: Language) -> tuple[str, ...]:
    """The section as it stands in a frame, whole; () when it holds no text but its heading.

    An entry is one line; free text is quoted lines, without the heading it stands under.
    """
    if is_entry(section):
        return (inert(_entry_line(section, language)),)
    body = bare_lines(section.text.strip("\r\n"))
    if body and _HEADING.match(body[0]):
        body = body[1:]
    kept = [line.rstrip() for line in "\n".join(body).strip().split("\n")]
    return tuple(f"> {inert(_plain_links(line))}".rstrip() for line in kept) if any(kept) else ()


def has_text(section: Section) -> bool:
    """Whether `lines` shows anything of the section; cheaper than rendering it."""
    if is_entry(section):
        return True
    body = bare_lines(section.text.strip("\r\n"))
    return any(map(str.strip, body[1:] if body and _HEADING.match(body[0]) else body))


def is_entry(section: Section) -> bool:
    """Whether the section is a block with an id, and not free text under a heading."""
    return bool(section.kind) or not section.id.startswith("h-")


def _entry_line(section: Section, language: Language) -> str:
    title = _plain_links(section.title)
    said: list[str] = []
    trust: list[str] = [section.on] if section.on else []
    for line in bare_lines(section.text.strip())[1:]:
        field = _FIELD.match(line)
        name = FIELD_BY_WORD.get(field[1].strip().casefold()) if field else None
        if field and name:
            value = _links_joined(field[2], language) if name in _TRUST else _plain_links(field[2])
            if name is Field.DECISION and _letters(value).startswith(_letters(title)):
                title = value  # the title is the decision's own words, perhaps cut short
            elif value:
                piece = word(name, language) + _COLON[language] + value
                (trust if name in _TRUST else said).append(piece)
        elif (text := _plain_links(_ID_AT_END.sub("", line)).strip()) and text not in title:
            said.append(text.lstrip("-*+> ").strip())
    box = _CHECKBOX.match(section.text)
    mark = f"[{box[1]}] " if box else ""
    flag = _SUPERSEDED[language] if section.superseded else ""
    before, after = _BRACKETS[language]
    about = before + _JOIN[language].join(trust) + after if trust else ""
    return f"- {mark}{flag}{_JOIN[language].join([title, *said])}{about} ^{section.id}"


def _letters(text: str) -> str:
    """Only letters and digits, folded: what two wordings of one sentence share."""
    return "".join(char for char in text.casefold() if char.isalnum())


def _links_joined(text: str, language: Language) -> str:
    """Evidence or people: what each link shows, or the words without links."""
    return LIST_JOIN[language].join(
        part.strip() for part in re.split("[、,，]", _plain_links(text)) if part.strip()
    )


def _plain_links(text: str) -> str:
    return _LINK.sub(_shown, text)


def _shown(link: re.Match[str]) -> str:
    """What a reader sees of a link; a conventions note keeps the name it is loaded by."""
    target, shown = link[1].strip(), (link[2] or "").strip()
    name = shown or target.lstrip("#^")
    _, at, rest = target.partition("conventions/")
    if not at:
        return name
    file = f"conventions/{rest.partition('#')[0].removesuffix('.md')}.md"
    return f"{name} ({file})" if shown else file
