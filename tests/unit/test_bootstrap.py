"""Finding the vault, and the folders outside it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from progressive_memory.bootstrap import find_vault, open_ports
from progressive_memory.errors import VaultNotFound


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
    assert named.value.next_step == f"pmem init {tmp_path / 'nowhere'}"


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
