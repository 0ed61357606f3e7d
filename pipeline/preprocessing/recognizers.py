"""Presidio with the recognizers of this project: shapes, contexts, phone numbers and names."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from pipeline.errors import ModelError
from pipeline.preprocessing.accounts import ACCOUNTS
from pipeline.preprocessing.addresses import find_addresses
from pipeline.preprocessing.chinese import chinese_names
from pipeline.preprocessing.context import CONTEXTS
from pipeline.preprocessing.credentials import CREDENTIALS
from pipeline.preprocessing.machines import MACHINES
from pipeline.preprocessing.mentions import mentioned_names
from pipeline.preprocessing.names import ROLE_BOXES
from pipeline.preprocessing.patterns import SHAPES, Cover, Finding
from pipeline.preprocessing.people import (
    TITLE_AFTER,
    TITLE_BEFORE,
    closing_name,
    introduced_names,
    is_no_name,
    listed_names,
    may_hold_name,
    plausible_person,
    unlisted_names,
)
from pipeline.preprocessing.phones import find_phones
from pipeline.preprocessing.words import is_foreign
from pipeline.settings import Scrubbing

WORDED = CREDENTIALS + ACCOUNTS + MACHINES + CONTEXTS
_HAN = re.compile(r"[\u3400-\u9fff]")
_WINDOW = 8_000  # characters that the rules see at once
_OVERLAP = 1_200
_CHUNK = 5_000  # characters that the language model sees at once


def shape_findings(text: str) -> Iterable[Finding]:
    folded = text.casefold()
    for rule in SHAPES:
        yield from rule.find(text, folded)
    yield from find_phones(text)


def context_findings(text: str) -> Iterable[Finding]:
    folded = text.casefold()
    for rule in WORDED:
        yield from rule.find(text, folded)
    if any(c.isdigit() for c in text):
        yield from find_addresses(text)


def name_findings(text: str) -> Iterable[Finding]:
    yield from introduced_names(text)
    yield from listed_names(text)
    yield from mentioned_names(text)
    if not is_foreign(text):  # in German every noun has a capital
        yield from unlisted_names(text)
        yield from closing_name(text)
    if _HAN.search(text):
        yield from chinese_names(text)


FAMILIES = {"ShapeRecognizer": shape_findings, "ContextRecognizer": context_findings, "NameRecognizer": name_findings}
TYPES = tuple(sorted({r.type for r in SHAPES + WORDED} | {"PHONE_NUMBER", "PERSON"}))


@lru_cache(maxsize=2)
def _engine(score: float) -> Any:
    """Presidio's analyzer with our recognizers only. It needs no language model: what spaCy finds is handed to it."""
    from presidio_analyzer import AnalyzerEngine, EntityRecognizer, RecognizerRegistry, RecognizerResult
    from presidio_analyzer.context_aware_enhancers import ContextAwareEnhancer
    from presidio_analyzer.nlp_engine import NoOpNlpEngine

    class Family(EntityRecognizer):  # type: ignore[misc]
        """One family of our rules as a Presidio recognizer."""

        def __init__(self, name: str, language: str) -> None:
            super().__init__(supported_entities=list(TYPES), name=name, supported_language=language)

        def load(self) -> None:
            """Nothing to load."""

        def analyze(self, text: str, entities: list[str], nlp_artifacts: Any = None) -> list[Any]:
            return [RecognizerResult(f.type, f.start, f.end, f.score) for f in FAMILIES[self.name](text)]

    class SpacyPerson(EntityRecognizer):  # type: ignore[misc]
        """The language model's PERSON entities that survive our filters."""

        def __init__(self) -> None:
            super().__init__(supported_entities=["PERSON"], name="SpacyPerson", supported_language="en")

        def load(self) -> None:
            """Loaded by the caller, in batches."""

        def analyze(self, text: str, entities: list[str], nlp_artifacts: Any = None) -> list[Any]:
            spans = (plausible_person(text, start, end) for start, end in nlp_artifacts.entities)
            return [RecognizerResult("PERSON", s[0], s[1], 0.7) for s in spans if s]

    class NoEnhancer(ContextAwareEnhancer):  # type: ignore[misc]
        """Our rules look at the context themselves."""

        def __init__(self) -> None:
            super().__init__(0.0, 0.0, 0, 0)

        def enhance_using_context(self, text: str, raw_results: list[Any], *args: Any, **kwargs: Any) -> list[Any]:
            return raw_results

    recognizers = [Family(name, language) for language in ("en", "zh") for name in FAMILIES]
    registry = RecognizerRegistry(recognizers=[*recognizers, SpacyPerson()], supported_languages=["en", "zh"])
    nlp = NoOpNlpEngine(models=[{"lang_code": "en", "model_name": "none"}, {"lang_code": "zh", "model_name": "none"}])
    return AnalyzerEngine(
        registry=registry,
        nlp_engine=nlp,
        supported_languages=["en", "zh"],
        default_score_threshold=score,
        context_aware_enhancer=NoEnhancer(),
    )


@lru_cache(maxsize=2)
def _language_model(name: str) -> Any:
    import spacy

    try:
        return spacy.load(name, exclude=["tagger", "parser", "attribute_ruler", "lemmatizer", "senter"])
    except OSError:
        raise ModelError(f"the spaCy model {name!r} is not installed: install its package or set scrubbing.spacy_model") from None


