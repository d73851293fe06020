r"""Links between notes: found, and pointed elsewhere when what they name moves.

Obsidian's rules: `[[note]]`, `[[folder/note.md|shown]]`, `[[note#heading]]`, `[[note#^id]]`, embeds
with `!`; in a table the pipe is `\|`. Markdown links `[shown](folder/note.md#^id)` are the same,
percent-encoded. A link counts in a property's text, in a comment and in raw HTML, not in code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from progressive_memory.vault import quoting
from progressive_memory.vault.lines import lines_ended
from progressive_memory.vault.text_runs import Run, runs

_WIKILINK = (
    r"(?P<embed>!)?\[\[(?P<target>(?:[^\[\]|#\\`\r\n]|\](?!\])|\\(?!\|))*)"
    r"(?P<fragment>#(?:[^\[\]|\\\r\n]|\](?!\])|\\(?!\|))*)?"
    r"(?P<alias>\\?\|(?P<shown>(?:[^\[\]\r\n]|\](?!\])|\[(?!\[))*))?\]\]"
)
_PATH = (
    r"(?:<(?P<angle>(?:[^<>\\\r\n]|\\.)*)>"
    r"|(?P<bare>(?!<)(?:[^()\s\\]|\\.|\((?:[^()\s\\]|\\.)*\))+))"
)
_TITLE = r"""(?:[ \t\r\n]+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?"""
_SIGN = re.compile(
    r"\\."
    r"|(?P<ticks>`+)"
    rf"|{_WIKILINK}"
    rf"|\]\([ \t\r\n]*{_PATH}{_TITLE}[ \t\r\n]*\)"
    r"|(?P<bracket>[\[\]])"
)
_DEFINITION = re.compile(rf"[ \t>]*\[(?!\^)(?:[^\[\]\\]|\\.)+\]:[ \t]*{_PATH}{_TITLE}[ \t]*[\r\n]*")
_ANYWHERE = re.compile(rf"{_WIKILINK}|\](?:\(|:)[ \t\r\n]*{_PATH}")
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_ENCODED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENCODED_SCRIPT = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")
_UNFIT = re.compile(r"[ ()<>#%\\\t]")
_UNFIT_IN_ANGLES = re.compile(r"[<>#%\\]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_TICKS = re.compile(r"`+")
_CELL_BORDER = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Link:
    """A link: `target` without `.md` ("" = this note) and `fragment` without `#` (a heading, or
    `^id`), as they read. `line` counts from 1; `start`/`end` span the target as written in the
    note's text. `markdown` marks `[shown](target)`, which may be relative to the note's folder.

    `written` is the target with its `.md`, if it has one. `shown` is the text after the pipe, None
    where there is no pipe. An `embed` shows the note itself.
    """

    target: str
    fragment: str
    line: int
    start: int
    end: int
    markdown: bool = False
    written: str = ""
    shown: str | None = None
    embed: bool = False


class _Found(NamedTuple):
    """A link, the run it stands in, and the place in the note where shown text would go."""

    link: Link
    run: Run
    closing: int


def links(text: str) -> tuple[Link, ...]:
    """Every link to a note in order, those in the properties included."""
    if "[[" not in text and "](" not in text and "]:" not in text:
        return ()
    return tuple(found.link for found in _in_runs(text, runs(text)))


def links_in(text: str, of_text: Iterable[Run]) -> tuple[Link, ...]:
    """Every link in some runs of `text`."""
    return tuple(found.link for found in _in_runs(text, of_text))


def may_link_to(text: str, is_meant: Callable[[str], bool]) -> bool:
    """Whether any target in `text`, be it in code, is meant: a cheap look before `links`."""
    if "\\u" in text or "''" in text:
        return True  # a quoted property, or a canvas, may spell it so
    for sign in _ANYWHERE.finditer(text):
        target = sign["target"]
        if target is None:
            target = _as_read(_path_of(sign))
        if is_meant(target.strip()):
            return True
    return False


def repointed(
    text: str,
    of_text: Iterable[Run],
    target_of: Callable[[Link], str | None],
    *,
    keep_shown: bool,
) -> str:
    """`text` with the target of each link in its runs replaced by what `target_of` says of it
    (None = the same), in the link's own style.

    With `keep_shown` a wikilink that showed its target goes on showing what it did.
    """
    edits: list[tuple[int, int, str]] = []
    for found in _in_runs(text, of_text):
        link, quote = found.link, found.run.quote
        new = target_of(link)
        if new is None or new == link.written:
            continue
        if link.markdown:
            new = _encoded(new, text[link.start - 1 : link.end])
        edits.append((link.start, link.end, quoting.written(new, quote)))
        if keep_shown and not link.markdown and not link.embed and link.shown is None:
            shown = ("\\|" if found.run.in_table else "|") + _showed(link)
            edits.append((found.closing, found.closing, quoting.written(shown, quote)))
    pieces: list[str] = []
    kept = 0
    for start, end, new in sorted(edits, key=lambda edit: edit[0]):
        pieces += [text[kept:start], new]
        kept = end
    return "".join(pieces) + text[kept:]


def _in_runs(text: str, of_text: Iterable[Run]) -> Iterator[_Found]:
    line, counted = 1, 0
    for run in of_text:
        if "[" not in run.text:
            continue
        start = run.places[0]
        line += lines_ended(text, counted, start) if start >= counted else 0
        counted = max(counted, start)
        yield from _in_run(run, line)


def _in_run(run: Run, line: int) -> Iterator[_Found]:
    """The links of a run that begins in that line."""
    text = run.text
    ticks = _ticks(text)
    position = open_brackets = counted = 0
    while sign := _SIGN.search(text, position):
        line += lines_ended(text, counted, sign.start())
        position, counted = sign.end(), sign.start()
        if sign["ticks"]:
            position = _past_span(run, sign, ticks[len(sign["ticks"])])
        elif sign["target"] is not None:
            yield _wikilink(run, sign, line)
        elif sign["bracket"] == "[":
            open_brackets += 1
        elif open_brackets:
            open_brackets -= 1
            if sign["bracket"] is None and _path_of(sign):
                yield from _markdown_link(run, sign, line)
        elif sign["bracket"] is None and sign[0][0] == "]":
            position = sign.start() + 1  # no bracket opens it: its words are words
    definition = _DEFINITION.fullmatch(text) if run.alone else None
    if definition is not None:
        yield from _markdown_link(run, definition, line)


def _wikilink(run: Run, sign: re.Match[str], line: int) -> _Found:
    target = sign["target"]
    written = target.strip()
    start = sign.start("target") + len(target) - len(target.lstrip())
    link = Link(
        target=written.removesuffix(".md"),
        fragment=(sign["fragment"] or "")[1:].strip(),
        line=line,
        start=run.places[start],
        end=run.places[start + len(written)],
        written=written,
        shown=sign["shown"],
        embed=bool(sign["embed"]),
    )
    return _Found(link, run, run.places[sign.end() - 2])


def _markdown_link(run: Run, sign: re.Match[str], line: int) -> Iterator[_Found]:
    path = _path_of(sign)
    written = _as_read(path)
    if not path or _ELSEWHERE.match(written):
        return
    whole = sign["angle"] or sign["bare"]
    start = sign.start("angle" if sign["angle"] else "bare")
    link = Link(
        target=written.removesuffix(".md"),
        fragment=_as_read(whole[len(path) + 1 :]),
        line=line,
        start=run.places[start],
        end=run.places[start + len(path)],
        markdown=True,
        written=written,
    )
    yield _Found(link, run, link.end)


def _path_of(sign: re.Match[str]) -> str:
    """The path of a Markdown link as written, without its fragment."""
    return (sign["angle"] or sign["bare"] or "").partition("#")[0]


def _as_read(path: str) -> str:
    return _ENCODED.sub(_decode, _ESCAPED.sub(r"\1", path))


def _decode(match: re.Match[str]) -> str:
    return bytes.fromhex(match[0].replace("%", "")).decode(errors="replace")


def _encoded(path: str, before: str) -> str:
    """A path as a Markdown link is written, in the manner of the one `before` (with the sign in
    front of it): blanks stay in `<…>`, other scripts stay unless they were encoded.
    """
    signs = _UNFIT_IN_ANGLES if before.startswith("<") else _UNFIT
    path = signs.sub(_encode, path)
    return _NOT_ASCII.sub(_encode, path) if _ENCODED_SCRIPT.search(before) else path


def _encode(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _showed(link: Link) -> str:
    """What a reader saw of a link without a pipe."""
    return " > ".join(part for part in (link.written, *link.fragment.split("#")) if part)


def _ticks(text: str) -> Mapping[int, list[int]]:
    """Where the runs of backticks of each length begin."""
    found: dict[int, list[int]] = defaultdict(list)
    if "`" not in text:
        return found
    for run in _TICKS.finditer(text):
        found[len(run[0])].append(run.start())
    return found


def _past_span(run: Run, sign: re.Match[str], starts: list[int]) -> int:
    """Past the code span that opens here; past its ticks when none closes."""
    after = bisect_right(starts, sign.start())
    if after == len(starts):
        return sign.end()
    if run.in_table and _CELL_BORDER.search(run.text, sign.end(), starts[after]):
        return sign.end()
    return starts[after] + len(sign["ticks"])
