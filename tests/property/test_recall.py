"""Whatever the notes, budgets and sessions: never over budget, never half a section, never
another group's text, never two routes.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.adapters.tokens_bpe import BpeTokens
from progressive_memory.disclosure.render import lines
from progressive_memory.domain.disclosure import Bundle, Outcome
from progressive_memory.domain.group import Language
from progressive_memory.errors import ProtocolViolation
from progressive_memory.services.recall import Ask, recall
from progressive_memory.services.recall_steps import fragment, open_index
from progressive_memory.vault import layout
from progressive_memory.vault.ids import short_hash
from tests.room import room_ports

REAL = BpeTokens()
GROUPS = ("清算", "web")
MARKS = {"清算": "kumquat-zh", "web": "rambutan-en"}
"""A word that every generated entry of the group holds, and no other group's."""

texts = st.one_of(
    st.text(alphabet="对账迁移缓存灰度发布阻断负责人 ，。", min_size=1, max_size=60),
    st.lists(
        st.sampled_from("importer blocked owner deploy gateway 500/s".split()), min_size=1
    ).map(" ".join),
    st.text(max_size=40).map(lambda text: " ".join(text.split()) or "x"),
)
notes = st.sampled_from(["attention.md", "experience.md", "people.md", "project.md"])
entries = st.lists(st.tuples(notes, texts), max_size=14)
questions = st.sampled_from(
    [
        *("现在有哪些阻断项", "谁是负责人", "对账是怎么决定的", "说到哪儿了", "技术栈", "谢谢"),
        *("what is blocked?", "who is the owner?", "why this gateway", "where were we?", "thanks"),
        "kumquat zh",
        "rambutan en",
    ]
)
calls = st.lists(
    st.tuples(st.sampled_from(GROUPS), questions, st.sampled_from(["", "s", "t"])),
    min_size=1,
    max_size=8,
)


def filled(written: dict[str, list[tuple[str, str]]], budget_tokens: int) -> MemoryPorts:
    ports = room_ports(budget_tokens)
    for group, blocks in written.items():
        for number, (note, text) in enumerate(blocks):
            path = layout.note(group, note)
            snapshot = ports.vault.read(path)
            assert snapshot is not None
            block = _block(note, f"{text} {MARKS[group]}", f"{group}{number}")
            ports.vault.save(path, snapshot.data.rstrip(b"\n") + f"\n\n{block}\n".encode())
    return ports


def _block(note: str, text: str, key: str) -> str:
    if note == "experience.md":
        return f"## 2026-05-01 {text}\n\n- Decision:: {text}\n\n^d-20260501-{short_hash(key)}"
    return f"- {text} ^t-20260501-{short_hash(key)}"


def check_whole(ports: MemoryPorts, bundle: Bundle) -> None:
    """Every entry named in the bundle stands in its text as its whole lines, and no other."""
    language: Language = "zh" if bundle.group == "清算" else "en"
    for loaded in bundle.loaded:
        sections = ports.search.sections(bundle.group, loaded.path)
        shown = set(bundle.text.split("\n"))
        named = [section for section in sections if section.id in loaded.entries]
        for section in named:
            assert set(lines(section, language)) <= shown
        for section in sections:
            if section not in named and (whole := lines(section, language)):
                assert section.id.startswith("h-") or whole[0] not in shown


@settings(max_examples=60, deadline=None)
@given(
    written=st.fixed_dictionaries(dict.fromkeys(GROUPS, entries)),
    budget_tokens=st.integers(40, 1_500),
    asked=calls,
)
def test_budget_borders_and_rooms_hold(
    written: dict[str, list[tuple[str, str]]], budget_tokens: int, asked: list[tuple[str, str, str]]
) -> None:
    ports = filled(written, budget_tokens)
    spent: dict[tuple[str, str], int] = {}
    for group, question, session in asked:
        try:
            bundle = recall(ports, group, question, Ask("n1", session))
        except ProtocolViolation as refusal:
            assert refusal.code == "too_many_files"  # noqa: PT017 — refusals are part of the walk
            continue
        assert bundle.budget.spent_tokens <= budget_tokens
        assert len(bundle.loaded) <= 1 or bundle.route is None
        for other in GROUPS:
            assert other == group or MARKS[other] not in bundle.text
        check_whole(ports, bundle)
        if session and bundle.route is not None:
            for key in [key for key in spent if key[0] == session and key[1] != group]:
                del spent[key]  # the switch ended it
        if session and bundle.outcome is Outcome.LOADED:
            before = spent.get((session, group), 0)
            assert bundle.budget.spent_tokens == before + ports.tokens.count(bundle.text)
            spent[session, group] = bundle.budget.spent_tokens


@settings(max_examples=40, deadline=None)
@given(
    written=st.fixed_dictionaries(dict.fromkeys(GROUPS, entries)),
    budget_tokens=st.integers(150, 1_500),
    max_bytes=st.integers(0, 3_000),
    group=st.sampled_from(GROUPS),
)
def test_a_whole_session_stays_inside_its_budget_by_a_real_tokenizer(
    written: dict[str, list[tuple[str, str]]], budget_tokens: int, max_bytes: int, group: str
) -> None:
    ports = filled(written, budget_tokens)
    ask = Ask("n1", "s", max_bytes)
    given_out = [open_index(ports, group, ask), fragment(ports, "decision 对账 gateway", ask)]
    given_out += [
        recall(ports, group, q, ask) for q in ("what is blocked? 阻断", "who is the owner 谁负责")
    ]
    assert sum(REAL.count(bundle.text) for bundle in given_out) <= budget_tokens
    assert all(len(b.text.encode()) <= max_bytes for b in given_out if max_bytes)


@settings(max_examples=60, deadline=None)
@given(message=st.text(max_size=200))
def test_any_message_gets_an_outcome(message: str) -> None:
    bundle = recall(room_ports(), "web", message, Ask("n1"))
    assert bundle.outcome in Outcome
    assert (bundle.text != "") == (bundle.outcome is Outcome.LOADED)
