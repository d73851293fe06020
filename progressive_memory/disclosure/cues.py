"""The words by which a message shows what it wants, in both languages. Data, no rules.

Messages are compared in plain form (`plain`): folded, every run of anything but letters and
digits one blank, with a blank at both ends. English phrases stand between blanks; Chinese ones
are found anywhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def plain(message: str) -> str:
    """A message in plain form, e.g. `" what s the p95 目标 "`."""
    folded = unicodedata.normalize("NFKC", message).casefold()
    return " " + " ".join("".join(c if c.isalnum() else " " for c in folded).split()) + " "


def said(cues: Iterable[str], message: str) -> str:
    """The first cue that a plain message holds, "" when none."""
    for cue in cues:
        if (f" {cue} " if cue.isascii() else cue) in message:
            return cue
    return ""


def _lines(text: str) -> tuple[str, ...]:
    return tuple(cue.strip() for cue in text.replace("\n", ",").split(",") if cue.strip())


SMALL_TALK = frozenset(
    _lines(
        """
hi, hello, hey, heya, yo, hiya, howdy, greetings, hi there, hello there, hey there, morning
good morning, good afternoon, good evening, good night, goodnight, gm, gn, bye, goodbye
bye bye, see you, see ya, see you tomorrow, see you later, cya, later, take care, good weekend
have a nice weekend, have a good weekend, have a nice day, have a good day, have a good one
happy friday, happy monday, happy new year, merry christmas, happy birthday, thanks, thank you
thx, ty, tysm, cheers, many thanks, much appreciated, appreciate it, thanks a lot
thanks so much, thank you so much, thank you very much, thanks again, you re welcome
youre welcome, you are welcome, no problem, np, no worries, my pleasure, anytime, ok, okay, k
kk, okey, okay then, alright, all right, right, sure, sure thing, fine, cool, nice, great
perfect, awesome, excellent, amazing, wow, good, good job, great job, well done, nice one
nice work, great work, love it, lovely, sweet, brilliant, fantastic, got it, gotcha, noted
understood, roger, copy, copy that, will do, on it, makes sense, sounds good, sounds great
agreed, exactly, indeed, true, yes, yep, yeah, yup, no, nope, nah, maybe, done, deal, lgtm, lol
lmao, rofl, haha, hahaha, hehe, omg, oops, sorry, my bad, excuse me, congrats, congratulations
welcome, welcome back, brb, afk, back, i m back, ping, pong, test, 1, 666, 88, how are you
how are you doing, how s it going, how is it going, what s up, whats up, sup, are you there
anyone there, you there, anybody here, how was your weekend
早, 早安, 早上好, 早啊, 上午好, 中午好, 下午好, 晚上好, 晚安, 大家早, 各位早, 早早早, 早呀
你好, 您好, 你们好, 大家好, 各位好, 嗨, 哈喽, 哈啰, 喂, 在吗, 在不在, 在么, 有人吗, 有人在吗
好久不见, 谢谢, 谢谢你, 谢谢您, 谢谢大家, 多谢, 感谢, 谢啦, 谢了, 非常感谢, 十分感谢, 太感谢了
辛苦了, 辛苦, 辛苦啦, 辛苦大家, 大家辛苦了, 不客气, 不用谢, 没事, 没关系, 不好意思, 抱歉
对不起, 好, 好的, 好滴, 好嘞, 好呀, 好吧, 好啊, 好哒, 好了, 行, 行吧, 行的, 可以, 可以的, 可
嗯, 嗯嗯, 嗯好, 哦, 哦哦, 噢, 喔, 对, 对的, 对对对, 是, 是的, 是啊, 没错, 没问题, 不行, 不是
不用, 不用了, 收到, 收到了, 明白, 明白了, 了解, 了解了, 知道了, 懂了, 记下了, 已阅, 同意, 赞
赞同, 支持, 厉害, 牛, 牛逼, 强, 棒, 太棒了, 真棒, 不错, 优秀, 完美, 漂亮, 哈, 哈哈, 哈哈哈
呵呵, 嘿嘿, 嘻嘻, 笑死, 笑死我了, 加油, 恭喜, 恭喜恭喜, 祝贺, 生日快乐, 新年快乐, 节日快乐
中秋快乐, 国庆快乐, 周末愉快, 周末快乐, 拜拜, 再见, 回见, 明天见, 下周见, 回头见, 下班, 下班了
下班啦, 吃了吗, 吃饭了吗, 吃饭了, 中午吃啥, 中午吃什么, 晚上吃啥, 晚上吃什么, 吃啥, 吃什么
干饭, 最近怎么样, 你好吗, 最近好吗, 在干嘛, 欢迎, 欢迎欢迎, 欢迎新人, 我回来了, 我来了, 到了
测试, 打卡, 签到
"""
    )
)
"""Whole clauses that are small talk; a longer run of 哈 or of `haha` counts too."""

SMALL_TALK_HEADS = _lines(
    """
