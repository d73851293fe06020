"""Every Embedder passes this suite: the sentence encoder and the hashed words of the tests."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from progressive_memory.adapters.embed_use import UseEmbedder
from progressive_memory.adapters.memory.embedder import HashedEmbedder
from progressive_memory.ports import Embedder


@pytest.fixture(scope="module", params=["encoder", "hashed"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return UseEmbedder() if request.param == "encoder" else HashedEmbedder()


def cosine(embedder: Embedder, one: str, other: str) -> float:
    first, second = embedder.embed([one, other])
    return sum(a * b for a, b in zip(first, second, strict=True))


def test_each_text_has_a_vector_of_its_own_in_order(embedder: Embedder) -> None:
    texts = ["the lift is broken", "数据库每天备份", "the lift is broken"]
    vectors = embedder.embed(texts)
    assert len(vectors) == 3
    assert vectors[0] == pytest.approx(vectors[2], abs=1e-5)
    assert vectors[0] != pytest.approx(vectors[1], abs=1e-2)
    assert embedder.embed([]) == []


def test_what_says_the_same_is_nearer_than_what_does_not(embedder: Embedder) -> None:
    near = cosine(embedder, "who repairs the broken lift?", "a firm repairs the broken lift")
    assert near > 0.3
    assert near > cosine(embedder, "who repairs the broken lift?", "lunch costs thirty yuan") + 0.2


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(text=st.text(max_size=60))
@pytest.mark.parametrize("times", [1, 400])
def test_any_text_has_a_vector_of_length_one(embedder: Embedder, times: int, text: str) -> None:
    (vector,) = embedder.embed([text * times])
    assert vector.typecode == "f"
    assert math.sqrt(sum(value * value for value in vector)) == pytest.approx(1, abs=1e-3)


def test_a_surrogate_of_a_broken_argument_is_taken(embedder: Embedder) -> None:
    assert len(embedder.embed(["caf\udce9"])) == 1


def test_the_model_has_a_name_and_a_version(embedder: Embedder) -> None:
    assert any(character.isdigit() for character in embedder.model)
    assert embedder.model == embedder.model.strip()
