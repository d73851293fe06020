"""Notes that nobody on the project wrote: four Obsidian vaults, the cases of three test suites."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import yaml

VAULTS = ("obsidian_dataview_vault", "obsidian_help", "obsidian_kepano", "obsidian_tasks_vault")
_TEMPLATE = re.compile(r"dedent`([^`]*)`")
_SEEN = str.maketrans({"␣": " ", "»": "\t", "—": None, "←": "\r", "⇔": "\ufeff", "↵": None})


def notes_of(folder: Path) -> Iterator[tuple[str, str, bytes]]:
    """Source, name and bytes of every note there is."""
    for vault in VAULTS:
        for file in sorted((folder / vault).rglob("*.md")):
            yield "Obsidian vaults", f"{vault}/{file.name}", file.read_bytes()
    spec = folder / "commonmark" / "spec.json"
    for row in json.loads(spec.read_text("utf-8")) if spec.is_file() else ():
        yield "CommonMark", f"example {row['example']}", row["markdown"].encode()
    for file in sorted((folder / "yaml_test_suite" / "src").glob("*.yaml")):
        for number, case in enumerate(yaml.safe_load(file.read_text("utf-8"))):
            if "yaml" in case:
                source = _shown(case["yaml"])
                yield "YAML suite", f"{file.stem}-{number}", f"---\n{source}---\n\nbody\n".encode()
    for file in sorted((folder / "obsidian_linter_tests").rglob("*.ts")):
        for number, text in enumerate(_TEMPLATE.findall(file.read_text("utf-8"))):
            note = textwrap.dedent(text.replace("\\\\", "\\")).strip("\n") + "\n"
            yield "linter tests", f"{file.stem}-{number}", note.encode()


def _shown(source: str) -> str:
    """The YAML a case of the suite means: it writes blanks, tabs and line ends as signs."""
    ends_open = source.rstrip("\n").endswith("∎")
    plain = source.replace("∎", "").translate(_SEEN)
    return plain if plain.endswith("\n") and not ends_open else f"{plain.rstrip(chr(10))}\n"