thanks, thank you, thx, hi, hello, hey, good morning, morning, good night, bye, congrats
congratulations, welcome, happy birthday, welcome back
谢谢, 多谢, 感谢, 你好, 您好, 早上好, 晚上好, 下午好, 恭喜, 欢迎, 辛苦了, 晚安, 生日快乐
"""
)
"""Small talk that may be followed by a name."""

SMALL_TALK_TAILS = frozenset(
    _lines(
        """
everyone, everybody, all, team, guys, folks, friends, there, again, so much, very much, a lot
man, buddy, mate, dear, then, too, for that, for this, for your help, for the help
for the info, to all, y all
大家, 大家的帮助, 你的帮助, 各位, 同学们, 小伙伴们, 老师, 老板, 啊, 呀, 哦, 哈, 呢, 啦, 了, 吧
哟, 喔, 呗, 咯, 嘛, 噢
"""
    )
)

CONTINUATION = _lines(
    """
where were we, where did we leave off, where did we stop, where we left off, where we were
what were we doing, what were we working on, what were we talking about, what was i saying
pick up where, carry on, continue where, let s continue, lets continue, keep going, go on then
what did i miss, catch me up, bring me up to speed, fill me in, what about that one
what about that thing, the thing from yesterday, the thing we discussed, back to where
说到哪, 讲到哪, 聊到哪, 进行到哪, 做到哪, 弄到哪, 讨论到哪, 上次说到, 刚才说到, 之前说到
刚说到哪, 昨天说的那个, 上次说的那个, 之前说的那个, 刚才说的那个, 刚刚说的那个, 昨天那个
上次那个, 之前那个, 刚才那个, 昨天聊的那个, 上次聊的那个, 昨天提的那个, 那个事, 那件事, 那事呢
那个呢, 接着说, 接着聊, 接着讲, 接着来, 接着干, 继续说, 继续聊, 继续讲, 继续上次, 继续昨天
接着上次, 接着昨天, 我错过了什么, 错过了啥, 帮我回顾
"""
)
CONTINUATION_ALONE = frozenset(
    _lines(
        """
continue, go on, carry on, and then, next, so
继续, 接着, 然后呢, 后来呢, 还有呢, 接下来呢
"""
    )
)

SELF_CONTAINED = _lines(
    """
