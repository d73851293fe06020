"""Why there is no text, in words for a person; and the gate, where most messages stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from progressive_memory.cli.app import print_json

if TYPE_CHECKING:
    from progressive_memory.api import Memory

REASONS = {
    "no_words": "the message has no words",
    "small_talk": "small talk",
    "self_contained": "the request carries all it needs",
    "general_knowledge": "general knowledge",
    "names_nothing_of_the_group": "a general question that names nothing of this group",
    "a_rule_answers": "a rule of this group answers that; no file is needed",
    "rules_may_answer": "that asks for leave, and no note says anything; only the rules may answer",
    "nothing_matches": "no file of this group answers that",
    "no_rows": "the group's routing table has no row whose file stands",
    "nothing_written_there": "nothing is written there that answers",
    "archived": "the group is archived: only its project.md is read, and there is none",
    "no_such_file": "the routing table names a file that is not there",
    "nothing_new": "nothing new there since this session loaded it",
    "no_entry_fits": "no entry fits into what is left of the budget",
    "group_switched": "the other group of this session is closed: drop what was recalled from it",
    "closed": "closed: what was recalled in this session must be dropped",
}
"""What a reason code of a bundle means, for a person."""


def stops_at_gate(memory: Memory, group: str, message: str, *, as_json: bool) -> bool:
    """Whether the message's own words need no memory; says so on stderr, or prints the bundle.

    It spares most of the chat's messages the cost of a recall.
    """
    if as_json:
        bundle = memory.stopped(group, message)
        if bundle is not None:
            print_json(bundle)
        return bundle is not None
    gate = memory.gate(group, message)
    if gate.need != "none":
        return False
    click.echo(f"no memory needed: {REASONS[gate.reason]}", err=True)
    return True
