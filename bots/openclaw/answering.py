"""What `/recall`, `/why` and `/pending` answer in a room, from its own group alone."""

from __future__ import annotations

from os import PathLike

from progressive_memory.api_live import LiveMemory
from progressive_memory.domain.disclosure import Outcome
from progressive_memory.domain.group import Language
from progressive_memory.errors import ProgressiveMemoryError, VaultNotFound

from ..matrix import answers
from ..matrix.wording import plain
from ..matrix.wording import say as say_in_chat
from . import wording

VERBS = ("recall", "why", "pending")
_SHOWN = 5


def answer(vault: str | PathLike[str] | None, room_id: str, verb: str, words: str) -> str:
    """The answer to a verb of `VERBS`, in the group's language; what goes wrong is told there."""
    language: Language = "en"
    try:
        memory = LiveMemory.open(vault)
        language = memory.room_language(room_id)
        if not memory.knows_room(room_id):
            return wording.say(language, "no_group")
        group = memory.entrance(room_id).group
        if verb != "pending" and not words:
            return wording.say(language, f"needs_{verb}")
        text = _answer(memory, group, room_id, language, (verb, words))
    except VaultNotFound:
        return wording.say(language, "no_vault")
    except ProgressiveMemoryError as error:
        return say_in_chat(language, "failed", why=plain(error.message))
    return text.replace("`!", "`/")  # as commands begin here


def _answer(
    memory: LiveMemory, group: str, room_id: str, language: Language, asked: tuple[str, str]
) -> str:
    verb, words = asked
    if verb == "pending":
        rows = memory.pending(group).pending
        waiting = answers.waiting(language, rows, room_id)
        return f"{waiting}\n{wording.say(language, 'how_to_confirm')}" if rows else waiting
    if verb == "why":
        return answers.why(language, memory.why(words.strip("`^ "), group=group), room_id)
    bundle = memory.recall(group, words)
    if bundle.outcome is Outcome.LOADED and (told := answers.recalled(language, bundle)):
        return told
    hits = memory.said_about(group, words, "entries")
    head, hits = (
        ("recalled", hits) if hits else ("no_memory", memory.said_about(group, words, "log"))
    )
    if not hits:
        return say_in_chat(language, "not_found")
    found = answers.found(language, hits[:_SHOWN], room_id)
    return f"{say_in_chat(language, head)}\n{found}"
