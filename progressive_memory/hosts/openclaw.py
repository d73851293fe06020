"""Our hooks in OpenClaw: put there, taken away, looked at.

What is shipped in `hooks/` is copied; OpenClaw's settings are changed by its own command, by name
and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from progressive_memory.adapters.openclaw_host import OpenClawHost
from progressive_memory.adapters.openclaw_sessions import link
from progressive_memory.adapters.openclaw_sessions.link import Link
from progressive_memory.adapters.shipped import shipped
from progressive_memory.domain.doctor_report import Finding
from progressive_memory.domain.hooks_report import HooksInstalled, HooksStatus, HookState
from progressive_memory.errors import UserError
from progressive_memory.hosts.openclaw_places import in_reach
from progressive_memory.vault.layout import SETTINGS

HOOKS = ("remem-flush", "precompact-remem", "group-memory")
PLUGIN = "openclaw-plugin"
PARTS = {
    **{name: f"hooks/{name}" for name in HOOKS},
    PLUGIN: "extensions/progressive-memory",
    "skill": "skills/progressive-memory",
}
"""What is shipped in `hooks/` → its folder in OpenClaw's state."""
MEMORY_FLUSH = "agents.defaults.compaction.memoryFlush.enabled"
SESSION_MEMORY = "hooks.internal.entries.session-memory.enabled"
"""What of OpenClaw's own writes what a group says into files that every group can search. Neither
can be turned off for groups alone."""

_HOST = "openclaw"
_OURS = b"pmem"
"""Stands in some file of each part, and in no other's."""
_PLUGIN_ID = "progressive-memory"
_PLUGIN_ENTRY = f"plugins.entries.{_PLUGIN_ID}"
_PLUGIN = f"{_PLUGIN_ENTRY}.enabled"
_ALLOWED = "plugins.allow"
_ENABLED = "hooks.internal.enabled"
_OWN = (MEMORY_FLUSH, SESSION_MEMORY)
_OFF = f"pmem hooks install {_HOST} --own-memory off (keep leaves it so)"


@dataclass(frozen=True)
class Call:
    """How the hooks call us: the words of `pmem`, for which vault, with which environment; and how
    we call OpenClaw for it, noted in the vault's data folder.
    """

    command: tuple[str, ...]
    vault: str
    environment: Mapping[str, str]
    data_folder: str
    openclaw: Link | None


def install(host: OpenClawHost, call: Call, *, own_memory: str, dry_run: bool) -> HooksInstalled:
    """Copy the hooks, tell them how to call us, enable them by name. Done again, it changes
    nothing, or what is new. `own_memory` says what becomes of OpenClaw's own memory of groups:
    `off` turns it off, `keep` leaves it and is remembered, "" leaves it as it was decided before.

    Raises:
        UserError: there is no OpenClaw, another hook of that name stands there, or OpenClaw does
            not take the settings.
    """
    host.program()  # before anything is changed
    standing = {name: host.files(place) for name, place in PARTS.items()}
    for name, files in standing.items():
        if files and not _is_ours(files):
            raise UserError(
                f"{host.folder(PARTS[name])} is another's of that name",
                next_step=f"move it away, then run pmem hooks install {_HOST} again",
            )
    copied = tuple(name for name in PARTS if _files(host, name, standing[name]) != "same")
    settings = _missing(host, own_memory_off=own_memory == "off")
    noted = host.noted()
    kept = own_memory == "keep" or (own_memory != "off" and keeps_own_memory(host))
    off = sorted({*_words(noted.get("turned_off")), *(path for path in settings if path in _OWN)})
    note = {
        "command": list(call.command),
        "vault": call.vault,
        "environment": dict(call.environment),
        "turned_off": off,
        "data_folder": call.data_folder,
        **({"own_memory": "keep"} if kept else {}),
    }
    notices = tuple(_told(host, settings, is_decided=bool(off or kept)))
    backup = ""
    if not dry_run:
        for name in copied:
            host.put(PARTS[name], _shipped(name))
        host.note(note)
        backup = host.set(settings) if settings else ""
    is_linked = call.openclaw == link.read(call.data_folder)
    if not (dry_run or is_linked):
        _unlink(noted)
        _link(call)
    changed = bool(copied or settings or note != noted or not is_linked)
    return HooksInstalled(
        _HOST,
        dry_run,
        changed,
        str(host.state),
        copied,
        settings=settings,
        backup=backup,
        notices=notices,
        vault=call.vault,
    )


