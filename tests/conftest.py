"""Shared fixtures. Models and the release of the samples are made once a session."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import settings as hypothesis_settings

from knowledge_base.cache import VectorCache
from knowledge_base.documents import read_documents
from knowledge_base.embed import MiniLM
from knowledge_base.index import KnowledgeIndex
from pipeline.flow import make_release
from pipeline.instance import load_key
from pipeline.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
# A loaded machine is no fault of the code.
hypothesis_settings.register_profile("factory", deadline=None)
hypothesis_settings.load_profile("factory")

VERSION = "2026.06.1"
KEY_TEXT = "a key for tests only"
KEY = load_key(Path(), KEY_TEXT)


@pytest.fixture(scope="session")
def vector_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vector cache of this session's own."""
    return tmp_path_factory.mktemp("vectors") / "vectors.sqlite"


@pytest.fixture(scope="session")
def embedder(vector_cache: Path) -> MiniLM:
    """The packaged MiniLM, with the session's cache."""
    return MiniLM(cache=VectorCache(vector_cache))


@pytest.fixture(scope="session")
def sample_release(tmp_path_factory: pytest.TempPathFactory, embedder: MiniLM) -> Path:
    """A release of samples/, made by the plain flow. Tests that use it share one xdist group, so it is made once."""
    folder = tmp_path_factory.mktemp("sample-release")
    return build_samples(embedder, folder)


def build_samples(embedder: MiniLM, out: Path, settings_file: Path = ROOT / "samples" / "settings.yaml", workers: int = 1) -> Path:
    settings = Settings.load(settings_file).replaced(out=out, version=VERSION, workers=workers)
    index = KnowledgeIndex.build(read_documents(settings), embedder)
    return make_release(settings, KEY, embedder, index, date(2026, 6, 1))
