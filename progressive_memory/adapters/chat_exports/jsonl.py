"""`jsonl`: one canonical JSON object a line; the format every other tool can convert to."""

from __future__ import annotations

import json
from collections.abc import Iterator

from progressive_memory.adapters.chat_exports.bad_line import BadLineError
from progressive_memory.adapters.chat_exports.canonical import event_from
from progressive_memory.adapters.chat_exports.source import MAX_LINE_BYTES, Source
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem


class JsonLines:
    """A ChatFeed of canonical lines, streamed; a bad line is a Problem with its number."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def events(self) -> Iterator[ChatEvent | Problem]:
        """The event of each line, in the order of the file; blank lines are nothing."""
        for number, line in self._source.lines():
            if line is None:
                yield self._problem(number, "long_line", f"longer than {MAX_LINE_BYTES >> 20} MiB")
            elif line.strip():
                try:
                    yield event_from(object_of(line), number)
                except BadLineError as error:
                    yield self._problem(number, error.code, str(error))

    def _problem(self, number: int, code: str, message: str) -> Problem:
        return Problem(self._source.name, number, code, message)


def object_of(line: bytes) -> dict[str, object]:
    """The JSON object of one line.

    Raises:
        BadLineError: it is not UTF-8, not JSON, nested too deeply, or no object.
    """
    try:
        value = json.loads(line.decode())
    except UnicodeDecodeError as error:
        raise BadLineError("not_utf8", f"not UTF-8 at byte {error.start + 1}") from error
    except RecursionError as error:
        raise BadLineError("not_json", "nested too deeply") from error
    except ValueError as error:  # JSONDecodeError, and integers of more digits than Python reads
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "a number is too long"
        raise BadLineError("not_json", f"not JSON: {reason}") from error
    if not isinstance(value, dict):
        raise BadLineError("not_json", "not a JSON object")
    return value
