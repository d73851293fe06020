"""A model's answer as items: whatever it says is checked against the schema here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract.model.schema import (
    DETAILS,
    KINDS,
    MOST_DETAIL,
    MOST_ITEMS,
    MOST_QUOTE,
    MOST_QUOTES,
    MOST_TEXT,
    RELATIONS,
    STATES,
)
from progressive_memory.text.recalled import inert

_THINKING = re.compile(r"^\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_NUMBER = re.compile(r"\s*\[?(?P<letter>[mp])\s?(?P<number>\d{1,5})\]?\s*")
_MOST_STARTS = 50
_MOST_TOLD = 5  # problems in a repair


@dataclass(frozen=True)
class Quote:
    """Words said to stand in a message; `number` counts the sheet's messages from 1."""

    number: int
    words: str


@dataclass(frozen=True)
class Item:
    """One thing a model wants noted. `people` count those of the sheet from 1; `target` the entries
    that stand from 0, None where the relation is "new".
    """

    kind: Kind
    text: str
    quotes: tuple[Quote, ...]
    confirmations: tuple[Quote, ...] = ()
    people: tuple[int, ...] = ()
    state: str = "open"
    details: tuple[tuple[Field, str], ...] = ()
    relation: str = "new"
    target: int | None = None


@dataclass(frozen=True)
class Read:
    """The items of an answer; `malformed` counts those that are none, `too_many` those beyond the
    cap. `problem` says what to tell the model, "" when every item could be read.
    """

    items: tuple[Item, ...] = ()
    malformed: int = 0
    too_many: int = 0
    problem: str = ""
    readable: bool = True


class _Malformed(Exception):
    """What is wrong with a value, and where."""


def read(text: str) -> Read:
    """The items of an answer: of the first JSON object in it that has a list of them."""
    rows = next((rows for one in _objects(text) if (rows := _rows(one)) is not None), None)
    if rows is None:
        problem = 'it holds no JSON object with a list "items"'
        return Read(problem=problem, readable=False)
    items: list[Item] = []
    problems: list[str] = []
    for at, row in enumerate(rows[:MOST_ITEMS]):
        try:
            items.append(_item(row))
        except _Malformed as error:
            problems.append(f"items[{at}]: {error}")
    told = "; ".join(problems[:_MOST_TOLD])
    return Read(tuple(items), len(problems), max(0, len(rows) - MOST_ITEMS), told)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in a text that stand in no other, in order."""
    text = _THINKING.sub("", text, count=1)
    decoder = json.JSONDecoder()
    at = 0
    for _ in range(_MOST_STARTS):
        at = text.find("{", at)
        if at < 0:
            return
        try:
            found, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if isinstance(found, dict):
            yield found


def _rows(document: dict[str, Any]) -> list[Any] | None:
    rows = document.get("items")
    return rows if isinstance(rows, list) else None


def _item(row: object) -> Item:
    if not isinstance(row, dict):
        raise _Malformed("is no object")
    kind = _one_of(row, "kind", tuple(KINDS))
    text = _text(row.get("text"), "text", MOST_TEXT)
    if not text:
        raise _Malformed("text is empty")
    quotes = _quotes(row, "quotes")
    if not quotes:
        raise _Malformed("quotes is empty")
    relation, target = _relation(row.get("relation"))
    return Item(
        kind=KINDS[kind],
        text=text,
        quotes=quotes,
        confirmations=_quotes(row, "confirmations"),
        people=tuple(_number(each, "p", "people") for each in _list(row, "people")),
        state=_one_of(row, "state", STATES, "open"),
        details=tuple(_details(row.get("details"))),
        relation=relation,
        target=target,
    )


def _one_of(row: Mapping[str, Any], key: str, allowed: tuple[str, ...], default: str = "") -> str:
    value = row.get(key)
    if value is None and default:
        return default
    if not isinstance(value, str) or value not in allowed:
        raise _Malformed(f"{key} must be one of {', '.join(allowed)}")
    return value


def _text(value: object, name: str, most: int) -> str:
    """A text without what is not seen or acts, on one line."""
    if not isinstance(value, str):
        raise _Malformed(f"{name} must be a string")
    if len(value) > most:
        raise _Malformed(f"{name} has more than {most} characters")
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise _Malformed(f"{name} holds half a character")
    return " ".join(inert(value).split())


def _list(row: Mapping[str, Any], key: str) -> list[Any]:
    value = row.get(key)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MOST_QUOTES:
        raise _Malformed(f"{key} must be a list of at most {MOST_QUOTES}")
    return value


def _quotes(row: Mapping[str, Any], key: str) -> tuple[Quote, ...]:
    found = []
    for each in _list(row, key):
        if not isinstance(each, dict):
            raise _Malformed(f"{key} must hold objects with id and quote")
        words = _text(each.get("quote"), f"{key}.quote", MOST_QUOTE)
        found.append(Quote(_number(each.get("id"), "m", f"{key}.id"), words))
    return tuple(found)


def _number(value: object, letter: str, name: str) -> int:
    hit = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    if hit is None or hit["letter"] != letter:
        raise _Malformed(f"{name} must be like {letter}1")
    return int(hit["number"])


def _details(value: object) -> Iterator[tuple[Field, str]]:
    if value is None:
        return
    if not isinstance(value, dict):
        raise _Malformed("details must be an object")
    for name, field in DETAILS.items():
        if value.get(name) is not None:
            text = _text(value[name], f"details.{name}", MOST_DETAIL)
            if text:
                yield field, text


def _relation(value: object) -> tuple[str, int | None]:
    if value is None:
        return "new", None
    if not isinstance(value, dict):
        raise _Malformed("relation must be an object")
    op = _one_of(value, "op", RELATIONS, "new")
    target = value.get("target")
    if op == "new" or target is None:
        return "new", None
    if not isinstance(target, int) or isinstance(target, bool):
        raise _Malformed("relation.target must be the number of an entry, or null")
    return op, target
