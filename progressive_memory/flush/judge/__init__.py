"""What people did and what was said, weighed against what is known (DESIGN §5). Pure."""
