"""Policy: what the log keeps of what assistants, tools and bots say (seed 000).

Shaped by what the person asked for, not by what the machine produced: of a report its outline,
opening and conclusion; of an operation time, means and outcome; a discussion whole. Tool calls
stand as a ledger and never with what they returned. A bot's message stays, without stack traces.
"""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.domain.group import Language
from progressive_memory.domain.message import ChatEvent, ToolCall
from progressive_memory.flush.chatlog.policy.asked import asked_for
from progressive_memory.flush.chatlog.policy.shapes import operation_ledger, report_summary
from progressive_memory.flush.chatlog.policy.tool_calls import ledger
from progressive_memory.text.redact import redact
from progressive_memory.text.stack_traces import brief_error, says_failure, without_traces

_LEFT_OUT: dict[Language, str] = {
    "zh": "（输出 {:,} 字，未保存）",
    "en": "(output of {:,} characters, not kept)",
}


def shaped(event: ChatEvent, request: str, language: Language) -> tuple[str, int]:
    """The text to keep of an event that no person sent, and how many secrets were taken out of it
    before anything was cut. `request` is the person's message it answers, "" when not known.
    """
    body = redact(event.text, language)
    calls, secrets = _without_secrets(event.tools, language)
    if event.role == "tool":
        return _tool_output(event, body.text, calls, language), secrets + len(body.kinds)
    said = without_traces(body.text, language)
    asked = asked_for(request, with_tools=bool(calls))
    if event.role == "assistant" and asked == "report":
        said = report_summary(said, language)
    elif event.role == "assistant" and asked == "operation":
        said = operation_ledger(said, calls, event.took_ms, language)
    kept = "\n\n".join(filter(None, (said.strip("\n"), ledger(calls, language))))
    return kept, secrets + len(body.kinds)


def _tool_output(
    event: ChatEvent, output: str, calls: tuple[ToolCall, ...], language: Language
) -> str:
    """The ledger of a message that holds what a tool returned."""
    if calls:
        return ledger(calls, language)
    name = event.sender_name or event.sender
    failed = says_failure(output)
    told = brief_error(output, language) if failed else _LEFT_OUT[language].format(len(output))
    return f"`{name}` — " + (f"❌ — {told}" if failed else told)


def _without_secrets(
    calls: tuple[ToolCall, ...], language: Language
) -> tuple[tuple[ToolCall, ...], int]:
    clean, secrets = [], 0
    for call in calls:
        given, error = redact(call.input, language), redact(call.error, language)
        secrets += len(given.kinds) + len(error.kinds)
        clean.append(replace(call, input=given.text, error=error.text))
    return tuple(clean), secrets
