"""A segment read again with more messages keeps its candidates' first evidence, and so its keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.segment import Segment
from progressive_memory.flush.extract import rules
from progressive_memory.flush.segment import stretches
from progressive_memory.text.recalled import closing, opening
from tests.unit.flush.extract import golden
from tests.unit.flush.extract.dialogue_cases import Case, cases

TALKS = [case for case in [*cases("en"), *cases("zh")] if len(case.messages) > 1]


@pytest.mark.parametrize("case", TALKS, ids=[f"{case.language}: {case.title}" for case in TALKS])
def test_later_messages_leave_the_first_evidence_alone(case: Case) -> None:
    whole = rules.extract_all(case.messages, language=case.language)
    for end in range(1, len(case.messages)):
        part = rules.extract_all(case.messages[:end], language=case.language)
        for one, later in _the_same(part, whole):
            assert one.evidence[0] == later.evidence[0]


def _the_same(
    part: tuple[Candidate, ...], whole: tuple[Candidate, ...]
) -> Iterator[tuple[Candidate, Candidate]]:
    """Candidates of one kind and owner of which the later rests on what the earlier rests on."""
    for one in part:
        for later in whole:
            alike = one.kind is later.kind and one.tail[:1] == later.tail[:1]
            if alike and set(one.evidence) <= set(later.evidence):
                yield one, later


def test_a_pending_proposal_is_confirmed_under_its_own_key() -> None:
    case = next(
        case for case in TALKS if case.title == "a proposal another person agrees to is a decision"
    )
    (waiting,) = rules.extract_all(case.messages[:1], language="en")
    (confirmed,) = rules.extract_all(case.messages, language="en")
    assert (False, True) == (waiting.confirmed, confirmed.confirmed)
    assert waiting.evidence[0] == confirmed.evidence[0]


def test_one_stretch_gives_what_the_whole_gives_for_it() -> None:
    messages = golden.messages("zh")
    whole = rules.extract_all(messages, language="zh")
    apart = [
        one
        for stretch in stretches(messages)
        for one in rules.extract(Segment(stretch), language="zh")
    ]
    assert [one.title for one in whole] == [one.title for one in apart]


def test_extraction_is_the_same_every_time() -> None:
    messages = golden.messages("en")
    first = rules.extract_all(messages, language="en")
    assert first == rules.extract_all(messages, language="en")


def test_recalled_memory_is_never_extracted_again() -> None:
    said = golden.messages("en")
    framed = f"{opening('mobile-app', 'n1')}\n{{}}\n{closing('n1')}"
    recalled = tuple(replace(one, text=framed.format(one.text)) for one in said)
    assert () == rules.extract_all(recalled, language="en")
