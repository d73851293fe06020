"""What a row of the routing table is about, whatever its file is called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from progressive_memory.disclosure.lexicon import cue_text, cues_topics
from progressive_memory.domain.group import Route

TOPIC_OF_KIND = {
    **dict.fromkeys("tbo", "attention"),
    **dict.fromkeys("df", "experience"),
    "r": "people",
    "c": "project",
}
"""Entry kind → the topic of a file that holds mostly such; an environment entry stands in two."""
_TOPIC_OF_PRIORITY = {"P0": "attention", "P1": "project", "P3": "people"}
_PRIORITY = re.compile(r"P\s*(\d)(\s*-\s*L\d)?", re.IGNORECASE)
_MOSTLY = 0.6


def topic(route: Route, kinds: Mapping[str, int] | None = None) -> str:
    """What a route is about: attention, project, experience, people, conventions or "".

    By its file's name; else by the words of its trigger; else by the `kinds` of the entries in the
    note (kind → how many, where they are known); else by its priority. P2 alone says nothing: only
    what is about experience is read in fragments, and a note of another kind would be cut up.
    """
    named = _by_words(route.file, route.trigger)
    if named:
        return named
    held = by_kinds(kinds or {})
    if held:
        return held
    found = _PRIORITY.search(route.priority)
    return _TOPIC_OF_PRIORITY.get(f"P{found[1]}", "") if found and not found[2] else ""


def is_named(route: Route) -> bool:
    """Whether the row's file name or trigger tells its topic, so that no note need be looked at."""
    return _by_words(route.file, route.trigger) != ""


def by_kinds(kinds: Mapping[str, int]) -> str:
    """The topic that most of a note's entries are of, "" when there are none or they are mixed."""
    counts: dict[str, int] = {}
    for kind, count in kinds.items():
        about = TOPIC_OF_KIND.get(kind, "")
        if about:
            counts[about] = counts.get(about, 0) + count
    best = max(counts, key=lambda about: counts[about], default="")
    return best if best and counts[best] >= _MOSTLY * sum(counts.values()) else ""


def priority_rank(route: Route) -> float:
    """0 for P0 … 3 for P3, half a step more for a detail file (`P2-L3`); last when unreadable."""
    found = _PRIORITY.search(route.priority)
    return int(found[1]) + (0.5 if found[2] else 0.0) if found else 9.0


@lru_cache(maxsize=4096)
def _by_words(file: str, trigger: str) -> str:
    if file.startswith("conventions/"):
        return "conventions"
    name = cue_text.plain(file.rsplit("/", 1)[-1].removesuffix(".md"))
    if name.strip() in cues_topics.TOPICS:
        return name.strip()
    return _by_most(name, names_only=True) or _by_most(cue_text.plain(trigger), names_only=False)


def _by_most(text: str, *, names_only: bool) -> str:
    """The topic most of whose words stand in the text, "" when none does or two do alike."""
    counts = {
        about: len(
            cue_text.every_said(
                names if names_only else {*names, *cues_topics.TOPICS[about][0]}, text
            )
        )
        for about, names in cues_topics.FILE_NAMES.items()
    }
    ordered = sorted(counts, key=lambda about: -counts[about])
    first, second = ordered[:2]
    return first if counts[first] > counts[second] else ""
