"""`pmem doctor`: reads every note of ours and reports what is wrong, each with what to do."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

from progressive_memory.domain.doctor_report import DoctorReport, Finding
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.problem import Problem
from progressive_memory.domain.settings import Settings
from progressive_memory.errors import ConfigInvalid
from progressive_memory.ports import Ports
from progressive_memory.vault import frontmatter, group_names, index_note, layout, names
from progressive_memory.vault.misread import misread
from progressive_memory.vault.note_problems import in_links, in_note

_FIXES = {
    "broken_link": "correct the link, or delete the line; `pmem undo` brings back a flush's note",
    "conflict_copy": "keep what you want in the note it was copied from, then delete the copy",
    "conflict_marker": "decide between the two texts and delete the marks",
    "double_key": "delete one of the two lines",
    "duplicate_block_id": "delete this id, or the entry that was copied",
    "folder_for_note": "move the folder away",
    "group_without_index": "pmem group add {group}",
    "no_routes": "bring the table back: a new group has one to copy (pmem group add NAME)",
    "not_text": "save the file as UTF-8",
    "not_downloaded": "open the file once so that the cloud fetches it",
    "setting_without_effect": "take the key out, or leave it for a later version",
    "room_without_group": "delete the row, or add that group: pmem group add NAME",
    "route_without_file": "create the note, or write [DEPRECATED] into the row",
    "symlink": "put the real file in its place",
    "temp_left": "look whether you need it, then delete it",
    "two_places": "keep one of the two; give a copy its own vault_id",
    "unfinished_plan": "run any command that writes: it finishes the plan first",
    "unquoted_link": "put the link into quotes",
    "value_is_comment": "write the value without #, or in quotes",
    "yaml": "correct the properties on top of the note",
}
"""What to do, by problem code."""

_WITHOUT_EFFECT = {
    "schedules": "[flush] schedules",
    "extract_engine": "[extract] engine",
    "semantic": "[search] semantic",
    "quiet_seconds": "[write] quiet_seconds",
    "git": "[write] git",
}
"""Fields of `Settings` that are read and checked for parts to come, as the file calls them."""


def doctor(ports: Ports) -> DoctorReport:
    """Every problem in the memory folder, by path and line. Nothing is changed.

    With settings that cannot be read there is no vault to open: then that is the one problem.
    """
    try:
        _ = ports.settings
    except ConfigInvalid as error:
        bad = Finding(layout.SETTINGS, 0, error.code, error.message, error.next_step)
        return DoctorReport(0, (bad,))
    files = ports.vault.stamps(layout.MEMORY)
    problems = [*ports.vault.disorder(), *_settings(ports.settings)]
    texts: dict[str, str] = {}
    for path in sorted(files):
        if path.endswith((".md", ".json")):
            text = _text(ports, path, problems)
            if text is not None:
                texts[path] = text
    notes = {path: text for path, text in texts.items() if path.endswith(".md")}
    for path, text in notes.items():
        bad_block = frontmatter.properties(path, text)[1]
        problems += [bad_block] if bad_block else []
        problems += misread(path, text)
        problems += in_note(path, text)
    problems += _flush_state(texts.get(layout.FLUSH_STATE, ""))
    problems += _groups(notes, {*files, *(each.path for each in problems)})
    problems += _rooms(texts.get(layout.GROUP_NAMES, ""), notes)
    problems += in_links(notes, files)
    ordered = sorted(set(problems), key=lambda p: (p.path, p.line, p.code, p.message))
    return DoctorReport(len(notes), tuple(map(_finding, ordered)))


def _settings(settings: Settings) -> Iterator[Problem]:
    """Keys that are set and that nothing in this version reads."""
    defaults = Settings(settings.vault_id)
    for field, key in _WITHOUT_EFFECT.items():
        if getattr(settings, field) != getattr(defaults, field):
            message = f"{key} has no effect in this version"
            yield Problem(layout.SETTINGS, 0, "setting_without_effect", message)


def _text(ports: Ports, path: str, problems: list[Problem]) -> str | None:
    """The file's text; None, and a problem noted, when it is not UTF-8."""
    snapshot = ports.vault.read(path)
    if snapshot is None:
        return None  # gone since the folder was listed
    try:
        return snapshot.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        problems.append(Problem(path, 0, "not_text", "the file is not UTF-8 text"))
        return None


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
    else:
        if not whole:
            yield Problem(layout.FLUSH_STATE, 1, "json", "not a JSON object: it has no { … }")


def _groups(notes: Mapping[str, str], files: Collection[str]) -> Iterator[Problem]:
    """Index notes, their routes, and folders that have no index note."""
    known: dict[str, str] = {}
    for path, text in notes.items():
        if path.startswith(f"{layout.GROUPS}/") and path.count("/") == layout.GROUPS.count("/") + 1:
            note, problems = index_note.parse(path, text)
            has_folder = any(p.startswith(f"{path.removesuffix('.md')}/") for p in files)
            if note.routes or has_folder:
                yield from problems
                yield from _routes(note, files)
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


def _routes(note: IndexNote, files: Collection[str]) -> Iterator[Problem]:
    if not note.routes:
        message = "the index note has no routing table, so nothing of the group is ever read"
        yield Problem(note.path, 0, "no_routes", message)
    standing = {names.same(path) for path in files}
    for route in note.routes:
        path = layout.note(note.group_name, route.file)
        if not route.deprecated and names.same(path) not in standing:
            message = f"the route names {route.file}, and there is no such note"
            yield Problem(note.path, route.line, "route_without_file", message)


def _rooms(text: str, notes: Mapping[str, str]) -> Iterator[Problem]:
    mapped, problems = group_names.parse(text)
    yield from problems
    for name in dict.fromkeys(mapped.rooms.values()):
        if layout.index_note(name) not in notes:
            message = f"a room is mapped to {name}, and there is no such group"
            yield Problem(layout.GROUP_NAMES, 0, "room_without_group", message)


def _finding(problem: Problem) -> Finding:
    place = f"{problem.path}, line {problem.line}" if problem.line else problem.path
    group = problem.path.rpartition("/")[2]
    fix = _FIXES.get(problem.code, f"correct {place}").format(group=group)
    return Finding(problem.path, problem.line, problem.code, problem.message, fix)
