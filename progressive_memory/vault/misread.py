"""Properties that other readers of the note take for something else than what stands there.

Obsidian, Dataview and scripts read the block as YAML. `up: [[Project X]]` is a list in a list to
them and `tags: #ops` is nothing at all, so the link or the tag is lost without a word
(docs/note-format.md). Read with python-frontmatter, the reader most scripts use.
"""

from __future__ import annotations

from collections.abc import Iterator

from progressive_memory.domain.problem import Problem
from progressive_memory.vault import frontmatter
from progressive_memory.vault.lines import bare_lines


def misread(path: str, text: str) -> Iterator[Problem]:
    """A problem for each top-level property that does not read as it is written.

    A block that cannot be read at all is `frontmatter.properties`'s problem and passed over here.
    """
    if frontmatter.is_plain(text):
        return
    written, problem = frontmatter.properties(path, text)
    block = frontmatter.find(text)
    if problem is not None or block is None or not written:
        return
    source = text[block.start : block.end]
    for key, value in _as_read(source).items():
        line = _line_of(source, key)
        if line and _holds_bare_link(value) and "[[" in bare_lines(source)[line - 1]:
            message = f'the link in {key} needs quotes: {key}: "[[…]]"'
            yield Problem(path, line + 1, "unquoted_link", message)
        elif line and value is None and "#" in bare_lines(source)[line - 1]:
            message = f"{key} reads as empty: what stands behind # is a comment"
            yield Problem(path, line + 1, "value_is_comment", message)


def _as_read(source: str) -> dict[str, object]:
    """The properties as python-frontmatter reads them; none where it cannot (`30: x`, `{{x}}`)."""
    import frontmatter as other_reader  # only `pmem doctor` asks

    try:
        read = other_reader.loads(f"---\n{source.rstrip()}\n---\n")
    except Exception:  # noqa: BLE001 — it raises whatever YAML and dates raise; nothing is lost
        return {}
    return dict(read.metadata)


def _holds_bare_link(value: object) -> bool:
    """Whether it is a list that holds a list of one text: what `[[name]]` reads as."""
    inner = value if isinstance(value, list) else []
    return any(isinstance(one, list) and len(one) == 1 and isinstance(one[0], str) for one in inner)


def _line_of(source: str, key: str) -> int:
    """The line of the block, from 1, that `key` stands on; 0 where it is written some other way."""
    for number, line in enumerate(bare_lines(source), start=1):
        if line.startswith(f"{key}:"):
            return number
    return 0
