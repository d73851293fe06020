"""What is shipped is what stands in the tree."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]


def test_every_package_of_the_tree_is_shipped() -> None:
    """A package that is not listed works from a checkout and is missing in a wheel."""
    package = ROOT / "progressive_memory"
    folders = {path.parent for path in package.rglob("__init__.py")}
    names = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    mapped = set(SETUPTOOLS["package-dir"]) - {"progressive_memory"}
    bots = {path.parent.name for path in ROOT.glob("bots/*/__init__.py")}
    names |= {f"progressive_memory.bots.{name}" for name in bots}

    assert sorted(names | mapped) == sorted(SETUPTOOLS["packages"])


def test_every_mapped_folder_ships_all_it_holds() -> None:
    mapped = {name: ROOT / folder for name, folder in SETUPTOOLS["package-dir"].items()}

    assert [] == [name for name, folder in mapped.items() if not folder.is_dir()]
    assert {name for name in mapped if name != "progressive_memory"} == {
        name for name, files in SETUPTOOLS["package-data"].items() if files == ["**/*"]
    }


def test_every_dependency_has_its_reason_in_the_decisions() -> None:
    reasons = (ROOT / "docs" / "decisions" / "0008-dependencies.md").read_text(encoding="utf-8")
    wanted = PROJECT["project"]["dependencies"]
    names = [line.split(">=")[0].split("==")[0] for line in wanted]

    assert [] == [name for name in names if f"| {name} |" not in reasons]
