"""A group's entrance: frontmatter, Hard Rules, routing table (DESIGN §4 "IndexNote").

People edit it; it is read by lines, and without PyYAML while its properties are plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from progressive_memory.domain.group import IndexNote, Language
from progressive_memory.domain.problem import Problem
from progressive_memory.vault import comments, frontmatter, routing_table
from progressive_memory.vault.headings import HEADING, unclosed
from progressive_memory.vault.lines import is_blank, split_lines, without_ending
from progressive_memory.vault.memory_budget import (
    MEMORY_BUDGET_TOKENS,
    budget_tokens,
    is_budget,
)
from progressive_memory.vault.words import heading, same_heading

TIMEZONES: dict[Language, str] = {"zh": "Asia/Shanghai", "en": "UTC"}
"""The zone of a group that names none."""

_ITEM = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?(.+)")
_ID = re.compile(r"(?<![ \t])[ \t]+\^[A-Za-z0-9-]+[ \t]*$")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_NUMBERED = re.compile(r"(.+) \d{1,2}")
_TITLE_END: dict[Language, str] = {
    "zh": "渐进式披露索引",
    "en": "progressive disclosure index",
}
_ENTRANCE: dict[Language, str] = {
    "zh": "> ⚠️ 本文件是访问此群聊记忆的**唯一合法入口**。",
    "en": "> ⚠️ This note is the **only legitimate entrance** to this group's memory.",
}
ROUTES: dict[Language, tuple[tuple[str, str, str], ...]] = {
    "zh": (
        ("当前任务、Sprint、阻断项", "attention.md", "P0"),
        ("技术栈、架构约束", "project.md", "P1"),
        ("历史决策、踩坑记录", "experience.md", "P2"),
        ("人员分工、联系方式", "people.md", "P3"),
    ),
    "en": (
        ("current tasks, sprint, blockers", "attention.md", "P0"),
        ("tech stack, architecture constraints", "project.md", "P1"),
        ("past decisions, pitfalls, post-mortems", "experience.md", "P2"),
        ("who does what, contacts, approvals", "people.md", "P3"),
    ),
}
"""The rows of a new group's routing table: trigger, file, priority."""


def render_new(
    group_name: str, display_name: str, language: Language, timezone: str, today: date
) -> str:
    """The index note of a new group, without rules: those are for people to write."""
    from progressive_memory.vault.entry_format import heading_safe  # a recall writes no note

    shown = display_name or group_name
    return f"""---
group_name: {frontmatter.scalar(group_name)}
last_updated: {today:%Y-%m-%d}
status: active
memory_budget: {MEMORY_BUDGET_TOKENS}
language: {language}
timezone: {timezone}
aliases: [{frontmatter.scalar(shown)}]
---

# {heading_safe(shown)} — {_TITLE_END[language]}

{_ENTRANCE[language]}

## {heading("hard_rules", language)}

## {heading("routes", language)}

{routing_table.render(ROUTES[language], language)}
"""


def parse(path: str, text: str) -> tuple[IndexNote, tuple[Problem, ...]]:
    """The index note at `path`, with a default for whatever cannot be read, and what is wrong.

    The group's name is the file's: a name typed into the properties opens no other group.
    """
    properties, unreadable = frontmatter.properties(path, text)
    routes, bad_rows = routing_table.parse(path, text)
    reader = _Reader(path, text, properties)
    name = path.rpartition("/")[2].removesuffix(".md")
    named = reader.word("group_name")
    if named and named != name:
        reader.complain("group_name", f"group_name is {named}, and the file is called {name}.md")
    language: Language = "en" if reader.word("language") == "en" else "zh"
    if reader.word("language") not in {"", "zh", "en"}:
        reader.complain("language", f"language is {reader.word('language')}: use zh or en")
    note = IndexNote(
        group_name=name,
        path=path,
        text=text,
        display_name=reader.display_name() or name,
        last_updated=reader.word("last_updated"),
        status=reader.word("status") or "active",
        memory_budget_tokens=reader.budget(),
        language=language,
        timezone=reader.timezone(TIMEZONES[language]),
        key_name=reader.word("key_name") or name,
        hard_rules=tuple(rules(text)),
        routes=routes,
    )
    problems = ([unreadable] if unreadable else []) + reader.problems
    return note, (*problems, *bad_rows)


