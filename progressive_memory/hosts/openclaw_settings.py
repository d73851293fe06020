"""OpenClaw's settings by which our hooks run and its own memory of groups does not: which are to be
set, and which to be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping

from progressive_memory.adapters.openclaw_host import OpenClawHost
from progressive_memory.hosts.openclaw_before import as_before, is_noted

HOOKS = ("remem-flush", "precompact-remem", "group-memory")
MEMORY_FLUSH = "agents.defaults.compaction.memoryFlush.enabled"
SESSION_MEMORY = "hooks.internal.entries.session-memory.enabled"
OWN_MEMORY = (MEMORY_FLUSH, SESSION_MEMORY)
"""What of OpenClaw's own writes what a group says into files that every group can search. Neither
can be turned off for groups alone."""

PLUGIN_ID = "progressive-memory"
_PLUGIN_ENTRY = f"plugins.entries.{PLUGIN_ID}"
_PLUGIN = f"{_PLUGIN_ENTRY}.enabled"
_ALLOWED = "plugins.allow"
_ENABLED = "hooks.internal.enabled"


def missing(host: OpenClawHost, *, own_memory_off: bool) -> dict[str, object]:
    """The settings that are not as they have to be."""
    entries = entries_of(host)
    internal = host.setting("hooks.internal")
    settings: dict[str, object] = {
        _entry(name): True for name in HOOKS if not is_on(entries.get(name))
    }
    if not (isinstance(internal, dict) and internal.get("enabled") is True):
        settings = {_ENABLED: True, **settings}
    if not is_on(plugin_of(host)):
        settings[_PLUGIN] = True
    allowed = _allowed(host)
    if allowed and PLUGIN_ID not in allowed:
        settings[_ALLOWED] = [*allowed, PLUGIN_ID]
    if own_memory_off:
        settings |= dict.fromkeys(writes_elsewhere(host), False)
    return settings


def taken_back(host: OpenClawHost, noted: Mapping[str, object]) -> dict[str, object]:
    """The settings that go with the hooks: as they were before, where that is noted (path → value,
    None to take it out). Else hooks stay named as off: where none is named, OpenClaw runs every
    hook it finds.
    """
    entries = entries_of(host)
    known = as_before(host, noted)
    others = any(is_on(entry) for name, entry in entries.items() if name not in HOOKS)
    if others:
        known.pop(_ENABLED, None)
    off: dict[str, object] = {_entry(name): False for name in HOOKS if is_on(entries.get(name))}
    off |= dict.fromkeys(words_of(noted.get("turned_off")), True)
    taken = {path: value for path, value in off.items() if not is_noted(noted, path)}
    if plugin_of(host) is not None:
        taken[_PLUGIN_ENTRY] = None  # one without its plugin is warned of at every call
    if PLUGIN_ID in (allowed := _allowed(host)):
        taken[_ALLOWED] = [name for name in allowed if name != PLUGIN_ID] or None
    taken = {**known, **taken}
    out = tuple(f"{path}." for path, value in taken.items() if value is None)
    return {path: value for path, value in taken.items() if not path.startswith(out)}


def writes_elsewhere(host: OpenClawHost) -> tuple[str, ...]:
    """The settings by which OpenClaw's own memory writes down what groups say. The flush is on by
    itself; the hook runs only where it is enabled by name, once any hook is.
    """
    compaction = host.setting("agents.defaults.compaction")
    flush = compaction.get("memoryFlush") if isinstance(compaction, dict) else None
    flush_off = isinstance(flush, dict) and flush.get("enabled") is False
    hook_on = is_on(entries_of(host).get("session-memory"))
    return tuple(path for path, on in zip(OWN_MEMORY, (not flush_off, hook_on), strict=True) if on)


def entries_of(host: OpenClawHost) -> dict[str, object]:
    """What is said of each hook by name."""
    internal = host.setting("hooks.internal")
    entries = internal.get("entries") if isinstance(internal, dict) else None
    return entries if isinstance(entries, dict) else {}


def plugin_of(host: OpenClawHost) -> object:
    """What is said of our plugin; None where nothing is."""
    plugins = host.setting("plugins")
    entries = plugins.get("entries") if isinstance(plugins, dict) else None
    return entries.get(PLUGIN_ID) if isinstance(entries, dict) else None


def is_on(entry: object) -> bool:
    """Whether an entry enables what it is of."""
    return isinstance(entry, dict) and entry.get("enabled") is True


def words_of(value: object) -> tuple[str, ...]:
    """The words of a list; none where it is no list."""
    listed = value if isinstance(value, list) else []
    return tuple(word for word in listed if isinstance(word, str))


def _allowed(host: OpenClawHost) -> tuple[str, ...]:
    """The plugins that may be loaded; none = all."""
    plugins = host.setting("plugins")
    return words_of(plugins.get("allow")) if isinstance(plugins, dict) else ()


def _entry(name: str) -> str:
    return f"hooks.internal.entries.{name}.enabled"
