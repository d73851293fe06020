"""Long-running chat clients; they translate and call `progressive_memory.api`."""
