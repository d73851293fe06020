"""What OpenClaw's hooks and plugin hand over (`hooks/`), taken in; one process a call."""
