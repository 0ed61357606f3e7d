import itertools
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.preprocessing.similarity import cluster, jaccard, shingle_sets, word_hashes
from pipeline.settings import Deduplication

WORDS = [f"w{n}" for n in range(400)]
DEFAULT = Deduplication()


def prose(seed: int, length: int = 60) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=length))


def similarity(a: str, b: str, size: int = 3) -> float:
    return jaccard(*shingle_sets(word_hashes([a, b]), size))


def plain_similarity(a: list[str], b: list[str], size: int) -> float:
    sets = [{tuple(w[i : i + size]) for i in range(max(len(w) - size, 0) + 1)} for w in (a, b)]
    return len(sets[0] & sets[1]) / len(sets[0] | sets[1])


@given(
    st.lists(st.sampled_from("abc"), min_size=3, max_size=20), st.lists(st.sampled_from("abc"), min_size=3, max_size=20), st.integers(1, 3)
)
def test_similarity_is_that_of_the_plain_definition(a: list[str], b: list[str], size: int) -> None:
    assert similarity(" ".join(a), " ".join(b), size) == plain_similarity(a, b, size)


@pytest.mark.parametrize(
    "other", ["HELLO  World, it is\tdown", "hello world -- it is down!!!", "ｈｅｌｌｏ world it is down", "“hello” world\nit is_down"]
)
def test_case_width_space_and_punctuation_are_folded(other: str) -> None:
    assert cluster(["hello world it is down", other], DEFAULT) == [0, 0]


def test_order_of_words_counts() -> None:
    assert cluster(["a b c d e f", "f e d c b a"], DEFAULT) == [0, 1]


def test_chinese_characters_are_words() -> None:
    one = "我的云服务器无法连接，安全组已经放行了端口，请帮忙看一下是什么原因"
    two = "我的云服务器无法连接，安全组已经放行了端口，请帮忙看看是什么原因"
    three = "请问如何续费域名，控制台上找不到续费的按钮，我的域名下周就要到期了"
    assert cluster([one, two, three], DEFAULT) == [0, 0, 2]


def test_texts_without_words_are_not_the_same() -> None:
    assert cluster(["", "?!", "", "a"], DEFAULT) == [0, 1, 2, 3]


def changed(text: str, share: float, seed: int) -> str:
    chance = random.Random(seed)
    return " ".join(w + "x" if chance.random() < share else w for w in text.split())


@pytest.mark.parametrize("threshold", [0.4, 0.6, 0.8])
def test_clusters_are_the_components_of_all_pairs(threshold: float) -> None:
    texts = [prose(n) for n in range(30)]
    texts += [changed(text, share, n) for n, text in enumerate(texts) for share in (0.03, 0.08, 0.2)]
    expected = list(range(len(texts)))
    for a, b in itertools.combinations(range(len(texts)), 2):
        if similarity(texts[a], texts[b]) >= threshold and expected[a] != expected[b]:
            low, high = sorted((expected[a], expected[b]))
            expected = [low if e == high else e for e in expected]
    assert cluster(texts, Deduplication(threshold=threshold, beginnings=False)) == expected
    assert len(set(expected)) < len(texts) - 20


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_order_of_texts_changes_no_cluster(chance: random.Random) -> None:
    texts = [prose(n, 40) for n in range(12)]
    texts += [" ".join(t.split()[: 12 + n]) for n, t in enumerate(texts[:8])] + [changed(t, 0.05, 1) for t in texts]
    order = list(range(len(texts)))
    chance.shuffle(order)

    def groups(labels: list[int], names: list[int]) -> set[frozenset[int]]:
        return {frozenset(n for n, other in zip(names, labels, strict=True) if other == label) for label in labels}

    assert groups(cluster([texts[i] for i in order], DEFAULT), order) == groups(cluster(texts, DEFAULT), list(range(len(texts))))


def test_a_beginning_of_one_ticket_is_folded_into_it() -> None:
    long = prose(1, 100)
    cut, cut_again = (" ".join(long.split()[:n]) for n in (30, 15))
    assert similarity(long, cut) < 0.4
    assert cluster([long, cut, cut_again], DEFAULT) == [0, 0, 0]
    assert cluster([long, cut], Deduplication(beginnings=False)) == [0, 1]


def test_a_beginning_of_different_tickets_connects_nothing() -> None:
    greeting = prose(1, 20)
    assert cluster([f"{greeting} {prose(2)}", greeting, f"{greeting} {prose(3)}"], DEFAULT) == [0, 1, 2]


def test_a_short_beginning_says_nothing() -> None:
    assert cluster(["my server is down it restarts every hour since monday", "my server is down"], DEFAULT) == [0, 1]


@pytest.mark.parametrize(
    "texts", [[f"alarm {n} on host h{n}: " + prose(1) for n in range(4000)], [prose(1, 30) + prose(n, 60) for n in range(2000)]]
)
def test_templates_take_no_quadratic_time(texts: list[str]) -> None:
    began = time.monotonic()
    cluster(texts, DEFAULT)
    assert time.monotonic() - began < 20


def test_a_long_line_is_no_trouble() -> None:
    assert cluster(["a" * 1_000_000, "好" * 1_000_000, "\0" * 1_000_000, "a b " * 250_000], DEFAULT) == [0, 1, 2, 3]
