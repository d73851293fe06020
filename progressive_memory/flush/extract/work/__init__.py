"""Work: the deliverables people name, and the reports that end them."""