def uninstall(host: OpenClawHost, *, dry_run: bool) -> HooksInstalled:
    """Take the hooks away, and turn on again what was turned off for them. Memory stays. Hooks stay
    named as off: where none is named, OpenClaw runs every hook it finds.

    Raises:
        UserError: OpenClaw does not take the settings.
    """
    there = tuple(name for name, place in PARTS.items() if _is_ours(host.files(place)))
    entries = _entries(host)
    settings: dict[str, object] = {
        _entry(name): False for name in HOOKS if _is_on(entries.get(name))
    }
    if _plugin(host) is not None:
        settings[_PLUGIN_ENTRY] = None  # one without its plugin is warned of at every call
    if _PLUGIN_ID in (allowed := _allowed(host)):
        settings[_ALLOWED] = [name for name in allowed if name != _PLUGIN_ID] or None
    settings |= dict.fromkeys(_words(host.noted().get("turned_off")), True)
    backup = ""
    changed = bool(there or settings or host.noted())
    if not dry_run and changed:
        backup = host.set(settings) if settings else ""
        for name in there:
            host.remove(PARTS[name])
        _unlink(host.noted())
        host.forget()
    return HooksInstalled(
        _HOST,
        dry_run,
        changed,
        str(host.state),
        removed=there,
        settings=settings,
        backup=backup,
        uninstalled=True,
    )


def status(host: OpenClawHost) -> HooksStatus:
    """How the hooks stand.

    Raises:
        UserError: there is no OpenClaw.
    """
    version = host.version()
    entries = _entries(host)
    states = tuple(_state(host, name, entries) for name in PARTS)
    if not host.noted() and all(one.files == "missing" for one in states):
        nothing = f"nothing of ours is in {host.state}: pmem hooks install {_HOST}"
        return HooksStatus(_HOST, version, str(host.state), (), (nothing,))
    return HooksStatus(_HOST, version, str(host.state), states, tuple(_problems(host, states)))


def keeps_own_memory(host: OpenClawHost) -> bool:
    """Whether somebody decided that OpenClaw's own memory of groups stays on."""
    return host.noted().get("own_memory") == "keep"


def writes_elsewhere(host: OpenClawHost) -> tuple[str, ...]:
    """The settings by which OpenClaw's own memory writes down what groups say. The flush is on by
    itself; the hook runs only where it is enabled by name, once any hook is.
    """
    compaction = host.setting("agents.defaults.compaction")
    flush = compaction.get("memoryFlush") if isinstance(compaction, dict) else None
    flush_off = isinstance(flush, dict) and flush.get("enabled") is False
    hook_on = _is_on(_entries(host).get("session-memory"))
    return tuple(path for path, on in zip(_OWN, (not flush_off, hook_on), strict=True) if on)


def _link(call: Call) -> None:
    if call.openclaw is not None:
        link.write(call.data_folder, call.openclaw)


def _unlink(noted: Mapping[str, object]) -> None:
    """What was linked before has no OpenClaw any more."""
    folder = noted.get("data_folder")
    if isinstance(folder, str):
        link.remove(folder)


def _missing(host: OpenClawHost, *, own_memory_off: bool) -> dict[str, object]:
    """The settings that are not as they have to be."""
    entries = _entries(host)
    internal = host.setting("hooks.internal")
    settings: dict[str, object] = {
        _entry(name): True for name in HOOKS if not _is_on(entries.get(name))
    }
    if not (isinstance(internal, dict) and internal.get("enabled") is True):
        settings = {_ENABLED: True, **settings}
    if not _is_on(_plugin(host)):
        settings[_PLUGIN] = True
    allowed = _allowed(host)
    if allowed and _PLUGIN_ID not in allowed:
        settings[_ALLOWED] = [*allowed, _PLUGIN_ID]
    if own_memory_off:
        settings |= dict.fromkeys(writes_elsewhere(host), False)
    return settings


def _told(host: OpenClawHost, settings: Mapping[str, object], *, is_decided: bool) -> Iterator[str]:
    internal = host.setting("hooks.internal")
    named = isinstance(internal, dict) and internal.get("entries")
    if settings and isinstance(internal, dict) and internal.get("enabled") is True and not named:
        yield (
            "until now OpenClaw ran every hook it found; from now on it runs those enabled by "
            "name: openclaw hooks enable NAME"
        )
    if not is_decided and writes_elsewhere(host):
        yield (
            "OpenClaw's own memory stays on: what it writes down of one group can be found from "
            f"every other; {_OFF}"
        )


def _state(host: OpenClawHost, name: str, entries: Mapping[str, object]) -> HookState:
    files = _files(host, name, host.files(PARTS[name]))
    at, printed = host.outcome(name)
    if name == "skill":
        on = files != "missing"
    else:
        on = _is_on(_plugin(host) if name == PLUGIN else entries.get(name))
    return HookState(name, files, on, at, _outcome(printed))


def findings(host: OpenClawHost, vault: str) -> tuple[Finding, ...]:
    """What `pmem doctor` has to say of OpenClaw on this machine, for a vault: where that stands,
    and, where the hooks are its hooks, how they stand.

    Raises:
        UserError: its settings have to be asked for, and it does not run.
    """
    if not host.is_set_up:
        return ()
    states = tuple(_state(host, name, _entries(host)) for name in PARTS)
    told = [*in_reach(host, vault, guarded=_is_guarded(host, states))]
    if _is_of(host, vault):
        told = [*_wrong(host, states), *told]
    return tuple(
        Finding(str(host.state), 0, "openclaw", message, fix or "pmem hooks status")
        for message, fix in told
    )


