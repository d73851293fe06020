"""What a room is told, in Chinese and in English."""

from __future__ import annotations

from collections.abc import Iterable

from progressive_memory.domain.flush_report import GroupFlush, Waiting, Written
from progressive_memory.domain.group import Language

from ..matrix.wording import joined, kind_word, plain, turned_down

_SHOWN = 12

_NO_VAULT = (
    "The memory of this room cannot be found. Whoever runs OpenClaw: `pmem hooks status`.\n"
    "找不到本群的记忆。请运行 OpenClaw 的人执行 `pmem hooks status`。"
)
"""Which language the room speaks is written in the vault."""

_SAID: dict[str, tuple[str, str]] = {
    "remembered": ("**整理完成**（{count} 条新消息）", "**Remembered** ({messages})"),
    "nothing_new": (
        "没有新的内容需要记住（读了 {count} 条新消息）。",
        "Nothing new to remember ({messages} read).",
    ),
    "written": ("**写入 {count} 条**", "**Written: {count}**"),
    "waiting": (
        "**等待确认 {count} 条**（在群里说同意后再发送 `/remem`，或在 pending.md 里打勾）",
        "**Waiting for a person: {count}** (say yes in the chat, then `/remem`; or tick them in "
        "pending.md)",
    ),
    "how_to_confirm": (
        "在群里说同意后再发送 `/remem` 就会写入；也可以在 pending.md 里打勾。",
        "Say yes to one in the chat, and the next `/remem` writes it; or tick it in pending.md.",
    ),
    "no_vault": (_NO_VAULT, _NO_VAULT),
    "more": ("另有 {count} 条", "{count} more"),
    "turned_down": ("未采纳 {count} 条：{reasons}", "Turned down: {count} ({reasons})"),
    "left_alone": ("没有写入：{why}", "Nothing was written: {why}"),
    "failed": ("没有写入记忆：{why}", "Nothing was kept: {why}"),
    "decided_by": ("{who} 决定", "decided by {who}"),
    "confirmed_by": ("{who} 确认", "confirmed by {who}"),
    "flushed": (
        "本群记忆上次整理：{at}；此后有 {count} 条消息尚未整理。",
        "The group's memory was last flushed {at}; {count} messages since are not in it yet.",
    ),
    "never_flushed": (
        "本群记忆还没有整理过；有 {count} 条消息尚未整理。",
        "The group's memory was never flushed; {count} messages are not in it yet.",
    ),
    "no_group": (
        "本群还没有记忆：发送 `/remem` 就会有。",
        "This room has no memory yet: `/remem` makes one.",
    ),
    "needs_recall": (
        "请写上问题，例如：`/recall 数据库定了哪个？`",
        "Say what: `/recall which database?`",
    ),
    "needs_why": ("请写上条目的编号：`/why d-…`", "Say which entry: `/why d-…`"),
    "entrance": (
        "# 本群的记忆\n这是本群记忆的入口：先看规则和路由，一次只读一个文件。"
        "用 memory_recall 提问；没有该工具时运行 `pmem recall`。不要直接打开记忆文件。",
        "# This group's memory\nThis is its entrance: rules and routes first, one file at a time. "
        "Ask with memory_recall, or where there is no such tool with `pmem recall`. Do not open "
        "the files of the memory by themselves.",
    ),
}


def say(language: Language, what: str, **fields: object) -> str:
    """One of the texts above, filled in."""
    return _SAID[what][0 if language == "zh" else 1].format(**fields)


def digest(language: Language, done: GroupFlush) -> str:
    """One message about a flush: what was written, waits, and was turned down."""
    if done.problems:
        return say(language, "left_alone", why=plain(done.problems[0]))
    some = done.written or done.pending
    new = done.messages_new
    messages = "1 new message" if new == 1 else f"{new} new messages"
    head = "remembered" if some else "nothing_new"
    lines = [say(language, head, count=new, messages=messages)]
    if done.written:
        lines.append(say(language, "written", count=len(done.written)))
        lines += _some(language, (_written(language, one) for one in done.written))
    if done.pending:
        lines.append(say(language, "waiting", count=len(done.pending)))
        lines += _some(language, (_waiting(language, one) for one in done.pending))
    if done.rejected:
        reasons = [f"{count} {turned_down(language, why)}" for why, count in done.rejected.items()]
        count = sum(done.rejected.values())
        lines.append(say(language, "turned_down", count=count, reasons=joined(language, reasons)))
    return "\n".join(lines)


def freshness(language: Language, last_flush: str, unflushed: int) -> str:
    """How fresh the memory of a group is; `last_flush` is RFC 3339, "" = never."""
    at = last_flush[:16].replace("T", " ")
    return say(language, "flushed" if at else "never_flushed", at=at, count=unflushed)


def _some(language: Language, items: Iterable[str]) -> list[str]:
    lines = [f"- {item}" for item in items]
    more = len(lines) - _SHOWN
    return lines if more <= 0 else [*lines[:_SHOWN], f"- {say(language, 'more', count=more)}"]


def _written(language: Language, one: Written) -> str:
    people = [
        say(language, key, who=plain(joined(language, list(who))))
        for key, who in (("decided_by", one.decided_by), ("confirmed_by", one.confirmed_by))
        if who
    ]
    about = f" — *{joined(language, people)}*" if people else ""
    return f"{kind_word(language, one.kind)}: **{plain(one.title)}**{about} `{one.id}`"


def _waiting(language: Language, one: Waiting) -> str:
    kind = kind_word(language, one.kind)
    return f"{kind}: **{plain(one.title)}** — *{plain(one.reason)}* `{one.id}`"
