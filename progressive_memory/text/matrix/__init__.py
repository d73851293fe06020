"""Raw Matrix events, from a server or from a client's export, into the nouns. Pure."""

from __future__ import annotations

from progressive_memory.text.matrix.contents import table, text
from progressive_memory.text.matrix.events import chat_event, mentions

__all__ = ["chat_event", "mentions", "table", "text"]
