"""What the bot says, in Chinese and in English."""

from __future__ import annotations

import re

from progressive_memory.domain.entry import Kind
from progressive_memory.domain.group import Language

_ACTS = re.compile(r"([\\`*\[~])")

_KINDS: dict[Kind, tuple[str, str]] = {
    Kind.DECISION: ("决策", "decision"),
    Kind.FIX: ("经验", "fix"),
    Kind.TASK: ("任务", "task"),
    Kind.BLOCKER: ("阻断项", "blocker"),
    Kind.ENVIRONMENT: ("环境", "environment"),
    Kind.OPEN_LOOP: ("未决事项", "open loop"),
    Kind.CONVENTION: ("约定", "convention"),
    Kind.ROLE: ("职责", "role"),
    Kind.RULE: ("规则", "rule"),
    Kind.SUMMARY: ("摘要", "summary"),
}

_HELP_ZH = """\
**我能做什么**（也可以 @我，再写命令）
- `!remem`：把新消息整理成记忆，并回复整理了什么
- `!recall 问题`：从本群的记忆里回答，附出处
- `!remember 内容`：记住这一条
- `!why 编号`：这条记忆的依据是哪些消息
- `!pending`：等待确认的条目；对条目消息按 👍 确认、👎 拒绝，回复它则改写并确认
- `!status`：本群记忆的状态
- `!undo [编号]`：撤销最近一次整理 ※
- `!forget 编号`：彻底删除一条记忆或消息 ※
- `!optout` / `!optin`：不再记录我的消息 / 恢复记录
也可以说：!整理 !回忆 !记住 !依据 !待确认 !状态 !撤销 !忘掉 !帮助
※ 以及确认、拒绝、新增规则，需要权限（等级 {level} 以上）：{who}"""
_HELP_EN = """\
**What I can do** (mention me and the command works as well)
- `!remem`: turn what is new in this room into memory, and say what was written
- `!recall QUESTION`: an answer from this room's memory, with its sources
- `!remember TEXT`: keep this
- `!why ID`: the messages that an entry rests on
- `!pending`: what waits for a person; on an item 👍 confirms, 👎 rejects, a reply rewords
- `!status`: how this room's memory stands
- `!undo [ID]`: take the newest flush back ※
- `!forget ID`: remove an entry or a message for good ※
- `!optout` / `!optin`: keep my messages out of the log / log them again
(Element keeps `/remem` for itself: type `!remem` or `//remem`.)
※ as confirming, rejecting and adding rules, for those with power level {level} or more: {who}"""

