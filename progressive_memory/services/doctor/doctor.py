"""`pmem doctor`: reads every note of ours and reports what is wrong, each with what to do."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

from progressive_memory.domain.doctor_report import DoctorReport, Finding, ModelCheck
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import ConfigInvalid, NoteUnreadable
from progressive_memory.ports import Ports
from progressive_memory.services.doctor import state as doctor_state
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import (
    flush_state,
    frontmatter,
    group_names,
    group_schedule,
    index_note,
    layout,
    log_note,
    names,
    routing_table,
)
from progressive_memory.vault.misread import misread
from progressive_memory.vault.note_problems import block_ids, in_links, in_note, in_two_notes

_FIXES = {
    "broken_link": "correct the link, or delete the line; `pmem undo` brings back a flush's note",
    "bad_schedules": "write five fields in quotes, like '17 6,18 * * *', or none; until then the "
    "vault's schedule holds",
    "clock": "set the clock right; the next flush writes a time that holds",
    "conflict_copy": "keep what you want in the note it was copied from, then delete the copy",
    "conflict_marker": "decide between the two texts and delete the marks",
    "double_key": "delete one of the two lines",
    "duplicate_block_id": "delete this id, or the entry that was copied",
    "emptied": "bring it back from a copy; if it shall be empty, write a title into it",
    "entry_in_two_notes": "keep it in one of the two notes; delete a note that is a whole copy",
    "forgotten_again": "pmem forget --message ID",
    "folder_for_note": "move the folder away",
    "git_not_used": "finish what is begun there, or git init; else write git = false",
    "group_without_index": "pmem group add {group}",
    "nul_character": "delete it, or restore the file from a copy",
    "note_not_routed": "add a row that names it to the routing table of {group}",
    "long_note": "move what is old into a note under conventions/ and link to it, "
    "or raise memory_budget in the group's note; nothing is cut",
    "name_twin": "keep one of the two, and delete or rename the other",
    "no_routes": "bring the table back: a new group has one to copy (pmem group add NAME)",
    "not_text": "save the file as UTF-8",
    "not_downloaded": "open the file once so that the cloud fetches it",
    "schedule_failed": "mend what it says, then pmem flush --all; it runs again at the times "
    "that pmem cron next shows",
    "read_only": "give yourself the right to write it",
    "room_without_group": "delete the row, or add that group: pmem group add NAME",
    "route_headers": "call the columns Trigger, File and Priority (触发场景, 加载文件, 优先级)",
    "route_link_cut": "write \\| instead of | inside the link",
    "route_other_case": "write the name as the file has it",
    "route_priority": "write P0, P1, P2 or P3; for a detail file P2-L3",
    "route_table_hidden": "move the table out of the comment, quote or callout",
    "route_twice": "put both triggers into one row, and write [DEPRECATED] into the other; "
    "pmem doctor --fix does it where the row leads nowhere new",
    "route_without_file": "create the note, or write [DEPRECATED] into the row",
    "route_without_trigger": "write into the row which questions the file answers",
    "spool_damaged": "what is missing in the log comes with an export of the room (pmem log FILE "
    "--group G); then delete it, and its -wal file",
    "symlink": "put the real file in its place",
    "temp_left": "look whether you need it, then delete it; pmem doctor --fix does where its text "
    "stands in a note too",
    "two_places": "keep one of the two; give a copy its own vault_id",
    "unfinished_plan": "pmem doctor --fix, or any command that writes, finishes it",
    "unreadable": "give yourself the right to read it",
    "unquoted_link": "pmem doctor --fix puts the link into quotes",
    "value_is_comment": "write the value without #, or in quotes",
    "yaml": "correct the properties on top of the note",
}
"""What to do, by problem code."""

_FLUSHED_NOTES = ("attention.md", "project.md", "experience.md", "people.md")
"""What a flush writes to; other notes in the folder are a person's, and may stay unread."""


