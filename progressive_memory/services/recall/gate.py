"""The gate alone: what every message of a chat goes through first, and most stop at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from progressive_memory.disclosure.gate import judge
from progressive_memory.services.recall.group import group_named

if TYPE_CHECKING:
    from progressive_memory.domain.disclosure import Bundle
    from progressive_memory.domain.gate import Gate
    from progressive_memory.ports import Ports


def gate(ports: Ports, group: str, message: str) -> Gate:
    """What a message asks of the group's memory, by its own words; nothing is searched.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    group_named(ports, group)
    return judge(message)


def stopped(ports: Ports, group: str, message: str) -> Bundle | None:
    """What a one-shot recall of a message that needs no memory returns; None when it needs some.

    It is recall's own answer at half the cost: of the group only the budget's limit is read.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    name = group_named(ports, group)
    found = judge(message)
    if found.need != "none":
        return None
    from progressive_memory.domain.disclosure import Budget, Bundle, Outcome
    from progressive_memory.services.note_text import text_of
    from progressive_memory.vault import frontmatter, layout
    from progressive_memory.vault.memory_budget import budget_tokens

    path = layout.index_note(name)
    properties, _ = frontmatter.properties(path, text_of(ports.vault.read(path)))
    limit = budget_tokens(properties.get("memory_budget", ""))
    budget = Budget(limit, 0, limit)
    return Bundle(name, Outcome.NO_MEMORY_NEEDED, reason=found.reason, budget=budget)
