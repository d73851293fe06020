"""From a message to the one route it takes, and why."""
