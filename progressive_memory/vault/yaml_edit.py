"""One property of a YAML block changed in place: a value set, a key added, an item added to a list.

Rules: DESIGN §4 "Editing". Nothing is ever dumped, and an edit that would change what any other
property means is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from progressive_memory.vault.lines import split_lines
from progressive_memory.vault.yaml_block import (
    BadYaml,
    end_of,
    line_of,
    mapping,
    meaning,
    pairs,
)
from progressive_memory.vault.yaml_scalar import scalar

_FLOW_SIGNS = re.compile(r"[,\[\]{}]")
_Pairs = Sequence[tuple[Node, Node]]


def with_value(source: str, key: str, written: str, newline: str) -> str:
    """`source` with `key` set to the YAML `written`; the same text when it means that already.

    Raises:
        BadYaml: as `yaml_block.values`; also where the value stands elsewhere (an alias), or the
            result would not read back as what was set.
    """
    before = pairs(source)
    wanted = _value(written)
    standing = _standing(before, key)
    if standing is None:
        edited = _with_key(source, key, written, newline)
    elif meaning(standing[1]) == meaning(wanted):
        return source
    else:
        edited = _replaced(source, *standing, _fitting(source, written))
    return _checked(edited, key, before, wanted)


def with_item(source: str, key: str, written: str, newline: str) -> str:
    """`source` with the YAML scalar `written` as last item of the list `key`, in the list's own
    style; the same text when the list holds it. A key that is new or empty becomes a list.

    Raises:
        BadYaml: as `with_value`; also where the key holds no list.
    """
    before = pairs(source)
    standing = _standing(before, key)
    if standing is None or _is_empty(standing[1]):
        return with_value(source, key, f"[{written}]", newline)
    held = standing[1]
    if not isinstance(held, SequenceNode):
        raise BadYaml("no_list", line_of(held), f"{key} holds one value, no list")
    wanted = _value(f"[{written}]")
    assert isinstance(wanted, SequenceNode)  # noqa: S101 — brackets make a list, or BadYaml
    if {meaning(each) for each in wanted.value} <= {meaning(each) for each in held.value}:
        return source
    if not held.value:
        edited = _replaced(source, *standing, f"[{written}]")
    elif held.flow_style:
        at = end_of(held.value[-1])
        edited = f"{source[:at]}, {written}{source[at:]}"
    else:
        edited = _with_dash(source, held, written, newline)
    both = SequenceNode(held.tag, [*held.value, *wanted.value])
    return _checked(edited, key, before, both)


def written_as(text: str, *, item: bool = False) -> str:
    """`text` as YAML source on one line; with `item` it also fits into brackets.

    What reads as one plain value is left bare (so `2026-05-16` is a date, `3` a number), and so is
    a list in brackets, or a value quoted already. All else is quoted: `[[note]]`, `a: b`, `#tag`.
    """
    node = _alone(text, in_brackets=item)
    if item and _alone(text, in_brackets=False) is None:
        node = None
    if node is not None and isinstance(node, ScalarNode):
        if node.value == text or node.style in {"'", '"'}:
            return text
    elif node is not None and not item and all(isinstance(one, ScalarNode) for one in node.value):
        return text
    return scalar(text)


def _alone(text: str, *, in_brackets: bool) -> ScalarNode | SequenceNode | None:
    """The node that the whole of `text` reads as, in brackets if it is an item; None if in part."""
    try:
        node = _value(f"[{text}]" if in_brackets else text)
    except BadYaml:
        return None
    if in_brackets and isinstance(node, SequenceNode) and len(node.value) == 1:
        node = node.value[0]
    whole = node.end_mark.index - node.start_mark.index == len(text) > 0
    of_one_line = whole and not re.search(r"[\r\n]", text)
    return node if of_one_line and isinstance(node, ScalarNode | SequenceNode) else None


def _value(written: str) -> Node:
    """The node of a value's source.

    Raises:
        BadYaml: it is not one value of one property.
    """
    try:
        found = pairs(f"k: {written}\n")
    except BadYaml:
        found = []
    if len(found) != 1 or getattr(found[0][0], "value", "") != "k":
        raise BadYaml("value", 1, f"`{written}` is not the value of one property")
    return found[0][1]


def _standing(found: _Pairs, key: str) -> tuple[Node, Node] | None:
    return next(((k, v) for k, v in found if k.value == key), None)


def _is_empty(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.style is None and node.value == ""


def _with_key(source: str, key: str, written: str, newline: str) -> str:
    root = mapping(source)
    if root is not None and root.flow_style:
        return _with_key_in_braces(source, root, key, written)
    name = key if _reads_as_key(key) else scalar(key)
    indent = _indent(source, root.value[0][0].start_mark.index) if root is not None else ""
    at = _document_end(source)
    return f"{source[:at]}{indent}{name}: {written}{newline}{source[at:]}"


def _reads_as_key(key: str) -> bool:
    try:
        found = pairs(f"{key}: x\n")
    except BadYaml:
        return False
    return [key] == [name.value for name, _ in found]


def _document_end(source: str) -> int:
    """Where a new last line goes: before a `...` line, if one ends the document."""
    for event in yaml.parse(source):
        if isinstance(event, yaml.DocumentEndEvent) and event.explicit and event.start_mark:
            return event.start_mark.index
    return len(source)


def _with_key_in_braces(source: str, root: MappingNode, key: str, written: str) -> str:
    """A block in braces, such as JSON: the pair goes behind the last, parted from it as the first
    is from the brace.
    """
    pair = f"{json.dumps(key, ensure_ascii=False)}: {_fitting(source, written)}"
    opened = source.index("{", root.start_mark.index) + 1
    if not root.value:
        return source[:opened] + pair + source[opened:]
    first, last = root.value[0], root.value[-1]
    lead = source[opened : first[0].start_mark.index]
    lead = lead if lead and not lead.strip() else " "
    at = max(end_of(last[1]), last[0].end_mark.index)
    return f"{source[:at]},{lead}{pair}{source[at:]}"


def _fitting(source: str, written: str) -> str:
    """The value as it can stand in this block: in JSON as JSON, in braces quoted where it must."""
    root = mapping(source)
    if root is None or not root.flow_style:
        return written
    node = _value(written)
    if _is_json(source):
        return _as_json(node)
    bare = isinstance(node, ScalarNode) and node.style is None
    return _as_json(node) if bare and _FLOW_SIGNS.search(written) else written


def _is_json(source: str) -> bool:
    try:
        json.loads(source)
    except ValueError:
        return False
    return True


def _as_json(node: Node) -> str:
    if isinstance(node, SequenceNode):
        return f"[{', '.join(map(_as_json, node.value))}]"
    text = str(node.value)
    if node.tag.rpartition(":")[2] in {"int", "float", "bool", "null"} and _is_json(text):
        return text
    return json.dumps(text, ensure_ascii=False)


def _replaced(source: str, key: Node, value: Node, written: str) -> str:
    colon = source.find(":", key.end_mark.index)
    if colon < 0:
        raise BadYaml("unclear", line_of(key), f"no colon follows {key.value}")
    if value.start_mark.index < key.end_mark.index:
        raise BadYaml("alias", line_of(key), f"the value of {key.value} is an alias")
    start, end = value.start_mark.index, end_of(value)
    if start == end or start <= colon:
        return f"{source[: colon + 1]} {written}{source[colon + 1 :]}"
    between = source[colon + 1 : start].rstrip(" \t")
    if between[-1:] in {"\n", "\r"}:
        comment = split_lines(between)[0].rstrip()
        return f"{source[: colon + 1]} {written}{comment}{source[end:]}"
    return f"{source[:start]}{written}{source[end:]}"


def _with_dash(source: str, held: SequenceNode, written: str, newline: str) -> str:
    """A list of dashes with one more line, as deep as the last."""
    last = held.value[-1]
    dash = source.rindex("-", 0, max(last.start_mark.index, 1))
    line_end = re.compile(r"\r\n|\n|\r|\Z").search(source, end_of(last))
    at = line_end.end() if line_end else len(source)
    return f"{source[:at]}{_indent(source, dash)}- {written}{newline}{source[at:]}"


def _indent(source: str, at: int) -> str:
    """The blanks that begin the line `at` is in."""
    line = source[max(source.rfind("\n", 0, at), source.rfind("\r", 0, at)) + 1 : at]
    return line[: len(line) - len(line.lstrip(" "))]


def _checked(edited: str, key: str, before: _Pairs, wanted: Node) -> str:
    """The edit, which must leave every other value as it was and read back as what was set."""
    expected = {k.value: meaning(v) for k, v in before} | {key: meaning(wanted)}
    try:
        now = {k.value: meaning(v) for k, v in pairs(edited)}
    except BadYaml:
        now = {}
    if now != expected:
        raise BadYaml("unclear", 1, f"{key} cannot be set here without touching other properties")
    return edited