_SAID: dict[str, tuple[str, str]] = {
    "help": (_HELP_ZH, _HELP_EN),
    "hello": (
        "大家好！从现在起，本房间的消息会被记录下来，整理成群组的记忆（Markdown 笔记）。\n"
        "不想被记录的人：发送 `!optout`，之后你的消息不会保存。`!help` 查看我能做什么。",
        "Hello! From now on the messages of this room are recorded and turned into the group's "
        "memory, as Markdown notes.\nWhoever does not want that: send `!optout`, and nothing you "
        "write from then on is kept. `!help` says what I can do.",
    ),
    "refused": (
        "这需要权限（等级 {level} 以上）。可以请：{who}",
        "That needs the right to (power level {level} or more). You can ask: {who}",
    ),
    "nobody": ("目前没有这样的成员", "nobody here has it at present"),
    "fault": (
        "出错了，没有完成；详情在我的日志里。",
        "Something went wrong on my side, and it was not done; my own log has the details.",
    ),
    "failed": ("没有完成：{why}", "That did not work: {why}"),
    "out_already": (
        "你的消息不会保存，所以也记不住这一条。`!optin` 可以恢复记录。",
        "Your messages are not kept, and so this cannot be either. `!optin` changes that.",
    ),
    "say_again": (
        "你的消息不会保存，重启后我不知道你问了什么，请再发一次。",
        "Your messages are not kept, and after a restart I do not know what you asked: say it "
        "again, please.",
    ),
    "no_words": ("请写上内容，例如：{example}", "Say what, for example: {example}"),
    # remem
    "digest": ("**整理完成**（{count} 条新消息）", "**Remembered** ({count} new messages)"),
    "nothing_new": (
        "没有新的内容需要记住（读了 {count} 条新消息）。",
        "Nothing new to remember ({count} new messages read).",
    ),
    "written": ("**写入 {count} 条**", "**Written: {count}**"),
    "waiting": (
        "**等待确认 {count} 条**（👍 确认，👎 拒绝，回复则改写并确认）",
        "**Waiting for a person: {count}** (👍 confirms, 👎 rejects, a reply rewords and confirms)",
    ),
    "more_waiting": ("另有 {count} 条：`!pending`", "{count} more: `!pending`"),
    "turned_down": ("未采纳 {count} 条：{reasons}", "Turned down: {count} ({reasons})"),
    "summaries": ("新增摘要 {count} 篇", "Summaries written: {count}"),
    "left_alone": ("没有写入：{why}", "Nothing was written: {why}"),
    "undo_hint": (
        "撤销：`!undo {flush}` · 依据：`!why 编号`",
        "`!undo {flush}` takes it back, `!why ID` shows the messages",
    ),
    "why_hint": ("依据：`!why 编号`", "`!why ID` shows the messages"),
    "interrupted": (
        "整理在中途被打断，但已经完成：{flush} 写入了 {count} 条。",
        "I was interrupted, but it is done: {flush} wrote {count}.",
    ),
    "portions": (
        "消息很多，分 {count} 次整理完；`!undo` 撤销最后一次。",
        "There was a lot: done in {count} portions. `!undo` takes the last one back.",
    ),
    "decided_by": ("{who} 决定", "decided by {who}"),
    "confirmed_by": ("{who} 确认", "confirmed by {who}"),
    "message": ("消息", "message"),
    # reviews
    "item": ("待确认的{kind}：**{title}**", "To confirm, {kind}: **{title}**"),
    "item_how": (
        "👍 确认 · 👎 拒绝 · 回复：改写并确认",
        "👍 confirm · 👎 reject · reply: reword and confirm",
    ),
    "accepted": ("✅ {who} 已确认：{title}", "✅ confirmed by {who}: {title}"),
    "rejected": ("❌ {who} 已拒绝：~~{title}~~", "❌ rejected by {who}: ~~{title}~~"),
    "settled": ("☑️ 已在笔记中处理：{title}", "☑️ settled in the notes: {title}"),
    "pending": ("**等待确认 {count} 条**", "**Waiting for a person: {count}**"),
    "no_pending": ("没有等待确认的条目。", "Nothing waits."),
    # recall
    "recalled": ("**本群的记忆：**", "**From this room's memory:**"),
    "no_memory": (
        "记忆里没有相关内容。聊天记录里提到过：",
        "The memory says nothing about that. In the chat it was said:",
    ),
    "not_found": ("记忆和聊天记录里都没有找到。", "Neither the memory nor the chat says."),
    "left_out": ("另有 {count} 条没有列出。", "Left out: {count} more."),
    "unflushed": (
        "（还有 {count} 条新消息没有整理：`!remem`）",
        "(Said since the last flush, and not in it yet: {count} messages. `!remem`)",
    ),
    "superseded": ("已被取代", "superseded"),
    # why
    "why_by": ("决定：{who}", "decided by {who}"),
    "why_confirmed": ("确认：{who}", "confirmed by {who}"),
    "why_waits": ("等待确认：{why}", "waits for a person: {why}"),
    "why_messages": ("依据的消息：", "It rests on:"),
    "why_none": ("依据的消息已不在记录中。", "The log holds none of its messages any more."),
    "why_entries": ("以此为依据的条目：", "What rests on it:"),
    "why_superseded": ("已被 {ids} 取代", "superseded by {ids}"),
    "gone": ("（已删除）", "(deleted)"),
    # status
    "status": (
        "**{name}**\n- 未整理的消息：{new}\n- 上次整理：{last}\n- 等待确认：{pending}\n"
        "- 记忆：约 {tokens} tokens（预算 {budget}）",
        "**{name}**\n- messages not turned into memory yet: {new}\n- last flush: {last}\n"
        "- waiting for a person: {pending}\n- memory: about {tokens} tokens (budget {budget})",
    ),
    "never": ("还没有", "never"),
    # undo, forget, remember, opt-out
    "undone": (
        "已撤销 {flush}：恢复了 {count} 篇笔记。",
        "{flush} is taken back. Notes restored: {count}.",
    ),
    "undone_already": ("{flush} 已经撤销。", "{flush} is taken back already."),
    "nothing_to_undo": ("本群没有可以撤销的整理。", "There is no flush of this room to take back."),
    "not_this_room": (
        "{flush} 不只涉及本群，不能在这里撤销。",
        "{flush} is not of this room alone, and cannot be taken back from here.",
    ),
    "forgotten": (
        "已彻底删除：{messages} 条消息，{entries} 条记忆。",
        "Gone for good. Messages: {messages}, entries: {entries}.",
    ),
    "forgotten_before": ("已彻底删除。", "Gone for good."),
    "noted": ("已记住：", "Noted:"),
    "noted_pending": ("已记下，等待确认：", "Noted, and waiting for a person:"),
    "known_already": ("这一条已经记过了。", "That is known already."),
    "not_noted": ("没有记下：{why}", "Not noted: {why}"),
    "opted_out": (
        "从现在起，你在这里写的内容不会再保存。以前的内容还在；要删除请找：{who}。"
        "`!optin` 可以恢复记录。",
        "From now on nothing you write here is kept. What you wrote before stays; to have it "
        "removed ask: {who}. `!optin` changes it back.",
    ),
    "opted_in": ("从现在起，你的消息会被记录。", "From now on your messages are recorded again."),
    "no_log": (
        "本房间的消息暂时写不进笔记：{why}。消息没有丢，会继续尝试。",
        "This room's messages cannot be written into the notes at present: {why}. None is lost, "
        "and I keep trying.",
    ),
}

