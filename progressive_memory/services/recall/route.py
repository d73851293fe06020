"""`pmem route`: the one route of a message, and how every row was weighed."""

from __future__ import annotations

from progressive_memory.disclosure.gate import judge
from progressive_memory.disclosure.loading import protocol, session
from progressive_memory.disclosure.loading.protocol import Step
from progressive_memory.disclosure.loading.session import Opened
from progressive_memory.disclosure.routing import explain
from progressive_memory.disclosure.routing.route import Routing
from progressive_memory.domain.disclosure import Bundle, Disclosure
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.domain.group import Language
from progressive_memory.domain.route_report import RouteReport, RouteWeight
from progressive_memory.errors import ProtocolViolation
from progressive_memory.ports import Ports
from progressive_memory.services.recall.choice import routed
from progressive_memory.services.recall.group import entrance, group_named
from progressive_memory.services.recall.index import with_index
from progressive_memory.services.recall.parts import reading
from progressive_memory.services.recall.recall import stepped, without_route
from progressive_memory.text.shell import quoted


def route(ports: Ports, group: str, message: str, session_id: str = "") -> RouteReport:
    """The one route a message takes, and how every row was weighed. With a session it becomes
    the route of that session's disclosure.

    Raises:
        UnknownGroup: no group of that name or room.
        ProtocolViolation: `index_not_open`: the session has not opened this group's index.
    """
    index = entrance(ports, group_named(ports, group))
    if session_id:
        check_open(ports, session_id, index.group_name)
    gate = judge(message)

    def weigh(standing: frozenset[str]) -> RouteReport:
        routing = Routing(None, gate.reason, ())
        if gate.need is not Need.NONE:
            routing, _ = routed(ports, index, message, gate, standing)
        read_now = reading(ports, index)

        def step(opened: Opened) -> Step:
            return protocol.route_to(opened, read_now, routing.route, routing.reason)

        bundle: Bundle
        if routing.route is None:
            bundle = without_route(ports, read_now, session_id, gate, routing.reason)
        else:
            bundle = stepped(ports, session_id, index.group_name, step)
        language = index.language
        explained = (explain.gate_words(gate, language), explain.choice_words(routing, language))
        return RouteReport(
            bundle, gate, _weights(routing, gate, language), tuple(filter(None, explained))
        )

    return with_index(ports, index, weigh)


def check_open(ports: Ports, session_id: str, group: str = "") -> Disclosure:
    """The session's open disclosure (of `group`, when one is named).

    Raises:
        ProtocolViolation: `index_not_open`.
    """
    current = ports.state.update(session_id, lambda standing: standing)
    disclosure = session.standing(current, session_id, ports.clock.now())
    if group and disclosure.group != group:
        raise ProtocolViolation(
            "index_not_open",
            f"session {session_id} has not opened the index of {group}",
            next_step=f"pmem open --group {quoted(group)} --session {quoted(session_id)}",
        )
    return disclosure


def _weights(routing: Routing, gate: Gate, language: Language) -> tuple[RouteWeight, ...]:
    return tuple(
        RouteWeight(
            file=each.route.file,
            priority=each.route.priority,
            topic=each.about,
            trigger=round(each.trigger, 3),
            cue=round(each.cue, 3),
            content=round(each.content, 3),
            continuation=round(each.continuation, 3),
            meaning=round(each.meaning, 3),
            total=round(each.total, 3),
            share=round(each.held.share, 3),
            because=each.because,
            explained=explain.row_words(each, gate, language),
        )
        for each in routing.weighed
    )
