"""What is put into an agent host, and how it stands there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class HooksInstalled:
    """What `pmem hooks install` did, or with `dry_run` would do.

    `copied` are the folders whose files were new or changed, `removed` those taken away, by name.
    `settings` are the settings of the host that were changed, path → new value (None = taken out),
    and `backup` the copy of its settings file from before. `notices` are sentences for a person.
    `vault` is the one that the hooks write to.
    """

    host: str
    dry_run: bool
    changed: bool
    folder: str
    copied: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    settings: dict[str, object] | None = None
    backup: str = ""
    notices: tuple[str, ...] = ()
    uninstalled: bool = False
    vault: str = ""


@dataclass(frozen=True)
class HookState:
    """One hook: whether its files are there as they are shipped (`same`, `differs`, `missing`, or
    `linked`: links, which the host passes over), whether the host is set to run it, when it was
    last at work (RFC 3339, "" = never) and what came of that.
    """

    name: str
    files: str
    enabled: bool
    last: str = ""
    outcome: str = ""


@dataclass(frozen=True)
class HooksStatus:
    """How the hooks stand in a host. `problems` are sentences, each with what to do."""

    host: str
    version: str
    folder: str
    hooks: tuple[HookState, ...]
    problems: tuple[str, ...] = ()
