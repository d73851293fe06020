"""Slots: subject, attribute and value of a statement, so that the judge need not guess."""

from __future__ import annotations

import re

from progressive_memory.domain.candidate import Slot
from progressive_memory.text.similarity import negated, terms

_ZH = (
    re.compile(
        r"^(?:把|将)?(?P<s>[^，。：:]{2,20}?)(?:也|都|先|还是|统一|继续|全部)*(?:不再?|别|停)?(?:改用|改成|改为|换成|换到|切到|切换到|迁到|迁移到|升级到|升到|"
        r"采用|沿用|使用|选用|用的是|(?<![可使应作试费通常信引利有调占复启禁专适])用(?=\s*[A-Za-z0-9“《])|定为|设为|设成|定在|保持|维持|降到|提到|调到|改到)\s*(?P<v>[^，。；]+)"
    ),
    re.compile(
        r"^(?P<s>[^，。：:]{2,20}?)(?:阈值|门限|上限|下限|TTL)?\s*(?P<v>(?:从|由)?[\d.]+\s*(?:→|->|到|提到|降到|改到)\s*[\d.]+\S*)"
    ),
    re.compile(r"^(?P<s>[^，。：:]{2,16}?)\s*(?P<v>[=≥≤<>＝]\s*[^，。；]+)"),
)
_EN = (
    re.compile(
        r"^(?:use|adopt|choose|pick|go with|stick with|keep|keep using) (?P<v>[^,;.]+?) (?:for|as) (?:the |our )?(?P<s>[^,;.]+)",
        re.I,
    ),
    re.compile(
        r"^(?:move|migrate|switch|change|convert) (?:the |our )?(?P<s>[^,;.]+?) (?:from [^,;.]+? )?to (?P<v>[^,;.]+)",
        re.I,
    ),
    re.compile(
        r"^(?:set|raise|lower|reduce|increase|limit|keep) (?:the |our )?(?P<s>[^,;.]+?) (?:to|at|from \S+ to) (?P<v>[^,;.]+)",
        re.I,
    ),
    re.compile(
        r"^(?:the |our )?(?P<s>[\w /.-]{3,40}?) (?:is|are|runs?|will be|moved|has been moved|changed|upgraded|switched|migrated)"
        r"(?: now)? (?:to|at|on|from \S+ to) (?P<v>[^,;.]+\S*)",
        re.I,
    ),
    re.compile(r"^(?P<s>[\w /.-]{3,40}?)\s*(?P<v>[=≥≤<>]\s*[^,;]+)", re.I),
)
_WORK_KEY = re.compile(r"(?:(?:[A-Z]{2,10}|issue|ticket)-|[A-Za-z][\w.-]*#)\d+(?=[: (]|$)")
_BARE_KEY = re.compile(r"[\w.-]+[-#]\d+(?: \([\w.-]+\))?")
# Too general to be what a statement is about: two "acceptance criteria" are seldom the same ones.
_GENERAL = frozenset(
    (
        "指标 目标 验收口径 口径 标准 方案 计划 版本 范围 功能 需求 清单 阈值 问题 系统 服务 接口 文案 我们 大家 这个 今天 明天 它 metrics "
        "criteria target goal plan version scope feature issue problem system service it this "
        "that we you they there time meeting"
    ).split()
)


def slot_of(text: str) -> Slot:
    """The slot of a statement; the subject is "" when it names none that is particular."""
    for pattern in (*_ZH, *_EN):
        hit = pattern.match(text)
        if hit and _particular(hit["s"]):
            return Slot(_tidy(hit["s"]), "", _tidy(hit["v"]), negated(text))
    return Slot("", "", _tidy(text), negated(text))


def work_slot(title: str, state: str = "") -> Slot:
    """The slot of a task: its key where the title begins with one (`PR-168: …`), else its title."""
    key = _WORK_KEY.match(title)
    return Slot(key.group() if key else title, "state", state)


def named_key(title: str) -> tuple[str, str] | None:
    """The key and the name in a title like `PR-168: Consistent style`; None without both."""
    key, colon, name = title.partition(": ")
    return (key, name) if colon and name and _WORK_KEY.fullmatch(key) else None


def names_more(standing: str, said: str) -> bool:
    """True when a task stands under its bare key and `said` calls it by name too."""
    key = _WORK_KEY.match(standing)
    bare = key is not None and _BARE_KEY.fullmatch(standing) is not None
    return bare and said.startswith(f"{key.group() if key else ''}: ")


def _particular(subject: str) -> bool:
    bare = _tidy(subject).casefold()
    return bare not in _GENERAL and bool(terms(subject))


def _tidy(text: str) -> str:
    return text.strip(" \t,，.。;；:：!！")
