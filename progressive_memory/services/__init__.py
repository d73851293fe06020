"""One verb a file: gather, decide, apply. A package holds the verbs of one job."""
