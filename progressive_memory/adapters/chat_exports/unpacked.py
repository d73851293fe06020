"""A zip that holds one chat, as Element, Telegram and WhatsApp hand it out, becomes that chat."""

from __future__ import annotations

import re
import zipfile

from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.errors import ChatSourceError

ZIP = b"PK\x03\x04"
_NAMES = ("export.json", "result.json", "_chat.txt")
_A_DAY = re.compile(r"/\d{4}-\d\d-\d\d\.json$")
_ENDINGS = (".json", ".jsonl", ".txt", ".log")


def unpacked(source: Source) -> Source:
    """The chat in the zip as a source; the source itself, at its start, when it is no zip or
    a zip of several files (Slack's).

    Raises:
        ChatSourceError: it begins like a zip and is none.
    """
    if not source.head().startswith(ZIP):
        return source
    try:
        packed = zipfile.ZipFile(source.again())
    except zipfile.BadZipFile as error:
        raise ChatSourceError(
            f"{source.name} is not a whole zip: {error}",
            next_step="download the export again, and log that file; nothing was logged",
        ) from error
    inside = [one for one in packed.namelist() if not one.startswith("__MACOSX/")]
    named = [one for one in inside if one.rpartition("/")[2] in _NAMES]
    texts = named or [one for one in inside if one.lower().endswith(_ENDINGS)]
    if len(texts) != 1 or any(_A_DAY.search(one) for one in inside):
        source.again()
        return source
    stream = packed.open(texts[0])
    return Source(f"{source.name}:{texts[0]}", stream, source.tell)  # type: ignore[arg-type]
