"""How this machine's OpenClaw is called for a vault: noted by `pmem hooks install openclaw`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from os import PathLike
from pathlib import Path

_FILE = "openclaw.json"
_NAMED = ("OPENCLAW_STATE_DIR", "OPENCLAW_CONFIG_PATH", "OPENCLAW_HOME", "OPENCLAW_PROFILE")
"""Which OpenClaw is meant; a timer's environment has none of them."""
_SCRIPTS = (".mjs", ".js")


@dataclass(frozen=True)
class Link:
    """The words that call OpenClaw, and what of the environment says which."""

    command: tuple[str, ...]
    environment: dict[str, str]


def found(environ: Mapping[str, str]) -> Link | None:
    """The OpenClaw of an environment; None where `openclaw` is not on its PATH.

    A script is called by the `node` that is first on PATH now: a timer's PATH has neither.
    """
    named = {name: environ[name] for name in _NAMED if environ.get(name)}
    program, node = (shutil.which(name, path=environ.get("PATH")) for name in ("openclaw", "node"))
    if program is None:
        return None
    script = Path(program).resolve()
    if node and script.suffix in _SCRIPTS:
        return Link((node, str(script)), named)
    return Link((program,), named)


def read(folder: str | PathLike[str]) -> Link | None:
    """What is noted in a vault's data folder; None where nothing is, or it cannot be read."""
    try:
        value = json.loads(Path(folder, _FILE).read_text(encoding="utf-8"))
        command, environment = value["command"], value["environment"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not _are_words(command) or not command or not isinstance(environment, dict):
        return None
    return Link(tuple(command), environment) if _are_words([*environment.values()]) else None


def write(folder: str | PathLike[str], link: Link) -> None:
    """Note it in a vault's data folder."""
    Path(folder, _FILE).write_text(f"{json.dumps(asdict(link), indent=2)}\n", encoding="utf-8")


def remove(folder: str | PathLike[str]) -> None:
    """Forget it; where nothing is noted, nothing is done."""
    Path(folder, _FILE).unlink(missing_ok=True)


def _are_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)
