"""The words our notes are written with, in both languages; a reader takes either."""

from __future__ import annotations

import unicodedata

from progressive_memory.domain.entry import Field
from progressive_memory.domain.group import Language

FIELD_WORDS: dict[Field, dict[Language, str]] = {
    Field.CONTEXT: {"zh": "背景", "en": "Context"},
    Field.DECISION: {"zh": "决策", "en": "Decision"},
    Field.ACTION: {"zh": "执行", "en": "Action"},
    Field.DECIDED_BY: {"zh": "决定", "en": "Decided by"},
    Field.CONFIRMED_BY: {"zh": "确认", "en": "Confirmed by"},
    Field.EVIDENCE: {"zh": "依据", "en": "Evidence"},
    Field.SUPERSEDES: {"zh": "取代", "en": "Supersedes"},
    Field.SUPERSEDED_BY: {"zh": "被取代", "en": "Superseded by"},
    Field.CONTRADICTS: {"zh": "冲突", "en": "Contradicts"},
    Field.CONFIDENCE: {"zh": "置信", "en": "Confidence"},
    Field.ATTEMPT: {"zh": "尝试", "en": "Attempt"},
    Field.WHY_WRONG: {"zh": "错因", "en": "Why wrong"},
    Field.RIGHT_WAY: {"zh": "做法", "en": "Right way"},
    Field.LESSON: {"zh": "教训", "en": "Lesson"},
}

FIELD_BY_WORD: dict[str, Field] = {
    word.casefold(): field for field, words in FIELD_WORDS.items() for word in words.values()
}

HEADING_WORDS: dict[str, dict[Language, str]] = {
    "attention": {"zh": "当前聚焦", "en": "Attention"},
    "tasks": {"zh": "活跃任务", "en": "Active tasks"},
    "blockers": {"zh": "阻断项", "en": "Blockers"},
    "environment": {"zh": "环境快照", "en": "Environment"},
    "open_loops": {"zh": "未决问题", "en": "Open loops"},
    "archive": {"zh": "归档", "en": "Archive"},
    "project": {"zh": "项目", "en": "Project"},
    "stack": {"zh": "技术栈", "en": "Stack"},
    "constraints": {"zh": "架构约束", "en": "Constraints"},
    "conventions": {"zh": "规范索引", "en": "Conventions"},
    "experience": {"zh": "经验与决策", "en": "Experience"},
    "people": {"zh": "人员", "en": "People"},
    "pending": {"zh": "待确认", "en": "Pending"},
    "routes": {"zh": "路由索引", "en": "Routes"},
    "hard_rules": {"zh": "Hard Rules", "en": "Hard Rules"},
}

HEADING_NAMESAKES: dict[str, tuple[str, ...]] = {
    "hard_rules": ("硬规则", "硬性规则", "铁律", "群规", "Rules"),
    "routes": ("路由", "路由表", "索引", "Routing", "Routing table", "Routing index", "Index"),
}
"""Other words people call a section of ours."""

REASON_WORDS: dict[str, dict[Language, str]] = {
    "nobody_agreed": {"zh": "无人同意", "en": "nobody agreed"},
    "objected": {"zh": "有人反对", "en": "someone objected"},
    "one_person": {"zh": "只有一人说过", "en": "only one person said so"},
    "hedged": {"zh": "说法不确定", "en": "said with doubt"},
    "conditional": {"zh": "有前提条件", "en": "depends on a condition"},
    "not_accepted": {"zh": "对方尚未接受", "en": "not accepted yet"},
    "not_owner": {"zh": "不是负责人说的", "en": "not said by its owner"},
    "unclear": {"zh": "说得不清楚", "en": "unclear"},
    "unnamed": {"zh": "没说清是哪一个", "en": "does not say of what"},
    "contradicts": {"zh": "与已有条目矛盾", "en": "contradicts what stands"},
    "withdrawn": {"zh": "依据已撤回", "en": "evidence withdrawn"},
    "displaced": {"zh": "原处已被人改动", "en": "a person has edited its place"},
    "to_agent": {"zh": "是对助手说的话", "en": "speaks to the agent, not to the group"},
    "agent": {"zh": "由助手提出，待人确认", "en": "noted by an agent, a person has to confirm"},
}
"""Why something waits in pending.md, by reason code."""

OLDER: dict[Language, str] = {"zh": "更早：", "en": "Older: "}
"""Begins the line of an archive that links to the note its older lines stand in."""

LIST_JOIN: dict[Language, str] = {"zh": "、", "en": ", "}
"""Joins people and evidence links inside one field."""


FORGOTTEN: dict[Language, str] = {"zh": "（已遗忘）", "en": "(forgotten)"}
"""Stands for an entry that took this one's place and was forgotten: the place stays taken."""

TEXT_FORGOTTEN: dict[Language, str] = {"zh": "（原文已遗忘）", "en": "(text forgotten)"}
"""The title of an entry whose words were forgotten, where something of what it rests on is left."""


def word(field: Field, language: Language) -> str:
    """The field's name in a note of that language."""
    return FIELD_WORDS[field][language]


def reason(code: str, language: Language) -> str:
    """A reason in words; what is no code of ours is in words already."""
    return REASON_WORDS[code][language] if code in REASON_WORDS else code


def heading(name: str, language: Language) -> str:
    """A heading's text in a note of that language; `name` is a key of `HEADING_WORDS`."""
    return HEADING_WORDS[name][language]


def same_heading(one: str, other: str) -> bool:
    """Whether two headings say the same: less emoji and punctuation, in either language."""
    plain_one, plain_other = _plain(one), _plain(other)
    if plain_one == plain_other:
        return bool(plain_one)
    both = {plain_one, plain_other}
    return any(both <= _namesakes(name) for name in HEADING_WORDS)


def _namesakes(name: str) -> set[str]:
    known = (*HEADING_WORDS[name].values(), *HEADING_NAMESAKES.get(name, ()))
    return {_plain(word) for word in known}


def _plain(heading: str) -> str:
    folded = unicodedata.normalize("NFC", heading).casefold()
    return "".join(char for char in folded if char.isalnum())
