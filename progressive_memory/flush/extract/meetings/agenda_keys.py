"""Agenda keys: the numbers and links by which a meeting calls up a pull request, RFC or ticket."""

from __future__ import annotations

import re

LINK = re.compile(
    r"https?://\S+?/(?P<repo>[\w.-]+)/-?/?(?P<what>pull|pulls|merge_requests|issues|issue|browse|tickets?)/"
    r"(?P<key>[A-Z]{2,10}-\d+|\d+)(?=[\s),;>]|\.(?:\s|$)|$)"
)
KEY = re.compile(
    r"(?<![\w/#-])(?:(?P<kind>PR|MR|RFC|EIP|PEP|[Ii]ssue|[Tt]icket|[A-Z]{3,10})(?:[- ]?#|-| ))(?P<number>\d{1,6})\b"
    r"(?!\.\d)|(?<![\w/&])#(?P<bare>\d{2,6})\b"
)
OPENS = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|then|alright|now|awesome|great|cool|thanks|with \S+ here)[,.! -]+)*"
    r"(?:the )?(?:next(?: up| is| one| item(?: on the agenda)?| topic)*|first(?: up| pr)?|on(?: ?to)|moving on(?: to)?|"
    r"(?:shall we |let'?s |we'?ll )?(?:just )?(?:move|skip|jump|go|turn|come|start(?:ing)?|kick(?:ing)? off|look at)"
    r"(?: (?:on|ahead|back|over|off|then))*(?: (?:to|with|at))?|to start with|that (?:brings|leads) us to|another one|up next|"
    r"last(?: up| one)?|finally|one more pr|our one pr|our (?:next|first|last)|we have (?:one )?pr|there'?s only one pr|"
    r"(?:we were )?(?:just )?about to start(?: in)?(?: on| with)|shall we .{0,40}? on|.{0,60}\b(?:let'?s|shall we) (?:move|jump|skip|go)\b.{0,12}\bto)\b[\s:,-]*",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:(?P<repo>[A-Za-z][\w.-]{1,30}/?)(?=#)|(?<![\w/])(?:PR|MR|issue|ticket)[- ](?=#?\d)|(?<![\w/&])(?=#)|/(?:issues|pull)/(?=\d))#?(?P<number>\d{1,6})\b",
    re.IGNORECASE,
)
NUMBERS = re.compile(r"(?<![\w.])#?(\d{2,6})(?![\w%]|\.\d)")


def key_of(link: re.Match[str] | None, key: re.Match[str] | None) -> str:
    """`PR-168`, `RFC-12`, `ABC-7`, `site-api#9`; "" for neither a link nor a key."""
    if link is not None:
        if not link["key"].isdigit():
            return link["key"]
        kind = {"pull": "PR", "pulls": "PR", "merge_requests": "MR"}.get(link["what"])
        return f"{kind}-{link['key']}" if kind else f"{link['repo']}#{link['key']}"
    if key is None:
        return ""
    if key["bare"] or key["kind"].upper().endswith("PR"):  # "XPR#12", as a bot of the channel hears
        return f"PR-{key['bare'] or key['number']}"
    return f"{key['kind']}-{key['number']}"


def digits(key: str) -> str:
    """The number of a key."""
    return re.split(r"[-#]", key)[-1]


def same_thing(key: str, other: str) -> bool:
    """True for the same key, or a bare number (`#9`, "issue 9") and an issue with that number."""
    bare = any(one.startswith(("PR-", "issue-", "Issue-")) for one in (key, other))
    return key == other or (bare and "#" in key + other and digits(key) == digits(other))


def said_of(words: str, key: str) -> bool | None:
    """True when words name the thing with `key` by its number (`#9`, "api#9", "PR 9"), False when
    they name others, None when they name none.
    """
    named = [(hit["repo"] or "", hit["number"]) for hit in _NAMED.finditer(words)]
    if not named:
        return None
    repo = key.partition("#")[0] if "#" in key else ""
    return any(
        number == digits(key) and (not part or not repo or part.strip("/").lower() in repo.lower())
        for part, number in named
    )
