"""What is known of a group: its entries as the judge sees them, read back from notes. Pure."""
