"""The folders of `hooks/`: each stands alone, and their JavaScript does what its tests say."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOOKS = sorted(path.parent for path in (ROOT / "hooks").glob("*/HOOK.md"))
PLUGIN = ROOT / "hooks" / "openclaw-plugin"
NODE = shutil.which("node")


def test_there_are_hooks() -> None:
    assert ["group-memory", "precompact-remem", "remem-flush"] == [path.name for path in HOOKS]


@pytest.mark.parametrize("folder", HOOKS, ids=lambda path: path.name)
def test_a_hook_is_read_as_a_module_whatever_stands_above_it(folder: Path) -> None:
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))

    assert {"type": "module"} == package


@pytest.mark.parametrize("folder", [*HOOKS, PLUGIN], ids=lambda path: path.name)
def test_what_the_hooks_share_is_the_same_in_each(folder: Path) -> None:
    first = ROOT / "hooks" / "remem-flush" / "room.js"

    assert first.read_bytes() == (folder / "room.js").read_bytes()
    assert [] == [path for path in folder.iterdir() if path.is_symlink()]


@pytest.mark.parametrize("folder", [*HOOKS, PLUGIN], ids=lambda path: path.name)
def test_a_hook_imports_nothing_from_outside_its_folder(folder: Path) -> None:
    lines = [line for path in folder.glob("*.js") for line in path.read_text().splitlines()]
    sources = [line.rsplit('"', 2)[1] for line in lines if line.startswith("import ")]

    assert [] == [one for one in sources if not one.startswith(("node:", "./"))]


def test_the_plugin_is_of_the_version_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [
        json.loads((PLUGIN / name).read_text(encoding="utf-8"))["version"]
        for name in ("package.json", "openclaw.plugin.json")
    ]

    assert [project["version"]] * 2 == named


def test_the_plugin_declares_the_tools_it_has() -> None:
    declared = json.loads((PLUGIN / "openclaw.plugin.json").read_text(encoding="utf-8"))
    source = (PLUGIN / "index.js").read_text(encoding="utf-8")

    assert re.findall(r'name: "(memory_\w+)"', source) == declared["contracts"]["tools"]


@pytest.mark.skipif(not NODE, reason="there is no node")
def test_the_tests_of_the_javascript_pass() -> None:
    tests = sorted(str(path) for path in (ROOT / "tests" / "hooks").glob("*.test.mjs"))
    done = subprocess.run(
        [str(NODE), "--test", *tests], capture_output=True, encoding="utf-8", check=False
    )

    assert (0, "") == (done.returncode, done.stdout[-4000:] if done.returncode else "")
