"""Wiring: the only place that builds adapters for the ports.

Adapters are imported when first used: a hook is a cold process at every message.
"""
