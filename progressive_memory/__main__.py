"""`python -m progressive_memory` is the same program as `pmem`."""

from __future__ import annotations

from progressive_memory.cli import main

if __name__ == "__main__":
    main()
