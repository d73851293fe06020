"""Words by which a message shows what it wants, whatever its topic; and words that name nothing.
Data, no rules.
"""

from __future__ import annotations

from progressive_memory.disclosure.lexicon.cue_text import listed

RECENT = listed(
    """
recent, recently, lately, latest, newest, last, new, today, yesterday, this week, last week
so far, all, list, show, tell, made, make, been, group
最近, 近期, 最新, 新的, 昨天, 今天, 前天, 本周, 这周, 上周, 本月, 上个月, 目前, 至今, 有过, 做了
做出, 列出, 群里, 全部, 所有
"""
)
"""Words that ask for the newest, and name nothing."""

DEIXIS = listed(
    """
we, our, ours, us, the team, this team, the group, this group, this project, the project, my task
my tasks, i own, assigned to me, here, around here, everyone working on, anyone working on
people working on, you guys, in this chat
我们, 咱们, 咱, 本群, 群里, 本项目, 这个项目, 项目里, 项目组, 团队, 组里, 我的任务, 我负责, 俺们
"""
)
"""A message that speaks of the group itself."""


REMEMBER = listed(
    """
remember, recall, yesterday, last week, last month, earlier, meeting, meetings, the release
update the, remind me, remind us, look up, find the, show me the, list the, list all, send me the
记得, 昨天, 前天, 上周, 上个月, 会上, 发版, 上线, 更新一下, 提醒, 查一下, 查下, 列一下, 列出
发我一份
"""
)
"""A message that speaks of what was, or sends for something kept."""

PROGRESS = listed(
    """
finished, done with, is done, are done, all done, i did, deployed, merged, shipped, i fixed
fixed the, pushed, released, uploaded, i sent, sent the, completed, started, picked up
i m working on, working on, handed over, handing over, is blocked, am blocked, delayed, postponed
moved to, rescheduled, i paid, paid the, booked, ordered, submitted, signed, arrived, called the
emailed, is up, is live, rolled back, rolled out, reviewed, wrote the, closed the, passed, failed
broke, is down, is back, will do the, taking over
做完, 搞定, 完成了, 加好了, 弄好了, 改好了, 修好了, 写好了, 测好了, 配好了, 搭好了, 上线了, 发布了
合并了, 合了, 提交了, 部署了, 跑通, 跑完, 交了, 已交, 发出去了, 发了, 订好了, 定好了, 买好了, 付了
交完, 延期, 推迟, 开始做, 我来做, 我接, 接手, 已经发, 已经在, 已完成, 已提交, 已部署, 已上线
已合并, 已发, 已付, 已订, 好了, 通过了, 没通过, 挂了, 回滚了, 到了, 签了, 联系了, 更新了
"""
)
"""A statement that work went on."""

PROPOSED = listed(
    """
i say we, i suggest we, i propose, i vote we, we should, we could, should we, let s switch
let s use
why do nt we, how about we, what if we
要不我们, 我建议, 建议把, 提议, 我们干脆, 要不把, 不如把
"""
)
"""A proposal for what the group does."""

ASKS_WHAT = listed(
    """
who, whom, whose, when, where, what, how, which, why
谁, 什么, 啥, 哪, 怎么, 咋, 如何, 多少, 多久, 几
"""
)
"""What asks for more than leave."""

ALLOWED = listed(
    """
ok if, okay if, fine if, alright if, cool if, all right if, is it cool, mind if, problem if
any issue if, is it alright, am i fine, good to just, are we ok, are we fine, permitted
can i, can we, may i, may we, should i, should we, am i allowed, are we allowed, is it ok
is it okay, ok to, okay to, do i need, do we need, do i have to, do we have to, must i, must we
allowed to, could i, could we, is it fine, fine to, safe to
能不能, 可不可以, 可以吗, 能吗, 行吗, 行不行, 要不要, 需不需要, 可以直接, 能直接, 允许, 准不准
让不让, 合不合, 能在, 可以在, 可以吧, 可以么, 可以嘛, 行吧, 行么, 行嘛, 没问题吧, 没事吧, 不要紧吧
能不
可不, 我直接, 能直接, 可以先, 能先, 许不许, 违不违规, 要紧吗, 有没有问题, 不碍事吧, 合规吗, 要不我
"""
)
"""A question whether something may or must be done: a rule may answer it."""

QUESTION_HEADS = frozenset(
    listed(
        """
what, who, when, where, why, how, which, is, are, does, do, can, could, define, explain, tell
describe, give, list, name, write, generate, calculate, compute, solve, suggest, recommend, was
were, did, has, have, should, will, would, any, whose, whom, may, must, am
"""
    )
)
QUESTION_CJK = listed(
    """
什么, 啥, 怎么, 怎样, 如何, 咋, 为什么, 为啥, 为何, 谁, 哪, 多少, 几, 吗, 呢, 么, 没有, 了没
是不是, 有没有, 要不要, 能不能, 可不可以, 行不行, 对不对, 会不会, 合不合, 该不该, 是否, 还是
解释一下, 解释, 介绍一下, 推荐, 写一个, 写个, 写一段
"""
)
"""A question or request of a general shape: memory helps only when it names the group's things."""

