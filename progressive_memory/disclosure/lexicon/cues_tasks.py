"""The words of requests that carry all they need, and of questions anybody could answer.
Data, no rules; `disclosure.gate` uses it.
"""

from __future__ import annotations

from progressive_memory.disclosure.lexicon.cue_text import listed

MADE_UP = listed(
    """
haiku, limerick, sonnet, a poem, poem about, poem for, tell me a joke, tell a joke, a joke
joke about, a riddle, a pun, tongue twister, fun fact, tell me a story, bedtime story
write a story, short story, write a song, sing a song, sing me, a rhyme, acrostic, horoscope
flip a coin, toss a coin, roll a dice, roll a die, roll dice, random number, pick a number
would you rather, play a game, entertain me
俳句, 写首诗, 写一首, 写诗, 作诗, 来首诗, 打油诗, 藏头诗, 对联, 讲个笑话, 讲笑话, 说个笑话
来个笑话, 冷笑话, 讲个故事, 编个故事, 讲个段子, 来个段子, 唱首歌, 脑筋急转弯, 绕口令, 掷骰子
抛硬币, 扔硬币, 随机数, 猜个谜语, 谜语, 星座运势
"""
)
"""What is made up on the spot."""
OF_THE_DAY = listed(
    """
what time is it, what day is it, what s the date, what is the date, today s date, what year is it
what s the weather, what is the weather, weather today, weather tomorrow, weather like
how s the weather, is it raining, will it rain, exchange rate, time in, time zone is
今天几度, 外面几度, 明天几度, 多少度外面, 几点了, 现在几点, 今天几号, 今天星期几, 今天周几
今天礼拜几, 天气怎么样, 天气如何, 今天天气, 明天天气, 会下雨吗, 下雨吗, 汇率
"""
)
"""What any clock, window or almanac tells."""
SAYING = listed(
    """
to a timestamp, to timestamp, to base64, in hex, in binary, another word for, other word for
opposite of, what rhymes with, rhymes with, word for, how do you say, how do i say, how to say
how do you spell, how to spell, how is it spelled, synonym, synonyms, antonym, plural of
past tense of, in french, square root of, percent of, factorial, divided by, multiplied by
转成, 转换成, 换算成, 时间戳, 用英语怎么说, 用英文怎么说, 用中文怎么说, 用日语怎么说, 英文怎么说
英语怎么说, 中文怎么说, 日语怎么说, 怎么读, 怎么念, 怎么拼, 近义词, 反义词, 造个句, 造句, 等于几
等于多少, 平方根, 乘以, 除以, 加起来是
"""
)
REWORK_HEADS = frozenset(
    listed(
        """
translate, proofread, rephrase, paraphrase, reword, rewrite, spellcheck, summarize, summarise
shorten, condense, simplify, polish, capitalize, alphabetize, tidy, reformat, format, prettify
refactor, optimize, optimise, debug, correct, edit, compose, sing, spell, convert, decode, encode
explain, complete, punctuate, sort, sum, calculate, compute, solve, count, transcribe
transliterate
"""
    )
)
"""Verbs that open a request whose text comes with it."""
REWORK = listed(
    """
make this, make it sound, make that sound, sound friendlier, sound nicer, sound more, more polite
turn this, turn the following, turn these, convert this, convert these, convert the following
translate this, translate the following, translate to, translate into, into english, into chinese
into french, into german, into spanish, into japanese, to english, to chinese, fix this, fix my
fix the grammar, fix the typos, correct this, correct my, check my grammar, check the grammar
grammar of, proofread, rewrite this, rephrase this, summarize this, summarise this, summarize the
following, shorten this, tl dr this, tldr this, explain this, what does this
what is wrong with this, what s wrong with this, why does this not, why does nt this
why does this fail, why won nt this, why is this code, why is this not, review this code
this regex, this regexp, this snippet, this code, this function, this sql, this query, this json
this error mean, the following, this sentence, this paragraph, this text, this email, these lines
these sentences, this script, this formula
写得正式, 写得更, 说得更, 改得更, 换个说法, 换一种说法, 更正式, 更礼貌, 更口语, 更通顺, 委婉一点
委婉点, 正式一点, 正式点, 温柔点, 客气点, 客气一点, 翻译成, 翻译一下, 翻译下, 翻译这, 帮我翻译
帮忙翻译, 请翻译, 译成, 译为, 翻成, 润色, 校对一下, 校对这, 校对下, 改写, 改得, 改成三, 改成一
改成两, 改成更, 改成英文, 改成中文, 改成口语, 改成正式, 改成表格, 缩写成, 缩成, 精简一下, 扩写
续写, 概括, 总结一下这, 总结下面, 总结以下, 总结这, 总结成, 归纳这, 归纳下面, 提炼, 纠错, 改错
改一下语法, 语法对吗, 有没有语病, 病句, 下面这段, 下面这句, 下面这个, 下面的, 以下内容, 以下文字
以下代码, 这段话, 这句话, 这段文字, 这段代码, 这个函数, 这个正则, 这条正则, 这段sql, 这个sql
这条sql, 这个json, 这段json, 这个报错这个公式, 这首诗, 这封信, 这封邮件
"""
)
"""A request to rework a text that stands in the message, or is pointed at there."""
CODE_FOR = listed(
    """
^regex, ^regexp, regex for, regexp for, regex that, regex to, regular expression for, ^sql for
^sql to, excel formula, formula for excel, google sheets formula, css for, html for, bash to, jq to
"""
)
"""Code made for what comes after, whatever that is called."""
CODE_MADE = listed(
    """
a regex, a regexp, a regular expression, a function, a one liner, a bash, a shell script, a python
a javascript, a sql query, an sql query, a query that, a snippet, a class that, a loop, a program
a script that, an algorithm, a unit test for this, a dockerfile, a cron expression, pseudocode
hello world, fizzbuzz
写个正则, 写一个正则, 写条正则, 正则匹配, 正则怎么写, 写个函数, 写一个函数, 写段代码, 写一段代码
写个脚本把, 写个python, 写个sql, 写条sql, 写一条sql, 写个快排, 写个冒泡, 写个算法, 写个爬虫
写个循环, 伪代码, cron表达式
"""
)
"""Code made from what the request says."""
POLITE_HEADS = frozenset(
    listed(
        """
please, pls, plz, can, could, would, will, you, hey, hi, hello, kindly, help, me, just, ok, and
so, quick, one, bot, anyone, somebody, someone, i, need, to, want, let, s, us
"""
    )
)

