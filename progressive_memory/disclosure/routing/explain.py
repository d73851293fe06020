"""Why a message got its route, in words for a person and in the group's language."""

from __future__ import annotations

from collections.abc import Sequence

from progressive_memory.disclosure.routing.route import (
    A_RULE_ANSWERS,
    RULES_MAY_ANSWER,
    Routing,
    Weighed,
)
from progressive_memory.disclosure.routing.route_near import NEAR_IN_MEANING
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.domain.group import Language

_TOPICS: dict[Language, dict[str, str]] = {
    "en": {
        "attention": "what is going on",
        "project": "how things are set up",
        "experience": "what was decided or went wrong",
        "people": "people",
        "conventions": "a detail of how things are done",
    },
    "zh": {
        "attention": "当前进展",
        "project": "项目设定",
        "experience": "决策与教训",
        "people": "人员",
        "conventions": "规范细节",
    },
}
_GATE: dict[Language, dict[str, str]] = {
    "en": {
        "no_words": "no memory needed: the message has no words",
        "small_talk": "no memory needed: small talk",
        "self_contained": "no memory needed: the request carries all it needs",
        "general_knowledge": "no memory needed: anybody could answer that",
        "continuation": "memory needed: the message goes on where the chat stopped",
        "asks_for_memory": "memory needed: the message asks in words of the group",
        "general": "a question of a general kind: memory only if it names the group's things",
        "meaning": "a word's meaning is asked: memory only if it names several things here",
        "statement": "the message tells something: memory only if it names the group's things",
        "unknown": "memory needed, as far as its words tell",
    },
    "zh": {
        "no_words": "不需要记忆：消息里没有文字",
        "small_talk": "不需要记忆：闲聊",
        "self_contained": "不需要记忆：所需内容都在消息里",
        "general_knowledge": "不需要记忆：这是常识",
        "continuation": "需要记忆：消息在接着之前的话说",
        "asks_for_memory": "需要记忆：消息问的是群里的事",
        "general": "一般性的问题：提到群里的事才需要记忆",
        "meaning": "问的是词义：提到群里的几样事才需要记忆",
        "statement": "消息在陈述：提到群里的事才需要记忆",
        "unknown": "从字面看需要记忆",
    },
}
_CHOICE: dict[Language, dict[str, str]] = {
    "en": {
        "routed": "taken: {file}",
        NEAR_IN_MEANING: "taken: {file}, whose note is by far the nearest in meaning",
        "guessed": "taken: {file}, by what kind of question it is",
        A_RULE_ANSWERS: "none taken: a rule of the group answers",
        RULES_MAY_ANSWER: "none taken: it asks for leave, and only the rules may answer",
        "archived": "none taken: the group is archived and has no project.md",
        "no_rows": "none taken: no row of the table names a note that stands",
        "nothing_matches": "none taken: too little speaks for any of them",
        "names_nothing_of_the_group": "none taken: too little of the question stands in any note",
    },
    "zh": {
        "routed": "选中：{file}",
        NEAR_IN_MEANING: "选中：{file}，意思上明显最接近",
        "guessed": "按问题的类型选中：{file}",
        A_RULE_ANSWERS: "未选：一条硬规则就能回答",
        RULES_MAY_ANSWER: "未选：问的是能不能做，只有硬规则可能回答",
        "archived": "未选：本群已归档，且没有 project.md",
        "no_rows": "未选：路由表里没有一行指向存在的文件",
        "nothing_matches": "未选：没有哪个文件有足够的依据",
        "names_nothing_of_the_group": "未选：问题里的内容在各文件中出现得太少",
    },
}


def gate_words(gate: Gate, language: Language) -> str:
    """What the gate said of a message."""
    said = _GATE[language].get(gate.reason, gate.reason)
    shown = gate.cue if gate.reason not in {"no_words", "unknown"} else ""
    return f"{said} ({_quoted([shown], language)})" if shown else said


def choice_words(routing: Routing, language: Language) -> str:
    """Which row was taken, or why none was; "" when the gate let nothing through."""
    said = _CHOICE[language].get(routing.reason, "")
    return said.format(file=routing.route.file if routing.route else "")


def row_words(weighed: Weighed, gate: Gate, language: Language) -> tuple[str, ...]:
    """What speaks for one row, a sentence each with its weight; one sentence when nothing does."""
    said = tuple(_sentences(weighed, gate, language))
    if said:
        return said
    return ("nothing speaks for it" if language == "en" else "没有任何依据",)


def _sentences(weighed: Weighed, gate: Gate, language: Language) -> list[str]:
    zh = language == "zh"
    about = _TOPICS[language].get(weighed.about, "")
    said: list[str] = []
    if weighed.continuation:
        words = "接着之前的话说，先看当前进展" if zh else "goes on with what is current"
        said.append(_weight(words, weighed.continuation))
    if weighed.trigger:
        phrases = _quoted(weighed.triggers, language)
        words = f"触发场景提到 {phrases}" if zh else f"the trigger names {phrases}"
        said.append(_weight(words, weighed.trigger))
    if weighed.cue:
        cues = [cue for cue in weighed.cues if cue != gate.cue or gate.need != Need.CONTINUATION]
        asked = _quoted(cues, language)
        words = f"{asked} 指向{about}" if zh else f"{asked} points to {about}"
        said.append(_weight(words, weighed.cue))
    if weighed.content:
        said.append(_weight(_content_words(weighed, language), weighed.content))
    if weighed.near and weighed.meaning:
        near = weighed.near
        title = near.section.title or near.section.heading
        how = f"{near.cosine:.2f}"
        words = f"意思接近“{title}”（{how}）" if zh else f'is near in meaning to "{title}" ({how})'
        said.append(_weight(words, weighed.meaning))
    return said


def _content_words(weighed: Weighed, language: Language) -> str:
    section = weighed.held.section
    title = (section.title or section.heading) if section else ""
    names = _quoted(_without_seams(weighed.held.names), language)
    share = f"{100 * weighed.held.share:.0f} %"
    if language == "zh":
        replaced = "（已被取代）" if section and section.superseded else ""
        return f"“{title}”{replaced}里有 {names}，占所问的 {share}"
    replaced = " (replaced)" if section and section.superseded else ""
    return f'"{title}"{replaced} holds {names}, {share} of what is asked'


def _without_seams(names: Sequence[str]) -> list[str]:
    """The names less two characters that are but the end of one and the beginning of another."""
    seams = {
        name
        for name in names
        if len(name) == 2
        and any(other != name and other.endswith(name[0]) for other in names)
        and any(other != name and other.startswith(name[1]) for other in names)
    }
    return [name for name in names if name not in seams]


def _quoted(words: Sequence[str], language: Language) -> str:
    shown = [word.replace("…", " … ").removeprefix("^") for word in words if word]
    if language == "zh":
        return "、".join(f"“{word}”" for word in shown)
    return ", ".join(f'"{word}"' for word in shown)


def _weight(words: str, weight: float) -> str:
    return f"+{weight:.2f}  {words}"
