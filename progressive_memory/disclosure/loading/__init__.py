"""What a disclosure may load, and what of it fits into the budget."""