def copy_of(path: str, text: str) -> str:
    """The group whose index note iCloud copied to this one (`pay 2.md` of `pay.md`), "" where it
    is a note of its own: the copy still calls itself by the group's name.
    """
    found = _NUMBERED.fullmatch(path.rpartition("/")[2].removesuffix(".md"))
    if found is None:
        return ""
    named = frontmatter.properties(path, text)[0].get("group_name", "")
    return found[1] if named == found[1] else ""


class _Reader:
    """Properties with defaults, and the problems met on the way."""

    def __init__(self, path: str, text: str, properties: dict[str, frontmatter.Value]) -> None:
        self._path = path
        self._text = text
        self._properties = properties
        self.problems: list[Problem] = []

    def word(self, key: str) -> str:
        value = self._properties.get(key, "")
        return value if isinstance(value, str) else ""

    def complain(self, key: str, message: str) -> None:
        lines = split_lines(self._text[: frontmatter.body_start(self._text)])
        line = next((n for n, one in enumerate(lines, 1) if one.startswith(f"{key}:")), 0)
        self.problems.append(Problem(self._path, line, f"bad_{key}", message))

    def display_name(self) -> str:
        aliases = self._properties.get("aliases", ())
        first = aliases if isinstance(aliases, str) else next(iter(aliases), "")
        return first or _title(self._text)

    def budget(self) -> int:
        """`memory_budget` in tokens."""
        written = self._properties.get("memory_budget", "")
        if "memory_budget" in self._properties and not is_budget(written):
            self.complain("memory_budget", f"memory_budget is {written}: use a number of tokens")
        return budget_tokens(written)

    def timezone(self, default: str) -> str:
        written = self.word("timezone")
        if not written or _is_zone(written):
            return written or default
        self.complain("timezone", f"timezone is {written}: use a name like Asia/Shanghai")
        return default


def _is_zone(name: str) -> bool:
    if name in TIMEZONES.values():
        return True
    from zoneinfo import ZoneInfo  # its import costs a cold recall, and few groups need it

    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return False
    return True


def _title(text: str) -> str:
    """The first heading, less what `render_new` adds to the name."""
    for level, words, _ in _sections(text):
        if level == 1:
            return words.partition(" — ")[0].strip()
    return ""


def rules(text: str) -> Iterator[str]:
    """The Hard Rules in order, each on one line and without its block id."""
    for _, words, lines in _sections(text):
        if same_heading(words, heading("hard_rules", "en")):
            yield from _items(lines)


def _items(lines: list[str]) -> Iterator[str]:
    """The list items, lines that run on joined and fields left out."""
    rule = ""
    for line in lines:
        item = _ITEM.fullmatch(line)
        if item and not (rule and len(item[1].expandtabs(4)) > 1):
            yield from filter(None, [rule])
            rule = _ID.sub("", item[2])
        elif item and "::" not in item[2]:
            rule = f"{rule}; {_ID.sub('', item[2])}"
        elif rule and not item and line.startswith((" ", "\t")) and not is_blank(line):
            rule = f"{rule} {_ID.sub('', line.strip())}"
        elif not item and not is_blank(line):
            yield from filter(None, [rule])
            rule = ""
    yield from filter(None, [rule])


def _sections(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Each heading's level, words, and lines down to the next; code and comments left out."""
    body = comments.mask(text[frontmatter.body_start(text) :])
    level, words, lines = 0, "", list[str]()
    fenced = False
    for line in map(without_ending, split_lines(body)):
        fence = _FENCE.match(line) is not None
        fenced ^= fence
        found = None if fenced else HEADING.fullmatch(line)
        if found:
            yield level, words, lines
            level, words, lines = len(found[1]), unclosed(found[2]), []
        elif not fenced and not fence:
            lines.append(line)
    yield level, words, lines
