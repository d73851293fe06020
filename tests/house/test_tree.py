"""The tree reads as CONTRIBUTING says it does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60
EMPTY_NOUNS = re.compile(r"(^|_)(manager|helpers?|utils?|misc|common)(_|$)", re.IGNORECASE)
UNFINISHED = re.compile(r"\b(TODO|FIXME)\b")
POSSESSIVE = re.compile(r"[)\]}][*+?]\+|\(\?>")
MACHINE_PATH = re.compile(r"(?<![\w.~:/}$-])/(home|root|Users|work|mnt|srv)/[\w.-]")
TEXT_SUFFIXES = {".py", ".md", ".toml", ".json", ".jsonl", ".sh", ".txt", ".js", ".yml", ".cfg", ""}


def modules() -> Iterator[Path]:
    for folder in ("progressive_memory", "bots"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def committed_texts() -> Iterator[Path]:
    top = [path for path in ROOT.iterdir() if path.name not in {"build", "dist", "demo-vault"}]
    for path in sorted(top):
        if path.name.startswith(".") and path.name not in {".ci", ".gitignore"}:
            continue
        if path.suffix == ".egg-info":
            continue
        for each in sorted(path.rglob("*")) if path.is_dir() else [path]:
            hidden = any(part.startswith((".", "__")) for part in each.relative_to(path).parts[:-1])
            if each.is_file() and each.suffix in TEXT_SUFFIXES and not hidden:
                yield each


def test_no_file_is_longer_than_400_lines() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in modules()
        if (lines := path.read_text(encoding="utf-8").count("\n")) > MAX_FILE_LINES
    }

    assert {} == long


def test_no_function_is_longer_than_60_lines() -> None:
    long = {
        f"{path.relative_to(ROOT)}:{node.name}": node.end_lineno - node.lineno + 1
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= MAX_FUNCTION_LINES
    }

    assert {} == long


def test_no_module_or_class_has_a_name_that_says_nothing() -> None:
    names = [path.stem for path in modules()]
    for path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names += [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]

    assert [] == [
        name for name in names if EMPTY_NOUNS.search(re.sub(r"(?<!^)(?=[A-Z])", "_", name))
    ]


def test_each_unit_test_file_is_named_for_the_module_it_tests() -> None:
    """`test_redact.py`, or `test_redact_vendors.py` when one file would be too long."""
    strays = []
    for test in sorted((ROOT / "tests" / "unit").rglob("test_*.py")):
        folder = ROOT / "progressive_memory" / test.parent.relative_to(ROOT / "tests" / "unit")
        stem = test.stem.removeprefix("test_")
        names = {path.stem for path in folder.iterdir()} if folder.is_dir() else set()
        if not any(stem == name or stem.startswith(f"{name}_") for name in names):
            strays.append(str(test.relative_to(ROOT)))

    assert [] == strays


def test_no_pattern_is_possessive_or_atomic() -> None:
    """They match wrongly in Python before 3.11.5, and 3.11.2 is what Debian 12 ships."""
    assert [] == [
        str(path.relative_to(ROOT))
        for path in modules()
        if POSSESSIVE.search(path.read_text(encoding="utf-8"))
    ]


def test_nothing_is_left_unfinished() -> None:
    assert [] == [
        str(path.relative_to(ROOT))
        for path in modules()
        if UNFINISHED.search(path.read_text(encoding="utf-8"))
    ]


def test_nothing_names_a_path_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in committed_texts()
        if (match := MACHINE_PATH.search(path.read_text(encoding="utf-8", errors="replace")))
        and not (path.is_relative_to(ROOT / "tests") and match[1] in {"home", "Users"})
    ]

    assert [] == found
