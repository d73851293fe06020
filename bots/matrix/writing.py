"""Verbs that change the memory. Blocking; carried out again after a crash, they do no more."""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.api_live import LiveMemory, Spool
from progressive_memory.domain.flush_report import FlushReport, together
from progressive_memory.domain.forget_report import ToForget
from progressive_memory.domain.undo_report import PastFlush
from progressive_memory.errors import UserError

from . import answers, reviews
from .case import Case, Done, answer

_NOTHING = "-"
"""The aim of a request before which there was nothing."""


def write(case: Case, memory: LiveMemory, spool: Spool) -> str | Done:
    """Do what a verb asks; what it is about to do is fixed in the spool first."""
    match case.request.verb:
        case "remem":
            return _remem(case, memory, spool)
        case "remember":
            return _remember(case, memory, spool)
        case "forget":
            return _forget(case, memory, spool)
        case "undo":
            return _undo(case, memory, spool)
        case "optout":
            memory.opt_out(case.group, case.request.sender)
            return case.says_who("opted_out")
        case _:
            memory.opt_in(case.group, case.request.sender)
            return case.says("opted_in")


def _remem(case: Case, memory: LiveMemory, spool: Spool) -> Done:
    """Flush the room's group, a portion a turn. One cut off by a crash is told by what it wrote."""
    request = case.request
    newest = _newest_remem(memory, case.group)
    interrupted = ""
    if request.aim and newest and newest.flush_id != request.aim and not case.so_far:
        interrupted = case.says("interrupted", flush=newest.flush_id, count=newest.written)
        if not memory.unflushed(case.group):
            rows = memory.pending(case.group).pending
            return reviews.shown(case, rows, answer(request, interrupted), spool.reviews())
    if not request.aim:
        spool.aim(request.event_id, newest.flush_id if newest else _NOTHING)
    report, left = memory.flush_portion(case.group, "remem")
    so_far = (*case.so_far, report)
    if left:
        return Done(so_far=so_far)
    return _told(case, together(so_far), spool, interrupted)


def _told(case: Case, report: FlushReport, spool: Spool, interrupted: str) -> Done:
    """The answer to a flush, with as many of what waits as a room bears."""
    request, done = case.request, report.groups[0]
    portions = len(report.flush_ids)
    lines = [interrupted, case.says("portions", count=portions) if portions else ""]
    flush_id = "" if portions else report.flush_id
    lines.append(answers.digest(case.language, done, flush_id, case.room.room_id))
    text = "\n".join(filter(None, lines))
    told = reviews.shown(case, done.pending, answer(request, text), spool.reviews())
    waiting = len(done.pending) - len(told.reviews)
    if waiting > 0:
        about, *items = told.said
        text = f"{text}\n{case.says('more_waiting', count=waiting)}"
        told = Done((replace(about, text=text), *items), told.reviews)
    return told


def _newest_remem(memory: LiveMemory, group: str) -> PastFlush | None:
    flushes = memory.history().flushes
    own = (one for one in flushes if one.trigger == "remem" and one.groups == (group,))
    return next(own, None)


def _remember(case: Case, memory: LiveMemory, spool: Spool) -> str | Done:
    request = case.request
    if memory.has_opted_out(case.group, request.sender):
        return case.says("out_already")
    report = memory.remember_said(
        case.group, request.words, said=request.event_id, by=request.sender, settles=case.may
    )
    done = report.groups[0]
    about = answer(request, answers.noted(case.language, done))
    return reviews.shown(case, done.pending, about, spool.reviews())


def _forget(case: Case, memory: LiveMemory, spool: Spool) -> str:
    request = case.request
    wanted = request.words.strip("`^ ")
    if len(wanted.split()) != 1:
        return case.needs_words()
    is_message = wanted.startswith(("m-", "$"))
    what = ToForget(
        entries=() if is_message else (wanted,),
        messages=(wanted,) if is_message else (),
        group=case.group,
    )
    spool.aim(request.event_id, wanted)
    try:
        report = memory.forget(what)
    except UserError:
        if not request.aim:
            raise
        return case.says("forgotten_before")  # by the run that was cut off
    return answers.forgotten(case.language, report)


def _undo(case: Case, memory: LiveMemory, spool: Spool) -> str:
    """Take back a flush of this room's group alone; which one is fixed before it is done."""
    request, flushes = case.request, memory.history().flushes
    aim = request.aim or request.words.strip("`^ ") or memory.newest_flush(case.group)
    if not aim:
        return case.says("nothing_to_undo")
    past = next((one for one in flushes if one.flush_id == aim), None)
    if past is not None and past.groups != (case.group,):
        return case.says("not_this_room", flush=aim)
    if past is not None and past.undone:
        return case.says("undone_already", flush=aim)
    spool.aim(request.event_id, aim)
    report = memory.undo(aim)
    return case.says("undone", flush=aim, count=len(report.restored))
