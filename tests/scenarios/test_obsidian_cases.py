"""Failures that users of other tools reported, restated: our own cases, and those beside the checkout.

A case of ours is `tests/cases/obsidian/NN-*.toml`: a note before, what is done, the note after (or
the words of the refusal), and the other notes of its vault. Done again, it changes nothing.
"""

from __future__ import annotations

import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from progressive_memory.adapters.clock import SystemClock
from progressive_memory.adapters.vault_files import VaultFiles
from progressive_memory.bootstrap import open_ports
from progressive_memory.errors import NoteUnwritable
from progressive_memory.services.note.notes import set_properties
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.file_names import FileNames
from progressive_memory.vault.headings import as_in_link
from progressive_memory.vault.note_problems import in_links
from progressive_memory.vault.outline import outline
from progressive_memory.vault.wikilinks import links
from tests.golden import obsidian_case
from tests.operations import Wanted, carried_out

OWN = sorted((Path(__file__).resolve().parents[1] / "cases" / "obsidian").glob("*.toml"))
NOTE = "note.md"
HEADING = "# Beds\n\n## 2026-04-02 Bed: peas or beans? #spring\n\nBeans. ^bed-1\n\n## Wet | dry\n\n"


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.stem)
def test_a_case_of_ours(file: Path) -> None:
    case: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    files = {path: text.encode() for path, text in case.get("others", {}).items()}
    files[NOTE] = case["before"].encode()
    if "refused" in case:
        with pytest.raises(NoteUnwritable, match=case["refused"]):
            carried_out(files, NOTE, case["do"])
        return

    done = carried_out(files, NOTE, case["do"])

    assert case["after"] == done[NOTE].decode()
    again = [one for one in case["do"] if "rename" not in one]
    assert done == carried_out(done, NOTE, again)


DONE = {"set": "status", "value": "done"}
SHARED: dict[str, tuple[Wanted, ...]] = {
    "01-date-stays-date.md": (DONE,),
    "02-wikilink-in-frontmatter.md": (DONE,),
    "04-table-alias-pipe.md": ({"rename": "attention.md", "to": "focus.md"},),
    "09-no-trailing-newline.md": (
        {"append": "- 2026-05-16 move to Redis 7", "under": "Decisions"},
        {"append": "- TTL was in ms", "under": "Pitfalls"},
    ),
    "12-blank-line-after-frontmatter.md": (
        {"set": "last_updated", "value": "2026-05-16"},
        {"append": "- new top item", "first": True},
    ),
}


@pytest.mark.parametrize("name", SHARED)
def test_a_case_gives_the_expected_bytes_and_again_the_same(name: str) -> None:
    expected = obsidian_case(f"expected/{name}")
    files = {
        name: obsidian_case(name),
        "attention.md": b"# Attention\n",
        "experience.md": b"# Experience\n",
    }

    done = carried_out(files, name, SHARED[name])

    assert expected == done[name]
    again = [one for one in SHARED[name] if "rename" not in one]
    assert done == carried_out(done, name, again)


def test_links_in_properties_are_told_apart_from_one_in_the_body() -> None:
    text = obsidian_case("expected/02-wikilink-in-frontmatter.md").decode()

    body = text.index("\n---\n")

    assert [True, True, True, False] == [link.start < body for link in links(text)]


def test_a_heading_is_linked_without_the_signs_links_cannot_hold() -> None:
    section = next(each for each in outline(HEADING).headings if each.level == 2)

    assert "2026-04-02 Bed peas or beans? spring" == as_in_link(section.text)


def test_a_link_that_misses_a_word_of_its_heading_is_told() -> None:
    path = "memory/beds.md"
    for words, expected in (
        ("2026-04-02 Bed peas or beans", ["broken_link"]),
        ("2026-04-02 Bed peas or beans? spring", []),
        ("2026-04-02 bed peas or BEANS spring", []),
        ("^bed-1", []),
        ("^bed-2", ["broken_link"]),
    ):
        text = f"{HEADING}[[#{words}]]\n"

        assert expected == [each.code for each in in_links({path: text}, [path], {path: {"bed-1"}})]


def test_the_case_of_headings_beside_the_checkout() -> None:
    path = "memory/05-heading-anchor.md"
    text = obsidian_case("05-heading-anchor.md").decode()
    ids = {path: {entry.id for entry in entries(path, text)}}

    section = next(each for each in outline(text).headings if each.level == 2)
    problems = list(in_links({path: text}, [path], ids))

    assert "2026-05-16 Redis move to 7? infra" == as_in_link(section.text)
    assert {"dec-0008"} == ids[path]
    assert [("broken_link", 9)] == [(each.code, each.line) for each in problems]


def test_a_key_that_stands_twice_is_refused_with_its_lines() -> None:
    name = "06-duplicate-keys.md"
    files = {name: obsidian_case(name)}

    with pytest.raises(NoteUnwritable, match="status stands twice, on lines 3 and 5"):
        carried_out(files, name, [DONE])


@pytest.mark.parametrize("name", ["08-Café ガイド.md", "08-Ärger プラン.md"])
def test_a_name_typed_in_another_unicode_form_is_the_file_that_stands(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    on_disk = unicodedata.normalize("NFD", name)
    own = "Ärger" in name
    data = f"See [[{name[:-3]}]].\n".encode() if own else obsidian_case(on_disk)
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / on_disk).write_bytes(data)
    (tmp_path / "vault" / "progressive-memory.toml").write_text('vault_id = "v"\n')
    store = VaultFiles(tmp_path / "vault", tmp_path / "data", SystemClock())

    (link,) = links(data.decode())
    meant = FileNames(store.stamps("")).meant(link.written, "elsewhere.md")
    set_properties(open_ports(tmp_path / "vault"), link.target, ["status=done"])

    assert (unicodedata.normalize("NFC", name),) == meant
    assert [on_disk] == [file.name for file in (tmp_path / "vault").glob("08*")]
    assert b"---\nstatus: done\n---\n" + data == (tmp_path / "vault" / on_disk).read_bytes()
