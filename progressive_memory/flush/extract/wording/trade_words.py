"""Trade words: things and deeds of which every team has many. Pure.

"The threshold", `权重` name a thing to who was there; to a reader they name none, unless a word
beside them says which. What is left of a title without them is what it names.
"""

from __future__ import annotations

import re

from progressive_memory.flush.extract.wording.specific import is_everyday
from progressive_memory.text.similarity import stem

_EN = frozenset(
    stem(word)
    for word in (
        # things every team works on
        "threshold weight parameter param setting config configuration option value field column row record entry data "
        "dataset sample file document doc documentation draft report material slide deck copy text wording label tag "
        "title caption tooltip hint tip guide guidance guideline instruction note changelog description specification "
        "spec schema format template script demo demonstration presentation video recording screenshot picture "
        "image icon logo button tab panel card page view screen layout margin spacing style theme color skeleton "
        "animation component module part section piece function feature logic rule policy strategy mechanism method "
        "scheme solution approach pipeline workflow flow process procedure chain link route routing path channel queue "
        "cache buffer pool lock switch toggle flag trigger job cron script tool tooling service server client backend "
        "frontend front back end interface api endpoint app application system platform environment env deployment "
        "release version build package resource memory-usage machine card capacity load traffic throughput latency "
        "delay jitter fluctuation peak alert alarm metric indicator log logging tracking trace monitor monitoring "
        "dashboard chart curve graph table list checklist vocabulary glossary dictionary terminology thesaurus "
        "index indexing database db store storage collection model algorithm training evaluation offline online "
        "prompt query answer response request input output message case cases test testing regression boundary edge "
        "acceptance criteria criterion requirement scope standard baseline error bug exception failure "
        "duplicate duplication conflict fallback rollback backfill migration adjustment tuning optimization "
        "optimisation improvement refactoring cleanup adaptation adaptations compatibility consistency stability performance "
        "writing reading read write writes reads recall precision accuracy quality effect experience "
        "ui ux usage size source reference sources initial technical technology plan goal point points user customer people staff colleague group side area direction "
    ).split()
)
_DEEDS = frozenset(
    stem(word)
    for word in (
        # deeds of the trade
        "adjust tune refine fine-tune optimize optimise improve increase reduce lower raise reserve supplement expand extend "
        "shorten tighten simplify clean cleaned collect prepare prepared arrange organize organise deploy roll "
        "rolled launch publish upload download integrate connect enable disable apply applied switch perform "
        "conduct record draw draft compile provide replace rename rewrite restructure unify avoid prevent ensure "
        "support allow make sort host hold revise store load print configure install upgrade verify confirm validate check handle "
        "handling build establish introduce operational effective running live available ready complete "
        # how things are
        "stable unstable smooth slow fast hot cold warm high low large long short short-term mid-term medium-term "
        "long-term mid medium term initial latest current existing conservative simple basic general common similar "
        "different various multiple single two types kinds kind type extra additional first-version gradual gradually slightly "
        "towards more specifically conveniently successfully fully together separately operational concurrent"
    ).split()
)
_ZH_NOUNS = (
    "阈值 权重 参数 模型 版本 链路 流程 接口 服务 页面 面板 卡片 文案 文档 说明 脚本 模板 词表 术语表 术语 索引 缓存 数据库 字段 "
    "日志 埋点 数据 规则 列表 清单 用例 配置 工具 开关 校验 资源 波动 抖动 召回 变更 引导 骨架 按钮 标签 样式 图标 提示 策略 优先级 "
    "动画 曲线 图表 前端 后端 后台 用户 客户 系统 平台 环境 机器 报告 汇报 材料 演示 视频 录屏 截图 界面 布局 边距 模块 组件 功能 "
    "需求 范围 标准 口径 指标 监控 告警 报警 延迟 吞吐 性能 问题 风险 错误 异常 迁移 回滚 回退 兜底 训练 评测 评估 测试 回归 边界 "
    "公告 手册 教程 方案 计划 设计 架构 代码 脚手架 链接 通道 队列 连接 线程 效果 体验 质量 技术 小会 部署"
).split()
_ZH_OTHERS = (
    "服务化 初稿 草稿 初版 首版 定稿 部分 修正 调整 优化 生效 上线 灰度 接入 打通 短期 中期 长期 写入 读取 检查 重复 验收 兼容 离线 "
    "在线 发布 任务 事项 更稳 更快 更好 保守 简单 统一 安排 补充 补齐 补上 补下 补个 补了 收集 整理 起草 录制 准备 处理 完成 更新 通过 "
    "修复 搞定 支持 预留 避免 防止 确保 增加 减少 降低 提高 扩展 扩大 缩短 收敛 收口 去掉 删除 新增 加上 加个 加一条 加了 加下 做了 做个 "
    "做一下 出新 发出 已发 已上 已加 已补 已建 一下 一版 一套 一个 一段 一条 几个 两类 两块 两个 三个 三条 先行 尽快 今晚 明天 本周 "
    "下周 继续 重新 再次 专门 热更新 冷热 大家 我们 咱们 这边 那边 那块 内测 试用 达标 相关"
).split()
_ZH_THINGS = re.compile("|".join(sorted(_ZH_NOUNS, key=len, reverse=True)))
_ZH = re.compile("|".join(sorted((*_ZH_NOUNS, *_ZH_OTHERS), key=len, reverse=True)))
_LOOSE = re.compile(
    r"[的了是在和与及或也都就还再很把被让给对从到而但要会能去来先后我你他它这那各每个条版段套向，。、：；！？\s]+"
)
_VERBS = "做用加改调发写画录拉搞弄补跑放建挂按以为出上下开"
"""Characters that do something to what follows."""
_QUOTED = re.compile(r"[“\"「《『](?P<what>[^”\"」》』]{2,40})[”\"」》』]")
_ANCHORS = re.compile(
    r"#\d+|[A-Za-z]+[-_./]?\d[\w.-]*|\d+\.\d[\w.]*|\b(?!(?:ASAP|FYI|TBH|IMO|OK|PR|UI|UX|API|DB|MVP|PRD|UAT)\b)[A-Z]{2,}[\w+-]*|"
    r"\b\w*[a-z][A-Z]\w*|\w+[._]\w+|`[^`]{3,}`",
    re.ASCII,
)
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9-]*(?:['’][A-Za-z]+)?")
_CONTRACTED = re.compile(r"['’].*")
_CJK_RUN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]{2,}")
_NUMBER = re.compile(r"\d+\.\d[\d.]*")
_BY_NAME = 2
_COMPOUND = (
    3  # trade words that together name a thing: `迁移脚本的回滚`, "frontend demo animations"
)

_PAIR = 2  # trade words of what stands beside such a thing
_AND = re.compile(r"[与和及、+/&，,；;]|\b(?:and|or)\b", re.IGNORECASE)


def names_told(title: str) -> int:
    """How much a title names: one for each word that is no trade word (or two Chinese characters),
    two for each name written like one (a key, a version, an identifier, quoted words).
    """
    anchors = {hit.group().lower() for hit in _ANCHORS.finditer(title)}
    quoted = {hit["what"].lower() for hit in _QUOTED.finditer(title)}
    names = {name for name in anchors | quoted if not _NUMBER.fullmatch(name)}
    rest = _ANCHORS.sub(" ", _QUOTED.sub(" ", title))
    return _BY_NAME * len(names) + len(_words(rest)) + sum(len(run) // 2 for run in _runs(rest))


def by_name(title: str) -> bool:
    """True when a title calls something by a name that is written like one."""
    return any(not _NUMBER.fullmatch(hit.group()) for hit in _ANCHORS.finditer(title))


def names_nothing(title: str) -> bool:
    """True when a title has trade words alone, and too few together to name a thing."""
    return not names_told(title) and not is_compound(title)


def is_compound(title: str) -> bool:
    """True when a title's trade words are so many that together they name a thing: those of one
    thing, and of no other beside it that stands bare ("the data migration script and fields").
    """
    if names_told(title):
        return False
    counts = [len(things) for part in _AND.split(title) if (things := _things(part))]
    return max(counts, default=0) >= _COMPOUND and min(counts) >= _PAIR


def _things(text: str) -> frozenset[str]:
    """The things of a text, and its other words that are not everyday ones."""
    words = {word.lower() for word in _LATIN.findall(text) if not is_everyday(word.lower())}
    deeds = {word for word in words if stem(word) in _DEEDS}
    return frozenset(words - deeds) | frozenset(_ZH_THINGS.findall(text))


def particular(text: str) -> frozenset[str]:
    """What of a text is no trade word: stems, and pairs of Chinese characters."""
    return _words(text) | {run[at : at + 2] for run in _runs(text) for at in range(len(run) - 1)}


def _words(text: str) -> frozenset[str]:
    found = (word for word in _LATIN.findall(text) if len(word) > 1)
    return frozenset(stem(word) for word in found if not all(map(_is_common, _parts(word))))


def _runs(text: str) -> frozenset[str]:
    parts = _LOOSE.split(_ZH.sub(" ", text))
    return frozenset(run for part in parts for run in _CJK_RUN.findall(part.strip().lstrip(_VERBS)))


def is_loose(character: str) -> bool:
    """True for a Chinese character that begins or ends no name."""
    return bool(_LOOSE.fullmatch(character))


def _parts(word: str) -> list[str]:
    low = _CONTRACTED.sub("", word.lower())
    return [low] if _is_common(low) else [part for part in low.split("-") if part]


def _is_common(word: str) -> bool:
    return len(word) < 2 or is_everyday(word) or (stem(word) in _EN or stem(word) in _DEEDS)
