"""Our login: had once from the homeserver, kept in a file that only its owner may read."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from progressive_memory.domain.settings import Settings
from progressive_memory.errors import ConfigInvalid, LoginFailed

FILE = "matrix.json"
NEXT = "pmem bot login"
WHERE = "under [matrix] in progressive-memory.toml"


@dataclass(frozen=True)
class MatrixLogin:
    """What every request needs: `access_token` is as good as a password. With `keys`, encryption
    keys of this device stand beside it, and the one is nothing without the other.
    """

    homeserver: str
    user_id: str
    device_id: str
    access_token: str
    keys: bool = False


@dataclass(frozen=True)
class Account:
    """Whom to log in as. `token` is an access token, and goes before the password; `device_id`
    names a login of before that the new one takes the place of. With `new_signing_keys`, ours take
    the place of others that the account has.
    """

    homeserver: str
    user: str
    device_name: str = ""
    password: str = ""
    token: str = ""
    device_id: str = ""
    new_signing_keys: bool = False

    @classmethod
    def of(cls, settings: Settings, environ: Mapping[str, str]) -> Account:
        """The account that settings and environment name.

        Raises:
            ConfigInvalid: the settings name no homeserver or no user.
        """
        for key, value in (
            ("homeserver", settings.matrix_homeserver),
            ("user", settings.matrix_user),
        ):
            if not value:
                raise ConfigInvalid(f"no {key} is named", next_step=f"set {key} {WHERE}")
        return cls(
            settings.matrix_homeserver.rstrip("/"),
            settings.matrix_user,
            settings.matrix_device_name,
            environ.get(settings.matrix_password_env, ""),
            environ.get(settings.matrix_token_env, ""),
        )

    def with_password(self, password: str) -> Account:
        """The same, to be logged in to by password.

        Raises:
            LoginFailed: there is none.
        """
        if not password:
            raise LoginFailed(
                f"no password for {self.user}",
                next_step=f"{NEXT} at a terminal, or with MATRIX_PASSWORD in the environment",
            )
        return replace(self, password=password)


def kept_login(folder: Path) -> MatrixLogin | None:
    """The login kept in that data folder; None where nobody has logged in.

    Raises:
        LoginFailed: the file cannot be read, or is not what `keep_login` wrote.
    """
    file = folder / FILE
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        known = {
            field.name: told[field.name] for field in fields(MatrixLogin) if field.name in told
        }
        return MatrixLogin(**known)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError):
        raise LoginFailed(f"{file} cannot be used", next_step=f"delete it, then {NEXT}") from None


def keep_login(folder: Path, login: MatrixLogin) -> None:
    """Keep the login there, in place of any before; the file is never readable by others."""
    draft = folder / f".{FILE}"
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(asdict(login), file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(folder / FILE)
