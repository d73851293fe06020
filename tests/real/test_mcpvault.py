"""A second program that writes notes, while we do: mcpvault, an MCP server for Obsidian vaults.

It reads a note, changes the text and writes the whole file over the old one. `make test-clients`
gets it from npm and runs these tests; without it they are skipped.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup
from tests.real.mcp_client import McpClient

SERVER = os.environ.get("MCPVAULT_SERVER", "")
ROUNDS = 40
BY_HAND = "## By hand\n"
GROUP = "memory/groups/harbour"
ID = re.compile(r"\^([a-z]-\d{8}-[a-z2-7]{10})$", re.MULTILINE)

pytestmark = pytest.mark.skipif(
    not SERVER, reason="mcpvault is not there: `make test-clients` gets it (needs node and npm)"
)


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault with one group, whose notes have a section of a person's."""
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "vault"
    Memory.init(folder, language="en")
    Memory.open(folder).group_add(NewGroup("harbour", language="en", timezone="UTC"))
    for name in ("attention", "experience"):
        note = folder / GROUP / f"{name}.md"
        note.write_text(f"{note.read_text()}\n{BY_HAND}", encoding="utf-8")
    return folder


@pytest.fixture
def client(vault: Path) -> Iterator[McpClient]:
    with McpClient(["node", SERVER, str(vault)]) as client:
        yield client


def notes(vault: Path) -> dict[str, str]:
    """Every note by its path."""
    files = sorted(vault.rglob("*.md"))
    return {file.relative_to(vault).as_posix(): file.read_text(encoding="utf-8") for file in files}


def write(client: McpClient, number: int) -> tuple[str, str]:
    """One write of the other program: the note, and the line that has to be in it from now on."""
    line = f"- by hand {number:06}"
    attention, people = f"{GROUP}/attention.md", f"{GROUP}/people.md"
    experience, own = f"{GROUP}/experience.md", f"Notes/{number}.md"
    match number % 5:
        case 0 | 1 as which:
            path = attention if which else experience
            new = f"{BY_HAND}{line}\n"
            done = client.call("patch_note", path=path, oldString=BY_HAND, newString=new)
        case 2:
            path = people
            done = client.call("write_note", path=path, content=f"\n{line}\n", mode="append")
        case 3:
            path, line = attention, f"by_hand: {number}\n"
            done = client.call("update_frontmatter", path=path, frontmatter={"by_hand": number})
        case _:
            path = own
            done = client.call("write_note", path=path, content=f"# Own\n\n{line}\n")
    assert done[0], done[1]
    return path, line


def test_nothing_of_either_is_lost_where_both_write_at_once(
    vault: Path, client: McpClient, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [sys.executable, str(Path(__file__).with_name("beside.py")), str(vault), str(ROUNDS)]
    theirs: list[tuple[str, str]] = []
    numbers = count()
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as pmem:
        while pmem.poll() is None:
            path, line = write(client, next(numbers))
            if line.startswith("by_hand"):  # it takes the place of the one before
                theirs = [one for one in theirs if not one[1].startswith("by_hand")]
            theirs.append((path, line))
        assert pmem.stdout is not None
        ours = json.loads(pmem.stdout.read())
    memory = Memory.open(vault)
    memory.flush("harbour")
    (again,) = memory.flush("harbour").groups

    found = notes(vault)
    standing = [
        one for path, text in found.items() if "/log/" not in path for one in ID.findall(text)
    ]
    logged = sum(text.count("  - event:: ") for path, text in found.items() if "/log/" in path)
    lost = [(path, line) for path, line in theirs if line not in found[path]]
    gone = sorted(set(ours["written"]) - set(standing))
    with capsys.disabled():
        sys.stdout.write(
            f"\nmcpvault: {len(lost)} of {len(theirs)} writes lost; pmem: {len(gone)} of "
            f"{len(ours['written'])} entries and {4 * ROUNDS - logged} of {4 * ROUNDS} messages\n"
        )
    assert (gone, logged, ours["logged"]) == ([], 4 * ROUNDS, 4 * ROUNDS)
    assert 600 * len(lost) <= 5 * len(theirs)
    assert len(standing) == len(set(standing))
    assert again.written == ()
    assert {each.code for each in memory.doctor().problems} <= {"long_note"}
    assert [path for path in found if path.rpartition("/")[2].startswith(".")] == []


def test_a_whole_note_written_from_an_old_copy_deletes_what_came_between(
    vault: Path, client: McpClient
) -> None:
    """What no file system can tell from a person's deletion: said, and not written again."""
    path = f"{GROUP}/experience.md"
    old = (vault / path).read_text(encoding="utf-8")
    words = [sys.executable, str(Path(__file__).with_name("beside.py")), str(vault), "1"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    (decision,) = (one for one in json.loads(done.stdout)["written"] if one.startswith("d-"))
    assert f"^{decision}" in (vault / path).read_text(encoding="utf-8")

    assert client.call("write_note", path=path, content=old)[0]
    memory = Memory.open(vault)
    (flushed,) = memory.flush("harbour").groups

    assert (vault / path).read_text(encoding="utf-8") == old
    assert flushed.rejected == {"deleted": 1}
    assert "I propose we move the order store" in "".join(notes(vault).values())
