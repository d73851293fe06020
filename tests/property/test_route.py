"""Any message against any table: one route or none, the same each time, and never a dead one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.services.recall.route import route
from progressive_memory.vault import layout

STANDING = {
    "todo.md": "- [ ] 迁移对账脚本 move the importer ^t-20260514-aaaaaaaaaa\n",
    "决策.md": "## 2026-05-12 Keep Redux\n\n- Decision:: Keep Redux 保留\n\n^d-20260512-bbbbbbbbbb\n",
    "who-is-who.md": "- Ines — release, 发布审批 ^r-20260301-cccccccccc\n",
    "notes/odd one.md": "# Odd\n\nserver 10.0.0.7, 周五 Friday\n",
}
MISSING = ("gone.md", "../other/secret.md", "log/2026/2026-05-14.md", "a|b.md", "")
PIECES = (
    *(
        "who",
        "谁负责",
        "why did we",
        "为什么",
        "blocked",
        "进度",
        "what is a",
        "什么是",
        "thanks",
        "?",
    ),
    *(
        "Redux",
        "对账",
        "release",
        "Friday",
        "10.0.0.7",
        "translate this:",
        "昨天说的那个",
        "[[x|y]]",
    ),
)

messages = st.one_of(
    st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join)
)
cells = st.one_of(st.sampled_from(PIECES), st.text(max_size=20)).map(
    lambda text: " ".join(text.split())
)
rows = st.tuples(
    cells,
    st.sampled_from((*STANDING, *MISSING)),
    st.sampled_from(("P0", "p1", "**P2**", "P3", "P2-L3", "soon", "")),
    st.booleans(),
    st.sampled_from(("`{}`", "[[{}]]", "[[{}|shown]]", "[x](<{}>)", "{}", "**{}**")),
)


def ports_with(table: list[tuple[str, str, str, bool, str]]) -> MemoryPorts:
    ports = MemoryPorts()
    lines = ["| Trigger | File | Priority |", "|---|---|---|"]
    for trigger, file, priority, deprecated, shape in table:
        mark = "[DEPRECATED] " if deprecated else ""
        lines.append(f"| {mark}{trigger} | {shape.format(file)} | {priority} |")
    ports.vault.save(layout.index_note("g"), "\n".join(lines).encode("utf-8", "replace"))
    for name, text in STANDING.items():
        ports.vault.save(layout.note("g", name), text.encode())
    ports.vault.save("memory/groups/other/secret.md", b"Redux")
    ports.vault.save(
        "memory/groups/g/log/2026/2026-05-14.md", b"- 10:00:00 A: Redux ^m-aaaaaaaaaa\n"
    )
    return ports


@settings(max_examples=80, deadline=None)
@given(message=messages, table=st.lists(rows, max_size=6))
def test_a_message_takes_one_standing_row_or_none(
    message: str, table: list[tuple[str, str, str, bool, str]]
) -> None:
    ports = ports_with(table)
    report = route(ports, "g", message)
    alive = {file for _, file, _, deprecated, _ in table if not deprecated}

    taken = report.bundle.route
    if taken is not None:
        assert taken.file in STANDING
        assert taken.file in alive
        assert not taken.deprecated
        assert report.weights[0].file == taken.file
    assert {weight.file for weight in report.weights} <= set(STANDING) & alive
    assert all(weight.explained for weight in report.weights)
    assert report == route(ports, "g", message)
