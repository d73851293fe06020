"""What the message that an assistant answers asked for (seed 000, "Content policy")."""

from __future__ import annotations

import re
from typing import Literal

Asked = Literal["report", "operation", "discussion"]

_REPORT = (
    r"(?:报告|报表|分析|统计|汇总|总结|概述|综述|对比|盘点|调研|评估|复盘|[日周月]报"
    r"|\b(?:reports?|summar(?:y|ies|i[sz]e)|analy(?:[sz]e|sis)|statistics|stats|overview|breakdown"
    r"|compar(?:e|ison)|survey|audit|recap|digest)\b)"
)
_ASKS_REPORT = re.compile(
    r"(?:\b(?:write|make|create|generate|prepare|give|produce|draft|run|do|export)\b|写|做|生成|出|给|跑)"
    rf"[^.。\n]{{0,30}}?{_REPORT}|{_REPORT}",
    re.IGNORECASE,
)
_ASKS_OPERATION = re.compile(
    r"运行|执行|修[复改好掉]|修一下|改[成为掉]|部署|安装|创建|新建|删[除掉]|更新|升级|迁移|重启|启动|停[止掉]"
    r"|回滚|构建|编译|发布|上线|合并|提交|推送|配置|添加|加上|清理|导入|导出|下载|重构|实现|跑|写一?[个段份]"
    r"|\b(?:run|execute|fix|deploy|install|create|make|build|add|remove|delete|update|upgrade|migrate"
    r"|restart|start|stop|roll ?back|compile|release|publish|merge|commit|push|configure|set up"
    r"|write|implement|refactor|clean up|import|export|download|rename|move|apply|change|convert"
    r"|generate|patch|bump|revert|test)\b",
    re.IGNORECASE,
)
_ASKS_TALK = re.compile(
    r"\W*(?:怎么|怎样|如何|为什么|为何|什么|哪|是不是|是否|要不要|该不该|解释|讲讲|说说|聊聊|讨论|你觉得"
    r"|(?:what|why|how|when|which|who|where|should|shall|is|are|was|does|did|would|explain|discuss"
    r"|tell me|do you)\b)",
    re.IGNORECASE,
)


def asked_for(request: str, *, with_tools: bool) -> Asked:
    """What `request` ("" = not known) wants: of a report and an operation the one named first. A
    question is a discussion, unless tools were used to answer it.
    """
    report, operation = _ASKS_REPORT.search(request), _ASKS_OPERATION.search(request)
    if report and not (operation and operation.start() < report.start()):
        return "report"
    if with_tools:
        return "operation"
    return "operation" if operation and not _ASKS_TALK.match(request) else "discussion"
