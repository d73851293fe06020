"""The needle vault: is the right note among the first five, in its group and no other?

The notes and the questions are made by the programs in `research/peers` of the shared folder; the
vault, and the times beside plain FTS5, are those of `benchmarks.needles`.
"""

from __future__ import annotations

from pathlib import Path

from evals.measured import Absent, Measured

COMMAND = "python -m benchmarks.needles"
PROTOCOL = (
    "1,000 notes in 20 groups; 80 queries, keywords and questions, zh and en, each asked of all 20 "
    "groups in scope `log`; a hit is the right note in the top 5 of its group; a row whose path is "
    "of another group is counted wherever it comes; the floor is 60 lines of FTS5 over all notes"
)


def measure(shared: Path) -> list[Measured]:
    """Right notes, and rows of another group.

    Raises:
        Absent: the programs that make the vault are not there.
    """
    peers = shared / "research" / "peers"
    if not (peers / "gen.py").is_file():
        raise Absent(f"no gen.py in {peers}")
    from benchmarks.needles import TOP, one_round

    baseline, ours = one_round()
    return [
        Measured(
            measure=f"needles: right note in the top {TOP} of its group",
            value=f"{ours.found} of {ours.asked}",
            floor=f"{baseline.found} of {baseline.asked}",
            goal=f"{ours.asked} of {ours.asked}",
            n=ours.asked,
            protocol=PROTOCOL,
            reached=ours.found == ours.asked,
            command=COMMAND,
        ),
        Measured(
            measure="needles: rows of another group",
            value=str(ours.strangers),
            floor="",
            goal="0",
            n=ours.asked * 20,
            protocol=PROTOCOL,
            reached=not ours.strangers,
            command=COMMAND,
        ),
    ]
