"""The YAML of a properties block by its marks: values as written, one value replaced.

Rules: DESIGN §4 "Editing"; only `yaml.compose` is used, nothing is constructed or dumped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import yaml
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

from progressive_memory.vault.lines import split_lines


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
    return {key.value: _written(source, value) for key, value in _pairs(source)}


def with_value(source: str, key: str, written: str, newline: str) -> str:
    """`source` with `key` set to the YAML `written`; the same text when it means that already.

    Raises:
        BadYaml: as `values`; also where the value stands elsewhere (an alias), or the result
            would not read back as what was set.
    """
    pairs = _pairs(source)
    wanted = _parsed(f"{key}: {written}\n")
    if [key] != [k.value for k, _ in wanted]:
        raise BadYaml("value", 1, f"`{key}: {written}` is not one property")
    standing = next(((k, v) for k, v in pairs if k.value == key), None)
    if standing is None:
        edited = source + f"{key}: {written}{newline}"
    elif _meaning(standing[1]) == _meaning(wanted[0][1]):
        return source
    else:
        edited = _replaced(source, *standing, written)
    _check_edit(edited, key, pairs, wanted[0][1])
    return edited


def _replaced(source: str, key: Node, value: Node, written: str) -> str:
    colon = source.find(":", key.end_mark.index)
    if colon < 0:
        raise BadYaml("unclear", _line(key), f"no colon follows {key.value}")
    if value.start_mark.index < key.end_mark.index:
        raise BadYaml("alias", _line(key), f"the value of {key.value} is an alias")
    start, end = value.start_mark.index, _end(value)
    if start == end or start <= colon:
        return f"{source[: colon + 1]} {written}{source[colon + 1 :]}"
    between = source[colon + 1 : start].rstrip(" \t")
    if between[-1:] in {"\n", "\r"}:
        comment = split_lines(between)[0].rstrip()
        return f"{source[: colon + 1]} {written}{comment}{source[end:]}"
    return f"{source[:start]}{written}{source[end:]}"


def _end(node: Node) -> int:
    """Where the node's own text ends: block collections are marked past the comments after."""
    if isinstance(node, CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return max(_end(last[1]), last[0].end_mark.index) if isinstance(last, tuple) else _end(last)
    end: int = node.end_mark.index
    if isinstance(node, ScalarNode) and node.style in {"|", ">"}:
        buffer = node.end_mark.buffer
        while buffer and end and buffer[end - 1] in " \t\r\n":
            end -= 1
    return end


def _check_edit(edited: str, key: str, before: list[tuple[Node, Node]], wanted: Node) -> None:
    """An edit must leave every other value as it was and read back as what was set."""
    now = {k.value: _meaning(v) for k, v in _pairs(edited)}
    expected = {k.value: _meaning(v) for k, v in before} | {key: _meaning(wanted)}
    if now != expected:
        raise BadYaml("unclear", 1, f"{key} cannot be set here without touching other properties")


def _pairs(source: str) -> list[tuple[Node, Node]]:
    pairs = _parsed(source)
    for key, _ in pairs:
        if not isinstance(key, ScalarNode):
            raise BadYaml("no_mapping", _line(key), "the properties hold a key that is no word")
    _refuse_double_keys(pairs)
    return pairs


def _parsed(source: str) -> list[tuple[Node, Node]]:
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
    if node is None:
        return []
    if not isinstance(node, MappingNode):
        raise BadYaml("no_mapping", 1, "the properties are not `key: value` lines")
    return list(node.value)


def _refuse_double_keys(pairs: list[tuple[Node, Node]]) -> None:
    for group in _mappings(pairs):
        lines: dict[str, int] = {}
        for key, _ in group:
            name = str(key.value)
            if name in lines:
                first, second = lines[name] + 1, _line(key) + 1
                message = f"the property {name} stands twice, on lines {first} and {second}"
                raise BadYaml("double_key", _line(key), message)
            lines[name] = _line(key)


def _mappings(pairs: list[tuple[Node, Node]]) -> Iterator[list[tuple[Node, Node]]]:
    seen: set[int] = set()
    waiting: list[Node] = []
    yield pairs
    waiting.extend(value for _, value in pairs)
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
    return source[node.start_mark.index : _end(node)]


def _meaning(node: Node) -> str:
    """A digest of what two sources of one value have in common: tags and texts, not style."""
    return _digest(node, {})


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


def _line(node: Node) -> int:
    line: int = node.start_mark.line
    return line + 1
