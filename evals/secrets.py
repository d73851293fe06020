"""How much of what must not be written down redaction takes out, and what it takes beside it.

    python -m evals.secrets [SHARED]
    python -m evals.secrets --misses

`--misses` shows, by the rule each row was made for, what was not found and what was flagged though
it is clean; the chat's flags are shown with the secret's kind and what stands around it.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evals.chats import data_folder
from evals.measured import Absent, Measured, run, share
from progressive_memory.text.redact import redact

COMMAND = "python -m evals.secrets"
RECALL, CHAT_FLAGS = 0.90, 5
_SHOWN = 110

# Which rows say themselves that they hold a secret. Written from the vendors' published formats
# and from plain words, not from the product's patterns: a value is a stretch of eight or more
# token characters with a letter and a digit.
_PREFIXES = (
    "AKIA ASIA ABIA ACCA ABSK ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glft- glsoat- "
    "glrt- glcbt- glptt- glimt- glagent- gloas- GR1348941 xoxb- xoxp- xoxa- xoxo- xoxs- xoxr- "
    "xoxe- xapp- sk-ant- sk-proj- sk-svcacct- sk-admin- sk_live_ sk_test_ sk_prod_ rk_live_ "
    "rk_test_ rk_prod_ AIza ya29. GOCSPX- hf_ api_org_ npm_ pypi-AgE rubygems_ dckr_pat_ SG. "
    "key- shpat_ shpca_ shppa_ shpss_ dop_v1_ doo_v1_ dor_v1_ dapi dp.pt. glc_ glsa_ hvs. "
    "hvb. HRKU- lin_api_ ntn_ secret_ NRAK- NRJS- NRII- pscale_tkn_ pscale_pw_ pscale_oauth_ "
    "PMAK- pnu_ rdme_ pul- sntryu_ sntrys_ sqp_ squ_ sqa_ tskey- ATATT3 ATCTT3 EZAK EZTK "
    "FLWSECK_TEST- ico- sq0atp- sq0csp- EAAA syt_ mct_ eyJ xkeysib- ops_eyJ A3- "
    "AGE-SECRET-KEY-1 CLOJARS_ AKCp cmVmd fo1_ fm1r_ fm2_ sha256~ sgp_ slk_ sbp_ nfp_ tfp_ "
    "shippo_live_ shippo_test_ duffel_live_ duffel_test_ fio-u- dt0c01. p8e- pat- "
    "hooks.slack.com/"
).split()
_VALUE = r"(?=[\w+/=.~\-]*[A-Za-z])(?=[\w+/=.~\-]*\d)[\w+/=.~\-]{8,}"
_STRETCHES = {
    "prefix": re.compile(
        rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, _PREFIXES))})(?P<value>{_VALUE})"
    ),
    "keyword": re.compile(
        r"(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_\- ]?key|access[_\- ]?key|auth|"
        r"credential|bearer|private[_\- ]?key|密码|口令|密钥|令牌)"
        rf"[^\n]{{0,40}}?(?<![\w+/=.~\-])(?P<value>{_VALUE})",
        re.IGNORECASE,
    ),
    "url": re.compile(r"[a-z][a-z0-9+.\-]+://[^\s:/@?#]*:(?P<value>[^\s/@]{3,})@", re.IGNORECASE),
    "pem": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?P<value>[\s\S]{64,})"),
}
_FLOOR = re.compile(
    r"(?:password|passwd|pwd|secret|token|api_?key)[\"']?\s*[:=]\s*[\"']?\S{8,}"
    r"|(?:AKIA|ghp_|glpat-|xox[abp]-|sk-|AIza)[\w-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY",
    re.IGNORECASE,
)
PROTOCOL = (
    "a row counts as found when at least one stretch of it is taken out; every row labelled "
    "secret counts, also those without any value (file names, empty templates); the rows with "
    "context are those in which a published vendor prefix, a word like password, token or api "
    "key (at most 40 characters before it, on its line), an address with a password or the "
    "head of a private key stands before a value (eight or more token characters, a letter "
    "and a digit), by a list of the eval's own; `the value is gone`: no such value of the row "
    "is left in the text; near misses are rows labelled clean: another format's strings, made "
    "to look like a secret"
)
CHAT_PROTOCOL = (
    "messages of nine years of a team's chat in which anything is taken out; each is read by hand "
    "and listed by kind with `--misses`"
)


@dataclass(frozen=True)
class Row:
    """A row of the public cases: the rule it was made for, and whether it is labelled secret."""

    text: str
    secret: bool
    rule: str
    source: str

    @property
    def found(self) -> bool:
        """Whether redaction takes anything out of it."""
        return bool(redact(self.text, "en").kinds)

    @property
    def values(self) -> list[str]:
        """The values that stand in a context which says that they are secret."""
        return [hit["value"] for shape in _STRETCHES.values() for hit in shape.finditer(self.text)]


@dataclass(frozen=True)
class Flag:
    """A message of a chat in which something was taken out."""

    text: str
    kinds: tuple[str, ...]


def measure(shared: Path) -> list[Measured]:
    """Recall on what is secret, flags on what is not, and flags in nine years of a real chat.

    Raises:
        Absent: the cases or the chat are not there; it brings what could be measured.
    """
    data = data_folder(shared)
    cases = data / "secrets" / "cases.jsonl.gz"
    if not cases.is_file():
        raise Absent(f"no {cases}")
    rows = of_cases(rows_of(cases))
    folder = data / "duraspace"
    if not folder.is_dir():
        raise Absent(f"no {folder}", rows)
    return [*rows, *of_chat(folder)]


def of_cases(rows: list[Row]) -> list[Measured]:
    """The figures over the public cases."""
    secret = [row for row in rows if row.secret]
    clean = [row for row in rows if not row.secret]
    told = [row for row in secret if row.values]
    gone = [row for row in told if _gone(row)]
    return [
        _recall("secrets: rows with a prefix, keyword or URL context, found", told, goal=True),
        _figure(
            "secrets: the same rows, every value in such a context is gone",
            share(len(gone), len(told)),
            len(told),
        ),
        _recall("secrets: all rows labelled secret, found", secret),
        _recall("secrets: rows labelled clean (near misses), flagged", clean),
    ]


def of_chat(folder: Path) -> list[Measured]:
    """Flags in a chat of people who do not paste secrets, and how fast its messages are read."""
    texts = list(messages(folder))
    read = time.process_time()
    found = list(flags(texts))
    spent = time.process_time() - read
    floor = sum(1 for text in texts if _FLOOR.search(text))
    speed = f"{len(texts) / spent:,.0f} messages a CPU second"
    return [
        Measured(
            measure="secrets: messages of duraspace flagged",
            value=str(len(found)),
            floor=str(floor),
            goal=f"≤ {CHAT_FLAGS}",
            n=len(texts),
            protocol=CHAT_PROTOCOL,
            reached=len(found) <= CHAT_FLAGS,
            command=COMMAND,
        ),
        _figure("secrets: redaction of duraspace", speed, len(texts)),
    ]


def rows_of(path: Path) -> list[Row]:
    """Every row of the public cases."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        parsed = [json.loads(line) for line in lines]
    return [Row(r["text"], r["label"] == "secret", r["rule"], r["source"]) for r in parsed]


