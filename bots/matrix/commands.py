"""Which command a message is, if any."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

VERBS: dict[str, tuple[str, ...]] = {
    "remem": ("整理记忆", "整理"),
    "recall": ("回忆", "查一下"),
    "remember": ("记住", "记一下"),
    "forget": ("忘掉", "忘记"),
    "why": ("为什么", "依据"),
    "pending": ("待确认", "待审"),
    "status": ("状态",),
    "undo": ("撤销", "撤回"),
    "help": ("帮助",),
    "optout": ("不要记录我", "opt-out"),
    "optin": ("恢复记录", "opt-in"),
}
"""What can be asked, with the other words for it."""

MARKS = "!！/"
"""`!remem` is the documented form. Element takes `/remem` for a command of its own; other clients
send it, and Element sends `//remem` as `/remem`.
"""

_WORDS = {word: verb for verb, others in VERBS.items() for word in (verb, *others)}
_FIRST_WORD = re.compile(r"[^\s:：,，]+")
_AFTER = " \t\n:：,，"
_LINKED_NAME = re.compile(r"\[([^\[\]\n]{1,200})\]\(https://matrix\.to/#/[^()\s]{1,400}\)")


@dataclass(frozen=True, slots=True)
class Command:
    """What is asked, and what stands after it."""

    verb: str
    words: str


def command_in(text: str, names: Sequence[str] = ()) -> Command | None:
    """The command that a message is: one that begins with a mark, or with one of `names` (ours,
    where the message mentions us). A question after a name is a recall, and an unknown word asks
    for help; after a mark it is somebody else's command.
    """
    said = text.strip()
    if said[:1] and said[0] in MARKS:
        return _known(said.lstrip(MARKS))
    addressed = _after_name(said, names)
    if addressed is None:
        return None
    is_question = addressed.endswith(("?", "？"))
    other = Command("recall", addressed) if is_question else Command("help", "")
    return _known(addressed.lstrip(MARKS)) or other


def _after_name(said: str, names: Sequence[str]) -> str | None:
    """What stands after our name at the beginning; None where it does not begin with one."""
    plain = _LINKED_NAME.sub(r"\1", said)
    for name in sorted(filter(None, names), key=len, reverse=True):
        for called in (f"@{name.lstrip('@')}", name):
            if plain[: len(called)].casefold() == called.casefold():
                rest = plain[len(called) :]
                if not rest or rest[0] in _AFTER or not rest[0].isascii():
                    return rest.strip(_AFTER)
    return None


def _known(said: str) -> Command | None:
    found = _FIRST_WORD.match(said)
    if found is None:
        return None
    verb = _WORDS.get(found[0].casefold())
    if verb:
        return Command(verb, said[found.end() :].strip(_AFTER))
    # Chinese puts no blank between a command and what it is about.
    near = [word for word in _WORDS if not word.isascii() and said.startswith(word)]
    if not near:
        return None
    word = max(near, key=len)
    return Command(_WORDS[word], said[len(word) :].strip(_AFTER))
