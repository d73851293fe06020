"""The tool-call ledger: what was called, how long it took, whether it worked (seed 000).

What a call returned is never kept; of a failure one line is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from progressive_memory.domain.group import Language
from progressive_memory.domain.message import ToolCall
from progressive_memory.flush.chatlog.policy.clip import one_line
from progressive_memory.text.stack_traces import brief_error

_LONGEST_INPUT = 160  # characters
_HEADING: dict[Language, str] = {"zh": "工具调用：", "en": "Tool calls:"}
_CALLED: dict[Language, str] = {"zh": "调用", "en": "call"}
_ALTOGETHER: dict[Language, str] = {"zh": "（总用时 {}）", "en": " ({} in all)"}


def ledger(calls: Sequence[ToolCall], language: Language) -> str:
    """The calls in their order, those with the same name and input as one; "" without calls."""
    if not calls:
        return ""
    alike: dict[tuple[str, str], list[ToolCall]] = {}
    for call in calls:
        alike.setdefault((call.name, call.input), []).append(call)
    lines = [_HEADING[language]]
    for number, many in enumerate(alike.values(), start=1):
        lines += _entry(number, many, language)
    return "\n".join(lines)


def means(calls: Sequence[ToolCall], language: Language) -> str:
    """The tools used, each with how often: `bash ×3, mcp:fs.read`."""
    counts: dict[str, int] = {}
    for call in calls:
        counts[call.name] = counts.get(call.name, 0) + 1
    used = (f"{name} ×{count}" if count > 1 else name for name, count in counts.items())
    return ("、" if language == "zh" else ", ").join(used)


def duration(milliseconds: int, language: Language) -> str:
    """A time as read: `100ms`, `2.0s`, `3m12s`, in Chinese `3分12秒`."""
    if milliseconds < 1_000:
        return f"{milliseconds}ms"
    if milliseconds < 60_000:
        return f"{milliseconds / 1_000:.1f}s"
    minutes, seconds = divmod(round(milliseconds / 1_000), 60)
    return f"{minutes}分{seconds}秒" if language == "zh" else f"{minutes}m{seconds}s"


def _entry(number: int, many: Sequence[ToolCall], language: Language) -> Iterator[str]:
    first, spent = many[0], sum(call.milliseconds for call in many)
    failed = [call for call in many if not call.ok]
    taken = duration(spent, language) if spent else ""
    if len(many) == 1:
        pieces = [f"`{first.name}`", " ".join(filter(None, ("❌" if failed else "✅", taken)))]
    else:
        altogether = _ALTOGETHER[language].format(taken) if taken else ""
        outcome = f"{len(many) - len(failed)}✅" if len(failed) < len(many) else ""
        outcome += f"{' ' if outcome else ''}{len(failed)}❌" if failed else ""
        pieces = [f"`{first.name}` ×{len(many)}{altogether}", outcome]
    pieces += [brief_error(failed[-1].error, language)] if failed else []
    yield f"{number}. " + " — ".join(filter(None, pieces))
    if first.input:
        yield f"   - {_CALLED[language]}: `{one_line(first.input, _LONGEST_INPUT)}`"
