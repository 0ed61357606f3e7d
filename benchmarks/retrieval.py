"""Ranks documents for queries with the product's chunks, embeddings and index.

Corpus rows: {"id", "title", "content"}, or snippets {"domain", "entity_id", "doc_id", "entity", "title", "body"}.
Query rows: {"query"}, or dialogues {"turns": [{"text"}, ...]}. Writes {"row", "ranking", "need"}: document ids, best
first, and 1.0 where the annotator would cite at least one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from knowledge_base.chunking import chunk_markdown
from knowledge_base.embed import MiniLM
from knowledge_base.index import KnowledgeIndex
from pipeline.canonical import content_digest
from pipeline.schemas import CHUNKS
from pipeline.settings import Annotation, Knowledge

_TURNS = 3  # of a dialogue: the open request in its context
_DEPTH = 100


def predict(gold: list[dict[str, Any]], corpus: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    chunks = {chunk["chunk_id"]: chunk for document in corpus for chunk in _chunks(document)}
    index = KnowledgeIndex.build(CHUNKS.frame(chunks.values()), MiniLM())
    for number, passages in enumerate(index.search([_query(row) for row in gold], _DEPTH)):
        best = passages[0].score if passages else 0.0
        need = float(best >= Annotation().minimum_score)
        yield {"row": number, "ranking": list(dict.fromkeys(p.doc_id for p in passages)), "need": need}


def _query(row: dict[str, Any]) -> str:
    return str(row["query"]) if "query" in row else "\n".join(t["text"] for t in row["turns"][-_TURNS:])


def _chunks(document: dict[str, Any]) -> Iterator[dict[str, str]]:
    if "body" in document:
        doc_id = "/".join(str(document[k]) for k in ("domain", "entity_id", "doc_id"))
        title, text = " > ".join(t for t in (document.get("entity"), document["title"]) if t), document["body"]
    else:
        doc_id, title, text = document["id"], document["title"], document["content"]
    for heading, content in chunk_markdown(text, Knowledge().chunk_words):
        path = " > ".join([title, *heading])
        chunk_id = content_digest(doc_id, path, content)[:16]
        yield {"chunk_id": chunk_id, "doc_id": doc_id, "title": path, "content": content, "source": "", "licence": "", "language": "en"}
