"""OpenClaw's settings as they were before the hooks came, and how they come back.

Where nobody changed the file since, it comes back byte for byte. Else what was set for the hooks is
taken back, as far as it still stands as it was set; what a person changed stays.
"""

from __future__ import annotations

from collections.abc import Mapping

from progressive_memory.adapters.openclaw_host import OpenClawHost

_BEFORE = "before"
"""In the note: path → `[value before, value set, topmost part of the path that was not set]`."""
_COPY = "settings_copy"
_AFTER = "settings_after"


def noted_before(
    host: OpenClawHost, settings: Mapping[str, object], noted: Mapping[str, object]
) -> dict[str, object]:
    """What the note says of settings that are about to be set. What it said earlier holds."""
    new = {
        path: [host.setting(path), value, _topmost_unset(host, path)]
        for path, value in settings.items()
    }
    kept = {name: noted[name] for name in (_COPY, _AFTER) if name in noted}
    before = {**new, **_mapping(noted.get(_BEFORE))}
    return {_BEFORE: before, **kept} if before else {}


def noted_after(
    host: OpenClawHost, backup: str, *, was: str, noted: Mapping[str, object]
) -> dict[str, object]:
    """What the note says of the settings file once they are set: its digest, and the copy that it
    comes back from as long as that holds. `was` is the digest from before.
    """
    copy = backup
    if noted:  # this is not the first time, and in between a person may have changed it
        copy = str(noted.get(_COPY, "")) if was == noted.get(_AFTER) else ""
    return {_COPY: copy, _AFTER: host.settings_digest()}


def copy_of_before(host: OpenClawHost, noted: Mapping[str, object]) -> str:
    """The copy of the settings file from before, where nobody changed the file since; else ""."""
    copy = str(noted.get(_COPY, ""))
    unchanged = bool(copy) and host.settings_digest() == noted.get(_AFTER)
    return copy if unchanged and host.stands(copy) else ""


def is_noted(noted: Mapping[str, object], path: str) -> bool:
    """Whether the note says how a setting was before."""
    return path in _mapping(noted.get(_BEFORE))


def as_before(host: OpenClawHost, noted: Mapping[str, object]) -> dict[str, object]:
    """What is to be set so that all is as before: path → value, None to take it out."""
    before = {
        path: known
        for path, known in _mapping(noted.get(_BEFORE)).items()
        if isinstance(known, list) and host.setting(path) == known[1]
    }
    taken = {path: known[0] for path, known in before.items() if known[0] is not None}
    gone = {path for path, known in before.items() if known[0] is None}
    return taken | {_emptied(host, path, str(before[path][2]), gone): None for path in sorted(gone)}


def _emptied(host: OpenClawHost, path: str, made: str, gone: set[str]) -> str:
    """The topmost part of a path that came with it and now holds nothing but what goes."""
    top = made
    while top != path and not _leaves(host.setting(top), top) <= gone:
        top = f"{top}.{path[len(top) + 1 :].partition('.')[0]}"
    return top


def _leaves(value: object, path: str) -> set[str]:
    if not isinstance(value, dict):
        return {path}
    return {leaf for key, each in value.items() for leaf in _leaves(each, f"{path}.{key}")}


def _topmost_unset(host: OpenClawHost, path: str) -> str:
    parts = path.split(".")
    tops = (".".join(parts[: count + 1]) for count in range(len(parts)))
    return next((top for top in tops if host.setting(top) is None), path)


def _mapping(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, dict) else {}
