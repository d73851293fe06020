"""A forget may die at any step: the next command that writes finishes it, or it can be run again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_a_forget_that_dies_anywhere_leaves_nothing_in_the_end(tmp_path: Path) -> None:
    script = Path(__file__).with_name("forget_cut_off.py")
    env = {**os.environ, "PYTHONPATH": str(script.parents[2])}
    words = [sys.executable, str(script), str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=env)
    *problems, counts = done.stdout.splitlines()
    steps, half_way = map(int, counts.split())
    assert [] == problems
    assert steps > 30
    assert half_way > 25