def _persons(texts: Sequence[str], model: str) -> list[list[tuple[int, int]]]:
    """The model's PERSON spans of each text."""
    chunks: list[tuple[int, int]] = []
    pieces: list[str] = []
    for number, text in enumerate(texts):
        start = 0
        while start < len(text):
            end = min(len(text), start + _CHUNK)
            if end < len(text):
                cut = max(text.rfind("\n", start + 1, end), text.rfind(" ", start + 1, end))
                end = cut if cut > start else end
            piece = text[start:end]
            if may_hold_name(piece):
                chunks.append((number, start))
                pieces.append(piece)
            start = end
    spans: list[list[tuple[int, int]]] = [[] for _ in texts]
    if pieces:
        for (number, offset), doc in zip(chunks, _language_model(model).pipe(pieces, batch_size=64), strict=True):
            spans[number].extend((e.start_char + offset, e.end_char + offset) for e in doc.ents if e.label_ == "PERSON")
    return spans


def detect(texts: Sequence[str], settings: Scrubbing) -> list[list[Finding]]:
    """What is found in each text: spans that do not overlap, in order.

    Method: Microsoft Presidio's analyzer with own recognizers; spaCy's named-entity recognizer for names in English text.

    Raises:
        ModelError: the spaCy model of the settings is not installed.
    """
    from presidio_analyzer.nlp_engine import NlpArtifacts

    engine = _engine(settings.score)
    unique = {text: i for i, text in enumerate(dict.fromkeys(texts))}
    ordered = list(unique)
    english = [not _HAN.search(t) for t in ordered]
    persons = _persons([t if e and not is_foreign(t) else "" for t, e in zip(ordered, english, strict=True)], settings.spacy_model)
    allow = {a.casefold() for a in settings.allow}
    found: list[list[Finding]] = []
    for text, is_english, spans in zip(ordered, english, persons, strict=True):
        results: list[Finding] = []
        for start, end, kept_from, kept_to in _windows(text):
            inside = [(a - start, b - start) for a, b in spans if start <= a and b <= end]
            artifacts = NlpArtifacts(entities=inside, tokens=[], tokens_indices=[], lemmas=[], nlp_engine=None, language="en", scores=[1.0])
            for r in engine.analyze(text[start:end], language="en" if is_english else "zh", entities=list(TYPES), nlp_artifacts=artifacts):
                if kept_from <= r.start + start < kept_to:
                    results.append(Finding(r.start + start, r.end + start, r.entity_type, r.score))
        results = widest_names(results)
        results = [f for f in results if not (f.type == "PERSON" and is_no_name(text, f.start, f.end))]
        kept = resolve((f for f in results if not is_allowed(text[f.start : f.end], allow)), len(text))
        found.append([_with_title(text, f) for f in kept])
    return [found[unique[t]] for t in texts]


def _windows(text: str) -> Iterator[tuple[int, int, int, int]]:
    """(start, end, first, last) of the windows a long text is seen through: findings that start from first to last count.

    Windows overlap, so that what stands across a border is seen whole. They keep the time linear: Presidio compares all findings of a
    text with each other.
    """
    start = first = 0
    while True:
        end = min(len(text), start + _WINDOW)
        opened = text.rfind("-----BEGIN ", start, end)
        if opened > text.rfind("-----END ", start, end):  # a key block is not cut
            closed = text.find("-----END ", end, end + 20_000)
            end = min(len(text), closed + 60) if closed > 0 else end
        if end >= len(text):
            yield start, len(text), first, len(text)
            return
        last = end - _OVERLAP // 2
        yield start, end, first, last
        start, first = end - _OVERLAP, last


def _with_title(text: str, finding: Finding) -> Finding:
    """A name together with the title before it and without the ending of a possessive."""
    if finding.type != "PERSON":
        return finding
    before = TITLE_BEFORE.search(text[max(0, finding.start - 12) : finding.start])
    after = TITLE_AFTER.match(text, finding.end)
    end = after.end() if after else finding.end - 2 if text[finding.start : finding.end].endswith(("'s", "’s")) else finding.end
    return finding._replace(start=finding.start - len(before.group()) if before else finding.start, end=end)


def is_allowed(value: str, allow: set[str]) -> bool:
    """A text of the setting `allow`; a host or an office mailbox under an allowed domain; the name of that domain."""
    low = value.casefold().strip()
    domains = [a for a in allow if "." in a]
    local, _, domain = low.rpartition("@")
    if local and local in ROLE_BOXES and (domain in allow or any(domain.endswith("." + a) for a in domains)):
        return True
    return low in allow or any(low == a.split(".")[0] or (low.endswith("." + a) and "@" not in low) for a in domains)


def widest_names(findings: Sequence[Finding]) -> list[Finding]:
    """Of names inside one another the widest, as sure as the surest: one rule sees 'Csonka', another 'Ubul Csonka'."""
    out = [f for f in findings if f.type != "PERSON"]
    widest: list[Finding] = []
    streets = sorted((f.start, f.end) for f in out if f.type == "STREET_ADDRESS")
    for f in sorted((f for f in findings if f.type == "PERSON"), key=lambda f: (f.start, -f.end)):
        if widest and f.end <= widest[-1].end:
            widest[-1] = widest[-1]._replace(score=max(f.score, widest[-1].score))
        else:
            widest.append(f)
    # A name inside an address is a street's.
    inside = [streets[max(0, bisect_right(streets, (f.start, f.end)) - 1)] if streets else (0, 0) for f in widest]
    return out + [f for f, (start, end) in zip(widest, inside, strict=True) if not (start <= f.start and f.end < end)]


def resolve(findings: Iterable[Finding], size: int) -> list[Finding]:
    """Of overlapping findings in a text of `size` characters the surer one stays, then the longer; the result is in order of place."""
    kept: list[Finding] = []
    cover = Cover(size)
    for f in sorted(findings, key=lambda f: (-f.score, f.start - f.end, f.start, f.type)):
        if cover.free(f.start, f.end):
            cover.take(f.start, f.end)
            kept.append(f)
    return sorted(kept)
