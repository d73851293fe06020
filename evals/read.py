"""How well reading works: every eval of it, one table, written into docs/quality.md.

python -m evals.read [--only NAME ...] [--shared DIR] [--strict]
"""

from __future__ import annotations

import sys

from evals.sheet import Sheet, main

SHEET = Sheet(
    "eval-read",
    {
        "routing": "evals.routing",
        "handed_over": "evals.handed_over",
        "conversations": "evals.conversations",
        "decision_lookup": "evals.decision_lookup",
        "needles": "evals.needles",
        "budget": "evals.budget",
        "semantic": "evals.semantic",
    },
)

if __name__ == "__main__":
    sys.exit(main(SHEET, sys.argv[1:]))
