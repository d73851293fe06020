"""What is wrong in a vault, and what to type; the mends that need no person."""
