"""Logging in to a real homeserver."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from progressive_memory.bootstrap_live import chat_server, log_in_bot
from progressive_memory.errors import LoginFailed
from tests.real.homeserver import Homeserver, Login, Refused


class Vault:
    """A vault whose settings name somebody on the homeserver, and the data folder beside it."""

    def __init__(
        self, folder: Path, home: Homeserver, login: Login, patch: pytest.MonkeyPatch
    ) -> None:
        self.home = home
        self.login = login
        self.path = folder / "vault"
        self.path.mkdir()
        self._data = folder / "data"
        self._patch = patch
        patch.setenv("PROGRESSIVE_MEMORY_DATA", str(self._data))
        for name in ("MATRIX_TOKEN", "MATRIX_PASSWORD"):
            patch.delenv(name, raising=False)
        self.settle(login.user_id)

    def settle(self, user: str, homeserver: str = "") -> None:
        address = homeserver or self.home.url
        (self.path / "progressive-memory.toml").write_text(
            f'vault_id = "v"\n[matrix]\nhomeserver = "{address}"\nuser = "{user}"\n'
        )

    def set(self, name: str, value: str) -> None:
        self._patch.setenv(name, value)

    def kept(self) -> dict[str, Any]:
        file = self._data / "v" / "matrix.json"
        assert 0o600 == file.stat().st_mode & 0o777
        told: dict[str, Any] = json.loads(file.read_text())
        return told

    def whoami(self) -> str:
        token = self.kept()["access_token"]
        answer = self.home.ask("GET", "/_matrix/client/v3/account/whoami", token=token)
        return str(answer["user_id"])


@pytest.fixture
def vault(tmp_path: Path, homeserver: Homeserver, monkeypatch: pytest.MonkeyPatch) -> Vault:
    login = homeserver.register(f"memo-{homeserver.number()}")
    return Vault(tmp_path, homeserver, login, monkeypatch)


def test_the_password_that_is_typed_logs_in_and_is_kept_nowhere(vault: Vault) -> None:
    asked: list[str] = []

    def ask(user: str) -> str:
        asked.append(user)
        return vault.login.password

    report = log_in_bot(vault.path, ask)
    assert [vault.login.user_id] == asked
    assert (vault.home.url, vault.login.user_id) == (report.homeserver, report.user_id)
    assert vault.login.user_id == vault.whoami()
    assert vault.login.password not in json.dumps(vault.kept())
    assert chat_server(vault.path).me == vault.login.user_id


def test_a_password_in_the_environment_is_not_asked_for(vault: Vault) -> None:
    vault.set("MATRIX_PASSWORD", vault.login.password)
    log_in_bot(vault.path, lambda _: pytest.fail("asked"))
    assert vault.login.user_id == vault.whoami()


def test_a_second_login_is_the_same_device(vault: Vault) -> None:
    first = log_in_bot(vault.path, lambda _: vault.login.password)
    second = log_in_bot(vault.path, lambda _: vault.login.password)
    assert first.device_id == second.device_id
    assert vault.login.user_id == vault.whoami()


def test_an_access_token_takes_its_login_over(vault: Vault) -> None:
    vault.set("MATRIX_TOKEN", vault.login.token)
    report = log_in_bot(vault.path, lambda _: pytest.fail("asked"))
    assert vault.login.device_id == report.device_id
    assert vault.login.user_id == vault.whoami()


@pytest.mark.parametrize(("name", "value"), [("MATRIX_PASSWORD", "no"), ("MATRIX_TOKEN", "no")])
def test_a_wrong_password_or_token_is_said_and_nothing_is_kept(
    vault: Vault, name: str, value: str
) -> None:
    vault.set(name, value)
    with pytest.raises(LoginFailed, match="refuses the login"):
        log_in_bot(vault.path, lambda _: "")
    with pytest.raises(LoginFailed, match="not logged in yet") as refusal:
        chat_server(vault.path)
    assert "pmem bot login" == refusal.value.next_step


def test_a_token_of_somebody_else_is_refused(vault: Vault) -> None:
    other = vault.home.register(f"other-{vault.home.number()}")
    vault.set("MATRIX_TOKEN", other.token)
    with pytest.raises(LoginFailed, match=f"is that of {other.user_id}"):
        log_in_bot(vault.path, lambda _: "")


def test_a_homeserver_that_is_not_there_is_said(vault: Vault) -> None:
    vault.settle(vault.login.user_id, "http://127.0.0.1:1")
    with pytest.raises(LoginFailed, match=r"127\.0\.0\.1:1 cannot be reached"):
        log_in_bot(vault.path, lambda _: "x")


def test_a_login_that_was_ended_elsewhere_has_to_be_had_again(vault: Vault) -> None:
    log_in_bot(vault.path, lambda _: vault.login.password)
    token = vault.kept()["access_token"]
    vault.home.ask("POST", "/_matrix/client/v3/logout", {}, token=token)
    with pytest.raises(Refused):
        vault.whoami()
    log_in_bot(vault.path, lambda _: vault.login.password)
    assert vault.login.user_id == vault.whoami()


def pmem_without(package: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `pmem` where a package is not installed."""
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        f"from progressive_memory.cli import main; main({list(words)!r})"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_without_nio_a_login_says_what_to_install(vault: Vault) -> None:
    vault.set("MATRIX_PASSWORD", vault.login.password)
    done = pmem_without("nio", "bot", "login", "--vault", str(vault.path))
    assert 1 == done.returncode
    assert (
        "error: the Matrix bot needs the package matrix-nio\n"
        "next: pip install 'progressive-memory[matrix]'\n"
    ) == done.stderr


def test_without_the_extra_a_login_leaves_encrypted_rooms_closed_and_says_so(
    vault: Vault,
) -> None:
    vault.set("MATRIX_PASSWORD", vault.login.password)
    done = pmem_without("vodozemac", "bot", "login", "--vault", str(vault.path))
    assert ("", 0) == (done.stderr, done.returncode)
    assert "Encrypted rooms stay closed" in done.stdout
    assert vault.login.user_id == vault.whoami()
    assert not vault.kept()["keys"]


def test_a_login_with_keys_wants_the_extra_it_was_made_with(vault: Vault) -> None:
    assert "signed" == log_in_bot(vault.path, lambda _: vault.login.password).keys
    code = (
        "import sys; sys.modules['vodozemac'] = None\n"
        "from progressive_memory.api_live import chat_server\n"
        f"chat_server({str(vault.path)!r})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "the package to use them is not installed" in done.stderr
