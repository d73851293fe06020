"""The words of messages that ask nothing of a group's memory, or go on where the chat stopped.
Data, no rules; `disclosure.gate` uses it.
"""

from __future__ import annotations

from progressive_memory.disclosure.lexicon.cue_text import listed

SMALL_TALK = frozenset(
    listed(
        """
hi, hello, hey, heya, yo, hiya, howdy, greetings, hi there, hello there, hey there, morning
good morning, good afternoon, good evening, good night, goodnight, gm, gn, bye, goodbye, bye bye
see you, see ya, see you tomorrow, see you later, cya, later, take care, good weekend
have a nice weekend, have a good weekend, have a nice day, have a good day, have a good one
happy friday, happy monday, happy new year, merry christmas, happy birthday, thanks, thank you
thx, ty, tysm, cheers, many thanks, much appreciated, appreciate it, thanks a lot, thanks so much
thank you so much, thank you very much, thanks again, you re welcome, youre welcome
you are welcome, no problem, np, no worries, my pleasure, anytime, ok, okay, k, kk, okey
okay then, alright, all right, right, sure, sure thing, fine, cool, nice, great, perfect, awesome
excellent, amazing, wow, good, good job, great job, well done, nice one, nice work, great work
love it, lovely, sweet, brilliant, fantastic, got it, gotcha, noted, understood, roger, copy
copy that, will do, on it, makes sense, sounds good, sounds great, agreed, exactly, indeed, true
yes, yep, yeah, yup, no, nope, nah, maybe, done, deal, lgtm, lol, lmao, rofl, haha, hahaha, hehe
omg, oops, sorry, my bad, excuse me, congrats, congratulations, welcome, welcome back, brb, afk
back, i m back, ping, pong, test, 1, 666, 88, how are you, how are you doing, how s it going
how is it going, what s up, whats up, sup, are you there, anyone there, you there, anybody here
how was your weekend
早, 早安, 早上好, 早啊, 上午好, 中午好, 下午好, 晚上好, 晚安, 大家早, 各位早, 早早早, 早呀, 你好
您好, 你们好, 大家好, 各位好, 嗨, 哈喽, 哈啰, 喂, 在吗, 在不在, 在么, 有人吗, 有人在吗, 好久不见
谢谢, 谢谢你, 谢谢您, 谢谢大家, 多谢, 感谢, 谢啦, 谢了, 非常感谢, 十分感谢, 太感谢了, 辛苦了, 辛苦
辛苦啦, 辛苦大家, 大家辛苦了, 不客气, 不用谢, 没事, 没关系, 不好意思, 抱歉, 对不起, 好, 好的, 好滴
好嘞, 好呀, 好吧, 好啊, 好哒, 好了, 行, 行吧, 行的, 可以, 可以的, 可, 嗯, 嗯嗯, 嗯好, 哦, 哦哦, 噢
喔, 对, 对的, 对对对, 是, 是的, 是啊, 没错, 没问题, 不行, 不是, 不用, 不用了, 收到, 收到了, 明白
明白了, 了解, 了解了, 知道了, 懂了, 记下了, 已阅, 同意, 赞, 赞同, 支持, 厉害, 牛, 牛逼, 强, 棒
太棒了, 真棒, 不错, 优秀, 完美, 漂亮, 哈, 哈哈, 哈哈哈, 呵呵, 嘿嘿, 嘻嘻, 笑死, 笑死我了, 加油
恭喜, 恭喜恭喜, 祝贺, 生日快乐, 新年快乐, 节日快乐, 中秋快乐, 国庆快乐, 周末愉快, 周末快乐, 拜拜
再见, 回见, 明天见, 下周见, 回头见, 下班, 下班了, 下班啦, 吃了吗, 吃饭了吗, 吃饭了, 中午吃啥
中午吃什么, 晚上吃啥, 晚上吃什么, 吃啥, 吃什么, 干饭, 最近怎么样, 你好吗, 最近好吗, 在干嘛, 欢迎
欢迎欢迎, 欢迎新人, 我回来了, 我来了, 到了, 测试, 打卡, 签到
"""
    )
)
"""Whole clauses that are small talk; a longer run of 哈 or of `haha` counts too."""

