"""A vault of a team chat's size: 120 entries and 500 messages, zh and en."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from progressive_memory.vault import layout, templates
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.index_note import render_new
from progressive_memory.vault.log_note import new_day_note

GROUP = "bench"
FIRST_DAY = date(2026, 3, 2)
DAYS = 25
MESSAGES_A_DAY = 20
ENTRIES = {"attention.md": 34, "experience.md": 52, "people.md": 8, "project.md": 26}

PEOPLE = ("周敏", "阿杰", "Maya", "Tom", "老何")
THINGS = (
    *(
        "结算服务",
        "对账脚本",
        "短信网关",
        "灰度发布",
        "账单导出",
        "限流策略",
        "缓存预热",
        "权限模型",
    ),
    *(
        "the importer",
        "search ranking",
        "push tokens",
        "the billing API",
        "CI on arm",
        "nightly jobs",
    ),
)
ACTIONS = (
    *("迁移到新集群", "改为每天两次", "加上幂等键", "切到 PostgreSQL 16", "P95 压到 300ms 以内"),
    *("moves behind a flag", "gets a retry budget", "is rewritten in Go", "ships before Friday"),
)


def make_vault(root: Path) -> Path:
    """Write the vault below `root`; returns `root`, which then holds `progressive-memory.toml`."""
    _write(root / layout.SETTINGS, 'vault_id = "benchmark-team-vault"\n')
    _write(root / layout.GROUP_NAMES, f'{{"!bench:example.org": {{"name": "{GROUP}"}}}}\n')
    index = render_new(GROUP, "Bench", "zh", "Asia/Shanghai", FIRST_DAY)
    rules = "## Hard Rules\n\n- 周五下午不做切换\n"
    _write(root / layout.index_note(GROUP), index.replace("## Hard Rules\n", rules))
    for name, text in templates.group_notes(GROUP, "zh").items():
        blocks = "\n".join(_entry(name, number) for number in range(ENTRIES.get(name, 0)))
        _write(root / layout.note(GROUP, name), f"{text.rstrip()}\n\n{blocks}")
    for day in range(DAYS):
        _write_day(root, FIRST_DAY + timedelta(days=day))
    return root


def _entry(note: str, number: int) -> str:
    on = FIRST_DAY + timedelta(days=number % DAYS)
    who, other = PEOPLE[number % 5], PEOPLE[(number + 2) % 5]
    what = f"{THINGS[number % len(THINGS)]} {ACTIONS[number % len(ACTIONS)]}"
    link = f"[[{layout.link_target(layout.day_note(GROUP, on))}#^m-{short_hash(what)}|10:00 {who}]]"
    hashed = short_hash(f"{note}{number}")
    if note == "experience.md":
        return (
            f"## {on} {what}\n\n- 背景:: 上周压测与客户反馈都指向这里，第 {number} 次讨论\n"
            f"- 决策:: {what}\n- 决定:: {who}\n- 确认:: {other} 👍\n- 依据:: {link}\n\n"
            f"^d-{on:%Y%m%d}-{hashed}\n"
        )
    letter = {"attention.md": "t", "people.md": "r"}.get(note, "c")
    box = "[ ] " if letter == "t" else ""
    return f"- {box}{what} — {who} — {number} ^{letter}-{on:%Y%m%d}-{hashed}\n  - 依据:: {link}\n"


def _write_day(root: Path, on: date) -> None:
    lines = [new_day_note(GROUP, on, "Asia/Shanghai").rstrip(), ""]
    for number in range(MESSAGES_A_DAY):
        said = (
            f"{THINGS[number % len(THINGS)]} {ACTIONS[(number + on.day) % len(ACTIONS)]}，大家看下"
        )
        event = f"${on:%m%d}{number}"
        lines.append(f"- 10:{number:02}:00 {PEOPLE[number % 5]}: {said} ^m-{short_hash(event)}")
        lines.append(f"  - event:: {event} · from:: @p{number % 5}:example.org")
    _write(root / layout.day_note(GROUP, on), "\n".join(lines) + "\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
