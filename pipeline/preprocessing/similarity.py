"""Which texts are the same: MinHash proposes pairs, the true Jaccard similarity of their shingles decides.

MinHash after Broder, "On the resemblance and containment of documents" (1997), computed by the library rensa; candidates by
banding (locality-sensitive hashing) after Leskovec, Rajaraman and Ullman, "Mining of Massive Datasets", chapter 3.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from pipeline.settings import Deduplication

Hashes = NDArray[np.uint64]

_SEED = 20260328
_RECALL = 0.999  # of pairs that are just similar enough, among the candidates
_DEVIATIONS = 4  # standard deviations that an estimate may fall short of the threshold
_FEWEST_WORDS = 10  # of a beginning: fewer are too common to say anything

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(f"[{_CJK}]|[^\\W_{_CJK}]+")  # Chinese and Japanese characters are words
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def word_hashes(texts: Sequence[str]) -> list[Hashes]:
    """The words of each text in order, as 64-bit hashes; case, width, white space and punctuation are folded."""
    known: dict[str, int] = _Vocabulary()
    return [np.array([known[w] for w in _WORD.findall(unicodedata.normalize("NFKC", text).casefold())], dtype=np.uint64) for text in texts]


class _Vocabulary(dict[str, int]):
    def __missing__(self, word: str) -> int:
        value = self[word] = int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest())
        return value


def shingle_sets(words: Sequence[Hashes], size: int) -> list[Hashes]:
    """The distinct runs of `size` words of each text, hashed and sorted; a shorter text is one run, an empty one none."""
    return [_shingles(w, min(size, len(w))) for w in words]


def _shingles(words: Hashes, size: int) -> Hashes:
    if not size:
        return words
    count = len(words) - size + 1
    runs = np.zeros(count, dtype=np.uint64)
    for k in range(size):
        runs = _mixed(runs, words[k : k + count])
    return np.unique(runs)


def _mixed(hashes: Hashes, values: Hashes) -> Hashes:
    """Hashes of sequences, with one more value each."""
    product = (hashes ^ values) * _MULTIPLIER
    return product ^ (product >> np.uint64(29))


def jaccard(a: Hashes, b: Hashes) -> float:
    """Size of the intersection of two sorted sets by that of their union; 1 where both are empty."""
    common = np.intersect1d(a, b, assume_unique=True).size
    union = a.size + b.size - common
    return common / union if union else 1.0


def cluster(texts: Sequence[str], settings: Deduplication) -> list[int]:
    """For each text the smallest index of the texts that are the same as it (its own where there is none).

    The same are texts of equal words, texts whose Jaccard similarity reaches the threshold, and what such pairs connect;
    with `beginnings` also a text that is the beginning of texts of just one cluster. The order of texts changes no cluster.
    """
    words = word_hashes(texts)
    return cluster_words(words, shingle_sets(words, settings.shingle_words), settings)


def cluster_words(words: Sequence[Hashes], shingles: Sequence[Hashes], settings: Deduplication) -> list[int]:
    """As `cluster`, for words and shingles that are already made."""
    sets = _DisjointSets(len(words))
    first: dict[bytes, int] = {}
    for index, sequence in enumerate(words):
        if len(sequence):
            sets.join(first.setdefault(sequence.tobytes(), index), index)
    distinct = list(first.values())
    _join_similar(distinct, shingles, settings, sets)
    if settings.beginnings:
        _join_beginnings(first, sets)
    return [sets.find(i) for i in range(len(words))]


def _join_similar(distinct: list[int], shingles: Sequence[Hashes], settings: Deduplication, sets: _DisjointSets) -> None:
    """Joins candidates, the texts that share a bucket, whose similarity reaches the threshold.

    Each bucket is searched from text to text: what is joined once is not compared again, so a bucket full of copies costs
    little. The share of equal signature places estimates the similarity; only pairs that may reach the threshold are
    looked at closely.
    """
    if len(distinct) < 2:
        return
    own = [shingles[i] for i in distinct]
    signatures = _signatures(own, settings.permutations)
    threshold, deviation = settings.threshold, (settings.threshold * (1 - settings.threshold) / settings.permutations) ** 0.5
    enough = (threshold - _DEVIATIONS * deviation) * settings.permutations
    unlike: set[tuple[int, int]] = set()

    def same(a: int, b: int) -> bool:
        if sets.find(distinct[a]) == sets.find(distinct[b]):
            return True
        if (a, b) in unlike or (b, a) in unlike:
            return False
        if jaccard(own[a], own[b]) < threshold:
            unlike.add((a, b))
            return False
        sets.join(distinct[a], distinct[b])
        return True

    for bucket in _buckets(signatures, _band_rows(threshold, settings.permutations)):
        rest = bucket
        while rest.size > 1:
            reached, rest = [int(rest[0])], rest[1:]
            while reached and rest.size:
                text = reached.pop()
                likely = np.count_nonzero(signatures[rest] == signatures[text], axis=1) >= enough
                found = [same(text, int(other)) for other in rest[likely]]
                reached += rest[likely][found].tolist()
                likely[likely] = found
                rest = rest[~likely]


def _signatures(shingles: Sequence[Hashes], permutations: int) -> NDArray[np.uint32]:
    """(texts, permutations) MinHash signatures."""
    from rensa import RMinHash

    offsets = np.cumsum([0, *(s.size for s in shingles)], dtype=np.uint64)
    matrix = RMinHash.digest_matrix_from_flat_token_hashes(np.concatenate(shingles), offsets, permutations, _SEED)
    return np.array(matrix.to_rows(), dtype=np.uint32)


def _buckets(signatures: NDArray[np.uint32], rows: int) -> Iterator[NDArray[np.int64]]:
    """Groups of two and more texts whose signatures agree in all `rows` places of one band."""
    for start in range(0, signatures.shape[1] - rows + 1, rows):
        keys = np.zeros(len(signatures), dtype=np.uint64)
        for column in range(start, start + rows):
            keys = _mixed(keys, signatures[:, column].astype(np.uint64))
        order = np.argsort(keys, kind="stable")
        edges = np.concatenate([[0], np.flatnonzero(np.diff(keys[order])) + 1, [len(order)]])
        for group in np.flatnonzero(np.diff(edges) > 1):
            yield order[edges[group] : edges[group + 1]]


def _band_rows(threshold: float, permutations: int) -> int:
    """The most rows a band may have (the fewer candidates) while pairs at the threshold are still found."""
    fitting = [r for r in range(1, permutations + 1) if 1 - (1 - threshold**r) ** (permutations // r) >= _RECALL]
    return max(fitting, default=1)


def _join_beginnings(first: dict[bytes, int], sets: _DisjointSets) -> None:
    """Joins a text to those that begin with all its words, where these are of one cluster.

    A beginning of several different tickets (a greeting and its answer) says nothing and must not connect them. In sorted
    order the longer texts follow their beginnings at once; the longest are joined first.
    """
    ordered = sorted(first)
    for place in range(len(ordered) - 2, -1, -1):
        beginning = ordered[place]
        if len(beginning) < _FEWEST_WORDS * 8:
            continue
        longer: set[int] = set()
        for later in range(place + 1, len(ordered)):
            if not ordered[later].startswith(beginning) or len(longer) > 1:
                break
            longer.add(sets.find(first[ordered[later]]))
        if len(longer) == 1:
            sets.join(first[beginning], longer.pop())


class _DisjointSets:
    """Union-find with path halving; the root of a set is its smallest member."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def find(self, item: int) -> int:
        parent = self._parent
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def join(self, a: int, b: int) -> None:
        a, b = self.find(a), self.find(b)
        self._parent[max(a, b)] = min(a, b)
