"""What is kept of an assistant's answer: a report's summary, an operation's ledger."""

from __future__ import annotations

import re
from collections.abc import Sequence

from progressive_memory.domain.group import Language
from progressive_memory.domain.message import ToolCall
from progressive_memory.flush.chatlog.policy.clip import clipped
from progressive_memory.flush.chatlog.policy.tool_calls import duration, means

_PART = 500  # characters of a report's opening, and of its conclusion
_OUTCOME = 600  # characters
_MOST_HEADINGS = 30
_FENCED = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(
    r"[ \t]*(?:#{1,6}[ \t]+(?P<hash>.+)|\*\*(?P<bold>[^*\n]{1,80})\*\*[:：]?[ \t]*)\Z"
)
_CONCLUDES = re.compile(
    r"结论|总结|小结|建议|下一步|conclusions?|summary|takeaways?|recommendations?"
    r"|next steps|bottom line|tl;?dr",
    re.IGNORECASE,
)
_WORDS: dict[str, dict[Language, str]] = {
    "report": {
        "zh": "（报告摘要，原文 {:,} 字）",
        "en": "(summary of a report of {:,} characters)",
    },
    "headings": {"zh": "结构：", "en": "Structure: "},
    "opening": {"zh": "开头：", "en": "Opening: "},
    "conclusion": {"zh": "结论：", "en": "Conclusion: "},
    "time": {"zh": "用时：", "en": "Time: "},
    "means": {"zh": "手段：", "en": "Means: "},
    "outcome": {"zh": "结果：", "en": "Outcome: "},
}


def report_summary(body: str, language: Language) -> str:
    """A report's headings, opening and conclusion, each of the last two about 500 characters; the
    report itself when it is hardly longer.
    """
    if len(body) <= 2 * _PART:
        return body
    headings, parts = _parts(_FENCED.sub("", body))
    told = [text for _, text in parts]
    opening = _joined(told, from_end=False)
    named = [text for heading, text in parts if _CONCLUDES.search(heading)]
    conclusion = _joined(named or told, from_end=not named)
    lines = [_WORDS["report"][language].format(len(body))]
    if headings:
        lines.append(_WORDS["headings"][language] + " / ".join(headings[:_MOST_HEADINGS]))
    lines += [_WORDS["opening"][language] + opening, _WORDS["conclusion"][language] + conclusion]
    return "\n".join(lines)


def operation_ledger(body: str, calls: Sequence[ToolCall], took_ms: int, language: Language) -> str:
    """Time used, tools used, and the final outcome in at most 600 characters."""
    spent = took_ms or sum(call.milliseconds for call in calls)
    _, parts = _parts(_FENCED.sub("", body))
    outcome = _joined([text for _, text in parts], from_end=True, most=_OUTCOME)
    lines = [
        _WORDS["time"][language] + duration(spent, language) if spent else "",
        _WORDS["means"][language] + means(calls, language) if calls else "",
        _WORDS["outcome"][language] + outcome if outcome else "",
    ]
    return "\n".join(filter(None, lines))


def _parts(body: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The headings, and the paragraphs (tables left out), each with the heading it stands under."""
    headings: list[str] = []
    parts: list[tuple[str, str]] = []
    for block in re.split(
        r"\n[ \t]*\n|\n(?=[ \t]*#{1,6}[ \t])|(?<=\n)(?=\*\*[^*\n]{1,80}\*\*[:：]?\n)", body
    ):
        lines = block.strip("\n").split("\n")
        heading = _HEADING.match(lines[0])
        if heading:
            headings.append((heading["bold"] or _unclosed(heading["hash"])).strip())
            lines = lines[1:]
        said = "\n".join(line for line in lines if not line.lstrip().startswith("|")).strip()
        if said:
            parts.append((headings[-1] if headings else "", said))
    return headings, parts


def _unclosed(heading: str) -> str:
    """A heading without the signs that may close it: `a ##` → `a`."""
    return heading[0] + heading[1:].rstrip(" \t#")


def _joined(paragraphs: Sequence[str], *, from_end: bool, most: int = _PART) -> str:
    """Whole paragraphs from one end, as many as fit; at least the first of them, clipped."""
    taken: list[str] = []
    length = 0
    for paragraph in reversed(paragraphs) if from_end else paragraphs:
        length += len(paragraph) + 1  # and a newline
        if taken and length > most:
            break
        taken.append(paragraph)
    ordered = reversed(taken) if from_end else taken
    return clipped("\n".join(ordered), most)
