"""Whether every link still leads where it led when a note of other people's vaults is renamed.

    python -m evals.renames [SHARED]

One rename at a time, in turn to another name, to another folder, and both. The links of the whole
vault are read before and after by headless-vault-kit, a reader we did not write: which note each
leads to, on which line, to which heading, embedded or not. It takes a link in code of a quote for a
link, which a rename leaves alone: those are counted apart.
"""

from __future__ import annotations

import json
import posixpath
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from evals.chats import data_folder
from evals.measured import Absent, Measured, run
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.errors import ProgressiveMemoryError
from progressive_memory.services.note.rename import rename

COMMAND = "python -m evals.renames"
VAULTS = ("obsidian_help/en", "obsidian_kepano", "obsidian_tasks_vault/Tasks-Demo")
RENAMES = 60
"""A vault: each costs a second."""

_Files = Mapping[str, bytes]
_Graph = Counter[tuple[object, ...]]


class Vault:
    """A copy of a vault on the disk, for the other reader to read."""

    def __init__(self, source: Path, folder: Path) -> None:
        self._root, self._index = folder / "vault", folder / "index"
        self.files: _Files = {
            file.relative_to(source).as_posix(): file.read_bytes()
            for file in sorted(source.rglob("*"))
            if file.is_file() and not any(part.startswith(".") for part in file.parts)
        }
        self.write(self.files)

    def write(self, changes: Mapping[str, bytes | None]) -> None:
        """Write files, or delete them."""
        for path, data in changes.items():
            file = self._root / path
            if data is None:
                file.unlink(missing_ok=True)
            else:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)

    def graph(self, moved: Mapping[str, str]) -> _Graph:
        """Every link as the other reader sees it, with the paths of what moved put in."""
        reader = Path(sys.executable).with_name("hvk")
        command = [str(reader), "--vault", str(self._root), "--index", str(self._index)]
        subprocess.run([*command, "scan"], check=True, capture_output=True)
        said = subprocess.run([*command, "--json", "links"], check=False, capture_output=True)
        return Counter(
            (
                moved.get(link["source"], link["source"]),
                link["line"],
                link["subpath"],
                link["kind"],
                link["embed"],
                moved.get(link["resolved"], link["resolved"]) or link["target_raw"],
            )
            for link in json.loads(said.stdout)
        )


def goal_of(path: str, files: _Files, number: int) -> str:
    """Where the `number`-th note goes: another name, another folder, or both; never a name that
    another note has, as the two readers part there by different rules.
    """
    folders = sorted({posixpath.dirname(each) for each in files if each.endswith(".md")})
    folder, name = posixpath.split(path)
    if number % 3:
        folder = folders[number * 7 % len(folders)]
    if number % 3 != 1:
        name = f"Moved (no {number}) ünd 新.md"
    return f"{folder}/{name}" if folder else f"./{name}"


def wrong_links(vault: Vault, path: str, new: str, before: _Graph) -> tuple[int, int]:
    """The links that lead elsewhere after a rename, and the files it changed beside the note."""
    ports = MemoryPorts()
    for each, data in vault.files.items():
        ports.vault.save(each, data)
    report = rename(ports, path, new)
    snapshots = {each: ports.vault.read(each) for each in report.changed}
    vault.write({each: now.data if now else None for each, now in snapshots.items()})
    after = vault.graph({})
    vault.write({each: vault.files.get(each) for each in report.changed})
    wanted = Counter[tuple[object, ...]]()
    for link, count in before.items():
        wanted[tuple(report.path if part == path else part for part in link)] += count
    return (wanted - after).total(), len(report.changed) - 2


def measure(shared: Path) -> list[Measured]:
    """Links that lead elsewhere after a rename, by vault.

    Raises:
        Absent: no vault is there.
    """
    rows = []
    for name in VAULTS:
        source = data_folder(shared) / name
        if source.is_dir():
            with tempfile.TemporaryDirectory() as folder:
                rows.append(_row(name, Vault(source, Path(folder))))
    if not rows:
        raise Absent(f"no Obsidian vault is in {shared}")
    return rows


def _row(name: str, vault: Vault) -> Measured:
    start = time.process_time()
    notes = sorted(path for path in vault.files if path.endswith(".md"))
    random.Random(1).shuffle(notes)  # the same notes at every run
    before = vault.graph({})
    wrong: list[str] = []
    renamed = changed = 0
    for number, path in enumerate(notes[:RENAMES]):
        try:
            lost, files = wrong_links(vault, path, goal_of(path, vault.files, number), before)
        except ProgressiveMemoryError:
            continue  # the name is taken there
        renamed, changed = renamed + 1, changed + files
        if lost:
            wrong.append(f"{path} ({lost})")
    value = f"{len(wrong)} of {renamed} renames" + (f": {', '.join(wrong)}" if wrong else "")
    protocol = (
        f"{before.total():,} links in {len(notes)} notes; {changed} other files changed; "
        f"{time.process_time() - start:.0f} s CPU of ours"
    )
    return Measured(
        f"a link leads elsewhere after a rename: {name}", value, "", "0", renamed, protocol,
        not wrong, COMMAND,
    )  # fmt: skip


if __name__ == "__main__":
    run(measure)
