"""The words by which a message asks for a topic, and what people call its file. Data, no rules.

`…` in a cue stands for any words between its parts, `^` for the beginning of the message.
"""

from __future__ import annotations

from progressive_memory.disclosure.lexicon.cue_text import listed

ATTENTION = listed(
    """
how much have we, how many have we, how much do we have left, how many are left, how much is in
anyone on it, anybody on it, anyone on this, anyone looking into, anybody looking into
someone looking into, anyone looking at, known issue, ever send, ever sent, ever reply, ever replied
ever answer, ever get back, ever come back, ever came back, ever arrive, ever respond, ever sign
get back to us, got back to us, gotten back, any reply, any response, any answer from, arrived yet
still no, still not, no reply, no answer, still missing, landed yet, here yet, back yet
at the moment, where are we with, where are we on, any news, any word, latest on
what s the latest, hold up, holding up, held up, where do we stand, heard back, hear back
needs doing, what needs, i need to do, pick up next, can pick up, should i pick up, sorted yet
not done, not finished, hang up, version is live, is deployed, is running, running on
live right now, what s live, is live on, gone out yet, been sent yet, status, progress, tasks
todo, todos, to do list, to dos, blocked, blocker, blockers, blocking, stuck, open questions
open issues, open loops, open items, open tasks, unresolved, deadline, deadlines, overdue, sprint
in progress, next steps, what s next, what is next, up next, what s open, what is open, still open
left to do, outstanding, on my plate, on our plate, decided yet, agreed yet, settled yet, done yet
ready yet, finished yet, fixed yet, merged yet, did anyone agree, anyone agreed, undecided
not decided, still red, still down, still broken, still failing, still waiting, waiting for
waiting on, how far, how is it going with, any progress, any update, people working on
everyone working on, anyone working on, who is working on, who s working on, who is on it
who is doing, who s doing, who has picked up, due date, when is it due, when will, when can we
when are we, is it done, is it ready
到多少了, 多少了, 到哪步了, 啥时候到, 什么时候到, 啥时候修, 什么时候修, 啥时候发, 什么时候发
啥时候上
什么时候上, 啥时候开, 什么时候开始, 什么时候来, 啥时候来, 哪天来, 哪天到, 到货没, 到货了, 做好没
写完没
写完了, 换好没, 改完没, 改好没, 装好没, 测完没, 批了没, 签了没, 付了没, 发了没, 寄了没, 对完没
买了没, 定了没有
留不留, 开不开, 办不办, 上不上, 收到没
等几天, 等多久, 要等, 还要几天, 还要多久, 还得多久, 还没到账, 到账了吗, 到账没, 回音, 催一下
拖到什么时候
有没有消息, 没消息, 有没有回, 回复了吗, 回复没, 回了没, 修好了吗, 修好没, 能修好, 谁在看, 有人在看
有人跟吗
还没人, 弄完没, 好没好, 搞到哪, 推进到, 做到哪步, 落实了吗, 落实没
有啥要, 有什么要, 要我盯, 要盯, 要我处理, 轮到我, how s … going, how s … coming, how is … going
how is … coming, how are … going, how s … looking, how is … looking, where does … stand
where do … stand, agreed on … yet, decided … yet, 弄得怎么样, 做得怎么样, 怎么样了, 咋样了
做得咋样, 弄得咋样, 搞得咋样, 到哪了, 到哪儿了, 有消息吗, 有消息没, 有动静, 有回音, 有下文
来得及吗, 还来得及, 还要等, 还得等, 批下来, 谈下来, 催了, 手上有, 手上还, 有啥活, 有什么活
现在什么情况, 什么情况了, 了没, 好了吗, 完了吗, 做了吗, 交了吗, 到了吗, 发了吗, 买了吗, 订了吗
付了吗, 回了吗, 通过了吗, 签了吗, 现在用的, 现在跑的, 线上是, 线上跑, 线上现在, 现在是哪个, 目前是
有什么安排, 有啥安排, 要我做, 需要我做, 怎么还, 为啥还不, 为什么还不, 还不动, 还没动, 进度, 进展
待办, 阻断, 阻塞, 卡点, 卡住, 卡在, 未决, 悬而未决, 截止, 逾期, 下一步, 还没做, 没做完, 做完了吗
做完没, 完成了吗, 完成没, 好了没, 弄好没, 搞定没, 搞定了吗, 环境快照, 在忙什么, 在做什么, 定了没
定了吗, 定没定, 定下来没, 定下来了吗, 有结果了吗, 有结果没, 有结论了吗, 有结论没, 决定了吗
决定了没, 到哪一步, 到哪步, 什么时候能, 啥时候能, 几时能, 什么时候好, 啥时候好, 谁在弄, 谁在做
谁在跟, 谁在搞, 还卡着, 还没修好, 还没好, 没完成, 未完成, 没解决, 还差, 还剩, 怎么还没, 为啥还没
为什么还没, 有哪些任务, 活跃任务, 当前任务, 手头, 排到, 跟进
"""
)
ATTENTION_WEAK = listed(
    """
known, look weird, looks weird, looks off, acting up, not working, does nt work, is broken
anyone else, anybody else, anymore, all of a sudden, suddenly, keeps failing, ca nt, can nt, dead
is down, went down, heard from, sent back, hear from, send back, getting worse, twice now
^has, ^have, ^did, on production, on staging, on prod, by when, waiting, what time is, so far
already, is anyone, is somebody, tonight, how much is left, what is left, what s left, my list
on my list, up to, coming up, this weekend, now, right now, currently, at the moment, today
this week, next week, tomorrow, open, pending, due, ongoing, eta, working on, update, updates
next step, next, remaining, risk, risks, environment, still, yet, task, when, deployed, running
live, staging, production, prod, uat, testflight, is on, was on, merged, pushed, shipped the
咋办, 怎么办, 咋整, 怎么弄好, 又坏, 坏了, 打不开, 连不上, 登不上, 用不了, 进不去, 登不进, 没反应
不动了
有人遇到, 又来了, 急急, 催, 多久能, 几天能, 才能, 怎么又, 又挂
了吗, is … still, are … still, 下来了, 还要, 情况, 还不, 这两天, 这几天, 近两天, 近几天, 要干啥
要干什么, 干什么, 要做什么, 要做啥, 该做什么, 该干啥, 了没, 没有呢, 轮到, 排期, 还有多少, 还剩多少
现在, 目前, 当前, 今天, 明天, 本周, 这周, 下周, 未定, 没定, 到期, 在做, 正在, 接下来, 剩下
还有什么, 还没, 还在, 任务, 风险, 环境, 状态, 迭代, 优先级, 什么时候, 啥时候, 几时, 哪天, 预发
测试环境, 生产环境, 线上, 生产, 没有结果, 是不是砍了, 还做吗, 还做不做, 是不是, 到底, 已经
"""
)
STATES = listed(
    """
done, ready, finished, complete, completed, fixed, merged, shipped, deployed, released, live, up
down, out, back, over, sent, paid, booked, ordered, signed, approved, working, broken, closed
settled
"""
)
"""`Is … done?`: asked of what is under way."""
PEOPLE = listed(
    """
who can, who could, who would, who has, who gets, who keeps, who s got, who ve got
or someone else, or somebody else, is … the … person, who s carrying, who carries, pager, on duty
on shift, who s up tonight, who s covering, who s handling, who is handling, who s looking after
who s responsible, who can approve, who can sign, who has access, who s our, who is our
who do i, who should i, who should we, who do we, who can i, who could i, whom do i, whom do we
which of us, who of us, s role, s job, whose job, who do i bug, who to contact, who deals with
who is good with, who s good with, who speaks, who knows, who covers, who should i send
how do i reach, how can i reach, how do we reach, who takes, who tests, who sells, who writes
who answers, who picks, who takes the, who owns, who is on call, on call tonight, who would know
owner, owns, in charge, responsible, contact, contacts, reach out, roles, approver, approvers
approvals, sign off, signs off, maintainer, maintainers, on call, oncall, email of, reports to
who does what, team members, who leads, who approves, who should i ask, who do i ask, who to ask
who can i ask, who could i ask, who should i talk to, who do i talk to, who can help
who knows about, who handles, who takes care, who looks after, who is the, who s the, who decides
who signs, who runs, who manages, who maintains, who does, who reviews, who should review
who holds, who has the key, whom, who is responsible, point of contact, phone number
email address, reach, get hold of, product owner, product manager, project manager, tech lead
team lead, scrum master, the pm, the po, the qa, who is our, who s our, name of our contact
our contact
what s … role, when is … around, when is … available, is … on holiday, is … around, 是做什么的
是干什么的, 是干嘛的, 管什么, 负责什么, 怎么找, 哪个部门, 的微信, 的电话, 的邮箱, 谁能批, 谁来管
谁能, 谁给开, 谁来开, 要谁同意, 要谁签, 要谁批, 联系谁, 打给哪个, 找哪个人
这钱谁, 谁同意, 谁点头, 找谁点头, 谁签字, 谁说了算数, 谁顶班, 丢给谁, 甩给谁, 转给谁, 谁对接, 问谁好
找谁批
让谁, 跟谁, 由谁, 要找谁, 谁有, 联系谁, 打给谁, 派给谁, 交给谁, 找哪个, 问哪个, 谁电话, 谁接
谁来做主, 找谁, 问谁, 问哪位, 该问哪, 找哪位, 哪位, 负责人, 谁负责, 谁管, 谁在管, 归谁, 联系人
联系方式, 怎么联系, 分工, 审批, 对接人, 接口人, 组长, 值班, 谁值班, 谁批, 谁审, 谁拍板, 谁说了算
谁来定, 谁签, 谁是, 是谁, 谁懂, 谁熟, 谁会, 谁那儿, 谁那里, 谁手里, 谁保管, 电话是多少, 电话多少
手机号多少, 邮箱是, 微信是, 产品经理, 项目经理, 技术负责人, 人员, 谁能帮, 谁可以帮
"""
)
PEOPLE_WEAK = listed(
    """
number for, s number, s name, number of the, do i ping, ping, whom to, name of
what s the name of the, what is the name of the, lady, guy, get through, who, who s, whose, role
lead, leads, person, people, member, members, phone, email, ask, call, ring, anyone who
somebody who, reviewer, boss, contact person, talk to, speak to
在吗, 在不在, 有空, is … here, is … free, the … person, what does … do, 什么时候在, 几点在, 上班
休息, 给谁, 谁家, 谁的, 称呼, 叫什么名字, 姓什么, 贵姓, 找得到人, 找人, 打给, 打电话, 谁, 哪个人
电话, 邮箱, 角色, 成员, 对接, 岗位, 职责, 负责, 联系, 老师, 师傅, 人手
"""
)
EXPERIENCE = listed(
    """
culprit, the culprit, what was it, what had happened, how did we sort, how did you sort
how did that end, what fixed, what did it, what had gone, who messed, got to the bottom
was nt that solved, was nt that fixed, solved once, fixed once, solved already, deja vu, end up in
turn out to be, turned out to be, what was behind, what came out of, learn from, what was to blame
did we ever, have we ever, did nt we, have nt we, already try, already tried, what was the outcome
what was the result, what came of, rule out, ruled out, story behind, background on, history of
what was wrong, what was the issue, what caused, what made, what killed, what broke, end up doing
did we end up, why was, why were, why did, remind me why, why not, why no, how come, why does
why is there no, how was it solved, how was that solved, how did you, what went on with
did we try, have we tried, did anyone try, tried before, our line, our rule on, our view
our decision, decided, decision, decisions, agreed on, agreed to, conclusion, settled on
resolution, resolved to, lesson, lessons, lessons learned, pitfall, pitfalls, post mortem
postmortem, post mortems, retrospective, retro, root cause, what was said, said about
decision log, we chose, we choose, we picked, did we pick, did we choose, did we say, we said
was said, was chosen, were chosen, did we go with, we went with, did we decide, did we agree
why did we, why did you, why do we, why are we, why do nt we, why did nt we, why not use
reason for, reasons for, reason we, the reason, how did we, how was, how d we, what did we do
what did we learn, what was the trick, what was the fix, what was the cause, what was the problem
last time this happened, happened before, had this before, seen this before, fix this before
fixed this before, nt we fix, this before, what happened with, what happened to
what happened when, what went wrong, went wrong, got burned, bitten by, who decided, who agreed
when did we, what s our answer, our answer, our position, our stance
咋修的, 咋解决的, 咋处理的, 咋定的, 咋弄的, 咋救, 怎么救, 救回来的, 咋绕过, 怎么绕过, 咋回事, 啥原因
根因
怎么停了, 咋停了, 怎么砍了, 咋没, 为啥砍, 怎么发生的, 栽过, 栽了, 罪魁祸首, 元凶, 怎么搞成, 怎么会发
是怎么发
哪些坑, 什么坑, 有坑, has … ever, did … ever, 有没有过, 是不是出过, 是不是有过, was nt … tried
how was … handled, how was … fixed, how was … solved, how did … get, why is … that way, 怎么会选
怎么选的, 怎么选上, 谁定的, 什么时候定的, 几时定的, 拍的板, 不是说, 不是改, 不是换, 造成的
之前试过, 试过吗, 试过没, 为什么非, 为啥非, 为什么没, 为啥没用, 为什么放弃, 为啥放弃, 凭什么
是因为什么, 因为啥, 出于什么, 什么考虑, 考虑什么, 理由, 怎么查出来, 怎么定位, 怎么发现的
怎么找到的, 怎么处理, 是怎么回事, 怎么就不, 怎么没, 怎么来的, 怎么出的, 怎么发生, 吃过亏
吃过什么亏, 返工, 决定, 决策, 定的是, 结论, 共识, 敲定, 踩坑, 踩过, 踩了, 的坑, 教训, 复盘, 经验
当时, 当初, 怎么解决的, 怎么修的, 怎么修好的, 怎么处理的, 怎么堵的, 怎么搞定的, 怎么弄的, 怎么办的
最后怎么, 后来怎么, 怎么定, 怎么决定, 如何决定, 怎么说的, 怎么说来着, 说了什么, 说了啥, 定了什么
定了啥, 有什么决定, 为什么不用, 为啥不用, 为什么选, 为啥选, 为什么用, 为啥用, 为什么要, 为啥要
为什么不, 为啥不, 为什么换, 为啥换, 为什么改, 为啥改, 为何不, 为何选, 以前怎么, 之前怎么, 上次怎么
出过事, 出过问题, 出过什么, 遇到过, 碰到过, 也这样过, 怎么回事, 什么原因
"""
)
EXPERIENCE_WEAK = listed(
    """
after all, should switch, switch back, switch to, reconsider, revisit, change our mind, rethink
in the end, went back to, that time, back in, once before, overturn
was it solved, why, how come, reason, reasons, rationale, conclude, concluded, chose, chosen
choose, picked, last time, previously, history, happened, fixed, fix for, discussed, learned
decide, decides, before, solved, past, again, trick, instead of, rather than, approach, strategy
agree on, did we, did you, back then, originally, used to, go back to, stay with, stick with
为什么会, 为啥会, 上回, 那次, 那回, 后来怎么, 怎么就, 提过, 聊过, 谈过, 商量过, 说过, 讨论过
为什么, 为啥, 为何, 原因, 达成, 选了, 选用, 选择, 历史, 以前, 修复, 曾经, 之前, 上次, 过去, 又出现
又来, 解决, 方案, 最后, 定了, 拍板, 后来, 怎么解决, 印象里, 记得
"""
)
PROJECT = listed(
    """
what s our, what is our, what port, made of, is there a rule, rule for, rule about, rules for
policy on, convention for, standard for, format for, limit on, limit for, what s the limit
what s the max, what is the max, how long may, how big may, how many may, is it ok to, tech stack
stack, architecture, architectural, constraint, constraints, convention, conventions, guideline
guidelines, coding style, code style, style guide, naming rules, coding rules, what is our stack
how should i name, how do we name, naming convention, what do we use for, what do we use
do we use, are we using, minimum version, min version, oldest version, supported versions
how is … set up, how is … structured, how are … organised, how are … organized, how is … built
where is … stored, where are … stored, where is … kept, where are … kept, where does … live
where do … live, where do … go, where does … go, how do i write, how do we write, how is … written
how is … spelled here, how long do we keep, how long is … kept, how many … can, how big can
how big may, how long can, how much may
存在哪, 存哪, 放在哪, 放哪, 怎么标, 咋标, 怎么命名, 怎么起名, 咋命名, 怎么编号, 留多久, 保留多久
设多久, 设多少
is … allowed, are … allowed, 走什么流程, 有什么限制, 什么型号, 什么标准, 什么尺寸, 怎么规定
按什么算, 多久一次, 技术栈, 架构, 约束, 规范, 约定, 选型, 技术选型, 合规范, 命名规则, 有要求吗
有规定吗, 有没有规定, 什么规定, 什么要求, 什么格式, 格式是, 用的是什么, 用的什么, 用什么, 用的啥
用啥, 用哪个, 用的哪个, 叫什么来着, 写在哪
"""
)
PROJECT_WEAK = listed(
    """
^does, ^should, ^can i, ^can we, ^can you, ^can the, ^can a, ^can it, ^can they, ^may, ^must, max
budget, address, what colour, what color, which colour
set up, supposed to, how much, may, do i, do we, what time does, or not, where do i, what size
what resolution, how should, how do we, how do i name, framework, database, language, design
module, modules, dependencies, naming, standard, onboarding, standards, component, components
built with, version, tool, tools, which, maximum, minimum, limit, at most, how big, how many
how large, how long, oldest, support, supported, where do, where does, where is, where are
where should, do i need, do we need, am i allowed, are we allowed, should i, may i, can i, can we
must, have to, what format, format, library, api, default, rule, rules, policy
流程, 需要, 限制, 型号, 默认, 颜色, 预算, 哪家, 什么样, 按什么, 地址, 得用, 可以…吗, 能…吗, 要…吗
得…吗, 是多少, 多少, 尺寸, 是哪种, 标准, 多高, 多宽, 多长, 多少钱, 多少天, 几天, 几份, 用什么
什么级别, 怎么标, 怎么起名, 怎么签, 怎么填, 还是用, 框架, 命名, 模块, 组件, 依赖, 数据库, 版本
工具, 哪个, 哪种, 存哪, 放哪, 在哪, 写哪, 存多久, 多久, 多大, 上限, 最多, 最少, 最低, 几个, 要不要
能不能, 可不可以, 可以直接, 能直接, 行不行, 该怎么, 应该怎么, 怎么写, 怎么命名, 格式, 目录, 字段
要求, 规定, 还是, 新人, 上手, 支持, 必须, 允许, 合不合
"""
)
TOPICS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "attention": (ATTENTION, ATTENTION_WEAK),
    "people": (PEOPLE, PEOPLE_WEAK),
    "experience": (EXPERIENCE, EXPERIENCE_WEAK),
    "project": (PROJECT, PROJECT_WEAK),
}
"""Topic → (cues that ask for it by themselves, cues that lean to it)."""

