"""Concepts: one name for a thing, whichever of the two languages it is called in. Pure.

Only words that mean one thing in the talk of people who build something; a word that is not here
stands for itself, and then two languages do not meet in it.
"""

from __future__ import annotations

import re

_WORDS = {
    "timeout": ("超时时间 超时", "time-?outs?"),
    "port": ("端口号 端口", "ports?"),
    "limit": ("限流 限速 上限 限制", "rate[- ]limit(?:ed|s)?|limit(?:ed|s)?"),
    "retry": ("重试次数 重试", "retry|retries|retried"),
    "keep": ("保留", "keeps?|kept|retain(?:ed|s)?"),
    "log": ("日志", "logs?"),
    "database": ("数据库", "databases?|dbs?"),
    "order": ("订单", "orders?"),
    "service": ("服务", "services?"),
    "api": ("接口", "apis?"),
    "release": ("发版 发布", "releas(?:e|es|ed|ing)"),
    "deploy": ("部署", "deploy(?:s|ed|ing|ments?)?"),
    "backup": ("备份", "back(?:ed)?[- ]?ups?"),
    "cache": ("缓存", "cach(?:e|es|ed|ing)"),
    "production": ("生产环境 生产 线上", "production|prod"),
    "staging": ("预发布环境 预发环境 预发布 预发", "staging"),
    "testing": ("测试环境", "test(?:ing)? env(?:ironment)?s?"),
    "request": ("请求", "requests?"),
    "user": ("用户", "users?"),
    "token": ("令牌", "tokens?"),
    "build": ("构建", "builds?"),
    "test": ("测试", "tests?"),
    "document": ("文档", "docs?|documents?"),
    "approval": ("审批", "approvals?"),
    "review": ("评审", "reviews?"),
    "branch": ("分支", "branch(?:es)?"),
    "change_request": ("合并请求", "merge requests?|pull requests?|prs?|mrs?"),
    "meeting": ("会议", "meetings?"),
    "stand_up": ("站会", "stand-?ups?"),
    "environment": ("环境", "environments?|env"),
    "frontend": ("前端", "front-?ends?"),
    "backend": ("后端", "back-?ends?"),
    "android": ("安卓", "android"),
    "login": ("登录", "log-?ins?|sign-?ins?"),
    "payment": ("支付", "payments?"),
    "refund": ("退款", "refunds?"),
    "search": ("搜索", "search(?:es)?"),
    "upload": ("上传", "uploads?"),
    "download": ("下载", "downloads?"),
    "queue": ("队列", "queues?"),
    "node": ("节点", "nodes?"),
    "cluster": ("集群", "clusters?"),
    "memory": ("内存", "memory"),
    "address": ("地址", "address(?:es)?"),
    "bucket": ("桶", "buckets?"),
    "image": ("镜像", "images?"),
    "configuration": ("配置", "config(?:uration)?s?"),
    "session": ("会话", "sessions?"),
    "nightly": ("夜间", "nightly"),
}
_ZH = {word: concept for concept, (zh, _) in _WORDS.items() for word in zh.split()}
_CALLED = re.compile(
    "|".join(
        [
            "(?P<zh>" + "|".join(sorted(_ZH, key=len, reverse=True)) + ")",
            *(
                rf"(?<![\w.-])(?P<{concept}>{english})(?![\w-]|\.\w)"
                for concept, (_, english) in _WORDS.items()
            ),
        ]
    ),
    re.IGNORECASE,
)


def named_alike(text: str) -> str:
    """`text` with every word of a concept in its English name, blanks around it."""
    return _CALLED.sub(_name, text)


def _name(hit: re.Match[str]) -> str:
    return f" {_ZH[hit['zh']] if hit['zh'] else hit.lastgroup} "
