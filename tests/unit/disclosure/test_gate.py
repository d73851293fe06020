from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.disclosure.gate import judge
from progressive_memory.domain.gate import Gate, Need

NONE = [
    "🚀 shipped, thank you Ilse",
    "合了，谢谢老周",
    "外面风好大",
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
    *("merci Paula 🎉", "哈哈 Otto 你剪头发了？", "lol your haircut", "嘿嘿你又换头像"),
    *("把120镑换成日元", "regex for a phone number please", "13 apples times 4 is how much"),
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
    *("LTV怎么算", "跳表的时间复杂度", "端午是几号", "how do sundials work exactly"),
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


@pytest.mark.parametrize(
    "message",
    [
        *(
            "thx 阿澈！水印很好看",
            "thanks for fixing the crash yesterday, legend",
            "收到，多谢老何",
        ),
        *("morning! rain again ☔", "大家早上好🌞", "lol my dog ate the tracker", "哈哈哈哈又来了"),
        *(
            "今天食堂的红烧肉绝了",
            "gorgeous hike on sunday, legs are dead",
            "困死了，昨晚看球到两点",
        ),
    ],
)
def test_thanks_greetings_and_what_people_tell_of_their_day_are_small_talk(message: str) -> None:
    assert judge(message).need is Need.NONE
    assert judge(message).reason == "small_talk"


@pytest.mark.parametrize(
    "message",
    [
        "why does this not compile\n```kotlin\nval x: Int = 7\n```",
        "fix this regex: ^[a-z+$",
        "make this sound friendlier: Your account has been suspended.",
        "把下面这段改成三条要点：演出因天气延期，可退款。",
        "把“会尽快修复”写得正式一点",
        "写个正则匹配 11 位手机号",
        "4.2 米乘 3.6 米是多少平方",
        "what is 12 times 7",
    ],
)
def test_a_request_that_brings_its_text_is_self_contained(message: str) -> None:
    assert judge(message).reason == "self_contained"


@pytest.mark.parametrize(
    "message",
    [
        "translate our onboarding guide",
        "does this follow our conventions?\n```go\nlog.Infof(phone)\n```",
        "how do we name branches in git",
        "有哪些坑，python 那块",
        "hi! who owns billing?",
        "thanks! and who signs off on the release?",
    ],
)
def test_what_speaks_of_the_group_is_no_general_request(message: str) -> None:
    assert judge(message).need is Need.MEMORY


@pytest.mark.parametrize(
    "message", ["finished the dark theme", "deployed the fix to staging", "锁座告警我加好了"]
)
def test_a_statement_needs_memory_only_if_it_names_the_groups_things(message: str) -> None:
    assert (judge(message).need, judge(message).reason) == (Need.IF_NAMED, "statement")


def test_can_i_ship_on_friday_reaches_memory() -> None:
    assert judge("can I ship on Friday?").need is Need.IF_NAMED


@given(st.text())
def test_any_text_gets_a_word(message: str) -> None:
    assert judge(message).need in Need


def test_a_megabyte_is_judged_by_its_beginning() -> None:
    assert judge("what did we decide? " + "x" * 1_000_000).need is Need.MEMORY


@pytest.mark.parametrize(
    "message",
    ["把超时从 30 秒换成 2 分钟", "那箱 2 公斤的换成 5 斤的了吗", "10 米的线换成 3 厘米的？"],
)
def test_one_thing_exchanged_for_another_is_no_conversion(message: str) -> None:
    assert judge(message).need is not Need.NONE
