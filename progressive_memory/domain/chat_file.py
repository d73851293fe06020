"""What a person says of an exported chat that its file does not say itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DateOrder = Literal["", "dmy", "mdy", "ymd"]
"""How a chat file writes its dates; "" = as the file suggests."""


@dataclass(frozen=True)
class Choice:
    """`channels` are names or ids of what to read of an export that holds several chats; `dates`
    is the order of day, month and year where a format leaves it open.
    """

    channels: tuple[str, ...] = ()
    dates: DateOrder = ""
