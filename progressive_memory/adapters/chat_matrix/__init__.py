"""A live chat on Matrix: everything that knows matrix-nio, and nothing else.

`server.py` is the connection, `syncing.py` how it listens, `login.py` and `logging_in.py` how it is
known, `encryption.py` and `cross_signing.py` its keys. `events.py`, `contents.py`, `room_book.py`,
`timeline.py` and `outgoing.py` know no network: they read and make the JSON of Matrix events.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from progressive_memory.adapters.chat_matrix.login import Account, kept_login
from progressive_memory.errors import ConfigInvalid, LoginFailed

if TYPE_CHECKING:
    from progressive_memory.adapters.chat_matrix.server import MatrixChatServer
    from progressive_memory.domain.login_report import LoginReport

__all__ = ["Account", "log_in_anew", "open_chat"]


async def log_in_anew(account: Account, folder: Path) -> LoginReport:
    """Log in, and keep the login in that data folder (`logging_in.log_in_anew`).

    Raises:
        ConfigInvalid: the `[matrix]` extra is not installed.
    """
    try:
        from progressive_memory.adapters.chat_matrix import logging_in
    except ImportError as error:
        raise _missing() from error
    return await logging_in.log_in_anew(account, folder)


def open_chat(folder: Path) -> MatrixChatServer:
    """A connection by the login kept in that data folder.

    Raises:
        ConfigInvalid: the `[matrix]` extra is not installed.
        LoginFailed: nobody has logged in yet, what was kept cannot be used, or the keys that
            belong to it are gone.
    """
    login = kept_login(folder)
    if login is None:
        raise LoginFailed("the bot has not logged in yet", next_step="pmem bot login")
    try:
        from progressive_memory.adapters.chat_matrix.server import MatrixChatServer
    except ImportError as error:
        raise _missing() from error
    if not login.keys:
        return MatrixChatServer(login)
    from progressive_memory.adapters.chat_matrix.encryption import (
        has_keys,
        installed,
        keys_folder,
    )

    if not installed():
        raise ConfigInvalid(
            "the bot's login has encryption keys, and the package to use them is not installed",
            next_step="pip install 'progressive-memory[e2e]'",
        )
    if not has_keys(folder, login):
        raise LoginFailed(
            f"the encryption keys of device {login.device_id} are gone from {keys_folder(folder)}",
            next_step="put them back from a backup, or pmem bot login, which makes a new device: "
            "what was said to the old one and not read yet stays closed",
        )
    return MatrixChatServer(login, keys_folder(folder))


def _missing() -> ConfigInvalid:
    return ConfigInvalid(
        "the Matrix bot needs the package matrix-nio",
        next_step="pip install 'progressive-memory[matrix]'",
    )
