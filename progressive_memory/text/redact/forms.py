"""Secrets known by the form they stand in: command lines, headers, addresses, pairs of attributes.

Each form names its value `value`; what stands around it stays. Every gap is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from progressive_memory.text.redact.random import is_mixed, looks_secret

_NAME = (
    r"[\w.\- ]{0,40}?(?:pass|pwd|secret|token|api[_\- ]?key|access[_\- ]?key|credential)"
    r"[\w.\- ]{0,30}"
)

_URL_PASSWORD = re.compile(
    r"[A-Za-z][A-Za-z0-9+.\-]{1,20}://[^\s:/@?#]{0,100}:(?P<value>[^\s/@]{1,200})(?=@[\w\[])"
)
_URL_SIGNATURE = re.compile(
    r"[?&](?:sig|signature|x-amz-signature|x-amz-security-token|access_token|auth_key|authkey)="
    r"(?P<value>[^\s&\"'<>]{8,2000})",
    re.IGNORECASE,
)
_AUTHORIZATION = re.compile(
    r"(?i:(?<![A-Za-z0-9_])(?:bearer|basic|authorization:\s?(?:token|apikey)?)\s{1,3})"
    r"(?P<value>[A-Za-z0-9\-._~+/]{12,}={0,2})"
)
_BASIC = re.compile(
    r"(?i:authorization[\"']?\s?[:=]\s?[\"']?basic\s{1,3})(?P<value>[A-Za-z0-9+/]{6,}={0,2})"
)
_COOKIE = re.compile(
    r"(?i:cookie:)[^\n]{0,120}?(?<![A-Za-z0-9])(?i:[\w.\-]{0,20}(?:sess(?:ion)?|sid|auth)[\w.\-]{0,20})="
    r"(?P<value>[^\s;,\"']{12,})"
)
_HEADER = re.compile(
    r"(?i:(?:--header|-H)\s?[\"'][\w\-]{0,30}(?:token|key|auth)[\w\-]{0,30}:\s?)"
    r"(?P<value>[A-Za-z0-9\-._~+/]{8,}={0,2})"
)
_COMMANDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "curl",
        re.compile(
            r"(?:\s-u|--user)[ =]?\s?[\"']?[^\s:\"']{1,100}[\"']?:[\"']?(?P<value>[^\s\"'$]{3,200})"
        ),
    ),
    (
        "mysql",
        re.compile(
            r"mysql\w{0,10}\b[^\n|;]{0,200}?\s-p(?P<value>[^\s\"']{3,100}|'[^'\n]{3,100}'|\"[^\"\n]{3,100}\")"
        ),
    ),
    (
        "sshpass",
        re.compile(r"sshpass\s+-p\s?(?P<value>[^\s\"']{3,100}|'[^'\n]{3,100}'|\"[^\"\n]{3,100}\")"),
    ),
    ("redis-cli", re.compile(r"redis-cli\b[^\n|;]{0,200}?\s-a\s(?P<value>[^\s\"']{3,100})")),
    (
        " login",
        re.compile(
            r"\b(?:docker|podman|helm|az|npm|oc)\b[^\n|;]{0,100}?\slogin\b[^\n|;]{0,200}?\s-p\s(?P<value>[^\s\"']{3,200})"
        ),
    ),
)
"""Commands with a short option for a password, each with a word that stands in all of them."""
_ATTRIBUTES = re.compile(
    rf"(?:key|name|id)[\"']?\s?[=:]\s?[\"']?{_NAME}[\"']?[,;]?\s{{1,20}}[\"']?value[\"']?\s?[=:]\s?"
    r"[\"']?(?P<value>[^\s\"'<>,]{3,500})",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"(?:(?<![\w/])(?:creds?|credentials?|login)(?:\s?[:：=]|\sare|\sis|(?=\s))\s{0,3}[A-Za-z][\w.@\-]{1,40}\s?[/:]\s?"
    r"|(?:(?:账号|帐号|账户|用户名?)[/和]?密码|账密)\s?(?:[:：=]|是|为)?\s{0,3}"
    r"[A-Za-z][\w.@\-]{1,40}\s{0,2}[/:：,，\s]\s{0,2})(?P<value>[\x21-\x2e\x30-\x7e]{5,64})",
    re.IGNORECASE,
)
_ACCOUNT = re.compile(
    r"(?<![\w/.\-])(?:root|admin|administrator|ubuntu|postgres|sa)\s?[/:：]\s?(?P<value>[\x21-\x2e\x30-\x7e]{8,64})(?!/)"
)
_PLACEHOLDERS = {"xxx", "yyy", "***", "...", "pass", "pwd", "passwd"}
_VARIABLE = re.compile(r"[$%{<\[*]|x{3,}|\.{3}|…", re.IGNORECASE)


def _is_password(value: str) -> bool:
    return looks_secret(value.rstrip(".,;!?"), least=5)


def _is_strong(value: str) -> bool:
    """Letters, digits and a symbol: `root/…` is often a path."""
    symbol = any(character in "!@#$%^&*" for character in value)
    return symbol and any(map(str.isdigit, value)) and any(map(str.isalpha, value))


@dataclass(frozen=True)
class Form:
    """A form: the kind of its values, words of which one stands in every text it is in (in lower
    case), and what a value must be where a word of prose may stand in its place.
    """

    kind: str
    words: tuple[str, ...]
    pattern: re.Pattern[str]
    fits: Callable[[str], bool] | None = None


_FORMS = (
    Form("password", ("://",), _URL_PASSWORD),
    Form("token", ("sig", "_token=", "authkey", "auth_key"), _URL_SIGNATURE),
    Form("token", ("bearer", "basic", "authorization"), _AUTHORIZATION, is_mixed),
    Form("token", ("basic",), _BASIC),
    Form("token", ("cookie:",), _COOKIE, is_mixed),
    Form("token", ("curl",), _HEADER, is_mixed),
    *(Form("password", (word,), command) for word, command in _COMMANDS),
    Form("secret", ("value",), _ATTRIBUTES),
    Form("password", ("cred", "login", "密"), _PAIR, _is_password),
    Form("password", ("/", ":", "："), _ACCOUNT, _is_strong),
)


def formed_secrets(text: str, lowered: str) -> Iterator[tuple[re.Match[str], str]]:
    """The matches of every form, each with its kind; `lowered` is the text in lower case, by which
    the forms to try are chosen.
    """
    for form in _FORMS:
        for word in form.words:
            if word in lowered:
                break
        else:
            continue
        for match in form.pattern.finditer(text):
            value = match["value"].strip("\"'")
            plain = value.lower() in _PLACEHOLDERS or _VARIABLE.match(value)
            if not plain and (form.fits is None or form.fits(value)):
                yield match, form.kind
