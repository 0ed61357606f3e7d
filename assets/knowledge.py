"""The knowledge base, and phase 3: annotation grounded in it."""

import dagster as dg
import polars as pl

from assets.io import PREVIEW
from assets.resources import Factory
from knowledge_base.documents import read_documents
from knowledge_base.index import KnowledgeIndex
from pipeline.annotation.annotator import annotate
from pipeline.preprocessing.segment import Segmented


@dg.asset(group_name="knowledge_base", kinds={"polars"}, code_version="1", metadata={PREVIEW: "table"})
def knowledge_chunks(factory: Factory) -> pl.DataFrame:
    """The documents that the settings name, cut into parts along their headings."""
    return read_documents(factory.settings)


@dg.asset(group_name="knowledge_base", kinds={"faiss", "huggingface"}, code_version="1")
def knowledge_index(factory: Factory, knowledge_chunks: pl.DataFrame) -> KnowledgeIndex:
    """The parts' embeddings in a FAISS index, tied to the model and the corpus that it was made of."""
    return KnowledgeIndex.build(knowledge_chunks, factory.embedder)


@dg.asset(group_name="phase_3_annotation", kinds={"faiss"}, code_version="1", metadata={PREVIEW: "table"})
def references(factory: Factory, segmented_tickets: Segmented, subtasks: pl.DataFrame, knowledge_index: KnowledgeIndex) -> pl.DataFrame:
    """Step 6: the parts of the knowledge base that each subtask's reference reply rests on."""
    return annotate(segmented_tickets.turns, subtasks, factory.settings.annotation, knowledge_index, factory.embedder)