SMALL_TALK_HEADS = listed(
    """
danke, danke dir, merci, gracias, arigato, ty, tysm, cheers, nice one, well done, good job, np
kudos
sorry, lol, haha, hahaha, hehe, gm, gn, happy friday, love you, miss you, ciao, hallo, hola, bonjour
thanks, thank you, thx, hi, hello, hey, good morning, morning, good night, bye, congrats
congratulations, welcome, happy birthday, welcome back
谢谢, 多谢, 感谢, 你好, 您好, 早上好, 晚上好, 下午好, 恭喜, 欢迎, 辛苦了, 晚安, 生日快乐, 谢啦, 谢了
辛苦, 辛苦啦, 早安, 哈哈, 哈哈哈, 嘿嘿, 赞, 爱你, 抱抱, 么么哒, 节日快乐, 拜拜, 早
"""
)
"""Small talk that may be followed by a name."""

SMALL_TALK_TAILS = frozenset(
    listed(
        """
everyone, everybody, all, team, guys, folks, friends, there, again, so much, very much, a lot, man
buddy, mate, dear, then, too, for that, for this, for your help, for the help, for the info
to all, y all
大家, 大家的帮助, 你的帮助, 各位, 同学们, 小伙伴们, 老师, 老板, 啊, 呀, 哦, 哈, 呢, 啦, 了, 吧, 哟
喔, 呗, 咯, 嘛, 噢
"""
    )
)

ADDRESSES = listed(
    """
hey, hi, ok, oh, well, all, everyone, everybody, team, folks, guys
大家, 各位, 大伙, 同学们, 小伙伴们, 老师们, 家人们, 姐妹们, 兄弟们, 群里, 亲们, 哎, 嗯, 好的, 老板
师傅
"""
)
"""Whom small talk is said to, before it."""
THANKS = listed(
    """
danke, merci, gracias, arigato, you re a star, you are a star, you rock, legend, you re the best
ta, bless you, bless, xx, thanks, thank you, thx, thnx, ty, tysm, cheers, many thanks
much appreciated, kudos, props to, congrats, congratulations, well done, great job, good job
nice work, great work, happy birthday, i owe you one, owe you a coffee, owe you a beer, lifesaver
life saver, saved my day, saved my life, saved the day, my hero, you re awesome, you re amazing
you are awesome, shoutout to, shout out to, hats off, bravo, so grateful, high five
救命恩人, 救了我一命, 请你喝, 请你吃, 太给力, 点赞, 膜拜, 大佬牛, 么么哒, 爱你
谢谢, 多谢, 感谢, 谢啦, 辛苦了, 辛苦, 恭喜, 祝贺, 生日快乐, 欢迎
"""
)
"""A clause that opens so is small talk to its end, whatever it thanks for."""
LAUGHS = listed(
    """
lol, lmao, rofl, haha, hahaha, hehe, omg
哈哈, 笑死, 笑哭, 嘿嘿, 嘻嘻, 哈哈哈, 红红火火
"""
)
LIFE = listed(
    """
can nt believe, did you see the match, match last night, game last night, guess what, last night
tea gone cold, off for the weekend, lunch, dinner, breakfast, coffee, tea break, beer, pizza
hungry, starving, tired, sleepy, exhausted, slept, hangover, weekend, traffic jam, raining
new haircut, haircut, your hair, new avatar, your avatar, profile pic, profile picture, selfie
your outfit, nice shoes, jet lag, jetlagged, hiking, karaoke, happy hour, tgif
this weather, lovely weather, nice weather, awful weather, what a day, mondays, monday blues
friday feeling, sandwich, donuts, doughnuts, cookies, cuppa, on holiday, the kids, the baby
my puppy, kitten, my commute, bike ride, sunset, meme, nap, yawn
爬山, 露营, 撸猫, 遛狗, 堵车, 下雪了, 彩虹, 晚霞, 追剧, 夜宵, 我家猫, 我家狗, 我家娃, 犯困
snowing, sunny, windy, pouring outside, hot today, cold today, football, soccer, movie, netflix
concert last night
my dog, my cat, my kid, my train, my bus, birthday, vacation photos, gorgeous, delicious, so cute
adorable, bored, my legs, legs are, headache, gym, friday yet, weekend yet, go home, heading home
going home, see you, miss you, love this song
头像, 发型, 剪头发, 染头发, 自拍, 晒娃, 合照, 表情包, 朋友圈晒, 新衣服, 瘦了, 胖了, 变帅, 变美, 带伞
暴雨, 台风天, 拼单, 双十一买, 年夜饭, 酸奶, 零食, 瑜伽, 漫展, 剧本杀, 密室
谁拿一下, 谁取一下, 谁带一下, 谁要吃, 谁要喝, 麻了, 溜了, 开心, 画饼, 刚下单了, 快递到了, 快递放
抢到票, 演唱会票, 抢到演唱会, 好冷, 好热, 好晒, 好闷, 风好大, 风真大, 雨好大
雨真大, 绿豆汤, 打工人, 撑住, 周五了, 午饭, 晚饭, 早饭, 食堂
外卖, 奶茶, 咖啡, 火锅, 烧烤, 红烧肉, 好吃, 好饿, 饿了, 好困, 困死, 困了, 累死, 好累, 熬夜, 睡着
没睡, 失眠, 看球, 球赛, 追剧, 下雨了, 下雪了, 太热, 太冷, 堵车, 堵死, 地铁上, 周末去, 我家猫
我家狗, 猫咪, 狗子, 可爱, 绝了, 好美, 好看, 真香, 下班了, 摸鱼, 回家了, 想回家, 放假了, 头疼
感冒了, 健身, 跑步去, 爬山, 打球
"""
)
"""What people tell of their day; a statement of it asks for nothing."""

