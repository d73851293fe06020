"""The notes a new group starts with (DESIGN §4): headings and nothing to forget."""

from __future__ import annotations

from progressive_memory.domain.group import Language
from progressive_memory.vault import frontmatter
from progressive_memory.vault.words import heading

_SECTIONS: dict[str, tuple[str, ...]] = {
    "attention": ("tasks", "blockers", "environment", "open_loops", "archive"),
    "project": ("stack", "constraints", "conventions"),
    "experience": (),
    "people": (),
    "pending": (),
}
_PENDING_HINT: dict[Language, str] = {
    "zh": "勾选 = 采纳；`[-]` 或删除 = 拒绝；可先改写再勾选。",
    "en": "Tick = accept; `[-]` or delete = reject; reword first if you like.",
}


def group_notes(group_name: str, language: Language) -> dict[str, str]:
    """Each note's text by its name in the group's folder (`attention.md`, …)."""
    return {f"{name}.md": _note(group_name, name, language) for name in _SECTIONS}


def shelf(group_name: str, language: Language, year: str) -> str:
    """The text of a new note for the older lines of attention.md's archive (`layout.shelf`)."""
    alias = frontmatter.scalar(f"{group_name} attention {year}")
    return f"---\naliases: [{alias}]\n---\n\n# {heading('archive', language)}\n"


def _note(group_name: str, name: str, language: Language) -> str:
    parts = [
        f"---\naliases: [{frontmatter.scalar(f'{group_name} {name}')}]\n---",
        f"# {heading(name, language)}",
        *(f"## {heading(section, language)}" for section in _SECTIONS[name]),
    ]
    if name == "pending":
        parts.append(_PENDING_HINT[language])
    return "\n\n".join(parts) + "\n"