haiku, limerick, sonnet, a poem, tell me a joke, tell a joke, a joke about, tell me a story
bedtime story, write a story, write a song, sing a song, what time is it, what day is it
what s the date, today s date, what s the weather, what is the weather, weather today
weather tomorrow, how s the weather, is it raining, flip a coin, roll a dice, roll a die
random number, how do you say, square root of, percent of
翻译成, 翻译一下, 翻译下, 翻译这, 帮我翻译, 请翻译, 译成, 译为, 翻成, 润色, 校对一下, 校对这
改写成, 俳句, 写首诗, 写一首, 写诗, 作诗, 打油诗, 讲个笑话, 讲笑话, 说个笑话, 来个笑话
讲个故事, 编个故事, 讲个段子, 唱首歌, 几点了, 现在几点, 今天几号, 今天星期几, 今天周几
天气怎么样, 天气如何, 今天天气, 明天天气, 会下雨吗, 掷骰子, 抛硬币, 随机数, 等于几, 等于多少
平方根, 用英语怎么说, 用英文怎么说, 用中文怎么说, 用日语怎么说, 英文怎么说, 英语怎么说
"""
)

SELF_CONTAINED_HEADS = frozenset(
    _lines(
        """
translate, proofread, rephrase, paraphrase, spellcheck, haiku, compose, sing, spell
"""
    )
)
"""Verbs that open a request whose text comes with it."""
POLITE_HEADS = frozenset(
    _lines(
        """
please, pls, can, could, would, will, you, hey, hi, hello, kindly, help, me, just, ok, and
"""
    )
)

UNITS = _lines(
    """
km, kilometers, kilometres, miles, meters, metres, feet, ft, inch, inches, cm, mm, kg
kilograms, pounds, lbs, lb, ounces, oz, grams, celsius, fahrenheit, liters, litres, gallons
usd, eur, cny, rmb, jpy, gbp, dollars, euros, yuan, hours, minutes, seconds, mph, kmh, acres
hectares
公里, 千米, 英里, 英尺, 英寸, 厘米, 毫米, 公斤, 千克, 磅, 盎司, 斤, 摄氏度, 华氏度, 升, 加仑
美元, 欧元, 人民币, 日元, 英镑
"""
)

RECENT = _lines(
    """
recent, recently, lately, latest, newest, last, new, today, yesterday, this week, last week
so far, all, list, show, tell, made, make, been, group
最近, 近期, 最新, 新的, 昨天, 今天, 前天, 本周, 这周, 上周, 本月, 上个月, 目前, 至今, 有过
做了, 做出, 列出, 群里, 全部, 所有
"""
)
"""Words that ask for the newest, and name nothing."""

DEIXIS = _lines(
    """
we, our, ours, us, the team, the group, this group, this project, the project, my task
my tasks, i own, assigned to me
我们, 咱们, 咱, 本群, 群里, 本项目, 这个项目, 项目里, 项目组, 团队, 组里, 我的任务, 我负责
here, around here, people working on, everyone working on, anyone working on
"""
)
"""A message that speaks of the group itself."""

ATTENTION = _lines(
    """
status, progress, task, tasks, todo, todos, to do list, to dos, blocked, blocker, blockers
blocking, stuck, open questions, open issues, open loops, open items, open tasks, unresolved
deadline, deadlines, overdue, sprint, in progress, next steps, what s next, what is next
what s open, what is open, still open, left to do, outstanding
进度, 进展, 状态, 任务, 待办, 阻断, 阻塞, 卡点, 卡住, 卡在, 未决, 悬而未决, 截止, 逾期, 下一步
迭代, 还没做, 没做完, 做完了吗, 完成了吗, 风险点, 优先级, 环境快照, 在忙什么, 在做什么
people working on, everyone working on, anyone working on, staging, uat
测试环境, 生产环境, 预发环境, 线上环境, 没做完, 没完成, 未完成
"""
)
ATTENTION_WEAK = _lines(
    """
now, right now, currently, at the moment, today, this week, open, pending, due, ongoing, eta
working on, update, updates, next step, remaining, risk, risks, environment
现在, 目前, 当前, 今天, 本周, 这周, 未定, 没定, 到期, 在做, 正在, 接下来, 剩下, 还有什么, 还没
风险, 环境
"""
)
PEOPLE = _lines(
    """
