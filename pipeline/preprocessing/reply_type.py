"""Step 4: what kind of reply a checkpoint is; and for step 3, whether a reply is a checkpoint at all.

A small model over sentence embeddings of the reply and of the request before it, the reply's letter sequences, and cues
read off the words: two logistic regressions (scikit-learn), trained when they are made from the examples in
`reply_examples.jsonl`, which this project wrote. Training takes some seconds once the examples' embeddings are cached,
so there are no weights to go stale.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from pipeline.canonical import content_digest
from pipeline.interfaces import Embedder
from pipeline.preprocessing.reply_features import ReplyContext, cues, reply_text, request_text
from pipeline.schemas import REPLY_TYPES, SUBTASKS
from pipeline.settings import ReplyTypes

EXAMPLES = "reply_examples.jsonl"

# Chosen by cross-validation over the examples and on labelled threads that are not among them: the inverse of
# regularization, and how much each block of features counts.
_C = 4.0
_REPLY, _REQUEST, _CUES, _LETTERS = 1.5, 0.7, 0.7, 2.0
_SEED = 0


class ReplyPrediction(NamedTuple):
    """What the model says of one reply."""

    type: str
    """The likeliest of REPLY_TYPES."""
    confidence: float
    """Its probability, 0 to 1, rounded to 4 digits."""
    probabilities: dict[str, float]
    checkpoint: float
    """Probability that the reply is a checkpoint, 0 to 1, rounded to 4 digits."""


class Example(NamedTuple):
    """One labelled reply."""

    context: ReplyContext
    type: str
    checkpoint: bool


@cache
def examples() -> tuple[Example, ...]:
    """The training examples that come with the package, in file order."""
    text = resources.files(__package__).joinpath(EXAMPLES).read_text("utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    fields = ReplyContext._fields
    return tuple(Example(ReplyContext(**{f: row[f] for f in fields}), row["type"], row["checkpoint"]) for row in rows)


class ReplyModel:
    """Predicts reply types and checkpoints. Make one with `train`."""

    def __init__(self, features: _Features, types: Any, checkpoints: Any, name: str) -> None:
        self.name = name
        """Changes with the examples, the features and the embedding model."""
        self._features = features
        self._types = types
        self._checkpoints = checkpoints

    @classmethod
    def train(cls, embedder: Embedder, given: Sequence[Example] | None = None) -> ReplyModel:
        """Fits both classifiers on the packaged examples, or on others; the same ones always give the same model."""
        from sklearn.linear_model import LogisticRegression

        rows = examples() if given is None else given
        features = _Features(embedder, [e.context for e in rows])
        x = features([e.context for e in rows])
        types = LogisticRegression(C=_C, max_iter=3000, class_weight="balanced", random_state=_SEED)
        checkpoints = LogisticRegression(C=_C, max_iter=3000, random_state=_SEED)
        types.fit(x, [e.type for e in rows])
        checkpoints.fit(x, [e.checkpoint for e in rows])
        digest = content_digest(*(json.dumps(e) for e in rows))[:12]
        return cls(features, types, checkpoints, f"logistic regression, {len(rows)} examples {digest}, {embedder.name}")

    def predict(self, contexts: Sequence[ReplyContext]) -> list[ReplyPrediction]:
        """One prediction a context, in order; none depends on the others."""
        if not contexts:
            return []
        x = self._features(contexts)
        of_type = _logistic(x, self._types.coef_, self._types.intercept_)
        score = _logistic(x, self._checkpoints.coef_, self._checkpoints.intercept_)
        yes = list(self._checkpoints.classes_).index(True)
        out = []
        for row, checkpoint in zip(of_type, score, strict=True):
            probabilities = {str(t): round(float(p), 4) for t, p in zip(self._types.classes_, row, strict=True)}
            best = max(REPLY_TYPES, key=lambda t: probabilities.get(t, 0.0))
            out.append(ReplyPrediction(best, probabilities[best], probabilities, round(float(checkpoint[yes]), 4)))
        return out


class _Features:
    """Maps contexts to rows of a sparse matrix: both embeddings, the cues, and weighted counts of the reply's letters.

    An embedding says what a reply is about; which words do the work (mean, sorry, please send) shows better in sequences
    of one to five letters inside words, which also forgive the typos of a chat and need no word list in either language.
    """

    def __init__(self, embedder: Embedder, known: Sequence[ReplyContext]) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer

        self._embedder = embedder
        self._letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 5), min_df=2, sublinear_tf=True)
        self._letters.fit([reply_text(c.reply) for c in known])

    def __call__(self, contexts: Sequence[ReplyContext]) -> Any:
        """(n, 2 x dimension + cues + letter sequences) CSR matrix, float64."""
        from scipy.sparse import csr_array, hstack  # type: ignore[import-untyped]  # comes with scikit-learn

        replies = [reply_text(c.reply) for c in contexts]
        requests = [request_text(c.request) for c in contexts]
        texts = sorted({*replies, *requests})
        row = {text: n for n, text in enumerate(texts)}
        vectors = self._embedder.embed(texts).astype(np.float64)
        parts = (
            csr_array(vectors[[row[t] for t in replies]] * _REPLY),
            csr_array(vectors[[row[t] for t in requests]] * _REQUEST),
            csr_array(np.stack([cues(c) for c in contexts]) * _CUES),
            self._letters.transform(replies) * _LETTERS,
        )
        return hstack(parts, format="csr")


def _logistic(x: Any, coefficients: Any, intercept: Any) -> Any:
    """(n, classes) probabilities. The sparse product goes row by row, so that no row's last bits depend on the others."""
    scores = x @ coefficients.T + intercept
    if scores.shape[1] == 1:
        scores = np.concatenate([np.zeros_like(scores), scores], axis=1)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def contexts(turns: pl.DataFrame) -> list[ReplyContext]:
    """A context for each agent turn of a TURNS frame, in the frame's order (sorted by ticket and position)."""
    out = []
    ticket, request, after_call, first = None, "", False, True
    for ticket_id, role, text in turns.select("ticket_id", "role", "text").iter_rows():
        if ticket_id != ticket:
            ticket, request, after_call, first = ticket_id, "", False, True
        if role == "customer":
            request = f"{request}\n{text}" if request else text
        elif role == "call":
            after_call = True
        elif role == "agent":
            out.append(ReplyContext(request, text, after_call, first))
            request, after_call, first = "", False, False
    return out


def tag_replies(turns: pl.DataFrame, subtasks: pl.DataFrame, settings: ReplyTypes, replies: ReplyModel) -> pl.DataFrame:
    """SUBTASKS with reply_type and confidence; the type stays null where the model is less sure than `settings.abstain_below`."""
    agents = turns.filter(pl.col("role") == "agent").select("ticket_id", pl.col("position").alias("reply"))
    wanted = agents.with_row_index("n").join(subtasks, on=["ticket_id", "reply"], how="semi", maintain_order="left")
    all_contexts = contexts(turns)
    predicted = replies.predict([all_contexts[n] for n in wanted["n"]])
    labels = wanted.select("ticket_id", "reply").with_columns(
        pl.Series("reply_type", [p.type if p.confidence >= settings.abstain_below else None for p in predicted], pl.String),
        pl.Series("confidence", [p.confidence for p in predicted], pl.Float64),
    )
    bare = subtasks.drop("reply_type", "confidence")
    tagged = bare.join(labels, on=["ticket_id", "reply"], how="left", maintain_order="left")
    return SUBTASKS.check(tagged.select(*SUBTASKS.columns))
