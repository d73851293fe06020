"""Reports as people in a room read them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from progressive_memory.domain.disclosure import Bundle
from progressive_memory.domain.flush_report import GroupFlush, Written
from progressive_memory.domain.forget_report import ForgetReport
from progressive_memory.domain.group import Language
from progressive_memory.domain.pending_report import PendingRow
from progressive_memory.domain.search_report import SearchHit
from progressive_memory.domain.status_report import GroupStatus
from progressive_memory.domain.why_report import Testimony, WhyReport

from .wording import joined, kind_word, plain, say, turned_down

_ENTRY_LINE = re.compile(r"- (?P<text>.*) \^(?P<id>[A-Za-z0-9-]+)")
_BLOCKS = ("- ", "> ")
_MANY = 10
"""Fewer messages than this are the question itself, and what was said around it."""
_SHOWN_LINES = 12
_SHOWN_CHARACTERS = 300


def text_of(lines: Iterable[str]) -> str:
    """The lines as one text; a list or a quotation ends where it ends, and takes in no more."""
    text: list[str] = []
    for line in lines:
        if text and text[-1].startswith(_BLOCKS) and not line.startswith(_BLOCKS):
            text.append("")
        text.append(line)
    return "\n".join(text)


def link(room_id: str, event_id: str, shown: str) -> str:
    """A link to a message of the room; only the words where it is no event of the chat."""
    if not event_id.startswith("$"):
        return shown
    return f"[{shown}](https://matrix.to/#/{room_id}/{event_id})"


def recalled(language: Language, bundle: Bundle) -> str:
    """What a bundle loaded, an entry a line, without the frame that is for machines; "" when it
    holds no entry and no text of the notes it loaded.
    """
    entries = {each for loaded in bundle.loaded for each in loaded.entries}
    shown = [line for raw in _in_files(bundle) if (line := _recalled_line(raw, entries))]
    if not shown:
        return ""
    left = sum(loaded.left_out for loaded in bundle.loaded) + max(0, len(shown) - _SHOWN_LINES)
    lines = [say(language, "recalled"), *shown[:_SHOWN_LINES]]
    if left:
        lines.append(say(language, "left_out", count=left))
    if bundle.unflushed_task_changes or bundle.unflushed_messages >= _MANY:
        lines.append(say(language, "unflushed", count=bundle.unflushed_messages))
    return text_of(lines)


def _in_files(bundle: Bundle) -> Iterator[str]:
    """The lines of the files loaded: what stands before is the frame, the rules and the index."""
    names = {f"# {loaded.path.rpartition('/')[2]}" for loaded in bundle.loaded}
    inside = False
    for line in bundle.text.splitlines()[1:-1]:
        if line.startswith("# "):
            inside = line in names or any(line.startswith(name) for name in names)
        elif inside:
            yield line


def _recalled_line(line: str, entries: set[str]) -> str:
    """An entry with what it rests on in italics and its id; free text as it stands."""
    found = _ENTRY_LINE.fullmatch(line)
    if found is None:
        return f"- {plain(line[2:])}" if line.startswith("> ") and line[2:].strip() else ""
    if found["id"] not in entries:
        return ""
    said, about = _about(found["text"])
    told = f" — *{plain(about.strip())}*" if about else ""
    return f"- **{plain(_said_once(said.strip()))}**{told} `{found['id']}`"


def _said_once(said: str) -> str:
    """An entry's title and fields without those that only say the title again."""
    join = "；" if "；" in said else "; "
    title, *fields = said.split(join)
    letters = _letters(title)
    return join.join([title, *(one for one in fields if letters not in _letters(one))])


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _about(text: str) -> tuple[str, str]:
    """What an entry says, and what stands in the brackets that end it: date, people, evidence."""
    if not text.endswith((")", "）")):
        return text, ""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] in ")）") - (text[at] in "(（")
        if depth == 0:
            return text[:at], text[at + 1 : -1]
    return text, ""


def found(language: Language, hits: Iterable[SearchHit], room_id: str) -> str:
    """Entries or messages that a search found, with where they come from."""
    return "\n".join(f"- {_hit(language, hit, room_id)}" for hit in hits)


def _hit(language: Language, hit: SearchHit, room_id: str) -> str:
    words = plain(_short(hit.title or hit.text))
    about = joined(language, [*filter(None, (hit.on, *hit.who[:3]))])
    if hit.event_id:
        return f"{words} — *{link(room_id, hit.event_id, plain(about))}*"
    mark = f" ({say(language, 'superseded')})" if hit.superseded else ""
    return f"**{words}**{mark} — *{plain(about)}* `{hit.id}`"


def digest(language: Language, done: GroupFlush, flush_id: str, room_id: str) -> str:
    """One message about a flush: what was written, waits, and was turned down. `flush_id` is what
    a person in the room may take back; "" where that is not the room's alone.
    """
    if done.problems:
        return say(language, "left_alone", why=plain(done.problems[0]))
    lines = []
    if done.written:
        lines.append(say(language, "written", count=len(done.written)))
        lines += [f"- {_written(language, one, room_id)}" for one in done.written[:30]]
    if done.pending:
        lines.append(say(language, "waiting", count=len(done.pending)))
    if done.summaries:
        lines.append(say(language, "summaries", count=len(done.summaries)))
    if done.rejected:
        reasons = [f"{count} {turned_down(language, why)}" for why, count in done.rejected.items()]
        count = sum(done.rejected.values())
        lines.append(say(language, "turned_down", count=count, reasons=joined(language, reasons)))
    if not (done.written or done.pending):
        nothing = say(language, "nothing_new", count=done.messages_new)
        return text_of([nothing, *lines])
    hint = "undo_hint" if flush_id else "why_hint"
    lines.append(say(language, hint, flush=flush_id))
    return text_of([say(language, "digest", count=done.messages_new), *lines])


