"""Notes whose tokens are hard to guess: words, code, data and signs; Chinese, English, both."""

# ruff: noqa: E501  # long lines are the point

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from random import Random

ZH = """
周一的发布先停一停，等灰度数据出来再说；回滚脚本由值班的人保管，口令写在保险柜里。
查询慢是因为索引没有覆盖租户字段，补上联合索引之后九成请求落在二十毫秒以内。
客户反馈导出的表格乱码，原因是编码标记缺失，改成带签名的格式就正常了。
仓库门口的扫码枪每到下午就断线，换了供电模块以后连续三天没有再掉过。
预算砍了两成，外包的测试先不续，自动化用例由两个实习生接手，月底复盘一次。
合同里写明了验收标准：丢包低于千分之一，单次中断不得超过五分钟，否则顺延付款。
""".split()
EN = [
    "The nightly import now runs on the replica, because the primary was saturated before dawn.",
    "Refunds above two hundred euros need a second pair of eyes; nobody approves their own.",
    "We dropped the websocket fallback: three percent of clients used it and it hid real errors.",
    "Retries back off exponentially and stop after six attempts, then the ticket goes to a person.",
    "The heater in the greenhouse trips the breaker whenever both pumps start within a minute.",
    "Whoever merges on a Friday afternoon carries the pager until Monday, no exceptions.",
]
MIXED = [
    "网关升级到 v3.4.1 之后 p99 从 180 ms 降到 95 ms，dashboard 链接在 #ops-alerts 置顶。",
    "Rollback 由 on-call 执行：先 `kubectl rollout undo deploy/billing`，再在群里 @所有人。",
    "埋点 schema 加了 tenant_id 和 trace_id，老的 payload 会被 validator 直接拒掉（HTTP 422）。",
    "周会决定 feature flag 默认 off，灰度 5% → 25% → 100%，每一步至少观察 24h。",
    "CI 的 cache key 要带上 lockfile 的 hash，否则 node_modules 会串味，build 时红时绿。",
    "iOS 端的 deep link 用 universal link，Android 用 app link，fallback 都到 https 落地页。",
]
RTL = "تم تأجيل الإصدار إلى يوم الأحد بسبب عطل في خادم النسخ الاحتياطي · הגיבוי הלילי נכשל שוב"
OTHERS = "Резервная копия не прошла · ผู้ดูแลระบบรีสตาร์ตแล้ว · बैकअप विफल हुआ · Η ενημέρωση ακυρώθηκε"
RARE = "𠮷野家 𡃁仔 𪚥龘 㐂 㔾 丂 亖 龖 鱻 犇 骉 𣊬間 𠀀𠀁𠀂"
EMOJI = "🚀🔥✅👍🏽👨‍👩‍👧‍👦🇩🇪❤️‍🔥🧑🏿‍💻⏰📈🪫🫠1️⃣🏳️‍🌈"
CODE = """```python
def settle_batches(ledger: Ledger, *, cutoff: datetime, max_rows: int = 5_000) -> dict[str, Decimal]:
    totals: dict[str, Decimal] = defaultdict(Decimal)
    for row in ledger.scan(until=cutoff)[:max_rows]:
        if row.state is not State.POSTED or row.amount_minor <= 0:
            continue
        totals[row.account_id] += Decimal(row.amount_minor) / (10 ** row.exponent)
    return {account: total.quantize(CENT, rounding=ROUND_HALF_EVEN) for account, total in totals.items()}
```"""
SHELL = """```
$ find exports/done -name '*.csv.gz' -mtime +14 -print0 | xargs -0 -n1 -P4 sh -c 'gunzip -t "$0" || echo BAD:$0'
!!! ~/.ssh/id_ed25519  ((x ^ (x >> 3)) & 0x5f) | ~(1 << 7);  a[i++] += b[--j] ?? c?.d ?? {};
======================================================================>>>>>>>>>>> | %%%%% | ##### ||||| ----
```"""

Make = Callable[[Random], str]


def _hex(random: Random, length: int) -> str:
    return f"{random.getrandbits(4 * length):0{length}x}"


def _ids(random: Random) -> str:
    uuid = "-".join(_hex(random, n) for n in (8, 4, 4, 4, 12))
    return f"trace {uuid}, commit {_hex(random, 40)}, image sha256:{_hex(random, 64)}"


def _json(random: Random) -> str:
    value = {
        "id": _hex(random, 24),
        "ts": f"2026-0{random.randint(1, 9)}-1{random.randint(0, 9)}T0{random.randint(0, 9)}:17:42.{random.randint(100, 999)}Z",
        "amountMinor": random.randint(10**3, 10**9),
        "geo": [round(random.uniform(-90, 90), 6), round(random.uniform(-180, 180), 6)],
        "flags": {"isDryRun": False, "retryCount": random.randint(0, 9), "note": None},
    }
    return json.dumps(value, separators=(",", ":"))


