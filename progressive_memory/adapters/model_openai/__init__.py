"""A language model behind an OpenAI-compatible endpoint, with the standard library alone."""

from __future__ import annotations

from progressive_memory.adapters.model_openai.endpoint import Endpoint, open_endpoint
from progressive_memory.adapters.model_openai.model import OpenAiModel, open_model

__all__ = ["Endpoint", "OpenAiModel", "open_endpoint", "open_model"]
