"""Groups: which there are, how they are made, changed and renamed."""
