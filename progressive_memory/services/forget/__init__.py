"""Taking words out for good: find, plan, take out, report."""
