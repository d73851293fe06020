"""The cells of a routing table's row: cut apart, read as a file, a trigger or a priority."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from progressive_memory.vault import layout

_PIPE = re.compile(r"(?<!\\)\|")
_LINK_WITH_PIPE = re.compile(r"(\[\[[^\[\]|\\]+)\|([^\[\]|]*\]\])")
_WIKILINK = re.compile(r"\[\[([^\[\]|#\\]+)(?:#[^\[\]|\\]*)?(?:\\?\|[^\[\]]*)?\]\]")
_MARKDOWN_LINK = re.compile(r"\[[^\[\]]*\]\(<([^<>]+)>\)|\[[^\[\]]*\]\(([^()\s]+)\)")
_CODE = re.compile(r"`([^`]+)`")
_NAMED = re.compile(
    r"(?<![^\s*<>|`()（）])([^\s*<>|`()（）]{1,200}\.md)\b",  # only from a word's beginning
    re.IGNORECASE,
)
_BARE = re.compile(
    r"[^\s*<>|`()（）,，、;；.。?？!！:：]+(?: [^\s*<>|`()（）,，、;；.。?？!！:：]+){0,3}"
)
_PRIORITY = re.compile(r"P\d(?:[ \t]*[-–—][ \t]*L\d)?", re.IGNORECASE)
_DEPRECATED = re.compile(r"[\[【（(]\s*deprecated\s*[\]】）)]", re.IGNORECASE)
_NEVER_READ = frozenset({"memory", "log", "summaries"})
_LONGEST_NAME = 200


def cells(line: str) -> list[str]:
    """The cells of a row. The `|` of a wikilink's shown text cuts none, escaped or not."""
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    if "[[" in inner:
        inner = _LINK_WITH_PIPE.sub(r"\1\\|\2", inner)
    return [cell.strip() for cell in _PIPE.split(inner)]


def spans(line: str) -> list[tuple[int, int]]:
    """Where each cell of a row begins and ends in its line, the blanks around it left out."""
    uncut = _LINK_WITH_PIPE.sub(r"\1 \2", line)
    borders = [found.start() for found in _PIPE.finditer(uncut)]
    ends = [-1, *borders, len(line)]
    pieces = [(one + 1, other) for one, other in pairwise(ends)]
    if borders and not line[: borders[0]].strip():
        del pieces[0]
    if len(pieces) > 1 and not line[pieces[-1][0] :].strip():
        del pieces[-1]
    return [_trimmed(line, *piece) for piece in pieces]


def renamed(cell: str, file: str, new: str) -> str | None:
    """The cell with the name of `file` replaced by that of `new`, both relative to the group's
    folder, in the form it has; None where it is not written out.
    """
    written = _written(cell)
    at = cell.find(written)
    name = unicodedata.normalize("NFC", _unquoted(written).partition("#")[0]).rstrip()
    for old, to in ((file, new), (file.removesuffix(".md"), new.removesuffix(".md"))):
        if written and at >= 0 and f"/{name}".endswith(f"/{old}"):
            whole = name.removesuffix(old) + to + _unquoted(written)[len(name) :]
            if cell[:at].endswith("]("):
                whole = whole.replace(" ", "%20")
            return cell[:at] + whole + cell[at + len(written) :]
    return None


def cuts_a_link(line: str) -> bool:
    """Whether a wikilink's `|` is not escaped: Markdown ends the cell there."""
    return _LINK_WITH_PIPE.search(line) is not None


def escaped(value: str) -> str:
    """A value as the text of one cell."""
    return " ".join(value.split()).replace("|", "\\|")


def plain(cell: str) -> str:
    """A cell as read: without emphasis, links and marks."""
    shown = re.sub(r"\[\[(?:[^\[\]]*\|)?([^\[\]|]*)\]\]", r"\1", cell.replace("\\|", "|"))
    shown = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", shown)
    return " ".join(_DEPRECATED.sub("", re.sub(r"\*\*|__|~~|==|`", "", shown)).split())


def is_deprecated(line: str) -> bool:
    """Whether a row is marked as one that is not taken any more."""
    return _DEPRECATED.search(line) is not None


def priority(cell: str) -> str:
    """`P0` … `P3` or `P2-L3`; what reads as none of them as it stands."""
    found = _PRIORITY.search(cell)
    return re.sub(r"[ \t–—-]+", "-", found[0]).upper() if found else plain(cell)


def is_priority(cell: str) -> bool:
    """Whether a cell holds nothing but a priority, its marks aside."""
    return _PRIORITY.fullmatch(_bare(cell)) is not None


def file(index_path: str, cell: str) -> str:
    """The cell's file relative to the group's folder; "" where it names none in it that may be
    read. Written as a link, as code, or bare, with its suffix or without.
    """
    written = _written(cell)
    folder = index_path.removesuffix(".md")
    name = unicodedata.normalize("NFC", _unquoted(written).partition("#")[0]).strip()
    name = name.removeprefix("./").removeprefix("/")
    for prefix in (f"{folder}/", f"{folder.rpartition('/')[2]}/"):
        name = name.removeprefix(prefix)
    if not any(map(str.isalnum, name)) or len(name) > _LONGEST_NAME:
        return ""
    name = name if name.endswith(".md") else f"{name}.md"
    parts = name.split("/")
    outside = any(not part or part.startswith(".") for part in parts) or "\\" in name
    never = parts[0] in _NEVER_READ or layout.is_shelf(name)
    return "" if outside or ":" in parts[0] or never else name


def names_a_file(index_path: str, cell: str) -> bool:
    """Whether a cell looks like a file whatever its column is called."""
    looks = _WIKILINK.search(cell) or _MARKDOWN_LINK.search(cell) or _NAMED.search(cell)
    return looks is not None and file(index_path, cell) != ""


def _written(cell: str) -> str:
    """The part of a cell that names the file, as written."""
    for shape in (_WIKILINK, _MARKDOWN_LINK, _CODE):
        found = shape.search(cell)
        if found:
            return next(group for group in found.groups() if group)
    bare = _bare(cell)
    if bare.casefold().endswith(".md") and bare.casefold().count(".md") == 1 and "/" not in bare:
        return bare
    named = _NAMED.search(bare)
    if named:
        return named[1]
    return bare if _BARE.fullmatch(bare) else ""


def _bare(cell: str) -> str:
    """A cell without emphasis, marks, and the emoji around it."""
    shown = _DEPRECATED.sub("", re.sub(r"\*+|~~|==|`", "", cell.replace("\\|", "|")))
    kept = "".join(c for c in shown if unicodedata.category(c) not in {"So", "Sk", "Mn", "Cf"})
    kept = kept.strip()
    return kept.strip("_").strip() if kept.startswith("__") and kept.endswith("__") else kept


def _trimmed(line: str, start: int, end: int) -> tuple[int, int]:
    cell = line[start:end]
    start += len(cell) - len(cell.lstrip())
    return start, start + len(cell.strip())


def _unquoted(link: str) -> str:
    """A Markdown link's target with its `%20` and the like decoded."""
    return re.sub(
        r"(?:%[0-9A-Fa-f]{2})+",
        lambda run: bytes.fromhex(run[0].replace("%", "")).decode(errors="replace"),
        link,
    )
