"""Where each regular expression of the package stands, how it is called, and how long a text it
may be handed there.
"""

from __future__ import annotations

import ast
import functools
import importlib
import pkgutil
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import progressive_memory

_PACKAGE = "/progressive_memory/"

REACH: tuple[tuple[str, int, str], ...] = (
    ("flush/extract/work/outcomes.py _LABELLED", 160, "`_LINE` characters of a message"),
    ("flush/extract/", 1_500, "`clauses.cut` reads no message longer than that"),
    ("flush/segment/signs.py", 400, "`_READ` characters of a message; votes and ends are shorter"),
    ("flush/known/statement/", 100_000, "a line; `statement.read` leaves single blanks"),
    ("flush/known/criteria.py _last", 32, "the name of a metric"),
    ("disclosure/gate.py", 4_000, "`READ_CHARACTERS` of a message"),
    ("disclosure/routing/leave.py", 4_000, "`QUERY_CHARACTERS` of a message"),
    ("disclosure/lexicon/", 4_000, "`READ_CHARACTERS` of a message"),
    ("text/agreement.py", 720, "40 characters, and what NFKC makes of one"),
    ("text/dates/", 20_000, "`MAX_CHARACTERS` of a message"),
    ("adapters/vault_files/journal.py", 255, "the name of a file"),
)
"""Beginning of a path and a name, the characters of the longest text handed to it, and why."""
_CALLED = {"flush/known/lines.py _OVER": "fullmatch"}
"""How patterns are called that are called by another name."""
SINGLE_BLANKS = "flush/known/statement/"
ALLOWED = {
    "flush/known/meaning.py _WORD": "one of its two ways reads a run of signs whole",
    "vault/entry_format.py _LOOSE_COLONS": "`::+` gives back one colon at most",
}
"""Patterns whose shape tells of more tries than they make, with the reason."""
UNBOUNDED = 100_000
"""Where a text has no bound but that of a message (1 MB), growth is looked at up to here."""


@dataclass(frozen=True, slots=True)
class Place:
    """`path` inside the package and `line`, the `name` it is assigned to ("" for none), `method`
    search, match or fullmatch (of several the one that tries most; search when it cannot be told).
    """

    path: str
    line: int
    name: str = ""
    method: str = "search"

    @property
    def most(self) -> int:
        """The characters of the longest text that the pattern is handed."""
        for beginning, characters, _ in REACH:
            if f"{self.path} {self.name}".startswith(beginning):
                return characters
        return UNBOUNDED

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.name} ({self.method})"


def collected() -> dict[re.Pattern[str], Place]:
    """Every pattern of text, with its place."""
    found: dict[re.Pattern[str], tuple[str, int]] = {}
    compiled = re._compile  # type: ignore[attr-defined]

    def noting(pattern: str, flags: re.RegexFlag) -> re.Pattern[str]:
        made: re.Pattern[str] = compiled(pattern, flags)
        where = _place(sys._getframe(1))
        if where and isinstance(made.pattern, str):
            found.setdefault(made, where)
        return made

    re._compile = noting  # type: ignore[attr-defined]
    try:
        for module in _modules():
            importlib.import_module(module)
        _use()
    finally:
        re._compile = compiled  # type: ignore[attr-defined]
    places = {one: _of(*where) for one, where in found.items()}
    for pattern, place in _written():
        places.setdefault(pattern, place)
    return places


def _place(frame: FrameType | None) -> tuple[str, int] | None:
    """Path and line of the module that asked for a pattern; None where it is not ours."""
    while frame is not None and frame.f_code.co_filename == re.__file__:
        frame = frame.f_back
    if frame is None or _PACKAGE not in frame.f_code.co_filename:
        return None
    asked = frame
    while frame is not None and _PACKAGE in frame.f_code.co_filename:
        if frame.f_code.co_name == "<module>":
            asked = frame
            break
        frame = frame.f_back
    return asked.f_code.co_filename.rpartition(_PACKAGE)[2], asked.f_lineno


