"""Shared fixtures. Models and the release of the samples are made once a session."""

from pathlib import Path

import pytest

from knowledge_base.cache import VectorCache
from knowledge_base.embed import MiniLM

ROOT = Path(__file__).resolve().parent.parent
KEY = b"a key for tests, thirty-two bytes"


@pytest.fixture(scope="session")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    """The packaged MiniLM, with a cache of this session's own."""
    return MiniLM(cache=VectorCache(tmp_path_factory.mktemp("vectors") / "vectors.sqlite"))
