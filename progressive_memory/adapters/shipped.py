"""Files that ship with the package: the vault template, hooks, cron lines.

In a wheel these folders stand inside the package; in a checkout they are the folders of that name
at the top. (A namespace package inside an editable install is not importable, so they are found by
place, not by name.)
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from progressive_memory.domain.group import Language

Folder = Literal["vault_template", "hooks", "cron"]


def shipped(folder: Folder) -> Traversable:
    """The folder as it was shipped, in a wheel or in a checkout."""
    package = files("progressive_memory")
    inside = package / folder
    return inside if inside.is_dir() else Path(str(package)).parent / folder


def vault_template(language: Language) -> dict[str, str]:
    """The notes and files of a new vault: vault-relative path → text, in path order.

    `name.zh.md` is the Chinese edition of `name.md` and takes its place in a Chinese vault.
    """
    texts = dict(_texts(shipped("vault_template"), ""))
    editions = {path: _plain(path) for path in texts if _plain(path) != path}
    chosen = {path: text for path, text in texts.items() if path not in editions}
    if language == "zh":
        chosen |= {plain: texts[path] for path, plain in editions.items()}
    return dict(sorted(chosen.items()))


def _plain(path: str) -> str:
    folder, slash, name = path.rpartition("/")
    return folder + slash + name.replace(".zh.", ".")


def _texts(folder: Traversable, prefix: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue  # what an editor or Obsidian left in a checkout
        if entry.is_dir():
            found += _texts(entry, f"{prefix}{entry.name}/")
        else:
            found.append((prefix + entry.name, entry.read_text(encoding="utf-8")))
    return found
