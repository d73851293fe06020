"""One verb a file: gather, decide, apply."""