def _written(language: Language, one: Written, room_id: str) -> str:
    people = [
        say(language, key, who=plain(joined(language, list(who))))
        for key, who in (("decided_by", one.decided_by), ("confirmed_by", one.confirmed_by))
        if who
    ]
    source = next((event for event in one.evidence if event.startswith("$")), "")
    if source:
        people.append(link(room_id, source, say(language, "message")))
    about = f" — *{joined(language, people)}*" if people else ""
    kind = kind_word(language, one.kind)
    return f"{kind}: **{plain(one.title)}**{about} `{one.id}`"


def noted(language: Language, done: GroupFlush) -> str:
    """What became of something that was to be remembered."""
    if done.problems:
        return say(language, "not_noted", why=plain(done.problems[0]))
    for key, items in (("noted", done.written), ("noted_pending", done.pending)):
        if items:
            lines = [f"- **{plain(one.title)}** `{one.id}`" for one in items]
            return "\n".join([say(language, key), *lines])
    reasons = [turned_down(language, why) for why in done.rejected if why != "duplicate"]
    if reasons:
        return say(language, "not_noted", why=joined(language, reasons))
    return say(language, "known_already")


def waiting(language: Language, rows: Iterable[PendingRow], room_id: str) -> str:
    """All that waits in a group."""
    lines = [f"- {_waiting(language, row, room_id)}" for row in rows]
    if not lines:
        return say(language, "no_pending")
    return "\n".join([say(language, "pending", count=len(lines)), *lines])


def _waiting(language: Language, row: PendingRow, room_id: str) -> str:
    source = next((event for event in row.evidence if event.startswith("$")), "")
    about = [plain(row.reason)]
    if source:
        about.append(link(room_id, source, say(language, "message")))
    kind = kind_word(language, row.kind)
    return f"{kind}: **{plain(row.title)}** — *{joined(language, about)}* `{row.id}`"


def status(language: Language, row: GroupStatus) -> str:
    """How a group stands."""
    return say(
        language,
        "status",
        name=plain(row.display_name),
        new=row.unflushed_messages,
        last=row.last_flush[:16].replace("T", " ") or say(language, "never"),
        pending=row.pending,
        tokens=row.memory_tokens,
        budget=row.memory_budget,
    )


def why(language: Language, report: WhyReport, room_id: str) -> str:
    """An entry or a message, who stands behind it, and what it rests on."""
    lines = [f"{_kind(language, report)} `{report.id}`"]
    if report.kind != "m":
        lines += [f"> {plain(line)}" for line in _bare(report.text)]
    for key, who in (
        ("why_by", report.decided_by),
        ("why_confirmed", report.confirmed_by),
    ):
        if who:
            lines.append("- " + say(language, key, who=plain(joined(language, list(who)))))
    if report.pending:
        lines.append("- " + say(language, "why_waits", why=plain(report.reason)))
    if report.superseded_by:
        ids = joined(language, [f"`{one}`" for one in report.superseded_by])
        lines.append("- " + say(language, "why_superseded", ids=ids))
    testimony = [_testimony(language, one, room_id) for one in report.evidence]
    lines.append(say(language, "why_messages" if testimony else "why_none"))
    lines += testimony
    if report.entries:
        lines.append(say(language, "why_entries"))
        lines += [f"- **{plain(one.title)}** `{one.id}`" for one in report.entries]
    return text_of(lines)


def forgotten(language: Language, report: ForgetReport) -> str:
    """How much is gone; what it was is said nowhere."""
    messages = sum(group.messages for group in report.groups)
    gone = {
        one.id
        for group in report.groups
        for file in group.files
        for one in file.lost
        if one.kind not in {"", "m"} and one.id
    }
    problems = [problem for group in report.groups for problem in group.problems]
    lines = [say(language, "forgotten", messages=messages, entries=len(gone))]
    lines += [say(language, "left_alone", why=plain(problem)) for problem in problems]
    return text_of(lines)


def _kind(language: Language, report: WhyReport) -> str:
    if report.kind == "m":
        return say(language, "message")
    return kind_word(language, report.kind)


def _bare(text: str) -> Iterator[str]:
    """The lines of an entry without links of the vault and block ids; its fields are told apart."""
    for line in text.splitlines():
        shown = re.sub(r"\[\[[^\[\]|]*\|([^\[\]]*)\]\]", r"\1", line)
        *words, last = shown.split() or [""]
        shown = " ".join(words if last.startswith("^") else [*words, last]).lstrip("# ")
        if shown and "::" not in shown:
            yield shown.removeprefix("- ").removeprefix("[ ] ")


def _testimony(language: Language, one: Testimony, room_id: str) -> str:
    at = one.ts[:16].replace("T", " ")
    said = plain(_short(one.text)) or say(language, "gone")
    return f"- {link(room_id, one.event_id, at)} {plain(one.sender)}: {said}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN_CHARACTERS else line[: _SHOWN_CHARACTERS - 1] + "…"