def _url(random: Random) -> str:
    query = f"?utm_source=wiki&sig={_hex(random, 32)}&q=%E6%95%B0%E6%8D%AE%E5%BA%93#L{random.randint(1, 999)}"
    return f"https://ci-{random.randint(1, 99)}.example.org/job/billing-api/{random.randint(1000, 9999)}/artifact/{query}"


def _base64(random: Random) -> str:
    return base64.b64encode(random.randbytes(90)).decode()


def _numbers(random: Random) -> str:
    amounts = ", ".join(
        f"{random.randint(0, 10**7):,}.{random.randint(0, 99):02}" for _ in range(9)
    )
    return f"{amounts}; 10.{random.randint(0, 255)}.0.{random.randint(0, 255)}/24; +49 30 {random.randint(10**6, 10**7)}"


def _shouted(random: Random) -> str:
    return random.choice(EN).upper() + " DO_NOT_DELETE_BEFORE_MIGRATION_XK47"


def _names(random: Random) -> str:
    return f"`getUserAccountByExternalReferenceId` → `svc_billing__ledger_v{random.randint(2, 9)}_tmp_{_hex(random, 6)}`"


CODES: tuple[Make, ...] = (lambda _: CODE, lambda _: SHELL, _names, _shouted)
DATA: tuple[Make, ...] = (_ids, _json, _url, _base64, _numbers)
SIGNS: tuple[Make, ...] = (
    lambda random: "".join(random.choices(EMOJI.split() + list(EMOJI), k=12)),
    lambda _: RTL,
    lambda _: OTHERS,
    lambda _: RARE,
)
FLAVOURS: dict[str, tuple[Make, ...]] = {
    "plain": (),
    "code": CODES,
    "data": DATA,
    "signs": SIGNS,
}
LANGUAGES = {"zh": ZH, "en": EN, "mixed": MIXED}


def texts(language: str, flavour: str, seed: int) -> Iterator[str]:
    """One text an entry, without end: sentences of the language and what the flavour adds."""
    random = Random(f"{language} {flavour} {seed}")
    while True:
        text = " ".join(random.sample(LANGUAGES[language], random.randint(1, 3)))
        made = [
            make(random)
            for make in random.sample(FLAVOURS[flavour], min(2, len(FLAVOURS[flavour])))
        ]
        yield "\n".join([text, *made])


def notes(language: str, flavour: str) -> dict[str, str]:
    """The notes of a group by their name below its folder: some 12,000 tokens, entries as a flush
    writes them and what people wrote beside them.
    """
    source = texts(language, flavour, 1)
    tasks = "\n".join(_item("t", n, next(source), "- [ ] ") for n in range(24))
    blockers = "\n".join(_item("b", n, next(source), "- ") for n in range(12))
    stack = "\n".join(_item("c", n, next(source), "- ") for n in range(16))
    roles = "\n".join(_item("r", n, next(source), "- ") for n in range(12))
    decisions = "\n".join(_decision(n, next(source)) for n in range(30))
    free = "\n\n".join(next(source) for _ in range(12))
    table = "\n".join(f"| {n} | {_one_line(next(source))} | {n * 7919} |" for n in range(10))
    return {
        "attention.md": f"# 当前聚焦 Attention\n\n## 活跃任务 Active tasks\n\n{tasks}\n\n## 阻断项 Blockers\n\n{blockers}\n",
        "project.md": f"# 项目 Project\n\n## 技术栈 Stack\n\n{stack}\n\n| # | 说明 note | no |\n|---|---|---|\n{table}\n",
        "people.md": f"# 人员 People\n\n{roles}\n",
        "experience.md": f"# 经验与决策 Experience\n\n{decisions}",
        "conventions/api.md": f"# API 规范 conventions\n\n{free}\n",
    }


def _one_line(text: str) -> str:
    return text.replace("\n", " ").replace("|", "/").replace("`", "'")


def _item(kind: str, number: int, text: str, mark: str) -> str:
    first, _, more = text.partition("\n")
    entry = f"{mark}{first} ^{kind}-2026050{number % 9 + 1}-{number:010d}"
    return f"{entry}\n  - Context:: {_one_line(more)}" if more else entry


def _decision(number: int, text: str) -> str:
    first, *more = text.split("\n")
    day = f"2026-05-{30 - number:02d}"
    body = "\n".join(more)
    return (
        f"## {day} {first[:40].rstrip()}\n\n- 背景:: {first}\n- Decision:: {first[::-1][:20]}\n"
        f"- 决定:: 周敏\n- Evidence:: [[memory/groups/g/log/2026/{day}#^m-{number:010d}|10:05 Maya]]\n\n"
        f"{body}\n\n^d-202605{30 - number:02d}-{number:010d}\n"
    )
