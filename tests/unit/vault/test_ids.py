"""Ids are the design's hash, so two installations agree on them."""

from __future__ import annotations

from datetime import date

from progressive_memory.vault.ids import entry_id, entry_key, message_block_id


def test_message_block_id_is_the_golden_one() -> None:
    assert "m-nl7n3awdmj" == message_block_id("$z01")


def test_entry_id_is_the_golden_one() -> None:
    key = entry_key("支付网关", "d", "$z01", 0)

    assert "d-20260515-tnaju6vx4x" == entry_id("d", date(2026, 5, 15), key)
