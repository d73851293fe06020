"""Whatever the notes, budgets and sessions: never over budget, never half a section, never
another group's text, never two routes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import example, given, settings
from hypothesis import strategies as st

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.adapters.tokens_bpe import BpeTokens
from progressive_memory.disclosure.render import lines
from progressive_memory.domain.disclosure import Bundle, Outcome
from progressive_memory.domain.group import Language
from progressive_memory.errors import ProtocolViolation
from progressive_memory.services.recall.recall import Ask, recall
from progressive_memory.services.recall.route import route
from progressive_memory.services.recall.steps import close, fragment, load, open_index
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
MOSTLY_ONE = (*["清算"] * 9, "web")
"""Limits show in long disclosures of one group."""
verbs = st.sampled_from(
    [*["recall"] * 5, *["load"] * 3, *["fragment", "route"] * 2, "open", "close"]
)
files = st.sampled_from(
    [
        *("attention.md", "people.md", "project.md", "experience.md"),
        *("conventions/api.md", "../web/attention.md", "log/2026/2026-05-14.md"),
    ]
)
steps = st.lists(
    st.tuples(
        st.tuples(verbs, st.sampled_from(MOSTLY_ONE), questions, files),
        st.sampled_from(["s", "s", "t"]),
    ),
    min_size=1,
    max_size=20,
)
THERE_AND_BACK = [
    (("recall", "清算", "现在有哪些阻断项", "attention.md"), "s"),
    (("recall", "web", "who is the owner?", "people.md"), "s"),
    (("recall", "清算", "谁是负责人", "people.md"), "s"),
]
"""A session that leaves a group and comes back to it."""
THERE_AND_BACK_UNSEEN = [
    (("open", "web", "what is blocked?", "attention.md"), "s"),
    (("open", "清算", "谁是负责人", "people.md"), "s"),
    (("open", "web", "where were we?", "attention.md"), "s"),
]
"""The same, where nothing of the group between fits into its budget: opening it closed the first
all the same and said so, and the first is paid for anew.
"""
FRAME_TOKENS = 200
"""The most that a frame costs around one entry: its sentences, headings, what was left out."""


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


@dataclass
class Walk:
    """What one host session has been given, by the rules of docs/protocol.md."""

    group: str = ""
    files: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)


def made(ports: MemoryPorts, step: tuple[str, str, str, str], ask: Ask) -> Bundle | None:
    """One call; None when the protocol refuses it."""
    verb, group, question, file = step
    try:
        match verb:
            case "open":
                return open_index(ports, group, ask)
            case "route":
                return route(ports, group, question, ask.session).bundle
            case "load":
                return load(ports, file, ask)
            case "fragment":
                return fragment(ports, question, ask)
            case "close":
                return close(ports, ask.session)
            case _:
                return recall(ports, group, question, ask)
    except ProtocolViolation:
        return None


def follow(walk: Walk, step: tuple[str, str, str, str], bundle: Bundle) -> None:
    """Count a bundle, and check the limits of its disclosure."""
    told = bundle.reason == "group_switched"
    if walk.group not in ("", bundle.group) and bundle.text:
        assert told, "nobody said that the other group's text is to be dropped"
    if step[0] == "close" or told:
        walk.group, walk.files, walk.texts, walk.shown = "", set(), [], set()
    if step[0] == "open" and told:  # also where nothing of the new group is shown
        walk.group = bundle.group
    if not bundle.text:
        return
    walk.group = bundle.group
    walk.texts.append(bundle.text)
    names = {loaded.path.rpartition("/")[2] for loaded in bundle.loaded}
    walk.files |= names & {"attention.md", "experience.md", "people.md", "project.md"}
    assert len(walk.files - {"people.md"}) <= 2
    assert len(bundle.loaded) <= 1 or step[0] == "open"
    entries_shown = {f"{loaded.path}#{id_}" for loaded in bundle.loaded for id_ in loaded.entries}
    assert not entries_shown & walk.shown, "an entry was paid for twice"
    walk.shown |= entries_shown


@settings(max_examples=80, deadline=None)
@given(
    written=st.fixed_dictionaries(dict.fromkeys(GROUPS, entries)),
    budget_tokens=st.one_of(st.integers(0, 300), st.integers(300, 6_000)),
    max_bytes=st.sampled_from([0, 0, 700, 3_000]),
    walked=steps,
)
@example(
    written={"清算": [("people.md", "负责人 对账")] * 3, "web": [("people.md", "owner")] * 3},
    budget_tokens=365,
    max_bytes=0,
    walked=THERE_AND_BACK,
)
@example(
    written={"清算": [("people.md", "负责人 对账")] * 2, "web": []},
    budget_tokens=129,
    max_bytes=0,
    walked=THERE_AND_BACK_UNSEEN,
)
def test_budget_borders_and_rooms_hold_whatever_is_called(
    written: dict[str, list[tuple[str, str]]],
    budget_tokens: int,
    max_bytes: int,
    walked: list[tuple[tuple[str, str, str, str], str]],
) -> None:
    ports = filled(written, budget_tokens)
    walks = {session: Walk() for session in ("s", "t")}
    for step, session in walked:
        bundle = made(ports, step, Ask("n1", session, max_bytes))
        if bundle is None:
            continue
        follow(walks[session], step, bundle)
        given_out = walks[session].texts
        assert bundle.budget.limit_tokens == budget_tokens
        assert bundle.budget.spent_tokens <= budget_tokens
        if bundle.text:
            assert bundle.budget.spent_tokens == sum(map(ports.tokens.count, given_out))
        assert sum(map(REAL.count, given_out)) <= budget_tokens
        assert not max_bytes or len(bundle.text.encode()) <= max_bytes
        assert all(MARKS[other] not in bundle.text for other in GROUPS if other != bundle.group)
        check_whole(ports, bundle)


@settings(max_examples=40, deadline=None)
@given(
    written=st.fixed_dictionaries(dict.fromkeys(GROUPS, entries)),
    budget_tokens=st.integers(100, 3_000),
    asked=st.tuples(st.sampled_from(GROUPS), questions),
)
def test_budget_stops_only_where_no_entry_fits(
    written: dict[str, list[tuple[str, str]]], budget_tokens: int, asked: tuple[str, str]
) -> None:
    ports = filled(written, budget_tokens)
    group, question = asked
    bundle = recall(ports, group, question, Ask("n1"))
    if bundle.outcome is Outcome.BUDGET_STOPPED:
        assert bundle.route is not None
        sections = ports.search.sections(group, layout.note(group, bundle.route.file))
        costs = [ports.tokens.count("\n".join(lines(section, "en"))) for section in sections]
        assert min(filter(None, costs)) + FRAME_TOKENS > budget_tokens


@settings(max_examples=60, deadline=None)
@given(message=st.text(max_size=200))
def test_any_message_gets_an_outcome(message: str) -> None:
    bundle = recall(room_ports(), "web", message, Ask("n1"))
    assert bundle.outcome in Outcome
    assert (bundle.text != "") == (bundle.outcome is Outcome.LOADED)