def _modules() -> Iterator[str]:
    for module in pkgutil.walk_packages(progressive_memory.__path__, "progressive_memory."):
        if not module.name.endswith("__main__") and "whoosh" not in module.name:
            yield module.name


def _use() -> None:
    """Compile what is compiled at its first use, in both languages."""
    from progressive_memory.adapters.memory.ports import MemoryPorts
    from progressive_memory.services.recall.recall import Ask, recall
    from tests.chat_room import ChatRoom

    for language in ("en", "zh"):
        room = ChatRoom(language=language, ports=MemoryPorts())
        asked = room.say("Ann", "I propose we move the store to PostgreSQL 16, 我们决定用 Kafka")
        room.say("Bo", "+1, agreed. I'll do it by Friday; 同意，周五前我来", to=asked)
        room.flush()
        recall(room.ports, room.name, "what did we decide? 谁负责", Ask("n"))


def _written() -> Iterator[tuple[re.Pattern[str], Place]]:
    """Constant patterns in calls of `re`."""
    for path, tree in _trees().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            method = node.func.attr
            if ast.unparse(node.func.value) != "re" or method in ("escape", "compile"):
                continue
            given = node.args[0] if node.args else None
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                kept = method if method in ("match", "fullmatch") else "search"
                place = Place(path, node.lineno, _function(path, node.lineno), kept)
                yield re.compile(given.value), place


@functools.cache
def _trees() -> dict[str, ast.Module]:
    root = Path(progressive_memory.__file__).parent
    return {
        path.relative_to(root).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(root.rglob("*.py"))
    }


@functools.cache
def _of(path: str, line: int) -> Place:
    """The place of what is compiled there: called as its name is, wherever that is written."""
    name = _name(path, line)
    if not name:
        return Place(path, line, _function(path, line))
    if f"{path} {name}" in _CALLED:
        return Place(path, line, name, _CALLED[f"{path} {name}"])
    called, loaded = Counter[str](), 0
    for one in [path] if name.startswith("_") else _trees():
        methods, times = _uses(one).get(name, (Counter(), 0))
        called += methods
        loaded += times
    if called and called.keys() <= {"match", "fullmatch"} and called.total() == loaded:
        return Place(path, line, name, "match" if "match" in called else "fullmatch")
    return Place(path, line, name)


@functools.cache
def _uses(path: str) -> dict[str, tuple[Counter[str], int]]:
    """Each name in a file: which methods of it are called how often, and how often it is read."""
    methods: dict[str, Counter[str]] = defaultdict(Counter)
    read: Counter[str] = Counter()
    for node in ast.walk(_trees()[path]):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            read[_word(node)] += 1
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name | ast.Attribute):
            methods[_word(called.value)][called.attr] += 1
    return {name: (methods[name], times) for name, times in read.items()}


def _word(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def _function(path: str, line: int) -> str:
    """The function that a line stands in; "" for none."""
    return next(
        (
            node.name
            for node in ast.walk(_trees()[path])
            if isinstance(node, ast.FunctionDef)
            and node.lineno <= line <= (node.end_lineno or node.lineno)
        ),
        "",
    )


def _name(path: str, line: int) -> str:
    """What is assigned at a line: a name, or an argument of a call."""
    around = [one for one in _assigned(path) if one[0] <= line <= one[1]]
    return min(around, key=lambda one: one[1] - one[0])[2] if around else ""


@functools.cache
def _assigned(path: str) -> list[tuple[int, int, str]]:
    """First line, last line and name of what is assigned in a file."""
    found = []
    for node in ast.walk(_trees()[path]):
        if not isinstance(node, ast.keyword | ast.AnnAssign | ast.Assign):
            continue
        if isinstance(node, ast.keyword):
            name = node.arg or ""
        else:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            name = ast.unparse(target)
        if name.isidentifier():
            found.append((node.lineno, node.end_lineno or node.lineno, name))
    return found
