"""Whatever links stand in a vault, a move leads each to where it led, and moves no other byte."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hypothesis import assume, given
from hypothesis import strategies as st

from progressive_memory.vault.file_names import FileNames
from progressive_memory.vault.moves import Moves
from progressive_memory.vault.splice.relink import relink
from progressive_memory.vault.wikilinks import Link, links

FOLDERS = ["", "a", "b", "a/b", "Ä c"]
NAMES = ["n", "N", "m", "it's", "v1.2", "名 x", "a"]
PATHS = st.tuples(st.sampled_from(FOLDERS), st.sampled_from(NAMES)).map(
    lambda pair: f"{pair[0]}/{pair[1]}.md".removeprefix("/")
)
VAULTS = st.sets(PATHS, min_size=2, max_size=6)
TARGETS = PATHS.flatmap(
    lambda path: st.sampled_from(
        [path, path[:-3], path.rpartition("/")[2][:-3], f"./{path}", f"../{path[:-3]}", f"/{path}", path.upper()[:-3]]
    )
)  # fmt: skip


@st.composite
def linked(draw: st.DrawFn) -> str:
    """A piece of a note with one link, in any dress."""
    target = draw(TARGETS)
    path = target.replace(" ", "%20")
    shapes = [
        f"see [[{target}]].\n\n", f"![[{target}#^b]]\n\n", f"- [[{target}|shown]] ` x\n", f"`[[{target}]]`\n\n",
        f"[s]({path})\n\n", f"[s](<{target}#h>)\n\n", f"| a |\n|---|\n| [[{target}]] |\n| [[{target}\\|s]] |\n\n",
        f"```\n[[{target}]]\n```\n\n", f"<div>[[{target}]]</div>\n\n", f"%% [[{target}]] %%\n\n", f"> [[ {target}#h|]]\n\n",
    ]  # fmt: skip
    return draw(st.sampled_from(shapes))


@st.composite
def notes(draw: st.DrawFn) -> str:
    body = "".join(draw(st.lists(linked(), max_size=5)))
    target = draw(TARGETS).replace("'", "''")
    top = draw(st.sampled_from(["", f"---\nup: '[[{target}]]'\nk: 1\n---\n", "\ufeff"]))
    return (top + body).replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


@given(VAULTS, st.data())
def test_every_link_leads_where_it_led(paths: set[str], data: st.DataObject) -> None:
    old = data.draw(st.sampled_from(sorted(paths)))
    new = data.draw(PATHS)
    assume(not FileNames(paths).exact(new))
    texts = {path: data.draw(notes()) for path in sorted(paths)}
    moves = Moves(paths, {old: new}, keep_shown=data.draw(st.booleans()))
    before, after = FileNames(paths), FileNames(map(moves.path, paths))

    for path, text in texts.items():
        decided = moves.relinked(path, text)
        moved = relink(path, text, decided.operation) if decided.operation else text
        source = moves.path(path)
        assert _without_targets(text) == _without_targets(moved)
        assert moved == (relink(path, moved, decided.operation) if decided.operation else text)
        for link, now in zip(links(text), links(moved), strict=True):
            meant = before.meant(link.written, path)
            if len(meant) == 1:
                assert (moves.path(meant[0]),) == after.meant(now.written, source)
            elif old not in meant:
                assert link.written == now.written
            assert link.fragment == now.fragment
            only = decided.operation and decided.operation.wikilinks + decided.operation.markdown
            if only and len(only) == 1 and link.written != now.written:
                assert _form(link) == _form(now) or not _would_do_bare(after, link, now, source)


def _without_targets(text: str) -> str:
    """The text less what a move may change: targets, and shown text of links that had none."""
    for link in reversed(links(text)):
        if link.markdown:
            text = text[: link.start] + text[link.end :]
            continue
        end = text.index("]]", link.end)
        rest = text[link.end : end]
        fragment = re.match(r"#[^|\\\]]*", rest)
        pipe = re.search(r"\\?\|", rest)
        own = rest[pipe.start() :] if pipe and link.shown in {"shown", "s", ""} else ""
        text = text[: link.start] + ((fragment[0] if fragment else "") + own).rstrip() + text[end:]
    return text


def _form(link: Link) -> Mapping[str, object]:
    return {"md": link.written.endswith(".md"), "deep": "/" in link.written, "kind": link.markdown}


def _would_do_bare(after: FileNames, link: Link, now: Link, source: str) -> bool:
    """Whether the bare name would have led there, for a wikilink that was bare."""
    bare = now.written.rpartition("/")[2]
    leads = after.meant(bare, source) == after.meant(now.written, source)
    return "/" not in link.written and not link.markdown and leads and after.is_sure(bare, source)
