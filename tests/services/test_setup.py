"""`init` lays what is missing and touches nothing that stands."""

from __future__ import annotations

from pathlib import Path

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.adapters.settings_toml import load_settings
from progressive_memory.bootstrap import new_ports, vault_template
from progressive_memory.domain.settings import Settings
from progressive_memory.services.setup import init


def test_a_new_vault_gets_every_file_and_its_own_id() -> None:
    ports = MemoryPorts(settings=Settings(vault_id="abc123", language="en"))
    template = vault_template("en")

    report = init(ports, template, "here")

    settings = ports.vault.read("progressive-memory.toml")
    assert settings is not None
    assert (tuple(template), ()) == (report.created, report.kept)
    assert 'vault_id = "abc123"\n' in settings.data.decode()
    assert "new-vault" not in settings.data.decode()


def test_what_stands_is_kept_byte_for_byte() -> None:
    ports = MemoryPorts()
    ports.vault.save("memory/rules.md", b"- mine\r\n")
    template = vault_template("zh")

    report = init(ports, template, "here")
    again = init(ports, template, "here")

    rules = ports.vault.read("memory/rules.md")
    assert rules is not None
    assert b"- mine\r\n" == rules.data
    assert ("memory/rules.md",) == report.kept
    assert ((), tuple(template)) == (again.created, again.kept)


def test_two_vaults_have_different_ids(tmp_path: Path) -> None:
    ids = {new_ports(tmp_path / name, "en").settings.vault_id for name in ("a", "b")}

    assert 2 == len(ids)


def test_a_vault_that_stands_keeps_its_settings(tmp_path: Path) -> None:
    settings = tmp_path / "progressive-memory.toml"
    settings.write_text('vault_id = "mine"\nlanguage = "zh"\n', encoding="utf-8")

    assert load_settings(settings) == new_ports(tmp_path, "en").settings