def messages(folder: Path) -> Iterator[str]:
    """The text of every message of the chat, in order."""
    for path in sorted(folder.glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            yield from (json.loads(line)["text"] for line in lines)


def flags(texts: list[str]) -> Iterator[Flag]:
    """The messages in which something is taken out."""
    for text in texts:
        if kinds := redact(text, "en").kinds:
            yield Flag(text, kinds)


def _gone(row: Row) -> bool:
    left = redact(row.text, "en").text
    return not any(value in left for value in row.values)


def _recall(measure: str, rows: list[Row], *, goal: bool = False) -> Measured:
    found = sum(row.found for row in rows)
    floor = sum(1 for row in rows if _FLOOR.search(row.text))
    return Measured(
        measure=measure,
        value=share(found, len(rows)),
        floor=share(floor, len(rows)),
        goal=f"≥ {100 * RECALL:.0f} %" if goal else "",
        n=len(rows),
        protocol=PROTOCOL,
        reached=found >= RECALL * len(rows) if goal else None,
        command=COMMAND,
    )


def _figure(measure: str, value: str, n: int) -> Measured:
    return Measured(measure, value, "", "", n, "", None, COMMAND)


def show_misses(shared: Path) -> None:
    """Print what was missed and what was flagged, by kind."""
    data = data_folder(shared)
    rows = rows_of(data / "secrets" / "cases.jsonl.gz")
    told = {id(row) for row in rows if row.secret and row.values}
    groups = {
        "MISSED, context": [row for row in rows if id(row) in told and not row.found],
        "LEFT OVER": [row for row in rows if id(row) in told and row.found and not _gone(row)],
        "FLAGGED, clean": [row for row in rows if not row.secret and row.found],
        "missed, no context": [r for r in rows if r.secret and id(r) not in told and not r.found],
    }
    for name, group in groups.items():
        print(f"\n{name}: {len(group)}")
        for row in group:
            print(f"  {row.source[:1]} {row.rule}: {redact(row.text, 'en').text[:_SHOWN]!r}")
    found = list(flags(list(messages(data / "duraspace"))))
    print(f"\nduraspace: {len(found)}", Counter(kind for flag in found for kind in flag.kinds))
    for flag in found:
        print(f"  {flag.kinds} {redact(flag.text, 'en').text[:_SHOWN]!r}")


if __name__ == "__main__":
    if "--misses" in sys.argv:
        show_misses(Path(__file__).resolve().parents[2] / "shared")
    else:
        run(measure)