FILLERS = listed(
    """
send, sent, give, gave, given, tell, told, bring, start, once, ever, thing, trouble, called, whose
who, whom, pls, please, plz, things, stuff, ok, okay, yo, btw, fyi, asap, already, actually, maybe
probably, guess, think, wonder, wondering, kinda, sort, kind, wanna, gonna, gotta, em, dunno, idk
anyway, quick, question, hey, hi, hello, guys, team, folks, today, yesterday, tomorrow, week
month, now, right, current, currently, still, yet, always, never, last, next, use, used, using
put, make, made, take, took, look, find, see, show, keep, happen, happened, happens, mean, means
work, works, try, trying, help, supposed, seem, sure, good, way, reason, part, bit, bunch, whole
else, around, back, up, down, off, here, again, agian, let, many, much, long, one, two, user says
says, said, say, asks, ask, anyone, everyone, someone, idea, remember, remind, info, exactly
there, come, came, goes, went, gone, thanks, thank, thx, sorry, bot, lol, done, mess, trick
answer, better, best, day, days, time, new, nt, re, ve, ll, im, st, nd, th, didn, doesn, isn, wasn
couldn, wouldn, shouldn, haven, hasn, aren, weren, don, won, got, gets, able, need, needs, really
pretty, very, after, anymore, any more, weird, straight, quickly, rn
"""
)
"""English words that name nothing, as they are typed in a chat."""
FILLERS_CJK = listed(
    """
要不, 不如, 干脆, 要么, 索性, 急急, 急急急, 不是事, 多了, 点了, 几年, 那次, 那批, 这批, 那天, 那两天
几张, 几台, 几条, 几块, 几次, 几位, 几天, 几点, 几号, 几种, 几家, 几人, 几套, 几份, 一共, 总共
大概, 左右, 比较, 一直, 一般, 平时, 通常, 随便, 马上, 立刻, 尽快, 赶紧, 顺便, 另外, 而且, 虽然
毕竟, 反正, 总之, 比如, 例如, 包括, 关于, 至于, 对于, 由于, 按照, 根据, 那个, 这个, 那套, 这套
那块, 这块, 那边, 这边, 那事, 这事, 那件事, 这件事, 的时候, 一下, 来着, 到底, 究竟, 最后, 现在
目前, 今天, 昨天, 明天, 之前, 以前, 上次, 刚才, 刚刚, 好像, 印象里, 感觉, 是不是, 有没有, 要不要
能不能, 可不可以, 行不行, 会不会, 对不对, 合不合, 还是, 或者, 但是, 不过, 因为, 所以, 如果, 的话
然后, 其实, 应该, 需要, 可以, 直接, 已经, 还没, 没有, 叫什么, 叫啥, 什么, 怎么, 为什么, 为啥, 为何
如何, 怎样, 咋, 啥, 哪个, 哪位, 哪里, 哪儿, 哪些, 哪, 谁, 几个, 多少, 多久, 多大, 多长, 问一下
想问, 请问, 请教, 求助, 各位, 大家, 我们, 你们, 咱们, 他们, 帮我, 帮忙, 看看, 看下, 知道, 记得
告诉, 发我, 一份, 一个, 一次, 这次, 下次, 这样, 那样, 这种, 那种, 当时, 当初, 后来, 又, 了没, 没了
都, 得, 该, 弄, 搞, 吗, 呢, 吧, 啊, 呀, 嘛, 哦, 哈, 啦, 的, 了, 是, 在, 和, 与, 跟, 给, 把, 被, 让
要, 会, 能, 就, 也, 还, 很, 太, 再, 有, 没, 不, 我, 你, 他, 她, 它, 这, 那, 吃, 想, 说, 问, 找, 用
去, 来, 做, 干, 定, 过, 着, 上, 下, 里, 中, 面, 边, 时, 点, 个, 些, 次, 种, 位, 件, 条, 份, 好, 新
老, 大, 小, 多, 少, 先, 才, 只, 并, 而, 但, 或, 如, 等, 对, 从, 向, 为, 以, 于, 由, 所, 将, 已, 呗
哎, 唉, 嗯, 哇, 咱, 俺, 各, 每, 某, 另, 其, 此, 本, 当, 最, 更, 挺, 真, 超, 可, 应, 须, 请, 帮, 看
听, 写, 改, 放, 叫, 怕, 使, 起, 出, 进, 回, 开, 完, 成
"""
)
"""Chinese words that name nothing. Those of one character are cut at only between words."""