def doctor(ports: Ports) -> DoctorReport:
    """Every problem in the memory folder, by path and line. Nothing is changed.

    With settings that cannot be read there is no vault to open: then that is the one problem.
    """
    try:
        _ = ports.settings
    except ConfigInvalid as error:
        said = error.message.removeprefix(f"{layout.SETTINGS}: ")
        bad = Finding(layout.SETTINGS, 0, error.code, said, error.next_step)
        return DoctorReport(0, (bad,))
    missing = _missing_packages(ports)
    checked, trouble = _model(ports)
    files = ports.vault.stamps(layout.MEMORY)
    problems = [*ports.vault.disorder()]
    texts = _texts(ports, files, problems)
    notes = {path: text for path, text in texts.items() if path.endswith(".md")}
    problems += _notes(notes, files)
    problems += _of_state(ports, texts.get(layout.FLUSH_STATE, ""))
    problems += _groups(notes, {*files, *(each.path for each in problems)})
    problems += _rooms(texts.get(layout.GROUP_NAMES, ""), notes)
    problems += _forgotten_again(texts)
    ordered = sorted(set(problems), key=lambda p: (p.path, p.line, p.code, p.message))
    findings = (*missing, *([trouble] if trouble else ()), *map(_finding, ordered))
    return DoctorReport(len(notes), findings, checked)


def _texts(ports: Ports, files: Collection[str], problems: list[Problem]) -> dict[str, str]:
    """The text of every note and JSON file, by path; what is wrong with one is noted."""
    texts: dict[str, str] = {}
    for path in sorted(files):
        if path.endswith((".md", ".json")):
            text = _text(ports, path, problems)
            if text is not None:
                texts[path] = text
    return texts


def _notes(notes: Mapping[str, str], files: Collection[str]) -> Iterator[Problem]:
    """What is wrong inside of each note, and with what they say of each other."""
    ids: dict[str, frozenset[str]] = {}
    for path, text in notes.items():
        bad_block = frontmatter.properties(path, text)[1]
        if bad_block:
            yield bad_block
        yield from misread(path, text)
        standing = block_ids(path, text)
        yield from in_note(path, text, standing)
        ids[path] = frozenset(block_id for block_id, _ in standing)
    yield from in_two_notes(ids)
    yield from in_links(notes, files, ids)


def _of_state(ports: Ports, text: str) -> Iterator[Problem]:
    """What the flushes before tell of the notes that stand now."""
    yield from _flush_state(text)
    yield from doctor_state.emptied_notes(ports)
    yield from doctor_state.too_long(ports)
    yield from doctor_state.schedule_failed(ports)
    yield from doctor_state.clock_went_back(flush_state.parse(text), ports.clock.now())


def _model(ports: Ports) -> tuple[ModelCheck | None, Finding | None]:
    if ports.settings.extract_engine != "model":
        return None, None
    from progressive_memory.services.doctor.model import check_model  # it loads the extractor

    return check_model(ports)


def _missing_packages(ports: Ports) -> tuple[Finding, ...]:
    """What the settings ask for and is not installed."""
    found = []
    for port in ("search", "tokens"):
        try:
            getattr(ports, port)
        except ConfigInvalid as error:
            found.append(
                Finding(layout.SETTINGS, 0, "package_missing", error.message, error.next_step)
            )
    return tuple(found)


def _text(ports: Ports, path: str, problems: list[Problem]) -> str | None:
    """The file's text; None, and a problem noted, when it is no text. UTF-16 is a problem too: it
    is read, and never written.
    """
    try:
        snapshot = ports.vault.read(path)
    except PermissionError:
        problems.append(Problem(path, 0, "unreadable", "you may not read the file"))
        return None
    except NoteUnreadable:
        return None  # `VaultStore.disorder` names it
    if snapshot is None:
        return None  # gone since the folder was listed
    try:
        return snapshot.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = text_of(snapshot).removeprefix("\ufeff")
        wide = "\ufffd" not in text
        message = "the file is UTF-16 text" if wide else "the file is not UTF-8 text"
        problems.append(Problem(path, 0, "not_text", message))
        return text if wide else None


def _flush_state(text: str) -> Iterator[Problem]:
    if not text:
        return
    try:
        whole = isinstance(json.loads(text), dict)
    except json.JSONDecodeError as error:
        message = f"not valid JSON: {error.msg}"
        yield Problem(layout.FLUSH_STATE, error.lineno, "json", message)
    except RecursionError:
        yield Problem(layout.FLUSH_STATE, 0, "json", "nested too deeply")
    except ValueError:  # of more digits than Python reads
        yield Problem(layout.FLUSH_STATE, 0, "json", "a number is too long")
    else:
        if not whole:
            yield Problem(layout.FLUSH_STATE, 1, "json", "not a JSON object: it has no { … }")


