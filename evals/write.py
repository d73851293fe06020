"""How well writing works: every eval of it, one table, written into docs/quality.md.

python -m evals.write [--only NAME ...] [--shared DIR] [--strict]
"""

from __future__ import annotations

import sys

from evals.sheet import Sheet, main

SHEET = Sheet(
    "eval-write",
    {
        "model-guard": "evals.model_guard",
        "kept": "evals.kept",
        "parity": "evals.parity",
        "judging": "evals.judging",
        "superseded": "evals.superseded",
        "boundaries": "evals.boundaries",
        "flush-again": "evals.flush_again",
        "reading": "evals.reading",
        "dates": "evals.dates",
        "years": "evals.years",
        "backlog": "evals.backlog",
        "secrets": "evals.secrets",
        "injection": "evals.injection",
        "decisions-found": "evals.decisions_found",
        "actions-found": "evals.actions_found",
        "chef-states": "evals.chef_states",
    },
)

if __name__ == "__main__":
    sys.exit(main(SHEET, sys.argv[1:]))
