"""What people ask about a chat, in Chinese and English: the message that answers comes up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from progressive_memory.adapters.search_sqlite import SqliteSearchIndex
from progressive_memory.disclosure.ranking.agreements import with_agreements
from progressive_memory.domain.message import Message
from progressive_memory.ports import Query, Stamp
from progressive_memory.vault import blocks, log_note

GROUP = "garden"
SAID = {
    "2026-03-02": """
        阿青: 早上好，今天花棚里有点冷
        老周: 我把加热器的定时改到五点半了
        阿青: 番茄苗那边什么时候移栽？
        老周: 等最低温稳定在十二度以上
        Nora: Who ordered the drip line this time?
        Ivo: That was me, it comes with the spare filters
        Nora: which supplier?
        Ivo: Same one as last spring, the shop in Delft
        小满: 育苗盘还缺四十个
        阿青: 我下午去买
        老周: 顺便看看遮阳网
        小满: 遮阳网要不要换成银色的，夏天棚里太热
        阿青: 银色反光好，白色便宜一半
        老周: 那就东侧先换银色的，西侧再看
        阿青: 同意
        小满: 👍
        Ivo: lunch is in the fridge
    """,
    "2026-03-05": """
        Nora: my sister visited the botanical garden in Leiden yesterday
        Ivo: did she like it?
        Nora: loved the orchids, and the café even more
        Ivo: We could swap seeds with them
        Nora: The compost smells odd since the weekend
        Ivo: too wet I guess, straw would help
        老周: 水泵又跳闸了，第三次
        小满: 是不是漏电？
        老周: 查过了，是浮球卡住，清掉水草就好
        Ivo: About ticket 417, do we keep two keys or one for the shed
        Nora: people keep losing them
        Ivo: a code lock then
        Nora: yes!
        小满: +1
        老周: 可以
        Nora: see you on Sunday
    """,
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> SqliteSearchIndex:
    found = SqliteSearchIndex(Path(tmp_path_factory.mktemp("index")))
    for day, said in SAID.items():
        path = f"memory/groups/{GROUP}/log/2026/{day}.md"
        text = log_note.new_day_note(GROUP, datetime.fromisoformat(day).date(), "UTC")
        at = datetime.fromisoformat(f"{day}T08:00:00").replace(tzinfo=UTC)
        for number, line in enumerate(filter(None, map(str.strip, said.splitlines()))):
            who, _, what = line.partition(": ")
            block_id = f"m-{day[-1]}{chr(ord('a') + number)}aaaaaaaa"
            sent = at + timedelta(minutes=3 * number)
            message = Message(what, block_id, sent, who, who, what)
            text += f"\n{log_note.render_item(message, paths={})}"
        sections = with_agreements(blocks.sections(path, f"{text}\n"))
        found.put(GROUP, "log", (path, Stamp(1, 1), day), sections)
    return found


def first(index: SqliteSearchIndex, question: str, count: int) -> list[str]:
    hits = index.search(GROUP, "log", Query(question), count)
    return [hit.section.title for hit in hits]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("番茄苗什么时候移栽", "等最低温稳定在十二度以上"),
        ("加热器的定时是几点", "我把加热器的定时改到五点半了"),
        ("谁去买育苗盘", "我下午去买"),
        ("水泵跳闸是什么原因", "查过了，是浮球卡住，清掉水草就好"),
        ("老周说番茄苗要等到什么温度", "等最低温稳定在十二度以上"),
        ("who ordered the drip line?", "That was me, it comes with the spare filters"),
        ("from which supplier is the drip line?", "Same one as last spring, the shop in Delft"),
        ("What did Nora's sister like about the garden?", "loved the orchids, and the café even more"),
        ("why does the compost smell?", "too wet I guess, straw would help"),
    ],
)  # fmt: skip
def test_the_answer_is_among_the_first_five(
    index: SqliteSearchIndex, question: str, answer: str
) -> None:
    assert answer in first(index, question, 5)


@pytest.mark.parametrize(
    ("topic", "decision"),
    [
        ("遮阳网换什么颜色", "那就东侧先换银色的，西侧再看"),
        ("ticket 417: keys of the shed", "a code lock then"),
    ],
)
def test_what_was_agreed_to_is_among_the_first_five_by_its_topic(
    index: SqliteSearchIndex, topic: str, decision: str
) -> None:
    assert decision in first(index, topic, 5)


def test_a_number_finds_the_message_that_names_it_first(index: SqliteSearchIndex) -> None:
    assert first(index, "the keys of 417", 1)[0].startswith("About ticket 417")
