"""Stack traces out of what agents and tools print (seed 000, "Tool-call ledger").

Known are the traces of Python, JavaScript, Java, Rust and Go, and native crashes: lines of
addresses and `module!symbol`. The line that says what went wrong stays. Every line is looked at
once, so the time grows with the length only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.domain.group import Language

_LONGEST_ERROR = 200  # characters
_LONGEST_LINE = 2_000  # characters of a line that patterns are tried on
_PYTHON = re.compile(r"[ \t|+]{0,20}(?:Exception Group )?Traceback \(most recent call last\):")
_CHAINED = re.compile(r"(?:During handling of the above exception|The above exception was the)\b")
_FRAME = re.compile(
    r"[ \t]+at (?:async |new )?\S.*"
    r"(?::\d+\)?|\((?:native|<anonymous>|Native Method|Unknown Source)\))$"
    r"|[ \t]+at [\w.$<>/]+\([^)]{0,200}\)$"
    r"|[ \t]+\.\.\. \d+ (?:more|common frames omitted)$"
)
_RUST = re.compile(
    r"stack backtrace:$|note: (?:run with `?RUST_BACKTRACE|[Ss]ome details are omitted)"
)
_RUST_FRAME = re.compile(r"[ \t]{0,8}\d{1,4}: |[ \t]{4,}at \S+:\d+")
_GOROUTINE = re.compile(r"goroutine \d+ \[[^\]]{1,60}\]:$")
_GO_END = re.compile(r"exit status \d+$")
_NATIVE = re.compile(
    r"(?:[ \t#\d\[\]:=>]{0,12})(?:0x)?[0-9a-fA-F]{8,16}[\s:].{0,200}?\w[!+]\S"
    r"|[ \t]*#\d{1,3}\s+0x[0-9a-f]{6,16} in "
    r"|(?:[ \t]{0,8})[\w.\-]{1,80}![\w:~<>?@]{1,200}(?:\+0x[0-9a-f]{1,8})?$"
)
_SIGNALS = (
    (re.compile(r"0xC0000005|SIGSEGV|[Ss]egmentation fault|access violation", re.I), "access"),
    (re.compile(r"0xC00000FD|stack overflow", re.I), "stack"),
    (re.compile(r"SIGABRT|[Aa]borted\b"), "abort"),
    (re.compile(r"SIGILL|illegal instruction|0xC000001D", re.I), "illegal"),
)
_CRASHES: dict[str, dict[Language, str]] = {
    "access": {"zh": "内存访问违例 (access violation)", "en": "access violation"},
    "stack": {"zh": "栈溢出 (stack overflow)", "en": "stack overflow"},
    "abort": {"zh": "异常中止 (abort)", "en": "abort"},
    "illegal": {"zh": "非法指令 (illegal instruction)", "en": "illegal instruction"},
    "": {"zh": "原因不明", "en": "cause unknown"},
}
_BRIEF: dict[Language, str] = {
    "zh": "原生崩溃: {}（无有效错误消息，地址与堆栈细节已省略）",
    "en": "native crash: {} (no readable message; addresses and stack left out)",
}
_CAUSE = re.compile(r"Caused by:\s*")
_SAYS = re.compile(
    r"^\s*(?:[\w.$:]{0,100}(?:Error|Exception|Panic|Fault|Exit|Warning)\b"
    r"|panic:|fatal(?: error)?:|error[:\[]|thread '"
    r"|npm ERR!|FAILED\b|(?:bash|sh|zsh): |错误|失败|异常)",
    re.IGNORECASE,
)


def without_traces(text: str, language: Language) -> str:
    """`text` with each stack trace cut down to the line that says what went wrong, and a crash
    that says nothing to one brief line.
    """
    kept: list[str] = []
    native, native_at = 0, 0
    for line in _without_frames(text.split("\n")):
        if _NATIVE.match(line[:_LONGEST_LINE]):
            if not native:
                native_at = len(kept)
            native += 1
        else:
            kept.append(line)
    if native > 1:
        kept.insert(native_at, brief_crash(text, language))
    return "\n".join(kept)


def brief_error(text: str, language: Language) -> str:
    """What went wrong in one line of at most 200 characters; "" where nothing is said."""
    left = without_traces(text, language)
    lines = [" ".join(line.split()) for line in left.split("\n") if line.strip()]
    causes = [_CAUSE.split(line, 1)[1] for line in lines if _CAUSE.match(line)]
    telling = [line for line in lines if _SAYS.match(line)]
    found = (causes or telling or lines[:1] or [""])[-1]
    return found if len(found) <= _LONGEST_ERROR else found[: _LONGEST_ERROR - 1] + "…"


def brief_crash(text: str, language: Language) -> str:
    """The line that stands for a native crash."""
    cause = next((name for sign, name in _SIGNALS if sign.search(text)), "")
    return _BRIEF[language].format(_CRASHES[cause][language])


def says_failure(text: str) -> bool:
    """Whether a line of it names an error, or a trace stands in it."""
    lines = text.split("\n")
    return any(_SAYS.match(line) or _PYTHON.match(line) for line in lines)


def _without_frames(lines: list[str]) -> Iterator[str]:
    """The lines that are no frames. `held` is the last exception: one that only led to another is
    left out.
    """
    inside, held = "", None
    for line in lines:
        short = line[:_LONGEST_LINE]
        if inside == "python" and (not short.strip() or short[0] in " \t|+"):
            continue
        if inside == "go" and short.strip() and not _GO_END.match(short):
            continue
        if inside == "rust" and (_RUST_FRAME.match(short) or not short.strip()):
            continue
        if inside == "python":
            held, inside = line, "raised"
            continue
        if inside == "raised" and not short.strip():
            continue
        if held is not None and not _CHAINED.match(short):
            yield held
        held, inside = None, _opened(short)
        if not inside and not _FRAME.match(short) and not _GO_END.match(short):
            yield line
    if held is not None:
        yield held


def _opened(line: str) -> str:
    """The language whose trace begins with the line; "" when none does."""
    if _PYTHON.match(line):
        return "python"
    if _CHAINED.match(line):
        return "raised"
    if _RUST.match(line.strip()):
        return "rust"
    return "go" if _GOROUTINE.match(line.strip()) else ""
