"""One YAML scalar: whether words need quotes, and the quotes."""

from __future__ import annotations

import re

_NOT_IN_YAML = "[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
_NOT_TEXT = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}


def scalar(text: str) -> str:
    """`text` as one YAML scalar that also fits inside `[…]`: bare where safe, else quoted."""
    if is_plain(text) and text.casefold() not in _NOT_TEXT:
        return text
    import json  # a recall writes no properties

    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub(_NOT_IN_YAML, lambda char: f"\\u{ord(char[0]):04x}", quoted)


def is_plain(value: str) -> bool:
    """Whether YAML reads the text as it stands, in brackets too: words and a few safe signs."""
    return (
        value[:1].isalpha()
        and value[-1] not in " -"
        and all(char.isalnum() or char in " _-./()" for char in value)
    )
