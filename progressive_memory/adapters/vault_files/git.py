"""Committing what a plan changed, and nothing else, where the vault is a git repository.

Only the plan's own paths are committed, with an author of our own and trailers that say which plan
it was; nothing is pulled, merged, stashed or cleaned up. While a person is in the middle of
something (a merge, a rebase, another git command) nothing is committed: the notes are written all
the same, and the next plan that touches them commits what stands then (docs/decisions/0022).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from progressive_memory.domain.plan import Change, Plan
from progressive_memory.domain.problem import Problem
from progressive_memory.vault.layout import SETTINGS

_BUSY = (
    "index.lock",
    "MERGE_HEAD",
    "CHERRY_PICK_HEAD",
    "REVERT_HEAD",
    "BISECT_LOG",
    "rebase-merge",
    "rebase-apply",
)
_WHO = "progressive-memory"
_MAIL = "progressive-memory@localhost"
_TIMEOUT_SECONDS = 30
_TRIED = (OSError, subprocess.SubprocessError)


def commit(root: str, plan: Plan, changes: Sequence[Change]) -> bool:
    """Commit what a plan changed; returns whether it is committed.

    It is not where git is missing, the vault is no work tree, a person is busy in it, or all of
    the paths are ignored there. That is never an error: the notes are written.
    """
    try:
        if not changes or why_not(root):
            return False
        paths = _tracked(root, [change.path for change in changes])
        return bool(paths) and _committed(root, plan, paths)
    except _TRIED:
        return False


def problems(root: str) -> tuple[Problem, ...]:
    """Why nothing is committed, for `pmem doctor`; () when it is."""
    why = why_not(root)
    return (Problem(SETTINGS, 0, "git_not_used", f"[write] git = true, but {why}"),) if why else ()


def why_not(root: str) -> str:
    """What stands against a commit now, in words; "" = nothing."""
    try:
        found = _git(root, "rev-parse", "--absolute-git-dir", "--is-inside-work-tree")
    except _TRIED:
        return "git cannot be run"
    folder, _, inside = found.stdout.partition("\n")
    if found.returncode or inside.strip() != "true":
        return "the vault is not in a git repository"
    busy = next((name for name in _BUSY if (Path(folder) / name).exists()), "")
    return f"the repository is busy ({busy} is there)" if busy else ""


def _tracked(root: str, paths: Sequence[str]) -> list[str]:
    """The paths git knows, once the new ones were told to it; ignored ones are left out."""
    new = [path for path in paths if not _known(root, path)]
    told = {path for path in new if not _git(root, "add", "--intent-to-add", "--", path).returncode}
    return [path for path in paths if path not in new or path in told]


def _known(root: str, path: str) -> bool:
    return not _git(root, "ls-files", "--error-unmatch", "--", path).returncode


def _committed(root: str, plan: Plan, paths: Sequence[str]) -> bool:
    groups = ", ".join(plan.groups)
    subject = f"{plan.verb} of {groups}" if groups else plan.verb
    words = ("-m", f"memory: {subject}", "--trailer", f"Plan-Id: {plan.id}")
    source = ("--trailer", f"Source: {_WHO}")
    plain = ("-c", "commit.gpgsign=false")
    done = _git(
        root, *plain, "commit", "--quiet", "--no-verify", "--only", *words, *source, "--", *paths
    )
    return not done.returncode


def _git(root: str, *words: str) -> subprocess.CompletedProcess[str]:
    who = {
        f"GIT_{role}_{part}": value
        for role in ("AUTHOR", "COMMITTER")
        for part, value in (("NAME", _WHO), ("EMAIL", _MAIL))
    }
    return subprocess.run(
        ["git", "-C", root, "--literal-pathspecs", *words],
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=_TIMEOUT_SECONDS,
        env={**os.environ, **who, "GIT_TERMINAL_PROMPT": "0"},
    )
