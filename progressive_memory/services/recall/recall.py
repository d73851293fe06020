"""Recall: gate → names → index → route → load → budget → render, in one call (DESIGN §6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from progressive_memory.disclosure.gate import judge
from progressive_memory.disclosure.loading import protocol, session
from progressive_memory.disclosure.loading.protocol import Call, Reading, Step
from progressive_memory.disclosure.loading.session import Opened
from progressive_memory.disclosure.routing.route import BY_RULES
from progressive_memory.domain.disclosure import Bundle, Disclosure, Outcome
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.ports import Ports
from progressive_memory.services.recall.choice import routed
from progressive_memory.services.recall.group import entrance, group_named
from progressive_memory.services.recall.index import with_index
from progressive_memory.services.recall.parts import answer_part, fragment_part, reading


@dataclass(frozen=True)
class Ask:
    """One call of a host. `session` is the host session ("" = one-shot); `nonce` must be unknown
    to whoever writes the notes; `max_bytes` bounds the text in UTF-8 bytes (0 = no bound).
    """

    nonce: str
    session: str = ""
    max_bytes: int = 0


def recall(ports: Ports, group: str, message: str, ask: Ask) -> Bundle:
    """The one note that helps with a message, inside the budget; or why there is none.

    Raises:
        UnknownGroup: no group of that name or room.
        ProtocolViolation: `too_many_files`, `one_convention`.
    """
    index = entrance(ports, group_named(ports, group))
    gate = judge(message)
    if gate.need is Need.NONE:
        return without_route(ports, Reading(index), ask.session, gate, gate.reason)

    def read(standing: frozenset[str]) -> Bundle:
        routing, hits = routed(ports, index, message, gate, standing)
        read_now, call = reading(ports, index), calling(ports, ask)
        taken = routing.route
        if taken is None:
            if routing.reason not in BY_RULES:
                return without_route(ports, read_now, ask.session, gate, routing.reason)
            return _rules_alone(ports, ask, read_now, call)
        if routing.about == "experience":
            part = fragment_part(ports, index, taken, message)
        else:
            part = answer_part(ports, index, taken, message, hits)

        def step(opened: Opened) -> Step:
            on_route = replace(opened, disclosure=replace(opened.disclosure, last_route=taken))
            return protocol.load(on_route, read_now, taken, part, call)

        return stepped(ports, ask.session, index.group_name, step)

    return with_index(ports, index, read)


def without_route(
    ports: Ports, read_now: Reading, session_id: str, gate: Gate, reason: str
) -> Bundle:
    """The bundle of a message that no note answers; a session's last route ends with it."""
    group = read_now.index.group_name
    now = ports.clock.now()
    shown = Disclosure(session_id, group, now, now)

    def forget_route(current: Disclosure | None) -> Disclosure | None:
        nonlocal shown
        standing = session.alive(current, now)
        if standing is None or standing.group != group:
            return current
        shown = replace(standing, last_route=None, touched_at=now)
        return shown

    if session_id:
        ports.state.update(session_id, forget_route)
    needless = gate.need in (Need.NONE, Need.IF_NAMED)
    outcome = Outcome.NO_MEMORY_NEEDED if needless else Outcome.NOT_ROUTED
    return protocol.empty(shown, read_now, outcome, reason)


def stepped(ports: Ports, session_id: str, group: str, step: Callable[[Opened], Step]) -> Bundle:
    """One step of a session's disclosure of `group`, in one transaction; without a session the
    disclosure is new and kept nowhere.
    """
    now = ports.clock.now()
    if not session_id:
        return step(Opened(Disclosure("", group, now, now)))[1]
    bundles: list[Bundle] = []

    def change(current: Disclosure | None) -> Disclosure | None:
        opened = session.opened(current, session_id, group, now)
        after, bundle = step(opened)
        bundles.append(bundle)
        told = bundle.text or bundle.reason == "group_switched" or not opened.dropped
        return after if told else current  # untold, nobody would drop the other group's text

    ports.state.update(session_id, change)
    return bundles[-1]


def _rules_alone(ports: Ports, ask: Ask, read_now: Reading, call: Call) -> Bundle:
    """The rules, for a message that no note answers but a rule does."""
    alone = replace(read_now, rules=())
    parts = [replace(part, listed=True) for part in read_now.rules]

    def step(opened: Opened) -> Step:
        no_route = replace(opened, disclosure=replace(opened.disclosure, last_route=None))
        return protocol.show(no_route, alone, parts, call)

    return stepped(ports, ask.session, read_now.index.group_name, step)


def calling(ports: Ports, ask: Ask) -> Call:
    """The circumstances of a call, for the protocol's verbs."""
    return Call(ports.clock.now(), ask.nonce, ports.tokens.count, ask.max_bytes)
