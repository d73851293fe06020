"""Logging in: once, by password or access token."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from nio import AsyncClient, AsyncClientConfig

from progressive_memory.adapters.chat_matrix.answers import UNREACHED, quiet, said
from progressive_memory.adapters.chat_matrix.cross_signing import sign_device
from progressive_memory.adapters.chat_matrix.encryption import (
    close_client,
    has_keys,
    installed,
    keep_keys,
    keys_folder,
    open_client,
)
from progressive_memory.adapters.chat_matrix.login import (
    FILE,
    NEXT,
    WHERE,
    Account,
    MatrixLogin,
    keep_login,
    kept_login,
)
from progressive_memory.domain.login_report import LoginReport
from progressive_memory.errors import LoginFailed


async def log_in_anew(account: Account, folder: Path) -> LoginReport:
    """Log in and keep the login in that data folder, in place of the one before.

    A login by password has keys for encrypted rooms where the `[e2e]` extra is installed. It is the
    device of before where that still stands, with all that belongs to it; else a new one.

    Raises:
        LoginFailed: not reached or refused, or the file of the login before cannot be used.
    """
    quiet()
    before = kept_login(folder)
    with_keys = installed() and not account.token
    if before and before.user_id == account.user and before.keys == with_keys:
        stands = not with_keys or (has_keys(folder, before) and await _is_valid(before))
        account = replace(account, device_id=before.device_id if stands else "")
    login = replace(await log_in(account), keys=with_keys)
    signed = await _make_keys(account, login, folder) if with_keys else "none"
    keep_login(folder, login)
    if before and before.keys and before.device_id != login.device_id:
        await _log_out(before)
    return LoginReport(login.homeserver, login.user_id, login.device_id, str(folder / FILE), signed)


async def log_in(account: Account) -> MatrixLogin:
    """Log in by password, or take over the login that an access token is of.

    The homeserver is an address, or the name in user ids, whose address its owner publishes.

    Raises:
        LoginFailed: not reached, refused, or the token is of somebody else.
    """
    named = "://" in account.homeserver
    address = account.homeserver if named else f"https://{account.homeserver}"
    client = _client(address, account.user, account.device_id)
    try:
        if not named:
            found = getattr(await client.discovery_info(), "homeserver_url", "")
            client.homeserver = (found or address).rstrip("/")
        if account.token:
            client.access_token = account.token
            return _login(client.homeserver, await client.whoami(), account, account.token)
        answer = await client.login(account.password, device_name=account.device_name)
        return _login(client.homeserver, answer, account, getattr(answer, "access_token", ""))
    except UNREACHED as error:
        raise LoginFailed(
            f"{account.homeserver} cannot be reached: {str(error) or type(error).__name__}",
            next_step=f"correct homeserver {WHERE}, or try again",
        ) from None
    finally:
        await client.close()


def _client(homeserver: str, user: str, device_id: str = "") -> Any:  # noqa: ANN401 nio has no types
    config = AsyncClientConfig(
        max_timeouts=2, max_limit_exceeded=2, request_timeout=20, encryption_enabled=False
    )
    return AsyncClient(homeserver, user, device_id, config=config)


def _login(homeserver: str, answer: Any, account: Account, token: str) -> MatrixLogin:  # noqa: ANN401
    device = getattr(answer, "device_id", None)
    if not device:
        raise LoginFailed(
            f"{homeserver} refuses the login: {said(answer)}",
            next_step=f"check user {WHERE} and the password or token, then {NEXT}",
        )
    if answer.user_id != account.user:
        raise LoginFailed(
            f"the access token is that of {answer.user_id}, not of {account.user}",
            next_step=f"correct user {WHERE}, or take another token",
        )
    return MatrixLogin(homeserver, answer.user_id, device, token)


async def _make_keys(account: Account, login: MatrixLogin, folder: Path) -> str:
    """Make the device's keys, put them on the server, and let the account vouch for them."""
    client = open_client(login, keys_folder(folder))
    try:
        await keep_keys(client)
        return await sign_device(
            client,
            keys_folder(folder),
            password=account.password,
            replace=account.new_signing_keys,
        )
    except UNREACHED:
        return "failed"
    finally:
        await close_client(client)


async def _is_valid(login: MatrixLogin) -> bool:
    """Whether the server still knows a login, and so the keys of its device."""
    client = _client(login.homeserver, login.user_id, login.device_id)
    client.access_token = login.access_token
    try:
        return getattr(await client.whoami(), "device_id", None) == login.device_id
    except UNREACHED:
        return False
    finally:
        await client.close()


async def _log_out(login: MatrixLogin) -> None:
    """End a login, and with it a device whose keys are lost: nobody should write to it."""
    client = _client(login.homeserver, login.user_id, login.device_id)
    client.access_token = login.access_token
    try:
        await client.logout()
    except UNREACHED:
        pass
    finally:
        await client.close()
