"""Reads `progressive-memory.toml` (DESIGN §9): every key has a default, no other key is taken."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from progressive_memory.domain.settings import Settings
from progressive_memory.errors import ConfigInvalid
from progressive_memory.text import plain_toml

Check = Callable[[object], str]
"""Says what a value must be, or "" when it is fine."""

_TABLE_LINE = re.compile(r"\s*\[([^\[\]]+)\]")
_VAULT_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_ENDPOINT = r"https?://[^\s/?#@]+(?:/[^\s?#@]*)?"  # compiled where one is named
_KEY_VARIABLE = r"(?:[A-Z][A-Z0-9_]*_)?API_KEY"
_HOMESERVER = r"(?:https?://)?[A-Za-z0-9.-]+(?::\d{1,5})?/?"
_MATRIX_USER = r"@[^\s:@]+:[^\s:]+(?::\d{1,5})?"
_SAME_PERSON = r"[a-z]+:[^=\n]*\S = \S[^\n]*"
_MATRIX_SERVER = r"[A-Za-z0-9.-]+(?::\d{1,5})?"


def _whole_number(low: int, high: int) -> Check:
    def check(value: object) -> str:
        fine = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if fine else f"a whole number from {low} to {high}"

    return check


def _one_of(*allowed: str) -> Check:
    def check(value: object) -> str:
        return "" if value in allowed else "one of " + ", ".join(f'"{word}"' for word in allowed)

    return check


def _switch(value: object) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _text(value: object) -> str:
    return "" if isinstance(value, str) else "a text in quotes"


def _texts(value: object) -> str:
    fine = isinstance(value, list) and all(isinstance(each, str) and each for each in value)
    return "" if fine else 'a list of texts, like ["@alice:example.org"]'


def _endpoint(value: object) -> str:
    fine = isinstance(value, str) and (not value or re.fullmatch(_ENDPOINT, value, re.IGNORECASE))
    return (
        ""
        if fine
        else ('an address like "http://localhost:11434/v1", without user, password, "?" or "#"')
    )


def _variable(ending: str) -> Check:
    """A name of an environment variable: one that a settings file may send to a homeserver."""

    def check(value: object) -> str:
        fine = isinstance(value, str) and re.fullmatch(rf"(?:[A-Z][A-Z0-9_]*_)?{ending}", value)
        return "" if fine else f"the name of an environment variable that ends in {ending}"

    return check


def _matching(pattern: str, *examples: str) -> Check:
    """A list of texts of that form."""

    def check(value: object) -> str:
        listed = value if isinstance(value, list) else [None]
        fine = all(isinstance(each, str) and re.fullmatch(pattern, each) for each in listed)
        shown = ", ".join(f'"{example}"' for example in examples)
        return "" if fine else f"a list like [{shown}]"

    return check


def _homeserver(value: object) -> str:
    fine = isinstance(value, str) and (not value or re.fullmatch(_HOMESERVER, value))
    return "" if fine else 'an address like "https://matrix.example.org", or "example.org"'


def _matrix_user(value: object) -> str:
    fine = isinstance(value, str) and (not value or re.fullmatch(_MATRIX_USER, value))
    return "" if fine else 'a user id like "@memo:example.org"'


def _key_variable(value: object) -> str:
    fine = isinstance(value, str) and (not value or re.fullmatch(_KEY_VARIABLE, value))
    return (
        ""
        if fine
        else ("the name of an environment variable that ends in API_KEY, never the key itself")
    )


def _vault_id(value: object) -> str:
    fine = isinstance(value, str) and _VAULT_ID.fullmatch(value)
    return "" if fine else "letters, digits, `.`, `_`, `-`; at most 64, not starting with a dot"


def _schedules(value: object) -> str:
    if value == [*Settings.schedules]:
        return ""  # the lines need not even be loaded that read others
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return 'a list of five-field cron lines, like ["17 6,18 * * *"]'
    from progressive_memory.text.cron_lines import refused

    bad = next(filter(None, map(refused, value)), "")
    return f"a list of five-field cron lines: {bad}" if bad else ""


def _zone(value: object) -> str:
    if value == Settings.timezone:
        return ""
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(str(value))
    except (ValueError, TypeError, OSError, LookupError):
        return 'an IANA time zone, like "Asia/Shanghai" or "UTC"'
    return ""


_KEYS: Mapping[str, Mapping[str, tuple[str, Check]]] = {
    "": {
        "vault_id": ("vault_id", _vault_id),
        "language": ("language", _one_of("zh", "en")),
    },
    "log": {
        "max_export_mb": ("max_export_mb", _whole_number(1, 100_000)),
        "people_map": (
            "people_map",
            _matching(_SAME_PERSON, "slack:U024BE7LH = @ann:example.org"),
        ),
    },
    "flush": {
        "deciders": ("deciders", _texts),
        "pending_days": ("pending_days", _whole_number(1, 3650)),
        "quiet_task_days": ("quiet_task_days", _whole_number(1, 3650)),
        "context_window_tokens": ("context_window_tokens", _whole_number(1000, 100_000_000)),
        "schedules": ("schedules", _schedules),
        "timezone": ("timezone", _zone),
        "writer_host": ("writer_host", _text),
    },
    "extract": {
        "engine": ("extract_engine", _one_of("rules", "model")),
        "base_url": ("model_base_url", _endpoint),
        "model": ("model_name", _text),
        "api_key_env": ("model_api_key_env", _key_variable),
        "timeout_seconds": ("model_timeout_seconds", _whole_number(1, 3600)),
        "window_tokens": ("model_window_tokens", _whole_number(500, 1_000_000)),
        "reply_tokens": ("model_reply_tokens", _whole_number(100, 100_000)),
        "max_calls": ("model_max_calls", _whole_number(1, 1_000_000)),
        "max_tokens": ("model_max_tokens", _whole_number(1000, 1_000_000_000)),
        "max_seconds": ("model_max_seconds", _whole_number(1, 86_400)),
    },
    "search": {
        "engine": ("search_engine", _one_of("sqlite", "whoosh")),
        "semantic": ("semantic", _switch),
    },
    "tokens": {
        "counter": ("counter", _one_of("estimate", "bpe")),
    },
    "write": {
        "exchange": ("exchange", _switch),
        "in_place": ("in_place", _switch),
        "quiet_seconds": ("quiet_seconds", _whole_number(0, 60)),
        "git": ("git", _switch),
    },
    "matrix": {
        "homeserver": ("matrix_homeserver", _homeserver),
        "user": ("matrix_user", _matrix_user),
        "password_env": ("matrix_password_env", _variable("MATRIX_PASSWORD")),
        "token_env": ("matrix_token_env", _variable("MATRIX_TOKEN")),
        "device_name": ("matrix_device_name", _text),
        "admins": ("matrix_admins", _matching(_MATRIX_USER, "@alice:example.org")),
        "invite_from": (
            "matrix_invite_from",
            _matching(f"{_MATRIX_USER}|{_MATRIX_SERVER}", "@alice:example.org", "example.org"),
        ),
        "rooms": ("matrix_rooms", _matching(r"!\S+", "!abc:example.org")),
        "rights_level": ("matrix_rights_level", _whole_number(0, 1_000_000)),
    },
}
"""Table → key → the field of `Settings` it fills, and what its value must be."""


def load_settings(path: Path) -> Settings:
    """The settings in force for the vault that `path` (its settings file) stands in.

    A missing file or key means the default; a missing `vault_id` is made from the vault's real
    path, so that it stays the same until the vault is moved.

    Raises:
        ConfigInvalid: not TOML, an unknown key or a bad value; names the file, the line and what
            is allowed.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        text = ""
    except OSError as error:
        raise ConfigInvalid(
            f"{path.name} cannot be read: {error.strerror}", next_step=f"look at {path}"
        ) from None
    except UnicodeDecodeError as error:
        raise ConfigInvalid(
            f"{path.name} is not UTF-8 (byte {error.start})", next_step=f"save {path} as UTF-8"
        ) from None
    document = plain_toml.parse(text)
    if document is None:
        document = _parsed(path, text)
    values: dict[str, Any] = {} if "vault_id" in document else {"vault_id": _id_of_place(path)}
    for name, value in document.items():
        if name in _KEYS and name:
            if not isinstance(value, dict):
                _refuse(path, text, ("", name), f"must be a table: write [{name}]")
            for key, inner in value.items():
                _take(path, text, (name, key), inner, values)
        else:
            _take(path, text, ("", name), value, values)
    return Settings(**values)


