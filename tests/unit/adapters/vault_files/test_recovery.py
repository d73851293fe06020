"""A writer may die at any step, and a person may save at any step; nothing is lost or left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_a_writer_that_dies_anywhere_is_finished_by_the_next(tmp_path: Path) -> None:
    script = Path(__file__).with_name("crashes.py")
    words = [sys.executable, str(script), str(tmp_path), "61"]
    env = {**os.environ, "PYTHONPATH": str(script.parents[4])}
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=env)
    *problems, count = done.stdout.splitlines()
    assert [] == problems
    assert int(count.split()[0]) > 100
