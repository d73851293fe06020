"""Stack traces go, what they say stays; lines in the shapes that five languages print."""

from __future__ import annotations

import time

import pytest

from progressive_memory.text.stack_traces import brief_error, says_failure, without_traces

PYTHON = """ran the job
Traceback (most recent call last):
  File "job.py", line 3, in <module>
    run()
  File "job.py", line 2, in run
    raise KeyError("rate")
KeyError: 'rate'
stopped"""
CHAINED = """Traceback (most recent call last):
  File "a.py", line 1, in <module>
KeyError: 'rate'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "b.py", line 9, in load
ValueError: no rate for EUR"""
JAVASCRIPT = """Error: Cannot find module './rates'
    at Module._resolveFilename (node:internal/modules/loader:1225:15)
    at async loadRates (file:///app/rates.mjs:12:9)
    at new Promise (<anonymous>)
done"""
JAVA = """Exception in thread "main" java.lang.IllegalStateException: no pool
\tat com.acme.Pool.get(Pool.java:41)
\tat com.acme.Main.main(Main.java:7)
Caused by: java.net.ConnectException: Connection refused
\tat java.base/sun.nio.ch.Net.connect0(Native Method)
\t... 23 more"""
RUST = """thread 'main' panicked at src/main.rs:4:5:
rate must not be zero
stack backtrace:
   0: rust_begin_unwind
             at /rustc/library/std/src/panicking.rs:617:5
   1: rates::convert
             at ./src/main.rs:4:5
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace."""
GO = """panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.convert(...)
\t/app/main.go:11
main.main()
\t/app/main.go:17 +0x1d
exit status 2"""
NATIVE = """Process crashed with 0xC0000005
0x00007ffa1b2c3d4e ntdll!RtlUserThreadStart
0x00007ffa1b2c3d5f kernel32!BaseThreadInitThunk
0x00007ff6aa000010 rates!convert"""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (PYTHON, "ran the job\nKeyError: 'rate'\nstopped"),
        (CHAINED, "ValueError: no rate for EUR"),
        (JAVASCRIPT, "Error: Cannot find module './rates'\ndone"),
        (
            JAVA,
            'Exception in thread "main" java.lang.IllegalStateException: no pool\n'
            "Caused by: java.net.ConnectException: Connection refused",
        ),
        (RUST, "thread 'main' panicked at src/main.rs:4:5:\nrate must not be zero"),
        (GO, "panic: runtime error: index out of range [3] with length 3\n"),
        (
            NATIVE,
            "Process crashed with 0xC0000005\n"
            "native crash: access violation (no readable message; addresses and stack left out)",
        ),
    ],
)
def test_a_trace_is_cut_down_to_what_it_says(text: str, left: str) -> None:
    assert left == without_traces(text, "en")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (PYTHON, "KeyError: 'rate'"),
        (JAVASCRIPT, "Error: Cannot find module './rates'"),
        (JAVA, "java.net.ConnectException: Connection refused"),
        (GO, "panic: runtime error: index out of range [3] with length 3"),
        ("something odd\nsecond line", "something odd"),
        ("", ""),
    ],
)
def test_an_error_is_one_line(text: str, error: str) -> None:
    assert error == brief_error(text, "en")


def test_a_crash_that_says_nothing_is_a_brief_line_in_the_groups_language() -> None:
    crash = NATIVE.partition("\n")[2]
    brief = "原生崩溃: 原因不明（无有效错误消息，地址与堆栈细节已省略）"
    assert brief == brief_error(crash, "zh")
    assert brief.replace("原因不明", "栈溢出 (stack overflow)") == brief_error(
        crash.replace("rates!", "0xC00000FD rates!"), "zh"
    )


def test_a_long_error_is_cut() -> None:
    found = brief_error("Error: " + "x" * 500, "en")
    assert (200, "…") == (len(found), found[-1])


@pytest.mark.parametrize(
    "text",
    [
        "we meet at the office (room 3)",
        "at noon we deploy",
        "  at Ann's desk",
        "goroutines are cheap",
        "note: bring cake",
        "caffe0011 main!",
    ],
)
def test_plain_text_stays(text: str) -> None:
    assert text == without_traces(text, "en")


@pytest.mark.parametrize(
    ("text", "failed"),
    [
        ("bash: frobnicate: command not found", True),
        ("TypeError: x is not a function", True),
        (PYTHON, True),
        ("3 files written", False),
        ("no errors found", False),
    ],
)
def test_a_failure_says_so(text: str, failed: bool) -> None:
    assert failed is says_failure(text)


@pytest.mark.parametrize(
    "unit",
    ["    at a ", "Traceback (most recent call last):\n", "0x00007ffa1b2c3d4e ", "a.", "Error "],
)
def test_the_time_grows_with_the_length_only(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    start = time.process_time()
    brief_error(text, "en")
    says_failure(text)
    assert time.process_time() - start < 2.0
