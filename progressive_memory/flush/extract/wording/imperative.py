"""Imperative: English work as a task line says it, whatever form it was said in."""

from __future__ import annotations

_VERBS = (
    "add adjust adopt apply build change clarify collect complete conduct create define deploy do document "
    "demote deprecate describe draft drop expand extend finish fix handle host implement improve integrate introduce keep link lock make migrate modify move "
    "open organize plan port post prepare provide publish promote put record reduce refactor release remove rename require "
    "replace report review rewrite run send set ship split start stop submit supplement switch tag take test "
    "tighten update upgrade upload use verify work write"
).split()
_DOUBLING = frozenset("set run put cut drop plan tag split ship submit stop".split())


def imperative(line: str) -> str:
    """`writing a script`, `defines the schema` → `write …`, `define …`; else `line` as it is."""
    first, _, rest = line.partition(" ")
    if first.lower() == "not":
        verb, _, rest = rest.partition(" ")
        base = _BASE_FORM.get(verb.lower()) or (verb if verb in _VERBS else None)
        return f"do not {base} {rest}" if base else line
    colon = ":" if first.endswith(":") else ""
    base = _BASE_FORM.get(first.lower().rstrip(":"))
    return f"{base}{colon} {rest}" if base and rest else line


def _forms(verb: str) -> tuple[str, ...]:
    """The gerund and the third person of a verb."""
    stem = verb[:-1] if verb.endswith("e") else verb + verb[-1] * (verb in _DOUBLING)
    third = verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s")
    return stem + "ing", verb[:-1] + "ies" if verb.endswith("fy") else third


_BASE_FORM = {form: verb for verb in _VERBS for form in _forms(verb)}
