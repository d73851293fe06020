from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.disclosure.gate import judge
from progressive_memory.domain.gate import Gate, Need

NONE = [
    *(
        "早上好",
        "早，大家",
        "谢谢王五",
        "谢谢大家的帮助",
        "好的，收到",
        "哈哈哈哈哈",
        "嗯嗯",
        "中午吃啥",
        "666",
    ),
    *("thanks!", "Thanks Maya", "hi", "Hello everyone!", "ok", "+1", "lol nice", "hahahaha"),
    *("Sounds good, thanks!", "how are you?", "good night, team", "@bot thanks", "LGTM 👍"),
    *("🎉🎉", "？？", "…", "", " \n", "2+2", "what is 2 + 2?", "(3+4)*5=?"),
    *("translate this to English: 我们用 PostgreSQL", "please translate: guten Tag"),
    *(
        "帮我翻译一下这段话",
        "把这句翻译成英文：数据库迁移",
        "write a haiku about autumn",
        "写一首关于秋天的诗",
    ),
    *("convert 5 miles to km", "5公里是多少英里", "how many ounces in 2 pounds", "讲个笑话吧"),
    *("what time is it?", "今天天气怎么样", "1024 等于多少"),
]
KNOWN_TO_ALL = [
    *("what's the capital of France?", "who wrote Hamlet?", "什么是微服务", "what is a mutex"),
    *(
        "how does TCP slow start work",
        "天空为什么是蓝的",
        "how does a heat pump work",
        "雪花算法是什么原理",
    ),
    *("python 怎么反转列表", "how do I reverse a list in python"),
    *("difference between TCP and UDP", "推荐一部科幻片", "水的沸点是多少"),
]
CONTINUATION = [
    *("昨天说的那个呢？", "说到哪儿了", "上次聊到哪了", "继续", "然后呢？", "那件事怎么样了"),
    *("where were we?", "So, where did we leave off", "catch me up please", "go on"),
]
MEMORY = [
    *(
        "我们的数据库用哪个",
        "产品负责人是谁",
        "谁负责测试",
        "检索方案是怎么决定的",
        "现在的卡点是什么",
    ),
    *("what did we decide about the database?", "who is the owner of billing", "what is blocked"),
    *(
        "good morning! what's the status of the migration?",
        "你好，有哪些待办",
        "update the scorecard",
    ),
    *(
        "翻译模块谁负责",
        "the translation service is blocked",
        "hi, remember the rule?",
    ),
]
IF_NAMED = [
    *("早会几点开", "what is the hit-rate target", "命中率目标是多少"),
]


@pytest.mark.parametrize("message", NONE)
def test_small_talk_and_self_contained_requests_need_no_memory(message: str) -> None:
    assert judge(message).need is Need.NONE


@pytest.mark.parametrize("message", KNOWN_TO_ALL)
def test_what_anybody_can_tell_needs_no_memory(message: str) -> None:
    assert judge(message) == Gate(Need.NONE, "general_knowledge", judge(message).cue)


@pytest.mark.parametrize("message", CONTINUATION)
def test_going_on_where_the_chat_stopped_is_a_continuation(message: str) -> None:
    assert judge(message).need is Need.CONTINUATION


@pytest.mark.parametrize("message", MEMORY)
def test_what_speaks_of_the_group_needs_memory(message: str) -> None:
    assert judge(message).need is Need.MEMORY


@pytest.mark.parametrize("message", IF_NAMED)
def test_a_general_question_needs_memory_only_if_it_names_the_groups_things(message: str) -> None:
    assert judge(message).need is Need.IF_NAMED


def test_the_gate_says_why() -> None:
    gate = judge("谁负责测试")
    assert (gate.reason, gate.cue) == ("asks_for_memory", "谁负责")
    assert judge("thanks!").reason == "small_talk"
    assert judge("2+2").reason == "self_contained"
    assert judge("!!").reason == "no_words"


@given(st.text())
def test_any_text_gets_a_word(message: str) -> None:
    assert judge(message).need in Need


def test_a_megabyte_is_judged_by_its_beginning() -> None:
    assert judge("what did we decide? " + "x" * 1_000_000).need is Need.MEMORY
