"""Wiring of a live chat: the bot's settings, its login, its connection."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from progressive_memory.bootstrap import OpenPorts, find_vault, open_ports
from progressive_memory.errors import ConfigInvalid

if TYPE_CHECKING:
    from collections.abc import Callable

    from progressive_memory.domain.login_report import LoginReport
    from progressive_memory.ports_live import ChatServer


def live_ports(
    vault: str | os.PathLike[str] | None, config: str | os.PathLike[str] | None = None
) -> OpenPorts:
    """The ports of a vault (`find_vault`) for its bot; `[matrix]` of the settings file `config`
    goes before the vault's.

    Raises:
        VaultNotFound: as `find_vault`.
        ConfigInvalid: there is no such file, or it or the vault's is not valid.
    """
    from dataclasses import asdict, replace

    from progressive_memory.adapters.settings_toml import load_settings

    ports = open_ports(find_vault(vault))
    if config is not None:
        if not Path(config).is_file():
            raise ConfigInvalid(f"{config} is no file", next_step="name a file that has [matrix]")
        named = asdict(load_settings(Path(config)))
        of_the_bot = {key: value for key, value in named.items() if key.startswith("matrix_")}
        ports.settings = replace(ports.settings, **of_the_bot)
    return ports


def log_in_bot(
    vault: str | os.PathLike[str] | None,
    ask: Callable[[str], str],
    config: str | os.PathLike[str] | None = None,
    *,
    new_signing_keys: bool = False,
) -> LoginReport:
    """Log in once as the Matrix account that the settings name (`live_ports`): by an access token
    or a password in the environment, else by what `ask` answers to the user id. The login is kept.

    Raises:
        VaultNotFound: as `find_vault`.
        ConfigInvalid: no homeserver or user is named, or matrix-nio is not installed.
        LoginFailed: no password, or the homeserver cannot be reached or refuses.
    """
    import asyncio
    from dataclasses import replace

    from progressive_memory.adapters.chat_matrix import Account, log_in_anew

    ports = live_ports(vault, config)
    account = Account.of(ports.settings, os.environ)
    if not (account.password or account.token):
        account = account.with_password(ask(account.user))
    account = replace(account, new_signing_keys=new_signing_keys)
    return asyncio.run(log_in_anew(account, ports.data_folder))


def chat_server(vault: str | os.PathLike[str] | None) -> ChatServer:
    """A connection to Matrix by the login that is kept for a vault (`find_vault`).

    Raises:
        VaultNotFound: as `find_vault`.
        ConfigInvalid: matrix-nio is not installed.
        LoginFailed: nobody has logged in yet, or the file cannot be used.
    """
    from progressive_memory.adapters.chat_matrix import open_chat

    return open_chat(open_ports(find_vault(vault)).data_folder)
