"""Where the vault stands beside what OpenClaw's agents read by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from progressive_memory.adapters.openclaw_host import OpenClawHost

_EXTRA = "memory.search.extraPaths"


def in_reach(host: OpenClawHost, vault: str, *, guarded: bool) -> Iterator[tuple[str, str]]:
    """What is wrong with where the vault stands, and what to do: its memory in an agent's
    workspace while no guard is on, or in a folder that OpenClaw's own search is told to search.
    """
    memory = f"{vault}/memory"
    agents = _mapping(host.setting("agents"))
    for agent, settings in _agents(agents).items():
        workspace = host.workspace(agent, _word(settings, "workspace"), _default(agents))
        if not guarded and (host.holds(workspace, memory) or host.holds(memory, workspace)):
            read = host.holds(f"{workspace}/memory", memory)
            how = "its own memory search finds" if read else "its tools read"
            yield (
                f"the vault's memory stands in the workspace of OpenClaw's agent {agent} "
                f"({workspace}): {how} every group's notes, and the guard is off",
                "pmem hooks install openclaw turns the guard on; or move the vault out of there",
            )
        for path in _extra(agents, settings):
            if host.holds(path, memory) or host.holds(memory, path):
                yield (
                    f"OpenClaw's own memory search is told to search {path}, and finds every "
                    "group's notes there",
                    f"take it out of {_EXTRA} (openclaw config get agents), or move the vault",
                )


def _agents(agents: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    """The agents by id; `main` is there whether it is named or not."""
    listed = agents.get("list")
    rows = [_mapping(row) for row in (listed if isinstance(listed, list) else [])]
    found = {"main": _mapping(None)} | {_word(row, "id"): row for row in rows if _word(row, "id")}
    return found | {str(k): _mapping(v) for k, v in _mapping(agents.get("entries")).items()}


def _default(agents: Mapping[str, object]) -> str:
    return _word(_mapping(agents.get("defaults")), "workspace")


def _extra(agents: Mapping[str, object], agent: Mapping[str, object]) -> Iterator[str]:
    for of in (_mapping(agents.get("defaults")), agent):
        paths = _mapping(_mapping(of.get("memory")).get("search")).get("extraPaths")
        for each in paths if isinstance(paths, list) else []:
            path = each if isinstance(each, str) else _word(_mapping(each), "path")
            if path:
                yield path


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _word(values: Mapping[str, object], name: str) -> str:
    value = values.get(name)
    return value.strip() if isinstance(value, str) else ""
