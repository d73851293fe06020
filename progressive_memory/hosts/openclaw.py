"""Our hooks in OpenClaw: put there, taken away, looked at.

What is shipped in `hooks/` is copied; OpenClaw's settings are changed by its own command, by name
and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from progressive_memory.adapters.openclaw_host import OpenClawHost
from progressive_memory.adapters.openclaw_sessions import link
from progressive_memory.adapters.openclaw_sessions.link import Link
from progressive_memory.adapters.shipped import shipped
from progressive_memory.domain.doctor_report import Finding
from progressive_memory.domain.hooks_report import HooksInstalled, HooksStatus, HookState
from progressive_memory.errors import UserError
from progressive_memory.hosts.openclaw_before import copy_of_before, noted_after, noted_before
from progressive_memory.hosts.openclaw_places import in_reach
from progressive_memory.hosts.openclaw_settings import (
    HOOKS,
    OWN_MEMORY,
    PLUGIN_ID,
    entries_of,
    is_on,
    missing,
    plugin_of,
    taken_back,
    words_of,
    writes_elsewhere,
)
from progressive_memory.vault.layout import SETTINGS

PLUGIN = "openclaw-plugin"
PARTS = {
    **{name: f"hooks/{name}" for name in HOOKS},
    PLUGIN: "extensions/progressive-memory",
    "skill": "skills/progressive-memory",
}
"""What is shipped in `hooks/` → its folder in OpenClaw's state."""

_HOST = "openclaw"
_OURS = b"pmem"
"""Stands in some file of each part, and in no other's."""
_OLDEST = (2026, 9)
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
    _check_version(host)  # before anything is changed
    standing = {name: host.files(place) for name, place in PARTS.items()}
    for name, files in standing.items():
        if files and not _is_ours(files):
            raise UserError(
                f"{host.folder(PARTS[name])} is another's of that name",
                next_step=f"move it away, then run pmem hooks install {_HOST} again",
            )
    copied = tuple(name for name in PARTS if _files(host, name, standing[name]) != "same")
    settings = missing(host, own_memory_off=own_memory == "off")
    noted = host.noted()
    kept = own_memory == "keep" or (own_memory != "off" and keeps_own_memory(host))
    off = sorted(
        {*words_of(noted.get("turned_off")), *(path for path in settings if path in OWN_MEMORY)}
    )
    note: dict[str, object] = {
        "command": list(call.command),
        "vault": call.vault,
        "environment": dict(call.environment),
        "turned_off": off,
        "data_folder": call.data_folder,
        **({"own_memory": "keep"} if kept else {}),
        **noted_before(host, settings, noted),
    }
    notices = tuple(_told(host, settings, is_decided=bool(off or kept)))
    backup = ""
    if not dry_run:
        if settings:  # first, for OpenClaw may not take them
            was = host.settings_digest()
            backup = host.set(settings)
            note |= noted_after(host, backup, was=was, noted=noted)
        for name in copied:
            host.put(PARTS[name], _shipped(name))
        host.note(note)
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
    """Take the hooks away, and put the settings back: byte for byte where nothing changed since,
    else those that were set for the hooks. Memory stays.

    Raises:
        UserError: OpenClaw does not take the settings.
    """
    there = tuple(name for name, place in PARTS.items() if _is_ours(host.files(place)))
    noted = host.noted()
    settings = taken_back(host, noted)
    copy = copy_of_before(host, noted)
    backup = ""
    changed = bool(there or settings or noted)
    if not dry_run and changed:
        if copy:
            host.bring_back(copy)
        elif settings:
            backup = host.set(settings)
        for name in there:
            host.remove(PARTS[name])
        _unlink(noted)
        host.forget()
    return HooksInstalled(
        _HOST,
        dry_run,
        changed,
        str(host.state),
        removed=there,
        settings=settings,
        backup=backup,
        notices=(f"the settings are as before, byte for byte ({copy})",) if copy else (),
        uninstalled=True,
    )


def _check_version(host: OpenClawHost) -> None:
    version = host.version()
    found = re.match(r"(\d+)\.(\d+)", version)
    if found and tuple(map(int, found.groups())) < _OLDEST:
        raise UserError(
            f"this OpenClaw is {version}: the hooks need 2026.9 or newer",
            next_step=f"update OpenClaw, then run pmem hooks install {_HOST} again",
        )


def status(host: OpenClawHost) -> HooksStatus:
    """How the hooks stand.

    Raises:
        UserError: there is no OpenClaw.
    """
    version = host.version()
    entries = entries_of(host)
    states = tuple(_state(host, name, entries) for name in PARTS)
    if not host.noted() and all(one.files == "missing" for one in states):
        nothing = f"nothing of ours is in {host.state}: pmem hooks install {_HOST}"
        return HooksStatus(_HOST, version, str(host.state), (), (nothing,))
    return HooksStatus(_HOST, version, str(host.state), states, tuple(_problems(host, states)))


def keeps_own_memory(host: OpenClawHost) -> bool:
    """Whether somebody decided that OpenClaw's own memory of groups stays on."""
    return host.noted().get("own_memory") == "keep"


def _link(call: Call) -> None:
    if call.openclaw is not None:
        link.write(call.data_folder, call.openclaw)


def _unlink(noted: Mapping[str, object]) -> None:
    """What was linked before has no OpenClaw any more."""
    folder = noted.get("data_folder")
    if isinstance(folder, str):
        link.remove(folder)


def _told(host: OpenClawHost, settings: Mapping[str, object], *, is_decided: bool) -> Iterator[str]:
    internal = host.setting("hooks.internal")
    named = isinstance(internal, dict) and internal.get("entries")
    if settings and isinstance(internal, dict) and internal.get("enabled") is True and not named:
        yield (
            "until now OpenClaw ran every hook it found; from now on it runs those enabled by "
            "name: openclaw hooks enable NAME"
        )
    if settings and host.has_comments:
        yield (
            "OpenClaw writes its settings anew, without their comments; the copy keeps them, and "
            "--uninstall brings them back as long as nothing else has changed"
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
        on = is_on(plugin_of(host) if name == PLUGIN else entries.get(name))
    return HookState(name, files, on, at, _outcome(printed))


def findings(host: OpenClawHost, vault: str) -> tuple[Finding, ...]:
    """What `pmem doctor` has to say of OpenClaw on this machine, for a vault: where that stands,
    and, where the hooks are its hooks, how they stand.

    Raises:
        UserError: its settings have to be asked for, and it does not run.
    """
    if not host.is_set_up:
        return ()
    states = tuple(_state(host, name, entries_of(host)) for name in PARTS)
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
    vault, words = noted.get("vault"), words_of(noted.get("command"))
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
    allowed = words_of(settings.get("allow"))
    kept_out = settings.get("enabled") is False or PLUGIN_ID in words_of(settings.get("deny"))
    is_taken = not kept_out and (not allowed or PLUGIN_ID in allowed)
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


def _is_ours(files: Mapping[str, bytes]) -> bool:
    return any(_OURS in content for content in files.values())


def _shipped(name: str) -> dict[str, bytes]:
    folder = shipped("hooks") / name
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
