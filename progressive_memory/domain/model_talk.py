"""What a language model is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Manner = Literal["json_schema", "json_object", "text"]
"""How JSON is asked for: by a schema the endpoint keeps to, as JSON of any shape, or in words."""


@dataclass(frozen=True)
class Question:
    """What a model is asked.

    `instructions` are ours; `data` is what they speak of, chat text among it. The answer shall be
    one JSON object of `schema` (JSON Schema, of which strict endpoints take all that stands in
    it), in at most `most_tokens` tokens. `before` is an answer that would not do, and `wrong` says
    why: then a better one is asked for.
    """

    instructions: str
    data: str
    schema: Mapping[str, object]
    most_tokens: int
    before: str = ""
    wrong: str = ""


@dataclass(frozen=True)
class Answer:
    """What a model said: `text`, which may be no JSON at all, and how it `ended`: by itself, cut at
    a limit of length ("length", then `text` is no use), or "refused". `tokens` counts question and
    answer as the endpoint does, 0 when it does not say.
    """

    text: str
    ended: Literal["stop", "length", "refused"] = "stop"
    tokens: int = 0
