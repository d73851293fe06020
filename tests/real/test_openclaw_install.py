"""`pmem hooks install openclaw` on settings as people have them: comments, links, broken files.

With OpenClaw's own command. `make test-openclaw` runs this.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from progressive_memory.hosts.openclaw import PARTS
from tests.real.test_openclaw import environment, pytestmark, run

__all__ = ["environment", "pytestmark"]

INSTALL = ("pmem", "hooks", "install", "openclaw", "--own-memory", "off")
MINE = b"// mine\n{\n  logging: { level: 'info', }, /* quiet */\n}\n"


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of ours below OpenClaw's state, and its settings."""
    ours = [folder / place.partition("/")[0] for place in PARTS.values()]
    files = [path for top in ours for path in top.rglob("*") if path.is_file()]
    files += [*folder.glob("openclaw.json*"), *folder.glob("progressive-memory*")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files if path.is_file()}


def failed(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
    assert 1 == done.returncode, done.stdout + done.stderr
    return done.stderr


def test_settings_with_comments_behind_a_link_come_back_byte_for_byte(
    environment: dict[str, str], tmp_path: Path
) -> None:
    state = Path(environment["OPENCLAW_STATE_DIR"])
    kept = tmp_path / "dotfiles.json5"
    kept.write_bytes(MINE)
    (state / "openclaw.json").unlink()
    (state / "openclaw.json").symlink_to(kept)
    before = tree(state)

    run(*INSTALL, "--dry-run")
    untouched = tree(state)
    said = subprocess.run(INSTALL, capture_output=True, encoding="utf-8", check=True)
    copies = [path for place in PARTS.values() for path in (state / place).iterdir()]
    names = [path.lstat().st_nlink for path in copies if not path.is_symlink()]
    once = tree(state)
    run(*INSTALL)
    twice = tree(state)
    run("pmem", "hooks", "install", "openclaw", "--uninstall")

    assert before == untouched
    assert "without their comments" in said.stderr
    assert [1] * len(copies) == names
    assert once == twice
    assert (True, MINE) == ((state / "openclaw.json").is_symlink(), kept.read_bytes())


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('{"logging": {', "OpenClaw config is invalid"),
        ('{"hooks": {"$include": "./more.json5"}}', "into the file that is included"),
    ],
    ids=["cut off", "included"],
)
def test_settings_that_openclaw_does_not_write_are_named_and_nothing_is_left(
    environment: dict[str, str], settings: str, said: str
) -> None:
    state = Path(environment["OPENCLAW_STATE_DIR"])
    (state / "more.json5").write_text("{ internal: { enabled: true, entries: {} } }")
    (state / "openclaw.json").write_text(settings)
    before = tree(state)

    error = failed(*INSTALL)

    assert said in error
    assert before == tree(state)


def test_an_openclaw_that_is_missing_or_of_old_is_named(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = Path(environment["OPENCLAW_STATE_DIR"])
    before = tree(state)
    old = tmp_path / "old" / "openclaw"
    old.parent.mkdir()
    old.write_text("#!/bin/sh\necho OpenClaw 2026.2.3\n")
    old.chmod(0o755)
    pmem = subprocess.run(["which", "pmem"], capture_output=True, encoding="utf-8", check=True)

    monkeypatch.setenv("PATH", os.pathsep.join([str(old.parent), "/usr/bin", "/bin"]))
    of_old = failed(pmem.stdout.strip(), *INSTALL[1:])
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    missing = failed(pmem.stdout.strip(), *INSTALL[1:])

    assert "this OpenClaw is 2026.2.3: the hooks need 2026.9 or newer" in of_old
    assert "there is no openclaw on PATH" in missing
    assert before == tree(state)