_TURNED_DOWN: dict[str, tuple[str, str]] = {
    "duplicate": ("已经记过", "known already"),
    "vetoed": ("以前被删除、拒绝或撤销过", "deleted, rejected or undone before"),
    "expired": ("等待太久", "waited too long"),
    "deleted": ("被人删除", "deleted by a person"),
    "rejected": ("被人拒绝", "rejected by a person"),
    "settled": ("已由新写入的内容解决", "settled by what was written"),
    "contradicted": ("与新写入的内容矛盾", "contradicted by what was written"),
    "withdrawn": ("依据的消息已撤回", "its messages were taken back"),
    "no_message_left": ("依据的消息已不可读", "none of its messages can be read any more"),
}


def say(language: Language, key: str, **values: object) -> str:
    """A sentence of ours, with values put in."""
    return _SAID[key][language != "zh"].format(**values)


def kind_word(language: Language, letter: str) -> str:
    """A kind's letter as a word."""
    try:
        return _KINDS[Kind(letter)][language != "zh"]
    except (ValueError, KeyError):
        return letter


def turned_down(language: Language, reason: str) -> str:
    """Why something was not taken; the name of the reason where there are no words for it."""
    words = _TURNED_DOWN.get(reason)
    return words[language != "zh"] if words else reason.replace("_", " ")


def joined(language: Language, names: tuple[str, ...] | list[str]) -> str:
    """Several names in a row."""
    return ("、" if language == "zh" else ", ").join(names)


def plain(text: str) -> str:
    """Somebody's words so that no Markdown in them acts."""
    return _ACTS.sub(r"\\\1", text)