CONTINUATION = listed(
    """
where did we get to, where did we get, where had we got, where have we got, and the other thing
the other thing, go on with, continue with, carry on with, what we started, what we were
pick up from, let s pick up, back on track, resume where, resume what
what have you been up to here, what happened here, what s been happening, what has been happening
how far did we get, how far did we, what changed since, what s changed, anything change
where were we, where did we leave off, where did we stop, where we left off, where we were
what were we doing, what were we working on, what were we talking about, what was i saying
pick up where, carry on, continue where, let s continue, lets continue, keep going, go on then
what did i miss, catch me up, bring me up to speed, fill me in, what about that one, anything new
whats new here, did i miss anything, what have i missed, what s new, back from, i was away
what happened while, what s going on here, anything i should know, any news on that
any update on that, any updates on that, what about it, how did it go, how did that go
did that work out, what became of, as i was saying, what about that thing
the thing from yesterday, the thing we discussed, back to where
说到哪儿, 说到哪里, 聊到哪儿, 刚说到哪, 咱说到哪, 那事儿后来, 那个事儿, 我不知道的, 落下什么
落下了什么, 漏掉什么, 漏了什么, 有啥变化, 有什么变化, 发生了什么, 发生了啥, 发生什么了, 出了什么事
同步一下进展, 给我补, 说说最近, 最近都有啥, 这几天都, 这两天都, 之前说到, 做到一半, 弄到一半
上回说到, 接着弄, 接着做, 继续弄, 继续做, 继续干, 说到哪, 讲到哪, 聊到哪, 进行到哪, 做到哪, 弄到哪
讨论到哪, 上次说到, 刚才说到, 昨天说的那个, 上次说的那个, 之前说的那个, 刚才说的那个, 刚刚说的那个
昨天那个, 上次那个, 之前那个, 刚才那个, 昨天聊的那个, 上次聊的那个, 昨天提的那个, 那个事, 那件事
那事呢, 那个呢, 接着说, 接着聊, 接着讲, 接着来, 接着干, 继续说, 继续聊, 继续讲, 继续上次, 继续昨天
接着上次, 接着昨天, 我错过了什么, 错过了啥, 错过啥, 错过什么, 错过了什么, 帮我回顾, 补补课, 补个课
还是那个问题, 老问题又来了, 刚才讲到, 刚才聊到, 上次讲到, 上次聊到, 上次停在, 停在哪, 断在哪
下一个弄啥, 下一个做什么, 下一个做啥, 下一步做啥, 接下来做啥, 接下来干啥, 接下来弄啥, 那个怎么样了
那个后来呢, 后来怎么样了, 有什么新进展, 有啥新进展, 有新进展吗, 有新消息吗, 有进展吗, 最近怎么样了
"""
)
CONTINUATION_ALONE = frozenset(
    listed(
        """
continue, go on, carry on, and then, next, so, and, well, what next, whats next, what s next
and now
继续, 接着, 然后呢, 后来呢, 还有呢, 接下来呢, 接下来, 下一步呢, 结果呢, 怎么样了, 咋样了, 如何了
好了吗, 那个呢
"""
    )
)


POINTERS = listed(
    """
yesterday, last time, earlier, that thing, that one, the other day, last night
上回, 那次, 刚说, 昨天, 前天, 上次, 刚才, 刚刚, 之前, 那个, 那件, 那事, 那块
"""
)
"""Words that point back into the chat; a message of nothing else goes on with it."""
