"""The only code that touches disk, network, clock or database."""
