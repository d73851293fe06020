"""The Chinese lexicon."""

from __future__ import annotations

import re

from progressive_memory.flush.extract.lexicon import Lexicon
from progressive_memory.flush.extract.lexicon_zh_talk import STANCES, TALK
from progressive_memory.flush.extract.lexicon_zh_work import TROUBLE, WORK

LEXICON = Lexicon(
    language="zh",
    script=re.compile(r"[\u4e00-\u9fff]|^(?:OK|ok|\+1|👍)"),
    stances=STANCES,
    talk=TALK,
    work=WORK,
    trouble=TROUBLE,
    hedge=re.compile(
        r"可能|也许|或许|大概|估计|应该是|似乎|好像|感觉|我觉得|不确定|说不定|没准|考虑|想想|临时想法|倾向|暂定|初步|打算"
    ),
    condition=re.compile(
        r"如果|要是|假如|若|除非|只要|前提|取决于|看情况|的话|等.{1,20}再|视.{1,10}而定|必要时|不够再"
    ),
    question=re.compile(
        r"[？?]\s*$|[吗呢么嘛][。！!？?]?$|^(?:谁|什么|怎么|为什么|哪|几时|何时|有没有|啥)"
    ),
    pronoun=re.compile(
        r"(?:^|[，,、；;把将对给让用按和跟与在])(?:这个?|那个?|它们?|他们?|她们?|这些|那些|这块|那块|这边|那边|这样|那样|此|该|上述|前者|后者|其他|其)"
        r"(?!周|月|次|版|轮|期|儿|边|种情况)"
    ),
    chatter=re.compile(
        r"^(?:早|早安|大家早|早上好|晚上好|下午好|你好|hi|hello|哈+|嘿+|呵+|谢谢.{0,6}|感谢.{0,10}|辛苦.{0,10}|恭喜.{0,6}|晚安|拜拜|再见|下班了?|在吗|666+|"
        r"太?(?:棒|好|强|牛)了?)[\W]*$|吃(?:个)?(?:啥|饭|什么|火锅|烤鸭|午饭|晚饭|早饭|夜宵)|中午(?:吃|聚)|聚(?:个)?餐|食堂|烤鸭|咖啡|零食|奶茶|下午茶|外卖|"
        r"天气|周末(?:愉快|去哪|玩)|电影|K歌|唱歌|打球|诊所|不舒服|感冒|请假看病|生日|红包|彩票|堵车|注意身体|门口集合|茶水间|有点灵魂"
    ),
    doubtful=re.compile(r"^(?:行吧|好吧|随便|呵呵|也行|都行|可以吧|随你)|(?:\.{3,}|…)$"),
    quoted=re.compile(r"^\S{1,12}(?:说|写道|回复)[：:]|^「[^」]+」|^引用"),
    role_noun=re.compile(
        r"负责人|经理|测试|验收|产品|前端|后端|运维|设计|审批|值班|接口人|对接人|主管|组长|架构|安全|法务|财务|DBA|QA|PM|TL|队长|管理员|联系人|发布|上线|评审|采购|客服|运营"
    ),
    lasting=re.compile(
        r"以后|今后|往后|从.{1,8}起|接手|接管|担任|接任|兼任|正式|一直|长期|新的?(?:负责人|组长|经理|主管)"
    ),
    due=re.compile(
        r"(?:(?:截?至|到|于|在)?)(?:[今明后昨]天|今晚|明早|明晚|[本这下上]个?(?:周|星期|礼拜)[一二三四五六日天末]?|[本这下上]个?月(?:\s*\d{1,2}\s*[号日])?(?:[初中末底])?|"
        r"\d{1,2}\s*月\s*(?:\d{1,2}\s*[号日])?|\d{1,2}\s*[号日]|周[一二三四五六日天末]|(?:月|年)[底末初]|\d{1,2}[/.]\d{1,2}|[一二三四五六七八九十两\d]+(?:天|周|个月)[内后]?)?\s*"
        r"[（(](?P<date>\d{4}-\d{2}-\d{2})[^）)]*[）)](?P<prep>之?前|以前|开始|起|之?后|完成|内|截止)?"
    ),
)
