"""What `pmem bot login` reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LoginReport:
    """A login that is kept now, and where its file stands.

    `keys` says how it stands with encrypted rooms: "none" = closed to this login · "signed" = open,
    and the account vouches for the device · "foreign" = open, but the account has signing keys
    that are not ours · "failed" = open, and the server would not take the signature.
    """

    homeserver: str
    user_id: str
    device_id: str
    kept_in: str
    keys: str
