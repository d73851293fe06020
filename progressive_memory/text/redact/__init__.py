"""Secrets out of chat text, before anything is hashed, logged, indexed or sent (DESIGN §8).

What goes: vendors' tokens, passwords and keys named as such (`password=…`, `密码是 …`, pasted
`.env` lines), `Bearer` and `Basic` credentials, private key blocks, JWTs, passwords in URLs, chat
webhooks, and long random strings that stand alone. What stays: git ids, UUIDs, hashes, event and
room ids, data URLs, paths, placeholders (`$TOKEN`, `<password>`, `****`) and ordinary words.

The name of a secret stays in front of the mark: `password=（已隐去:password）`. A mark is never
touched again, so redacting stored text changes nothing. Every pattern is linear: no quantifier
stands inside another, and every run is one character class, bounded where it is not anchored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from progressive_memory.domain.group import Language
from progressive_memory.text.redact.forms import formed_secrets
from progressive_memory.text.redact.named import NAME_HINTS, Secret, named_secrets
from progressive_memory.text.redact.random import is_mixed, is_random
from progressive_memory.text.redact.vendors import TOKEN_RUN, VENDOR_TOKEN, WEBHOOK

_MARK: dict[Language, str] = {"zh": "（已隐去:{}）", "en": "(redacted:{})"}
_MARKS = re.compile(r"(（已隐去:[a-z-]{2,20}）|\(redacted:[a-z-]{2,20}\))")

_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----.*?"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
_SAMPLE = re.compile(r"EXAMPLE|(.)\1{7}|[Xx]{5}")  # what documentation puts for a token
_ROUNDS = 8


@dataclass(frozen=True)
class Redacted:
    """The text without its secrets, and the kinds taken out, in the order they were found."""

    text: str
    kinds: tuple[str, ...] = ()


def redact(text: str, language: Language) -> Redacted:
    """The text with each secret replaced by a mark of the group's language.

    Applying it to its own result returns that result. Linear in the length of `text`.
    """
    kinds: list[str] = []
    for _ in range(_ROUNDS):
        # Odd parts are marks: nothing reaches into or across one.
        parts = _MARKS.split(text) if "已隐去" in text or "(redacted" in text else [text]
        secrets = [_secrets(part) for part in parts[::2]]
        if not any(secrets):
            break
        for number, found in enumerate(secrets):
            parts[2 * number] = _marked(parts[2 * number], found, language)
            kinds += [secret.kind for secret in found]
        text = "".join(parts)
    return Redacted(text, tuple(kinds))


def _marked(text: str, secrets: list[Secret], language: Language) -> str:
    pieces, position = [], 0
    for secret in secrets:
        pieces += [text[position : secret.start], _MARK[language].format(secret.kind)]
        position = secret.end
    return "".join([*pieces, text[position:]])


def _secrets(text: str) -> list[Secret]:
    """The secrets of a stretch without marks, in order; those that overlap count as one."""
    apart: list[Secret] = []
    for secret in sorted(_findings(text), key=lambda secret: secret.start):
        if apart and secret.start < apart[-1].end:
            last = apart[-1]
            apart[-1] = Secret(last.start, max(last.end, secret.end), last.kind)
        else:
            apart.append(secret)
    return apart


def _findings(text: str) -> Iterator[Secret]:
    """Every finding, the more telling kinds first; a cheap look decides which patterns run."""
    if "-----BEGIN" in text:
        yield from (Secret(*block.span(), "private-key") for block in _PRIVATE_KEY.finditer(text))
    if "://" in text:
        yield from (_value(hook, "webhook") for hook in WEBHOOK.finditer(text))
    for run in TOKEN_RUN.finditer(text):
        yield from _in_run(text, run)
    lowered = text.lower()
    if any(hint in lowered for hint in NAME_HINTS):
        yield from named_secrets(text)
    yield from (_value(match, kind) for match, kind in formed_secrets(text, lowered))


def _value(match: re.Match[str], kind: str) -> Secret:
    """The value of a match, without its quotes."""
    start, end = match.span("value")
    while start < end and match.string[start] in "\"'":
        start += 1
    while start < end and match.string[end - 1] in "\"'":
        end -= 1
    return Secret(start, end, kind)


def _in_run(text: str, run: re.Match[str]) -> Iterator[Secret]:
    """Vendors' tokens in a run of token characters; else the run itself where it is random."""
    found = False
    for token in VENDOR_TOKEN.finditer(text, *run.span()):
        anchor = text[token.start() - 1 : token.start()] == "#"  # of an address
        sample = anchor or _SAMPLE.search(token.group())
        if token.lastgroup and is_mixed(token.group()) and not sample:
            yield Secret(*token.span(), token.lastgroup.replace("_", "-"))
            found = True
    before = text[max(0, run.start() - 7) : run.start()]
    if found or "/" in run.group() or before == "base64," or "-----BEGIN" in text:
        return
    value = re.split(r"[=:]", run.group().rstrip("=:."))[-1]
    start = run.start() + run.group().rindex(value)
    # `$` and `!` start event and room ids; `?` and `&` the parameters of an address.
    if before[-1:] not in tuple("$!@#^?&") and re.fullmatch(r"[\w-]+", value) and is_random(value):
        yield Secret(start, start + len(value), "token")
