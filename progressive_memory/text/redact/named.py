"""Secrets with their name in front: `password=…`, `密码是 …`, `.env` lines, JSON, XML, curl."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from progressive_memory.text.redact.random import looks_secret


@dataclass(frozen=True)
class Secret:
    """A secret in a stretch of text: characters `start` to `end` (exclusive)."""

    start: int
    end: int
    kind: str


NAME_HINTS = (
    *("pass", "pwd", "pswd", "psw", "pw", "secret", "token", "key", "credential", "auth"),
    *("ak:", "sk:", "ak=", "sk=", "ak：", "sk："),
    *("密", "口令", "暗号", "令牌", "凭证", "私钥", "秘钥"),
)
"""A text that holds none of these, lower-cased, names no secret."""

_NAME = re.compile(
    r"(?i:(?P<password>pass(?:word|wd|phrase|code)|(?<![a-z])(?:pass|pw|pwd|pswd|psw)(?![a-z])"
    r"|(?<=[a-z_])pwd)"
    r"|(?P<other>secret|token|credential|(?:api|access|private|auth|account|license|app)[_\- ]?key"
    r"|(?<=[a-z0-9])[_\-]key|(?-i:(?<=[a-z0-9])Key)|user_auth|(?-i:(?<![A-Za-z0-9])[AS]K(?![A-Za-z0-9]))))"
    r"(?:s(?![a-z])|[_\-][A-Za-z0-9_\-]{0,30}|\d{1,4}|[A-Z][A-Za-z0-9]{0,30})?"
    r"|(?P<bare_key>(?<![\w\-])[Kk]eys?(?![\w\-]))"
    r"|(?P<zh_password>密\s?码|密碼|口令|暗号)|(?P<zh_other>密钥|密鑰|秘钥|私钥|令牌|凭证)"
)
_STRONG = re.compile(
    r"[\"'`\]]{0,2}\*{0,2}\s{0,3}"
    r"(?:(?::|\?|\+)?=(?!=)>?|[:：]|\|\||>)\*{0,2}\s{0,3}"
)
_WEAK = re.compile(
    r"(?:\s(?:for|of|on|to)\s(?:the\s)?[\w.\-]{1,40}(?:\s[\w.\-]{1,40})?)?"
    r"(?:(?:\s(?:is|was|are|(?:changed|reset|set)\sto|(?:changed|rotated)\sfrom)|'s)\s(?:now\s|still\s)?[:：]?"
    r"|\s?(?:[:：]|→|->))\s{0,3}"
    r"|\s?[\u4e00-\u9fff（）()]{0,8}?(?:是|为|為|改成|换成|设成|用)了?(?:这个)?[\s:：]{0,3}"
)
_FLAG = re.compile(r"--?[A-Za-z][A-Za-z\-]{0,40}\Z")  # `--db-password s3cret`
_LONGEST_FLAG = 44
_FLAG_VALUE = re.compile(r"[ \t]{1,3}(?=[^\s\-])")
_TO = re.compile(r"\s(?:to|as)\s(?=[\x21-\x7e])")  # "set the password to …"
_THEN = re.compile(r"\s(?:to|→|->)\s(?=[\x21-\x7e])")  # "changed from … to …"
_BESIDE = re.compile(r"\s(?=[\x21-\x7e])")
_ACCOUNT = re.compile(r"(?i:\b(?:user|username|login|account|acct)\b|账号|帐号|账户|用户)")
_ACCOUNT_REACH = 60  # characters between an account and the word before its password
_ADJACENT = re.compile(r"[\s(（]{0,2}(?=[\x21-\x7e])")
_ZH_LABEL = re.compile(r"(?:[（(][^（）()\n]{1,12}[）)]|[\u4e00-\u9fff]{1,6})(?=\s?[:：])")
_VALUE = re.compile(
    r"\"(?P<double>[^\"\n]{3,})\"|'(?P<single>[^'\n]{3,})'|`(?P<tick>[^`\n]{3,})`"
    r"|[“「](?P<curly>[^”」\n]{3,})[”」]|(?P<bare>[^\s\"'`,;<>\u0080-\U0010ffff]+)"
)
_NESTED = re.compile(
    r"(?i)[\"']?[\w\-]{0,30}?(?:pass|pwd|secret|token|key|auth)[\w\-]{0,30}?[\"']?\s?[=:：]"
)
_PLACEHOLDER = re.compile(
    r"(?i)[$%{<\[*#]|x{3,}|\.{3}|…|your[-_ ]|my[-_ ]|the[-_ ]|test$"
    r"|changeme|example|dummy|placeholder"
    r"|(?:null|none|nil|true|false|undefined|empty|required|optional|string|text|hidden|redacted"
    r"|int|bool|bytes|str|number|secret|password|passwd|passphrase|token|username|user|login|auth"
    r"|invalid|wrong|expired|missing|unset|not|and|or|the|a|an|if|is|as|in|for|to)\b[\W]*$"
    r"|(?:os|process|env|self|this|config|settings|data|req|request|ctx|args|options|secrets)[.\[]"
    r"|[a-z][a-z0-9+.\-]{1,20}://|/|[\w.]{1,60}\(|[a-z_]{1,40}(?:[.:]{1,2}[a-z_]{1,40}){1,4}$"
)
_NEXT_PARAMETER = re.compile(r"&(?:amp;)?[A-Za-z_]{1,30}=")
_UNIT = re.compile(r"\s?[位个次天字分页%]")
_NOT_A_SECRET = re.compile(
    r"(?i)[_\-]?(?:id|name|file|path|url|uri|type|size|length|len|count|limit|ttl|expiry|hash)$"
)
_LONG_VALUE = 512
_LONG = re.compile(r"(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{20,}")
_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


def named_secrets(text: str) -> Iterator[Secret]:
    """The values that stand behind the name of a secret, in order; names are left outside."""
    position = 0
    for name in _NAME.finditer(text):
        if name.start() < position:
            continue
        separator, sign = _separator(text, name)
        if separator is None or _NESTED.match(text, separator.end()):
            continue
        value = _VALUE.match(text, separator.end())
        if value is None or value.lastgroup is None:
            continue
        start, end = _trimmed(text, value)
        if _is_secret(text, name, (start, end), sign, quoted=value.lastgroup != "bare"):
            yield Secret(start, end, _kind(name))
            position = end
            then = _THEN.match(text, end) if sign == "" else None
            newer = _VALUE.match(text, then.end()) if then else None
            if newer and looks_secret(newer.group().rstrip(".,;!?"), least=6):
                yield Secret(*_trimmed(text, newer), _kind(name))
        elif value.end() - value.start() > _LONG_VALUE:
            position = value.end()


def _separator(text: str, name: re.Match[str]) -> tuple[re.Match[str] | None, str]:
    """What stands between name and value, and how much it says: `=`, `:` or "" for a phrase."""
    in_chinese = name.lastgroup in {"zh_password", "zh_other"}
    label = _ZH_LABEL.match(text, name.end()) if in_chinese else None
    strong = _STRONG.match(text, label.end() if label else name.end())
    if strong:
        signs = strong.group()
        return strong, "=" if "=" in signs and ">" not in signs else ":"
    before = text[max(0, name.end() - _LONGEST_FLAG) : name.end()]
    if before.startswith("-") or " -" in before or "\n-" in before:
        flag = _FLAG.search(before) and _FLAG_VALUE.match(text, name.end())
        if flag:
            return flag, ":"
    weak = _WEAK.match(text, name.end())
    if weak is None and in_chinese:
        weak = _ADJACENT.match(text, name.end())
    return (weak, "") if weak else _bare_separator(text, name)


def _bare_separator(text: str, name: re.Match[str]) -> tuple[re.Match[str] | None, str]:
    """A value right behind its name, as in `user bob password x1y2z3`: a password where an account
    is named or nothing else is said, another secret where it is long and drawn at random.
    """
    called = name.lastgroup == "password" and name.group().lower() not in {"pass", "pw"}
    to = _TO.match(text, name.end()) if called else None
    if to:
        return to, "to"
    beside = _BESIDE.match(text, name.end())
    if beside is None or name.lastgroup != "password":
        return beside, "long"
    before = text[max(0, name.start() - _ACCOUNT_REACH) : name.start()]
    alone = not before.strip() and " " not in text[beside.end() :].strip()
    return (beside, "") if alone or _ACCOUNT.search(before) else (None, "")


def _trimmed(text: str, value: re.Match[str]) -> tuple[int, int]:
    """The value's span without quotes, the sentence's punctuation and the next parameter."""
    group = value.lastgroup or "bare"
    start, end = value.span(group)
    if group != "bare":
        return start, end
    following = _NEXT_PARAMETER.search(text, start, end)
    if following:
        end = following.start()
    while end > start and text[end - 1] in ".:?)]}":
        end -= 1
    return start, end


def _is_secret(
    text: str, name: re.Match[str], span: tuple[int, int], sign: str, *, quoted: bool
) -> bool:
    value = text[span[0] : span[1]]
    if _PLACEHOLDER.match(value) or _UNIT.match(text, span[1]) or _only_about(text, name):
        return False
    if sign == "long" or name.lastgroup == "bare_key":
        return _is_drawn(value) and (sign == "long" or not _SHA.fullmatch(value))
    if name.lastgroup not in {"password", "zh_password"}:
        return _is_token(value, sign, name.group().lower())
    if quoted and " " in value and "phrase" in name.group().lower():
        return value.count(" ") >= 2
    closes = _closes(text, span[1])
    if not closes and (sign == "to" or (name.group().lower() == "pass" and value.isdigit())):
        return False  # "password to web01 is …", "we pass: 12 tests"
    return _is_password(value, sign, quoted=quoted, closes=closes)


def _is_token(value: str, sign: str, name: str) -> bool:
    """A key or token behind its name."""
    if " " in value:
        return False
    if sign == "":
        return any(map(str.isdigit, value)) and looks_secret(value, least=12)
    if name.lstrip("_-").startswith("key"):
        return any(map(str.isdigit, value)) and looks_secret(value, least=16)
    return looks_secret(value, least=8) or (sign == "=" and len(value) >= 12 and value.isalpha())


def _is_drawn(value: str) -> bool:
    return _LONG.fullmatch(value) is not None and looks_secret(value, least=20)


def _only_about(text: str, name: re.Match[str]) -> bool:
    """`token_type`, `kms_key_id`, `public_key`: the name of something that is no secret."""
    before = text[max(0, name.start() - 7) : name.start()].lower()
    return bool(_NOT_A_SECRET.search(name.group())) or before.rstrip("_- ").endswith("public")


def _is_password(value: str, sign: str, *, quoted: bool, closes: bool) -> bool:
    if sign == "=" or (sign == ":" and quoted):
        return len(value) >= 3
    if sign == ":":
        return looks_secret(value, least=3) or value.isdigit() or (closes and len(value) >= 5)
    plain = " " not in value
    return plain and (looks_secret(value, least=6) or (value.isdigit() and len(value) >= 4))


def _closes(text: str, end: int) -> bool:
    """Whether a clause ends there: a bare word alone after `password:` is the password."""
    return text[end : end + 1] in "\n,;，。；<" or (
        text[end : end + 1] == "." and not text[end + 1 : end + 2].strip()
    )


def _kind(name: re.Match[str]) -> str:
    if name.lastgroup in {"password", "zh_password"}:
        return "password"
    word = name.group().lower()
    if "token" in word or word in {"令牌", "凭证"}:
        return "token"
    return "key" if "key" in word or word[-1] in "钥鑰" else "secret"
