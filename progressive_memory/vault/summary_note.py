"""Summary notes: one entry a note, which links to what it condenses (seeds 000, 001; DESIGN §5).

`summaries/L1/2026-05-01--2026-05-12.md` condenses messages, `summaries/L2/…` the summaries of
level 1, and so on. What a summary says stands in nested items; each but its first words is text
that was there before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from progressive_memory.domain.group import Language
from progressive_memory.vault import frontmatter, layout
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.entry_format import heading_safe
from progressive_memory.vault.ids import OUR_ID
from progressive_memory.vault.lines import LINE_END, LINE_START, split_lines

_PATH = re.compile(
    r"/summaries/L(?P<level>[1-9]\d?)/(?P<since>\d{4}-\d\d-\d\d)--(?P<until>\d{4}-\d\d-\d\d)(?:-\d+)?\.md$"
)
_LINE = re.compile(rf"{LINE_START}[ \t]+- (?P<text>[^\r\n]*){LINE_END}")
_LINK = re.compile(r"\[\[[^\[\]|]*\|(?P<shown>[^\[\]]*)\]\]")
_TO_SUMMARY = re.compile(r"\[\[[^\[\]|]*#\^(?P<id>s-\d{8}-[a-z2-7]{10})[|\]]")
DEEPER = "  - "
"""Begins a line of a draft that belongs to the one above it."""
_HOW: dict[Language, str] = {
    "zh": "摘录：下面是笔记里记下的这些天的事，用笔记里的原话；没有新写的句子。",
    "en": "Extractive: what the notes keep of these days, in their own words; none was composed.",
}
_COUNTED: dict[Language, tuple[str, str, str]] = {
    "zh": ("{} 条消息", "{} 份摘要", "{} 段"),
    "en": ("{} messages", "{} summaries", "{} stretches"),
}


class Summary(NamedTuple):
    """A summary as it stands: `topics` are its few words, `lines` what it says, links as people
    read them, `below` the ids of the summaries it condenses (none at level 1).
    """

    id: str
    level: int
    since: str
    until: str
    path: str
    topics: str
    lines: tuple[str, ...]
    below: frozenset[str]


class Draft(NamedTuple):
    """A summary to be written: `lines` are Markdown, links and all. `sources` counts what it
    condenses, `stretches` the talks they form (0 above level 1).
    """

    id: str
    level: int
    since: str
    until: str
    topics: tuple[str, ...]
    lines: tuple[str, ...]
    sources: int
    stretches: int = 0


def folder(group: str) -> str:
    """Where a group's summaries stand."""
    return layout.note(group, "summaries")


def is_summary(path: str) -> bool:
    """Whether a note at that path is a summary."""
    return _PATH.search(path) is not None


def path_of(group: str, draft: Draft, taken: Sequence[str]) -> str:
    """A path for it that is none of `taken`."""
    stem = f"{folder(group)}/L{draft.level}/{draft.since}--{draft.until}"
    number, path = 2, f"{stem}.md"
    while path in taken:
        number, path = number + 1, f"{stem}-{number}.md"
    return path


def parse(path: str, text: str) -> Summary | None:
    """The summary a note holds; None where the path or its entry is not one of ours."""
    place = _PATH.search(path)
    own = (one for one in entries(path, text) if OUR_ID.match(one.id) and one.id[0] == "s")
    entry = next(own, None)
    if place is None or entry is None:
        return None
    nested = "".join(split_lines(entry.text)[1:])
    return Summary(
        id=entry.id,
        level=int(place["level"]),
        since=place["since"],
        until=place["until"],
        path=path,
        topics=_topics(entry.title),
        lines=tuple(
            _LINK.sub(r"\g<shown>", one["text"].rstrip(" \t")) for one in _LINE.finditer(nested)
        ),
        below=frozenset(one["id"] for one in _TO_SUMMARY.finditer(nested)),
    )


def _shown(text: str) -> str:
    return _LINK.sub(r"\g<shown>", text.rstrip(" \t"))


def render(group: str, draft: Draft, language: Language) -> str:
    """The whole note."""
    days = span(draft.since, draft.until)
    topics = ("、" if language == "zh" else ", ").join(draft.topics)
    title = heading_safe(f"{days}{' — ' if topics else ''}{topics}")
    alias = frontmatter.scalar(f"{group} {days} L{draft.level}")
    entry = "\n".join(
        (f"- {title} — {_counted(draft, language)} ^{draft.id}", *map(_nested, draft.lines))
    )
    return f"---\naliases: [{alias}]\n---\n\n# {title}\n\n{_HOW[language]}\n\n{entry}\n"


def span(since: str, until: str) -> str:
    """Two ISO days as people read them; one where they are the same."""
    return since if since == until else f"{since} – {until}"


def _nested(line: str) -> str:
    return f"  {line}" if line.startswith(DEEPER) else f"  - {line}"


def _topics(title: str) -> str:
    pieces = title.split(" — ")
    return pieces[1] if len(pieces) > 2 else ""


def _counted(draft: Draft, language: Language) -> str:
    messages, summaries, stretches = _COUNTED[language]
    if draft.level > 1:
        return summaries.format(draft.sources)
    join = "，" if language == "zh" else ", "
    shown = stretches.format(draft.stretches)
    return f"{messages.format(draft.sources)}{join}{shown}"
