"""In-memory twins of the ports: for tests, and for programs that want no files."""