def _problems(host: OpenClawHost, states: tuple[HookState, ...]) -> Iterator[str]:
    told = [*_wrong(host, states)]
    vault = host.noted().get("vault")
    if isinstance(vault, str):
        told += in_reach(host, vault, guarded=_is_guarded(host, states))
    yield from (f"{message}: {fix}" if fix else message for message, fix in told)


_WRONG = {
    "missing": "is missing",
    "differs": "is not as this version ships it",
    "linked": "is a link or has a second name on the disk, which OpenClaw passes over",
}


def _wrong(host: OpenClawHost, states: tuple[HookState, ...]) -> Iterator[tuple[str, str]]:
    """What is wrong with the hooks, and what to type."""
    again = f"pmem hooks install {_HOST}"
    for one in states:
        if one.files != "same":
            yield f"{one.name} {_WRONG[one.files]}", again
        elif not one.enabled:
            yield f"{one.name} is not enabled", again
        if one.outcome.startswith("failed"):
            yield f"{one.name} last {one.outcome}", ""
    yield from _gone(host)
    if writes_elsewhere(host) and not keeps_own_memory(host):
        yield "OpenClaw's own memory writes what groups say where all can find it", _OFF


def _gone(host: OpenClawHost) -> Iterator[tuple[str, str]]:
    """What the hooks are told of us, and that is not there."""
    again = f"pmem hooks install {_HOST}"
    noted = host.noted()
    if not noted:
        yield "the hooks are not told where pmem and the vault are", again
        return
    vault, words = noted.get("vault"), _words(noted.get("command"))
    if isinstance(vault, str) and not host.stands(f"{vault}/{SETTINGS}"):
        yield f"the vault {vault} is gone", f"{again} --vault DIR"
    if words and not host.stands(words[0]):
        yield f"the program that the hooks call, {words[0]}, is gone", again


def _is_of(host: OpenClawHost, vault: str) -> bool:
    """Whether the hooks were put there for a vault."""
    noted = host.noted().get("vault")
    return isinstance(noted, str) and host.holds(noted, vault) and host.holds(vault, noted)


def _is_guarded(host: OpenClawHost, states: tuple[HookState, ...]) -> bool:
    """Whether the plugin, and with it the guard, runs as it is shipped."""
    plugin = next(one for one in states if one.name == PLUGIN)
    plugins = host.setting("plugins")
    settings = plugins if isinstance(plugins, dict) else {}
    allowed = _words(settings.get("allow"))
    kept_out = settings.get("enabled") is False or _PLUGIN_ID in _words(settings.get("deny"))
    is_taken = not kept_out and (not allowed or _PLUGIN_ID in allowed)
    return plugin.enabled and plugin.files == "same" and is_taken


def _files(host: OpenClawHost, name: str, standing: Mapping[str, bytes]) -> str:
    """How a part's files stand: `HookState.files`."""
    if not standing:
        return "missing"
    if host.links(PARTS[name]):
        return "linked"
    return "same" if standing == _shipped(name) else "differs"


def _outcome(printed: str) -> str:
    """What a call printed, in a line."""
    if not printed:
        return ""
    try:
        value = json.loads(printed.splitlines()[-1])
        if error := value.get("error"):
            return f"failed: {error['message']}"
        return f"{value['group']}: {value['logged']} logged, {value['written']} written"
    except (ValueError, KeyError, TypeError, AttributeError):
        return f"failed: {printed.splitlines()[-1]}"


def _entries(host: OpenClawHost) -> dict[str, object]:
    internal = host.setting("hooks.internal")
    entries = internal.get("entries") if isinstance(internal, dict) else None
    return entries if isinstance(entries, dict) else {}


def _plugin(host: OpenClawHost) -> object:
    plugins = host.setting("plugins")
    entries = plugins.get("entries") if isinstance(plugins, dict) else None
    return entries.get(_PLUGIN_ID) if isinstance(entries, dict) else None


def _allowed(host: OpenClawHost) -> tuple[str, ...]:
    """The plugins that may be loaded; none = all."""
    plugins = host.setting("plugins")
    return _words(plugins.get("allow")) if isinstance(plugins, dict) else ()


def _is_ours(files: Mapping[str, bytes]) -> bool:
    return any(_OURS in content for content in files.values())


def _entry(name: str) -> str:
    return f"hooks.internal.entries.{name}.enabled"


def _is_on(entry: object) -> bool:
    return isinstance(entry, dict) and entry.get("enabled") is True


def _shipped(name: str) -> dict[str, bytes]:
    folder = shipped("hooks") / name
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def _words(value: object) -> tuple[str, ...]:
    words = value if isinstance(value, list) else []
    return tuple(word for word in words if isinstance(word, str))