owner, owns, in charge, responsible, contact, contacts, reach out, roles, approver, approvers
approvals, sign off, signs off, maintainer, maintainers, on call, oncall, email of, reports to
who does what, team members, who leads, who approves, who should i ask, who do i ask
找谁, 负责人, 负责, 联系人, 联系方式, 联系, 分工, 审批, 对接人, 归谁, 组长, 值班, 人员, 哪位
product owner, product manager, project manager, tech lead, team lead, scrum master, the pm
the po, the qa
产品经理, 项目经理, 技术负责人, pm是谁, po是谁, qa是谁
"""
)
PEOPLE_WEAK = _lines(
    """
who, who s, whom, whose, role, lead, leads, person, people, member, members, phone, email, ask
谁, 哪个人, 电话, 邮箱, 角色, 成员, 对接, 岗位, 职责
"""
)
EXPERIENCE = _lines(
    """
decide, decided, decides, decision, decisions, agreed on, agree on, agreed to, conclusion
settled on, resolution, resolved to, lesson, lessons, lessons learned, pitfall, pitfalls
post mortem, postmortem, post mortems, retrospective, retro, root cause, what was said
said about, decision log, we chose, we choose, we picked, did we pick, did we choose
决定, 决策, 定了, 定的是, 结论, 共识, 敲定, 拍板, 踩坑, 踩过, 坑, 教训, 复盘, 经验, 当时, 当初
怎么解决的, 怎么修的, 讨论过, 说过, 提过
did we say, we said, was said, said about, was chosen, were chosen, did we go with, we went with
怎么定, 怎么决定, 如何决定, 怎么说的, 怎么说来着, 说了什么, 说了啥, 定了什么, 定了啥, 定下
有什么决定, 聊过, 谈过, 商量过
"""
)
EXPERIENCE_WEAK = _lines(
    """
why, reason, reasons, rationale, conclude, concluded, chose, chosen, choose, picked, last time
previously, history, happened, fixed, fix for, how did we, when did we, discussed, learned
before, solved, past
为什么, 为啥, 为何, 原因, 达成, 选了, 选用, 选择, 历史, 以前, 修复, 曾经, 之前, 上次, 过去
解决
approach, strategy
方案, 最后怎么
"""
)
PROJECT = _lines(
    """
tech stack, stack, architecture, architectural, constraint, constraints, convention
conventions, guideline, guidelines, coding style, style guide, onboarding, naming rules
技术栈, 架构, 约束, 规范, 约定, 选型, 技术选型, 新人, 上手
"""
)
PROJECT_WEAK = _lines(
    """
framework, database, language, design, module, modules, dependencies, naming, standard
standards, component, components, built with, version, tool, tools
框架, 命名, 标准, 模块, 组件, 依赖, 用的什么, 用什么, 数据库, 版本, 工具
"""
)
TOPICS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "attention": (ATTENTION, ATTENTION_WEAK),
    "people": (PEOPLE, PEOPLE_WEAK),
    "experience": (EXPERIENCE, EXPERIENCE_WEAK),
    "project": (PROJECT, PROJECT_WEAK),
}
"""Note → (cues that ask for it by themselves, cues that lean to it)."""

REMEMBER = _lines(
    """
remember, recall, yesterday, last week, last month, earlier, meeting, meetings, the release
记得, 昨天, 前天, 上周, 上个月, 会上, 发版, 上线
"""
)
"""A message that speaks of what was."""

QUESTION_HEADS = frozenset(
    _lines(
        """
what, who, when, where, why, how, which, is, are, does, do, can, could, define, explain, tell
describe, give, list, name, write, generate, calculate, compute, solve, suggest, recommend
"""
    )
)
QUESTION_CJK = _lines(
    """
什么是, 是什么意思, 什么意思, 怎么, 如何, 为什么, 是谁, 哪里, 哪个, 多少, 解释一下, 解释
介绍一下, 推荐, 写一个, 写个, 写一段
"""
)
"""A question or request of a general shape: memory helps only when it names the group's things."""
