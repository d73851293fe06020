"""Two small groups in an in-memory vault, for tests that read."""

from __future__ import annotations

import json
from datetime import date

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.group import Language
from progressive_memory.vault import layout, templates
from progressive_memory.vault.index_note import render_new

ATTENTION_ZH = """# 当前聚焦

## 活跃任务

- [ ] 对账脚本迁移到新集群 — 周敏 — 2026-06-10 前 ^t-20260514-aaaaaaaaaa
  - 依据:: [[memory/groups/清算/log/2026/2026-05-14#^m-aaaaaaaaaa|10:02 周敏]]
- [x] 账单导出改为流式 — 阿杰 ^t-20260501-bbbbbbbbbb

## 阻断项

- 短信网关偶发 503，等供应商 — 阿杰 ^b-20260513-cccccccccc

## 值班说明

值班电话写在白板上；先看 [[memory/groups/清算/conventions/oncall|值班手册]]。
"""
EXPERIENCE_ZH = """# 经验与决策

## 2026-05-12 对账改为每天两次

- 背景:: 单次对账窗口太长
- 决策:: 对账改为每天两次
- 决定:: 周敏
- 确认:: 阿杰、老何 👍
- 依据:: [[memory/groups/清算/log/2026/2026-05-12#^m-dddddddddd|10:05 周敏]]

^d-20260512-dddddddddd

## 2026-04-20 缓存穿透用布隆过滤器解决

- 背景:: 热点账户被反复查询
- 做法:: 布隆过滤器加空值缓存
- 依据:: [[memory/groups/清算/log/2026/2026-04-20#^m-eeeeeeeeee|09:15 阿杰]]

^f-20260420-eeeeeeeeee

## 2026-03-01 对账改为每天一次

- 决策:: 对账改为每天一次
- 决定:: 老何
- 被取代:: [[#^d-20260512-dddddddddd|对账改为每天两次]]
- 置信:: 0.5
- 依据:: [[memory/groups/清算/log/2026/2026-03-01#^m-ffffffffff|11:00 老何]]

^d-20260301-ffffffffff
"""
PEOPLE_ZH = """# 人员

- 周敏 — 后端负责人 ^r-20260301-gggggggggg
- 阿杰 — 运维，发布审批 ^r-20260301-hhhhhhhhhh
"""
PROJECT_ZH = """# 项目

## 技术栈

- 后端 Go 1.22，MySQL 8 ^c-20260301-iiiiiiiiii

## 规范索引

- API 规范见 [[memory/groups/清算/conventions/api|API 规范]] ^c-20260301-jjjjjjjjjj
"""
API_ZH = "# API 规范\n\n分页参数统一用 cursor，不用 offset。\n"
ONCALL_ZH = "# 值班手册\n\n先降级，再排查。\n"
LOG_ZH = """---
aliases: [清算 2026-05-14]
timezone: Asia/Shanghai
---

# 2026-05-14

- 10:02:00 周敏: 对账脚本我来迁移 ^m-aaaaaaaaaa
  - event:: $z1 · from:: @zhoumin:example.org
- 10:03:00 阿杰: 青花瓷是今天的暗号 ^m-kkkkkkkkkk
  - event:: $z2 · from:: @ajie:example.org
"""
ATTENTION_EN = """# Attention

## Active tasks

- [ ] Move the importer to the new cluster — Sam ^t-20260514-llllllllll

## Blockers

- CI on arm is flaky — Ines ^b-20260513-mmmmmmmmmm
"""
PEOPLE_EN = """# People

- Sam — product owner ^r-20260301-nnnnnnnnnn
"""


def room_ports(budget_tokens: int = 6000) -> MemoryPorts:
    """Groups 清算 (zh, room !pay:x) and web (en), with rules that hold in both."""
    ports = MemoryPorts()
    rooms = {"!pay:x": {"name": "清算"}, "!web:x": {"name": "web"}}
    ports.vault.save(layout.GROUP_NAMES, json.dumps(rooms).encode())
    ports.vault.save(layout.RULES, "# Rules\n\n- 不提交密钥 / never commit keys\n".encode())
    _group(ports, "清算", "zh", budget_tokens)
    _group(ports, "web", "en", budget_tokens)
    notes = {
        "清算/attention.md": ATTENTION_ZH,
        "清算/experience.md": EXPERIENCE_ZH,
        "清算/people.md": PEOPLE_ZH,
        "清算/project.md": PROJECT_ZH,
        "清算/conventions/api.md": API_ZH,
        "清算/conventions/oncall.md": ONCALL_ZH,
        "清算/log/2026/2026-05-14.md": LOG_ZH,
        "web/attention.md": ATTENTION_EN,
        "web/people.md": PEOPLE_EN,
    }
    for name, text in notes.items():
        ports.vault.save(f"{layout.GROUPS}/{name}", text.encode())
    return ports


def edit(ports: MemoryPorts, path: str, old: str, new: str) -> None:
    """Save a note with `old` replaced by `new`, as a person would."""
    snapshot = ports.vault.read(path)
    assert snapshot is not None
    assert old in snapshot.data.decode()
    ports.vault.save(path, snapshot.data.decode().replace(old, new).encode())


def _group(ports: MemoryPorts, name: str, language: Language, budget_tokens: int) -> None:
    index = render_new(name, name, language, "UTC", date(2026, 5, 15))
    index = index.replace("memory_budget: 6000", f"memory_budget: {budget_tokens}")
    rule = {"zh": "周五下午不做切换", "en": "Never ship on a Friday"}[language]
    index = index.replace("## Hard Rules\n", f"## Hard Rules\n\n- {rule}\n")
    ports.vault.save(layout.index_note(name), index.encode())
    for note, text in templates.group_notes(name, language).items():
        ports.vault.save(layout.note(name, note), text.encode())