def _groups(notes: Mapping[str, str], files: Collection[str]) -> Iterator[Problem]:
    """Index notes, their routes, and folders that have no index note."""
    known: dict[str, str] = {}
    for path, text in notes.items():
        if path.startswith(f"{layout.GROUPS}/") and path.count("/") == layout.GROUPS.count("/") + 1:
            base = index_note.copy_of(path, text)
            if base and layout.index_note(base) in notes:
                yield Problem(path, 0, "conflict_copy", "a sync program put a second version here")
                continue
            note, problems = index_note.parse(path, text)
            has_folder = any(p.startswith(f"{path.removesuffix('.md')}/") for p in files)
            if note.routes or has_folder:
                yield from problems
                yield from group_schedule.parse(path, text)[1]
                yield from _routes(note, text, files)
                known[names.same(path)] = path
    folders = {
        path.split("/")[2]
        for path in files
        if path.count("/") > layout.GROUPS.count("/") + 1 and path.startswith(f"{layout.GROUPS}/")
    }
    for folder in sorted(folders):
        if names.same(layout.index_note(folder)) not in known:
            message = "the folder has no index note, so nothing in it is ever read"
            yield Problem(layout.group_folder(folder), 0, "group_without_index", message)


def _routes(note: IndexNote, text: str, files: Collection[str]) -> Iterator[Problem]:
    """The routing table: what is odd in it, rows whose note is missing, notes that no row names."""
    yield from routing_table.oddities(note.path, text)
    if not note.routes:
        message = "the index note has no routing table, so nothing of the group is ever read"
        yield Problem(note.path, 0, "no_routes", message)
        return
    standing = {names.same(path): path for path in files}
    for route in note.routes:
        path = layout.note(note.group_name, route.file)
        there = standing.get(names.same(path))
        if route.deprecated or there == path:
            continue
        if there is None:
            message = f"the route names {route.file}, and there is no such note"
            yield Problem(note.path, route.line, "route_without_file", message)
        else:
            name = there.rpartition("/")[2]
            message = f"the route names {route.file}, and the note is called {name}"
            yield Problem(note.path, route.line, "route_other_case", message)
    named = {names.same(route.file) for route in note.routes}
    for file in _FLUSHED_NOTES:
        path = layout.note(note.group_name, file)
        if path in files and file not in named:
            message = f"no row of {note.path} names it, so it is never read"
            yield Problem(path, 0, "note_not_routed", message)


def _rooms(text: str, notes: Mapping[str, str]) -> Iterator[Problem]:
    mapped, problems = group_names.parse(text)
    yield from problems
    for name in dict.fromkeys(mapped.rooms.values()):
        if layout.index_note(name) not in notes:
            message = f"a room is mapped to {name}, and there is no such group"
            yield Problem(layout.GROUP_NAMES, 0, "room_without_group", message)


def _forgotten_again(texts: Mapping[str, str]) -> Iterator[Problem]:
    """Messages that were forgotten and stand in a day note all the same: a sync program, or a copy
    from before, brought them back. No flush reads them.
    """
    state = flush_state.parse(texts.get(layout.FLUSH_STATE, ""))
    gone = {layout.log_folder(name): frozenset(one.forgotten) for name, one in state.groups.items()}
    for path, text in texts.items():
        hashes = gone.get(path.rsplit("/", 2)[0], frozenset())
        for one in log_note.parse(path, text) if hashes else ():
            if not one.forgotten and one.block_id.removeprefix("m-") in hashes:
                line = text.count("\n", 0, text.find(f"^{one.block_id}")) + 1
                message = f"the message {one.block_id} was forgotten, and stands here again"
                yield Problem(path, line, "forgotten_again", message)


def _finding(problem: Problem) -> Finding:
    place = f"{problem.path}, line {problem.line}" if problem.line else problem.path
    group = _group_of(problem)
    fix = _FIXES.get(problem.code, f"correct {place}").format(group=group)
    return Finding(problem.path, problem.line, problem.code, problem.message, fix)


def _group_of(problem: Problem) -> str:
    """What a fix calls the group: its name, or for a note in its folder its index note."""
    if problem.code == "note_not_routed":
        return f"{problem.path.rpartition('/')[0]}.md"
    return problem.path.rpartition("/")[2]
