"""Messages put into a day note in time order, and forgotten in it; by lines and in one pass."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from datetime import date, datetime, tzinfo
from itertools import accumulate

from progressive_memory.domain.plan import ForgetMessages, LogItem, PutMessages
from progressive_memory.vault import frontmatter, log_note
from progressive_memory.vault.lines import is_blank, newline_of, split_lines, without_ending
from progressive_memory.vault.splice.misfit import Misfit
from progressive_memory.vault.splice.seam import ends_line


def put_messages(path: str, text: str, operation: PutMessages) -> str | Misfit:
    """The day note with the messages in it; lines a person typed stay where they are."""
    on = log_note.day_of(path)
    if on is None:
        return Misfit("messages belong into a day note")
    start = frontmatter.body_start(text)
    newline = newline_of(text)
    lines = split_lines(text[start:])
    standing = list(log_note.items(lines))
    known = {item.block_id: item for item in standing}
    wanted = {one.block_id: one for one in operation.items}
    for block_id in wanted.keys() & known.keys():
        if known[block_id].forgotten:
            continue  # it never comes back
        _rewrite(lines, known[block_id], wanted[block_id].block, newline)
    new = [one for block_id, one in wanted.items() if block_id not in known]
    if new:
        lines = _with_new(lines, standing, new, (on, log_note.zone_of(text), newline))
    head = text[:start]
    return head + ("" if ends_line(head) or not lines else newline) + "".join(lines)


def forget_messages(text: str, operation: ForgetMessages) -> str:
    """The day note with nothing left of the messages and reactions; what a person typed stays."""
    start = frontmatter.body_start(text)
    lines = split_lines(text[start:])
    gone, reactions = frozenset(operation.block_ids), frozenset(operation.reactions)
    for item in reversed(list(log_note.items(lines))):
        if item.block_id in gone and not item.forgotten:
            own_end = item.first + len(item.own)
            nested = (lines[at] for at in range(own_end, item.end) if at != item.meta_line)
            ending = _ending(lines[own_end - 1])
            lines[item.first : item.end] = [log_note.forgotten_item(item) + ending, *nested]
        elif item.meta_line is not None and reactions:
            meta = lines[item.meta_line]
            lines[item.meta_line] = log_note.without_reactions(meta, reactions)
    return text[:start] + "".join(lines)


def _rewrite(lines: list[str], item: log_note.Item, block: str, newline: str) -> None:
    """Put a message's new text and meta line in place of the old; a person's nested lines stay.

    The list keeps its length, so that places in it stay true: a line may hold several, or none.
    """
    *own, meta = block.split("\n")
    own_end = item.first + len(item.own)
    ending = _ending(lines[own_end - 1])
    new_own = newline.join(own) + ending
    if item.meta_line is None:
        new_own = newline.join([*own, meta]) + ending
    else:
        lines[item.meta_line] = meta + _ending(lines[item.meta_line])
    if "".join(lines[item.first : own_end]) != new_own:
        lines[item.first : own_end] = [new_own, *[""] * (own_end - item.first - 1)]


def _with_new(
    lines: list[str],
    standing: list[log_note.Item],
    new: list[LogItem],
    setting: tuple[date, tzinfo, str],
) -> list[str]:
    on, zone, newline = setting
    # The greatest time so far: also where a person moved messages, one bisection finds a place.
    times = list(accumulate((_second(log_note.at_of(item, on, zone)) for item in standing), max))
    by_place: dict[int, list[LogItem]] = defaultdict(list)
    for one in sorted(new, key=lambda one: _second(one.at)):
        by_place[bisect_right(times, _second(one.at))].append(one)
    end = _end_of_list(lines, standing)
    pieces: list[str] = []
    done = 0
    for place in sorted(by_place):
        line = standing[place].first if place < len(standing) else end
        pieces += lines[done:line]
        pieces += _blocks(pieces, by_place[place], newline)
        done = line
    if done == end and end < len(lines) and not is_blank(lines[end]):
        pieces.append(newline)
    return pieces + lines[done:]


def _blocks(above: list[str], new: list[LogItem], newline: str) -> list[str]:
    """The messages' text after what stands above: never glued to it, apart from a heading."""
    lead = []
    last = next((line for line in reversed(above) if line), newline)
    if not last.endswith(("\n", "\r")):
        lead.append(newline)
    if last.startswith("#"):
        lead.append(newline)
    return [*lead, *(newline.join(one.block.split("\n")) + newline for one in new)]


def _end_of_list(lines: list[str], standing: list[log_note.Item]) -> int:
    if standing:
        return standing[-1].end
    end = len(lines)
    while end and is_blank(lines[end - 1]):
        end -= 1
    return min(end + 1, len(lines))  # the blank line under the heading stays its own


def _ending(line: str) -> str:
    return line[len(without_ending(line)) :]


def _second(at: datetime) -> int:
    """The log shows whole seconds: messages within one tie."""
    return int(at.timestamp())
