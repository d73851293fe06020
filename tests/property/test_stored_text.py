"""Stored text is stable: redacting and annotating it again changes nothing."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import example, given, settings
from hypothesis import strategies as st

from progressive_memory.domain.group import Language
from progressive_memory.flush.chatlog.stored import stored_text
from progressive_memory.text.dates import annotate, resolve
from progressive_memory.text.dates.brackets import strip_annotations

_PIECES = [
    *(
        "今天",
        "明天",
        "后天",
        "周三",
        "下周",
        "一起",
        "3月",
        "15日",
        "底",
        "前",
        "月底",
        "每",
        "了",
        "到",
    ),
    *("today", "tomorrow", "next", "Friday", "May", " 3rd", " week", " ago", "2 days", "in ", "'s"),
    *(
        " at ",
        "3pm",
        "-",
        " to ",
        "10:30",
        "2026",
        "/",
        "half past ",
        "the ",
        " of ",
        "last ",
        "三点",
    ),
    *(
        "（2026-05-12）",
        " (2026-05-12)",
        "（周三）",
        "(",
        ")",
        "（",
        "）",
        " ",
        "，",
        ". ",
        "\n",
        "> ",
    ),
    *(
        "password=",
        "密码是 ",
        "token: ",
        "Bearer ",
        "abc123XYZ",
        "sk-",
        "ghp_",
        "hunter2",
        "://",
        "@",
    ),
    *(
        "（已隐去:password）",
        "(redacted:token)",
        "`",
        "[[",
        "]]",
        "^m-",
        '"',
        "=",
        ":",
        "-----BEGIN ",
    ),
    "AKIAIOSFODNN7EXAMPLE0",
    "q7Xp2LmV9sTz4KfB8wYd3NcR6hJg5AeU",
]
_TEXTS = st.lists(st.sampled_from(_PIECES) | st.text(max_size=6), max_size=14).map("".join)
_LANGUAGES = st.sampled_from(["zh", "en"])
_TIMES = st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


@settings(max_examples=400)
@example("password=today今天password=", datetime(2026, 5, 12, tzinfo=UTC), "zh", "en")
@example("今天Bearer AKIAIOSFODNN7EXAMPLE0", datetime(2026, 5, 12, tzinfo=UTC), "zh", "zh")
@given(_TEXTS, _TIMES, _LANGUAGES, _LANGUAGES)
def test_storing_stored_text_changes_nothing(
    text: str, at: datetime, language: Language, other: Language
) -> None:
    stored, _ = stored_text(text, at, language)
    assert (stored, 0) == stored_text(stored, at, other)


@settings(max_examples=200)
@given(_TEXTS, _TIMES)
def test_spans_are_in_order_and_apart(text: str, at: datetime) -> None:
    spans = resolve(text, at)
    borders = [place for span in spans for place in (span.start, span.end)]
    assert sorted(borders) == borders
    assert all(text[span.start : span.end] == span.text for span in spans)
    assert all(span.begin < span.until for span in spans)


@settings(max_examples=200)
@given(_TEXTS, _TIMES, _LANGUAGES)
def test_an_annotation_adds_brackets_only(text: str, at: datetime, language: Language) -> None:
    assert strip_annotations(text)[0] == strip_annotations(annotate(text, at, language))[0]