def _parsed(path: Path, text: str) -> dict[str, Any]:
    import tomllib  # its import costs a cold recall more than all of the settings

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigInvalid(
            f"{path.name}: not valid TOML: {error}", next_step=_edit(path)
        ) from None


def _take(
    path: Path, text: str, place: tuple[str, str], value: object, values: dict[str, Any]
) -> None:
    table, name = place
    key = _KEYS[table].get(name)
    if key is None:
        known = [
            *_KEYS[table],
            *(f"[{t}]" for t in _KEYS if t and not table),
        ]
        _refuse(path, text, place, "unknown key; allowed here: " + ", ".join(known))
    field, check = key
    wanted = check(value)
    if wanted:
        _refuse(path, text, place, f"must be {wanted}")
    values[field] = tuple(value) if isinstance(value, list) else value


def _refuse(path: Path, text: str, place: tuple[str, str], why: str) -> NoReturn:
    line = _line_of(text, place)
    where = f"{path.name}, line {line}" if line else path.name
    shown = f"[{place[0]}] {place[1]}" if place[0] else place[1]
    raise ConfigInvalid(f"{where}: {shown}: {why}", next_step=_edit(path))


def _edit(path: Path) -> str:
    return f"correct {path}"


def _line_of(text: str, place: tuple[str, str]) -> int:
    """Line (from 1) that a key, or the table of that name, stands on; 0 when it is not found."""
    table, name = place
    spellings = {name, f"{table}.{name}"} if table else {name}
    current = ""
    for number, line in enumerate(text.split("\n"), start=1):
        header = _TABLE_LINE.match(line)
        if header:
            current = header[1].strip().strip("\"' ")
            if not table and current.partition(".")[0] == name:
                return number
        key = line.partition("=")[0].replace('"', "").replace("'", "").replace(" ", "").strip()
        dotted = f"{current}.{key}" if current else key
        here = key in spellings and current == table
        if "=" in line and (here or dotted in spellings - {name}):
            return number
    return 0


def _id_of_place(path: Path) -> str:
    import hashlib

    real = str(path.parent.resolve())
    return "path-" + hashlib.sha256(real.encode("utf-8", "surrogateescape")).hexdigest()[:20]
