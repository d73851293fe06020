"""The YAML of a properties block by its marks: values as written, and where each one stands.

Only `yaml.compose` is used, nothing is constructed or dumped. `yaml_edit` changes values.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import yaml
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

MAX_CHARACTERS = 100_000
"""A block that is longer is refused: reading it would take longer than a person waits (about 15
seconds a megabyte). The longest of many hundred notes of other people has a hundredth of that.
"""


class BadYaml(Exception):
    """A block that must not be edited; `line` counts from 1 in the block."""

    def __init__(self, code: str, line: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.line = line


def values(source: str) -> dict[str, str | tuple[str, ...]]:
    """Top-level keys with their values as written.

    Raises:
        BadYaml: invalid YAML, a key twice at any depth, or no mapping.
    """
    return {key.value: _written(source, value) for key, value in pairs(source)}


def scalars(source: str) -> Iterator[tuple[int, int, str]]:
    """Every scalar that is a value, or in one at any depth, in order of place; keys are none: where
    its text begins and ends in `source`, and the quote it stands in ("" = none).

    Raises:
        BadYaml: as `values`.
    """
    waiting: list[Node] = [value for _, value in pairs(source)][::-1]
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, ScalarNode):
            start, end = node.start_mark.index, node.end_mark.index
            quote = node.style if node.style in {"'", '"'} else ""
            if quote:  # an anchor or a tag may stand before it
                start, end = source.index(quote, start) + 1, end - 1
            yield start, end, quote
        elif isinstance(node, MappingNode):
            waiting += [value for _, value in node.value][::-1]
        else:
            waiting += node.value[::-1]


def pairs(source: str) -> list[tuple[Node, Node]]:
    """The keys and values of the block as nodes, in order.

    Raises:
        BadYaml: as `values`.
    """
    root = mapping(source)
    found: list[tuple[Node, Node]] = list(root.value) if root else []
    for key, _ in found:
        if not isinstance(key, ScalarNode):
            raise BadYaml("no_mapping", line_of(key), "the properties hold a key that is no word")
    _refuse_double_keys(found)
    return found


def mapping(source: str) -> MappingNode | None:
    """The block as a node; None where it holds nothing.

    Raises:
        BadYaml: invalid YAML, or no mapping.
    """
    if len(source) > MAX_CHARACTERS:
        message = f"the properties have more than {MAX_CHARACTERS:,} characters"
        raise BadYaml("yaml", 1, message)
    try:
        node = yaml.compose(source, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = getattr(error, "problem", None) or "a character YAML does not allow"
        line = mark.line + 1 if mark else 1
        raise BadYaml(
            "yaml", line, f"the properties are not valid YAML, line {line + 1}: {reason}"
        ) from error
    except RecursionError as error:
        raise BadYaml("yaml", 1, "the properties are nested too deeply") from error
    if node is not None and not isinstance(node, MappingNode):
        raise BadYaml("no_mapping", 1, "the properties are not `key: value` lines")
    return node


def end_of(node: Node) -> int:
    """Where the node's own text ends: block collections are marked past the comments after."""
    if isinstance(node, CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        if isinstance(last, tuple):
            return max(end_of(last[1]), int(last[0].end_mark.index))
        return end_of(last)
    end: int = node.end_mark.index
    if isinstance(node, ScalarNode) and node.style in {"|", ">"}:
        buffer = node.end_mark.buffer
        while buffer and end and buffer[end - 1] in " \t\r\n":
            end -= 1
    return end


def meaning(node: Node) -> str:
    """A digest of what two sources of one value have in common: tags and texts, not style."""
    return _digest(node, {})


def line_of(node: Node) -> int:
    """The node's line in the block, from 1."""
    line: int = node.start_mark.line
    return line + 1


def _refuse_double_keys(found: list[tuple[Node, Node]]) -> None:
    for group in _mappings(found):
        lines: dict[str, int] = {}
        for key, _ in group:
            name = str(key.value)
            if name in lines:
                first, second = lines[name] + 1, line_of(key) + 1
                message = f"the property {name} stands twice, on lines {first} and {second}"
                raise BadYaml("double_key", line_of(key), message)
            lines[name] = line_of(key)


def _mappings(found: list[tuple[Node, Node]]) -> Iterator[list[tuple[Node, Node]]]:
    seen: set[int] = set()
    waiting: list[Node] = []
    yield found
    waiting.extend(value for _, value in found)
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, MappingNode):
            yield node.value
            waiting.extend(value for _, value in node.value)
        elif isinstance(node, SequenceNode):
            waiting.extend(node.value)


def _written(source: str, node: Node) -> str | tuple[str, ...]:
    if isinstance(node, ScalarNode):
        return str(node.value)
    if isinstance(node, SequenceNode) and all(isinstance(item, ScalarNode) for item in node.value):
        return tuple(str(item.value) for item in node.value)
    return source[node.start_mark.index : end_of(node)]


def _digest(node: Node, known: dict[int, str]) -> str:
    """Kept by node, so that a bomb of aliases costs no more than its bytes."""
    if id(node) not in known:
        known[id(node)] = node.tag  # what an alias to a node around it comes to
        parts: list[str] = [node.tag]
        if isinstance(node, ScalarNode):
            parts.append(str(node.value))
        elif isinstance(node, MappingNode):
            parts += (_digest(part, known) for pair in node.value for part in pair)
        else:
            parts += (_digest(item, known) for item in node.value)
        known[id(node)] = hashlib.sha256(repr(parts).encode()).hexdigest()
    return known[id(node)]
