"""Commands that a process which stays answers one by one, for a host that asks often.

A line of JSON in, a line out: `{"id", "words"}` → `{"id", "printed", "failed"}`. Each command opens
the vault anew, as a process of its own would; only the start of Python and its imports are saved.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

import progressive_memory

ANSWERED = frozenset({"recall", "load", "fragment", "open"})
"""The commands that only read the vault; and `hooks answer`."""


def serve(requests: Iterable[bytes], write: Callable[[str], object]) -> None:
    """Answer each line, until there are no more, or the program on the disk is another one than
    this: the line that finds that out has no answer.
    """
    program = _program()
    for line in requests:
        if _program() != program:
            return
        write(f"{json.dumps(_answer(line))}\n")


def _answer(line: bytes) -> dict[str, object]:
    try:
        request = json.loads(line)
        number, words = request["id"], request["words"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {
            "id": None,
            "printed": "",
            "failed": 'a line such as {"id": 1, "words": ["recall"]}',
        }
    if not _is_answered(words):
        return {"id": number, "printed": "", "failed": "this is not answered by pmem hooks serve"}
    printed, told, code = _run(words)
    failed = told or ("" if code == 0 else f"exit code {code}")
    return {"id": number, "printed": printed, "failed": failed}


def _is_answered(words: object) -> bool:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        return False
    return words[:1] != [] and (words[0] in ANSWERED or words[:2] == ["hooks", "answer"])


def _run(words: list[str]) -> tuple[str, str, object]:
    """What a command prints on either stream, without the space around, and its exit code."""
    from progressive_memory.cli import main

    printed, told = io.StringIO(), io.StringIO()
    with _no_input(), redirect_stdout(printed), redirect_stderr(told):
        try:
            main(words)
        except SystemExit as ended:
            code = ended.code
    return printed.getvalue().strip(), told.getvalue().strip(), code


@contextmanager
def _no_input() -> Iterator[None]:
    """Standard input is where the next requests come from: a command finds it empty."""
    usual, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = usual


def _program() -> tuple[int, int]:
    """Another one once the package was installed anew."""
    try:
        found = Path(progressive_memory.__file__).stat()
    except OSError:
        return 0, 0
    return found.st_ino, found.st_mtime_ns
