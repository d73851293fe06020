"""Exported chats of one small bakery, in every format, as files people would hand over."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases" / "exports"
"""An export of each format that holds every kind of message there is in it."""


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    """A zip of those files, always the same bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def slack_files() -> dict[str, bytes]:
    """The files of the Slack export."""
    folder = CASES / "slack"
    paths = sorted(folder.rglob("*.json"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def every_kind(form: str) -> bytes:
    """The export of that format that holds every kind of message."""
    if form == "slack":
        return zipped(slack_files())
    return next(CASES.glob(f"{form}.*")).read_bytes()


def shortened(form: str, count: int) -> bytes:
    """An earlier export of the same chat: the first `count` messages of `every_kind`."""
    if form == "slack":
        files: dict[str, bytes | str] = dict(slack_files())
        day = "oven/2026-05-15.json"
        files[day] = json.dumps(json.loads(files[day])[:count])
        del files["oven/2026-05-16.json"]
        return zipped(files)
    if form in ("element", "discord", "telegram"):
        document: dict[str, Any] = json.loads(every_kind(form))
        document["messages"] = document["messages"][:count]
        return json.dumps(document, ensure_ascii=False).encode()
    return b"".join(every_kind(form).splitlines(keepends=True)[:count])
