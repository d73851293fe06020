"""Agent hosts: putting our hooks into them, and seeing how they stand there."""
