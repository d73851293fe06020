"""Two groups in one vault on disk: links between their folders, rows and ids that point across.
Whatever is asked in one, no byte of the other comes back.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from progressive_memory.api import Memory
from progressive_memory.errors import ProgressiveMemoryError
from progressive_memory.ports import Query
from tests.room import room_ports

OTHER = ("对账", "短信网关", "布隆", "周敏", "阿杰", "青花瓷", "kumquat")
"""Words that stand in the notes and the log of 清算 alone."""

NOTES = ("attention.md", "people.md", "project.md", "experience.md", "conventions", "log")
crossings = st.lists(
    st.one_of(
        st.tuples(st.just("symlink"), st.sampled_from(NOTES)),
        st.tuples(st.just("folder"), st.just("web")),
        st.tuples(
            st.just("row"),
            st.sampled_from(
                [
                    *("../清算/attention.md", "/memory/groups/清算/people.md", "清算/attention.md"),
                    *("[[memory/groups/清算/attention]]", "..\\\\清算\\\\people.md", "../清算.md"),
                ]
            ),
        ),
        st.tuples(st.just("room"), st.sampled_from(["清算", "Web", "web "])),
    ),
    max_size=4,
)
calls = st.lists(
    st.tuples(
        st.sampled_from(["recall", "load", "fragment", "search", "why"]),
        st.sampled_from(
            [
                *("对账 阻断 短信网关", "what is blocked? 青花瓷", "who is 周敏 the owner", "布隆"),
                *("conventions/api.md", "attention.md", "../清算/people.md", "people.md"),
                *("m-aaaaaaaaaa", "t-20260514-aaaaaaaaaa", "^here"),
            ]
        ),
    ),
    min_size=1,
    max_size=5,
)


def laid(root: Path) -> None:
    ports = room_ports()
    for path in ports.vault.stamps(""):
        snapshot = ports.vault.read(path)
        assert snapshot is not None
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(snapshot.data)
    (root / "progressive-memory.toml").write_text('vault_id = "apart"\n')
    link = "[[memory/groups/清算/people#^r-20260301-gggggggggg]]"
    link += " [[memory/groups/清算/log/2026/2026-05-14#^m-kkkkkkkkkk|x]]"
    with (root / "memory/groups/web/attention.md").open("a") as note:
        note.write(f"\n- See {link} ^here\n")


def cross(root: Path, crossing: tuple[str, str]) -> None:
    kind, what = crossing
    web, other = root / "memory/groups/web", root / "memory/groups/清算"
    index = root / "memory/groups/web.md"
    if kind == "symlink" and (other / what).exists():
        if (web / what).is_file():
            (web / what).unlink()
        if not (web / what).exists():
            (web / what).symlink_to(other / what)
    elif kind == "row":
        row = f"| blocked, owner, 对账 | `{what}` | P0 |\n"
        index.write_text(index.read_text().rstrip("\n") + "\n" + row)
    elif kind == "room":
        names = {"!pay:x": {"name": "清算", "display_name": "Web"}, "!web:x": {"name": "web"}}
        names["!other:x"] = {"name": what, "display_name": "清算"}
        (root / "memory/group_names.json").write_text(json.dumps(names))
    elif what == "web" and not web.is_symlink():
        web.rename(root / "was")
        web.symlink_to(other)


def said(root: Path, call: tuple[str, str]) -> str:
    """All that comes back for a call in web, errors included."""
    verb, text = call
    memory = Memory.open(root)

    def loaded() -> object:
        memory.open_index("web", session="s")
        memory.route("web", "what is blocked?", session="s")
        return memory.load(text, session="s")

    def fragment() -> object:
        memory.open_index("web", session="s")
        return memory.fragment(text, session="s")

    verbs: dict[str, Callable[[], object]] = {
        "recall": lambda: memory.recall("!web:x", text, session="s"),
        "load": loaded,
        "fragment": fragment,
        "search": lambda: (
            memory.search("web", Query(text)),
            memory.search("web", Query(text), scope="log"),
        ),
        "why": lambda: memory.why(text, group="web", context=5),
    }
    try:
        return str(verbs[verb]())
    except ProgressiveMemoryError as error:
        return f"{error.code} {error.message}"


@settings(max_examples=12, deadline=None)
@given(crossed=crossings, called=calls)
def test_no_byte_of_another_group_comes_back(
    crossed: list[tuple[str, str]], called: list[tuple[str, str]]
) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder) / "vault"
        with pytest.MonkeyPatch.context() as patch:
            for kind in ("CACHE", "DATA"):
                patch.setenv(f"PROGRESSIVE_MEMORY_{kind}", f"{folder}/{kind}")
            laid(root)
            for crossing in crossed:
                cross(root, crossing)
            for call in called:
                text = said(root, call)
                for word in OTHER:
                    assert word in call[1] or word not in text
