import random
from pathlib import Path

import numpy as np
import pytest

from knowledge_base.cache import VectorCache
from knowledge_base.embed import MiniLM
from pipeline.errors import ModelError

TEXTS = [
    "reboot",
    "How do I reboot a server that does not answer?",
    "我的服务器无法启动",
    "",
    *("line of a log " * n for n in range(1, 120, 7)),
]


def test_a_vector_does_not_depend_on_its_neighbours() -> None:
    model = MiniLM()
    together = dict(zip(TEXTS, model.embed(TEXTS), strict=True))
    shuffled = random.Random(3).sample(TEXTS, len(TEXTS))
    for part in (shuffled[:5], shuffled[5:6], shuffled[6:]):
        for text, vector in zip(part, model.embed(part), strict=True):
            assert (vector == together[text]).all()


def test_vectors_are_of_length_one_and_near_for_like_meaning(embedder: MiniLM) -> None:
    a, b, c = embedder.embed(["my server does not boot", "the machine won't start up", "please refund the invoice"])
    assert np.linalg.norm(a) == pytest.approx(1, abs=1e-5)
    assert a @ b > a @ c + 0.2


def test_the_cache_answers_instead_of_the_model(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "v.sqlite")
    first = MiniLM(cache=cache)
    vectors = first.embed(TEXTS)
    second = MiniLM(cache=cache)
    assert (second.embed(TEXTS[::-1]) == vectors[::-1]).all()
    assert "_model" not in vars(second)  # never loaded
    assert "reboot" not in (tmp_path / "v.sqlite").read_bytes().decode("latin-1")


def test_a_model_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"modules\.json"):
        MiniLM(str(tmp_path)).embed(["x"])


def test_no_texts(embedder: MiniLM) -> None:
    assert len(embedder.embed([])) == 0
