"""The golden groups that lie beside the checkout, for the tests that hold our notes to them."""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from progressive_memory.adapters.chat_exports import Source, open_feed
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.group import Language, NewGroup
from progressive_memory.services.flush.flush import flush
from progressive_memory.services.group.changes import add
from progressive_memory.services.log.log import log
from progressive_memory.vault import layout

CASES = Path(__file__).resolve().parents[1] / ".." / "shared" / "cases"


@dataclass(frozen=True)
class Golden:
    """One golden group: its name, language, first room and folder of cases."""

    name: str
    display_name: str
    language: Language
    timezone: str
    day: str
    folder: Path

    @property
    def vault(self) -> Path:
        return self.folder / "vault"

    def text(self, path: str) -> str:
        """A note of the golden vault, newlines untouched."""
        if not self.folder.is_dir():
            pytest.skip("shared cases are not beside this checkout")
        return (self.vault / path).read_bytes().decode()

    def notes(self) -> dict[str, str]:
        """Every Markdown note of the golden vault by its vault-relative path."""
        if not self.folder.is_dir():
            pytest.skip("shared cases are not beside this checkout")
        found = sorted(self.vault.rglob("*.md"))
        return {
            file.relative_to(self.vault).as_posix(): file.read_bytes().decode() for file in found
        }


ZH = Golden(
    "支付网关", "支付网关项目组", "zh", "Asia/Shanghai", "2026-05-15", CASES / "golden" / "zh"
)
EN = Golden("mobile-app", "Mobile App", "en", "UTC", "2026-05-12", CASES / "golden" / "en")
GROUPS = pytest.mark.parametrize("golden", [ZH, EN], ids=["zh", "en"])


def flushed(golden: Golden) -> MemoryPorts:
    """A vault with the golden group, its chat logged and flushed at the end of that day."""
    chat = golden.text("../chat.jsonl").encode()
    ports = MemoryPorts()
    zone = ZoneInfo(golden.timezone)
    day = datetime.fromisoformat(golden.day).replace(tzinfo=zone)
    ports.clock.at = day + timedelta(hours=23, minutes=50)
    add(
        ports,
        NewGroup(
            golden.name,
            room="!room:example.org",
            display_name=golden.display_name,
            language=golden.language,
            timezone=golden.timezone,
        ),
    )
    # The golden index note holds a rule that a person had typed before.
    index = layout.index_note(golden.name)
    ports.vault.save(index, golden.text(index).encode())
    log(
        ports,
        golden.name,
        open_feed(Source("chat", io.BytesIO(chat)), "jsonl", zone, golden.language),
    )
    flush(ports, golden.name)
    return ports


def obsidian_case(name: str) -> bytes:
    """The bytes of a file below `cases/obsidian`."""
    file = CASES / "obsidian" / name
    if not file.is_file():
        pytest.skip("shared cases are not beside this checkout")
    return file.read_bytes()
