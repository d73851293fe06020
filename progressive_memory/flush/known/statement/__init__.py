"""What a statement says, taken apart, so that two of them can be compared by slots. Pure."""