FILE_NAMES: dict[str, tuple[str, ...]] = {
    "attention": listed(
        """
attention, todo, todos, to do, tasks, task list, now, current, status, focus, sprint, backlog
board, kanban, this week, open, in progress, doing, agenda, next
待办, 任务, 当前, 现在, 进度, 进展, 看板, 本周, 近期, 事项, 聚焦, 在办, 动态
"""
    ),
    "people": listed(
        """
people, team, who, who is who, whos who, who s who, contacts, contact, members, roster, staff
crew, directory, roles, owners, phone book, family
人员, 成员, 通讯录, 联系人, 联系方式, 分工, 名单, 谁是谁, 角色, 团队, 花名册, 负责人
"""
    ),
    "experience": listed(
        """
experience, decisions, decision, decision log, adr, adrs, history, lessons, lessons learned
postmortems, post mortems, retros, retro, learnings, pitfalls, past, minutes, choices, mistakes
经验, 决策, 决定, 决议, 复盘, 教训, 踩坑, 坑, 纪要, 历史, 往事, 经历, 记过的坑
"""
    ),
    "project": listed(
        """
project, stack, tech stack, architecture, overview, about, readme, facts, background, basics
setup, handbook, rules, house rules, constraints, conventions, wiki, guide, reference, info
项目, 架构, 技术栈, 概况, 背景, 介绍, 简介, 基本信息, 手册, 规范, 约定, 规矩, 须知, 资料, 常识
"""
    ),
}
"""What people call the file of a topic."""
