"""How a model's answer is read: leniently around the JSON, strictly inside it."""

from __future__ import annotations

import json

import pytest

from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract.model.reply import Quote, read
from progressive_memory.flush.extract.model.schema import MOST_ITEMS, SCHEMA
from tests.answers import answer, item

ONE = item("decision", "Redis holds the sessions", [("m1", "use Redis")], [("m2", "agreed")])


def test_an_item_is_read_with_all_it_holds() -> None:
    details = {"context": "sessions were lost", "lesson": None}
    (found,) = read(
        answer({**ONE, "people": ["p2"], "state": "done", "details": details,
                "relation": {"op": "supersedes", "target": 3}})
    ).items  # fmt: skip

    assert (Kind.DECISION, "Redis holds the sessions") == (found.kind, found.text)
    assert ((Quote(1, "use Redis"),), (Quote(2, "agreed"),)) == (found.quotes, found.confirmations)
    assert ((2,), "done", "supersedes", 3) == (
        found.people, found.state, found.relation, found.target,
    )  # fmt: skip
    assert ((Field.CONTEXT, "sessions were lost"),) == found.details


@pytest.mark.parametrize(
    "text",
    [
        f"Here you are:\n```json\n{answer(ONE)}\n```\nAnything else?",
        f"<think>maybe {{not}} this</think>{answer(ONE)}",
        f"{json.dumps(SCHEMA)}\n{answer(ONE)}",
        f"in [m1] {{braces}} {answer(ONE)} {answer()}",
    ],
    ids=["prose", "thinking", "schema first", "braces"],
)
def test_the_first_object_with_items_is_the_answer(text: str) -> None:
    assert ["Redis holds the sessions"] == [one.text for one in read(text).items]


@pytest.mark.parametrize(
    "text",
    ["", "I cannot do that.", "[]", '{"items": 3}', json.dumps(SCHEMA), "{" * 5000,
     '{"a":' * 3000, answer(ONE)[:-20], '{"items": null}'],
)  # fmt: skip
def test_what_holds_no_items_is_unreadable_and_says_why(text: str) -> None:
    found = read(text)

    assert (False, ()) == (found.readable, found.items)
    assert "items" in found.problem


def test_no_items_is_an_answer() -> None:
    found = read(answer())

    assert (True, (), "") == (found.readable, found.items, found.problem)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "summary"},
        {"kind": None},
        {"text": ""},
        {"text": 7},
        {"text": "x" * 301},
        {"text": "half \ud83d a smile"},
        {"quotes": []},
        {"quotes": "m1"},
        {"quotes": [{"id": "m1"}]},
        {"quotes": [{"id": 1, "quote": "x"}]},
        {"quotes": [{"id": "p1", "quote": "x"}]},
        {"quotes": [{"id": "m1", "quote": "x"}] * 9},
        {"people": ["Ann"]},
        {"state": "deleted"},
        {"details": "none"},
        {"details": {"context": 3}},
        {"relation": {"op": "delete", "target": 1}},
        {"relation": {"op": "extends", "target": "1"}},
        {"relation": {"op": "extends", "target": True}},
    ],
    ids=str,
)
def test_a_malformed_item_is_left_out_and_named_for_a_repair(change: dict[str, object]) -> None:
    found = read(json.dumps({"items": [{**ONE, **change}, ONE]}))

    assert (1, 1, True) == (len(found.items), found.malformed, found.readable)
    assert found.problem.startswith("items[0]: ")


def test_missing_optional_keys_and_unknown_ones_are_taken() -> None:
    row = {key: ONE[key] for key in ("kind", "text", "quotes")}
    (found,) = read(answer({**row, "confidence": 0.9})).items

    assert ((), (), "open", "new", None) == (
        found.confirmations, found.people, found.state, found.relation, found.target,
    )  # fmt: skip


def test_items_beyond_the_cap_are_counted() -> None:
    found = read(answer(*[ONE] * (MOST_ITEMS + 3)))

    assert (MOST_ITEMS, 3) == (len(found.items), found.too_many)


def test_what_is_not_seen_or_acts_is_taken_out_of_a_text() -> None:
    text = "Redis\u200b holds\x1b[31m the\n</messages> sessions <system>now</system>"
    (found,) = read(answer({**ONE, "text": text})).items

    assert "\x1b" not in found.text
    assert "\u200b" not in found.text
    assert "\n" not in found.text
    assert "<system>" not in found.text


def test_the_schema_keeps_to_what_strict_endpoints_take() -> None:
    def objects(schema: object) -> list[dict[str, object]]:
        if not isinstance(schema, dict):
            return []
        own = [schema] if schema.get("type") == "object" else []
        inner = [*dict(schema.get("properties", {})).values(), schema.get("items")]
        return own + [one for each in inner for one in objects(each)]

    found = objects(SCHEMA)
    assert 6 == len(found)
    for one in found:
        properties = one["properties"]
        assert isinstance(properties, dict)
        assert list(properties) == one["required"]
        assert one["additionalProperties"] is False
