"""Slack's mrkdwn as Markdown, and what a message says and carries. Pure."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from progressive_memory.adapters.chat_exports.document import Fields, carried, joined, rows, word

_CODE = re.compile(r"(```.*?```|`[^`\n]+`)", re.DOTALL)
_LINK = re.compile(r"<([^<>|]{1,4000})(?:\|([^<>]{0,4000}))?>")
_MARKED = re.compile(
    r"(?<![\w*~])(?P<mark>[*~])(?P<core>[^\s*~](?:[^*~\n]{0,2000}[^\s*~])?)(?P=mark)(?![\w*~])"
)
_MARKDOWN = {"*": "**", "~": "~~"}
_REACTIONS = {
    "+1": "👍",
    "thumbsup": "👍",
    "-1": "👎",
    "thumbsdown": "👎",
    "white_check_mark": "✅",
    "heavy_check_mark": "✔️",
    "ballot_box_with_check": "☑️",
    "100": "💯",
    "raised_hands": "🙌",
    "ok_hand": "👌",
    "x": "❌",
    "no_entry_sign": "🚫",
    "eyes": "👀",
    "heart": "❤️",
    "tada": "🎉",
}


def said(raw: Fields, names: Mapping[str, str]) -> tuple[str, bool]:
    """The message's text as Markdown, and whether somebody else said it first.

    Without words of its own, a message says what it shares: then it is forwarded, or what its
    attachments say.
    """
    text = raw.get("text")
    own = markdown(text, names) if isinstance(text, str) else ""
    if raw.get("subtype") == "me_message":
        own = f"* {names.get(word(raw.get('user')), word(raw.get('user')))} {own}"
    files = [
        carried(word(one.get("name") or one.get("title")))
        for one in rows(raw.get("files")) or rows([raw.get("file")])
        if one.get("mode") != "tombstone"
    ]
    shared = "" if own else joined(*(_attached(one, names) for one in rows(raw.get("attachments"))))
    forwarded = bool(shared) and any(
        one.get("is_share") or one.get("is_msg_unfurl") for one in rows(raw.get("attachments"))
    )
    return joined(own, shared, *files), forwarded


def markdown(text: str, names: Mapping[str, str]) -> str:
    """Mrkdwn as Markdown; `names` maps user ids to what people read. Code stays as it is."""
    parts = _CODE.split(text)
    for place, part in enumerate(parts):
        if place % 2 == 0:
            marked = _MARKED.sub(_mark, _LINK.sub(lambda found: _linked(found, names), part))
            parts[place] = marked
    return html.unescape("".join(parts)) if "&" in text else "".join(parts)


def reaction_key(name: str) -> str:
    """A reaction's name as the sign people see; of others `:name:`. Skin tones are left off."""
    plain = name.partition("::")[0]
    return _REACTIONS.get(plain, f":{plain}:") if plain else ""


def _mark(found: re.Match[str]) -> str:
    mark = _MARKDOWN[found["mark"]]
    return f"{mark}{found['core']}{mark}"


def _linked(found: re.Match[str], names: Mapping[str, str]) -> str:
    target, label = found[1], found[2] or ""
    if target.startswith("@"):
        return f"@{names.get(target[1:]) or label or target[1:]}"
    if target.startswith("#"):
        return f"#{label or target[1:]}"
    if target.startswith("!"):
        return label or f"@{target[1:].partition('^')[0]}"
    bare = target.removeprefix("mailto:").removeprefix("tel:")
    return f"[{label}]({target})" if label and label not in (target, bare) else bare


def _attached(attachment: Fields, names: Mapping[str, str]) -> str:
    texts = [attachment.get(key) for key in ("pretext", "title", "text")]
    told = [markdown(one, names) for one in texts if isinstance(one, str) and one]
    fallback = attachment.get("fallback")
    return joined(*told) or (markdown(fallback, names) if isinstance(fallback, str) else "")
