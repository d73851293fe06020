"""Settings written as plain lines, read without a TOML parser.

A hook is a cold process at every message, and importing `tomllib` costs it more than reading all
of its settings. What is not plain is None: then the real parser reads it, and says what is wrong.
"""

from __future__ import annotations

Value = str | int | bool | list[str]


def parse(text: str) -> dict[str, Value | dict[str, Value]] | None:
    """The tables and values of `text`, as `tomllib.loads` gives them; None when a line is
    anything but a comment, `[table]`, or `key = value` with a plain string, whole number, true,
    false, or list of plain strings on one line, or when a name stands twice.
    """
    document: dict[str, Value | dict[str, Value]] = {}
    table: dict[str, Value | dict[str, Value]] | dict[str, Value] = document
    for line in (each.strip(" \t\r") for each in text.split("\n")):
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            name = line[1:-1]
            if not line.endswith("]") or not _is_name(name) or name in document:
                return None
            inner: dict[str, Value] = {}
            document[name] = table = inner
            continue
        key, _, written = line.partition("=")
        value = _value(written.strip())
        key = key.rstrip()
        if value is None or not _is_name(key) or key in table:
            return None
        table[key] = value
    return document


def _value(written: str) -> Value | None:
    if written in ("true", "false"):
        return written == "true"
    if written.isascii() and written.isdecimal() and (written == "0" or written[0] != "0"):
        return int(written) if len(written) < 16 else None
    if written.startswith("[") and written.endswith("]"):
        return _list(written[1:-1].strip())
    return _string(written)


def _string(written: str) -> str | None:
    inner = written[1:-1]
    if len(written) < 2 or written[0] != written[-1] or written[0] not in "\"'":
        return None
    refused = written[0] in inner or (written[0] == '"' and "\\" in inner)
    return None if refused or not _is_printable(inner) else inner


def _list(written: str) -> list[str] | None:
    """The strings of a list; what stands between the quotes must be single commas."""
    if not written:
        return []
    pieces = written.split('"')
    between, strings = pieces[2:-1:2], pieces[1::2]
    if pieces[0] or pieces[-1] or len(pieces) % 2 == 0:
        return None
    fine = all(each.strip() == "," for each in between) and all(
        "\\" not in each and _is_printable(each) for each in strings
    )
    return strings if fine else None


def _is_name(text: str) -> bool:
    return bool(text) and text.isascii() and text.replace("_", "").replace("-", "").isalnum()


def _is_printable(text: str) -> bool:
    """No control character; a tab is left to the real parser too."""
    return all(char >= " " and char != "\x7f" for char in text)
