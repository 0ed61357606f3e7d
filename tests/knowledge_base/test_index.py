from pathlib import Path

import numpy as np
import polars as pl
import pytest

from knowledge_base.embed import MiniLM
from knowledge_base.index import KnowledgeIndex
from pipeline.errors import ModelError
from pipeline.schemas import CHUNKS

CONTENT = {
    "aaaa": "A snapshot copies a disk and takes some minutes.",
    "bbbb": "Domain transfers need the authorization code from the old registrar.",
    "cccc": "Text messages to Germany need an approved template.",
}


def chunks() -> pl.DataFrame:
    common = {"title": "Page", "source": "docs", "licence": "", "language": "en"}
    return CHUNKS.frame({"chunk_id": k, "doc_id": f"doc-{k}", "content": v, **common} for k, v in CONTENT.items())


def test_the_nearest_part_comes_first(embedder: MiniLM) -> None:
    index = KnowledgeIndex.build(chunks(), embedder)
    found = index.search(["how do I move my domain to you?", "copy of my disk"], 2)
    assert [f[0].doc_id for f in found] == ["doc-bbbb", "doc-aaaa"]
    assert all(len(f) == 2 and f[0].score >= f[1].score for f in found)


def test_a_saved_index_gives_the_same_answers(embedder: MiniLM, tmp_path: Path) -> None:
    index = KnowledgeIndex.build(chunks(), embedder)
    index.save(tmp_path / "index")
    again = KnowledgeIndex.load(tmp_path / "index", embedder)
    assert again.search(["sms"], 3) == index.search(["sms"], 3)
    assert again.search(["sms", "x", "y"], 3)[0] == index.search(["sms"], 3)[0]


def test_an_index_of_another_model_is_refused(embedder: MiniLM, tmp_path: Path) -> None:
    KnowledgeIndex.build(chunks(), embedder).save(tmp_path / "index")

    class Other:
        name = "another model"

        def embed(self, texts: object) -> np.ndarray:
            return np.zeros((0, 384), dtype=np.float32)

    with pytest.raises(ModelError, match="another model"):
        KnowledgeIndex.load(tmp_path / "index", Other())


def test_an_empty_knowledge_base_finds_nothing(embedder: MiniLM) -> None:
    assert KnowledgeIndex.build(CHUNKS.frame(), embedder).search(["x"], 3) == [[]]