UNITS = listed(
    """
km, kilometers, kilometres, miles, meters, metres, feet, ft, inch, inches, cm, mm, kg, kilograms
pounds, lbs, lb, ounces, oz, grams, celsius, fahrenheit, liters, litres, gallons, usd, eur, cny
rmb, jpy, gbp, dollars, euros, yuan, hours, minutes, seconds, mph, kmh, acres, hectares, days
milliseconds, ms, ml, mg, kelvin, pesos, rupees, won, yen, pints, cups, tablespoons, teaspoons
weeks, months, years, bytes, kb, mb, gb, tb, bits, knots, watts, calories, pst, cet, utc, gmt, est
bst, jst
欧, 镑, 韩元, 港币, 港元, 台币, 卢布, 卢比, 泰铢, 毫升, 毫克, 英亩, 公顷, 马力, 字节, 千卡
公里, 千米, 英里, 英尺, 英寸, 厘米, 毫米, 公斤, 千克, 磅, 盎司, 斤, 摄氏度, 华氏度, 升, 加仑, 小时
分钟, 秒, 天, 周, 个月, 海里, 亩, 平米, 平方米, 克, 美元, 欧元, 人民币, 日元, 英镑
"""
)


HOW_MUCH = listed(
    """
how much, how many, what is, what s, equals
多少, 等于, 几, 得多少, 是多大
"""
)
DEFINED = listed(
    """
what causes, why do people, what happens if you, what happens when you, what is a, what is an
what s a, what s an, what are a, what a, define, definition of, stand for, stands for
what does it mean to, meaning of, etymology, eli5, five year old, like i m five, like i m 5
for dummies, in layman, for beginners, to a beginner, how do computers, how do planes
底层是, 底层用的什么, 数据结构, 复杂度, 语法是, 的语法, 源码里, 讲讲原理, 公式是什么
讲一讲, 讲讲, 是啥概念, 什么概念, 名词解释, 全称是, 英文全称, 是哪几个字母
是什么东西, 是个啥, 是个什么, 有哪几种, 分哪几种, 有哪些类型, 有什么不同, 有啥不同, 有何不同
有何区别, 是怎么算的, 怎么工作的, 是如何工作, 怎么实现的, 什么是, 啥是, 何为, 什么含义, 的含义
的定义, 是什么原理, 的原理, 啥原理, 原理是, 科普, 百科, 的由来, 的起源, 通俗解释, 通俗地讲
解释一下什么
"""
)
"""A word's meaning or working is asked: anybody can tell."""
MEANING = listed(
    """
what does, mean, meaning
意思, 含义
"""
)
"""A meaning is asked: anybody can tell, unless it is that of several things the group names."""
TOOLS = frozenset(
    listed(
        """
python, java, golang, go, rust, javascript, js, typescript, sql, git, linux, bash, shell, excel
word, powerpoint, photoshop, docker, css, html, regex, numpy, pandas, latex, vim, emacs, react
vue, mysql, ubuntu, windows, mac, macos, iphone, android, chrome, nginx, kubernetes, k8s, redis
matlab, c, cpp, php, ruby, swift, kotlin, figma, blender, wordpress
"""
    )
)
"""What everybody works with: how to do a thing in it is no question to a group."""
HOW_TO = listed(
    """
how do i, how do you, how to, how can i, how would i, how would you, what is the command
which command
怎么, 如何, 咋
"""
)
OF_THE_WORLD = listed(
    """
which is better, what s a good, what is a good, what s the best, any recommendations for
golden week, public holiday in, bank holiday in, leap year, daylight saving time start
time difference between, official language, national anthem, box office, who plays, who sang
who directed, how many calories, generally speaking, in general
capital of, population of, who invented, who discovered, who wrote, who painted, who composed
who won nthe, who is the president, president of, prime minister, how tall is, how deep is
how far is the, how old is the, speed of light, boiling point, in the world, on earth
the universe, the moon, the sun, the sky, the ocean, in history, world war, best way to learn
how to learn, how do i learn, difference between, pros and cons of, compare and contrast, tips for
tips on, recipe for, how to cook, how to bake, how do i cook, how do i bake, how long to boil
how long do i boil, recommend a movie, recommend a book, recommend me, suggest a movie
suggest a book, suggest a name, good movie, good book, what should i eat, what should i watch
what to watch, meaning of life
几号到几号, 放几天假, 放假安排, 黄金周, 农历, 阴历, 除夕, 春节是, 端午是, 中秋是, 清明是, 元宵是
时差
节气, 闰年, 法定节假日, 是哪个洲, 官方语言, 首富, 票房, 主演, 歌词
哪个好, 哪家好, 哪款, 哪种好, 好不好用, 值不值得买, 性价比, 一般活几年, 是哪年的, 首都, 人口有多少
谁发明, 谁发现了, 谁写的红楼梦, 作者是谁, 哪个国家, 哪国, 哪一年发生, 哪年建立, 世界上, 全世界
地球, 月球, 太阳, 宇宙, 天空为什么, 海水为什么, 彩虹, 光速, 沸点, 熔点, 珠穆朗玛, 长城, 历史上
二战, 唐朝, 宋朝, 明朝, 清朝, 诺贝尔, 世界杯, 奥运会, 总统, 怎么学好, 怎么学习, 入门书, 推荐一部
推荐几部, 推荐一本, 推荐几本, 推荐个电影, 推荐首歌, 怎么做好吃, 怎么炒, 怎么煮, 怎么炖, 菜谱
的做法, 吃什么好, 看什么好, 优缺点, 的区别, 有什么区别, 有啥区别, 区别是什么, 人生的意义
"""
)
"""What the world knows, or has a taste in."""
