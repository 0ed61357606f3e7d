"""Where a value was said before: looks for argument values in earlier turns, however they were written there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from pipeline.release.strict_json import parse_json

Date = tuple[int | None, int, int]
"""Year (None where it was not said), month, day."""

_APART = re.compile(r"[\W_]+")
_SHORT = 4  # characters of a value below which it must be written together: "i t" is not IT
_LONG = 80  # characters above which a value is looked for without regard to word boundaries
_WORDS = re.compile(r"[a-z0-9]+(?:\.\d+)?|[\u3400-\u9fff]+")
_COMPOSED = 2 / 3  # share of a text's words that must stand in earlier turns, for it to count as made from them

_NUMBER = re.compile(r"(?<![\w.])(?<!\d,)(?:\d{1,3}(?:[,\u00a0\u202f]\d{3}){1,5}|\d{1,18})(?:\.\d{1,18})?(?!\d)")
_ENGLISH = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_CHINESE = "零一二三四五六七八九十"
_NUMERALS = {word: n for words in (_ENGLISH, _CHINESE) for n, word in enumerate(words)} | {
    "两": 2,
    "俩": 2,
    "both": 2,
    "twice": 2,
    "once": 1,
}
_SPELLED = re.compile(rf"\b(?:{'|'.join(_ENGLISH)}|both|twice|once)\b|[{_CHINESE}两俩](?=[个台条次天张块份位人件名小分秒年月周])")

_MONTHS = {m: n for n, m in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)}
_MONTH = rf"({'|'.join(_MONTHS)})[a-z]{{0,6}}\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)")
_MONTH_DAY = re.compile(rf"\b{_MONTH}\s{{0,2}}{_DAY}(?!\d)(?:,?\s(\d{{4}})\b)?")
_DAY_MONTH = re.compile(rf"(?<!\d){_DAY}\s(?:of\s)?{_MONTH}(?:,?\s(\d{{4}})\b)?")
_MONTH_DAY_CHINESE = re.compile(r"(?<![\d年])(?<!年\s)(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]")


@dataclass(frozen=True)
class Said:
    """A turn in which values may stand. What is derived from its text is made when it is first asked for."""

    position: int
    origin: str
    text: str
    """Words, or a tool's result."""

    @cached_property
    def words(self) -> str:
        """The text in one writing: letters without case and width, any white space one space."""
        return _folded(_leaves(self.text) if self.origin == "result" else self.text)

    @cached_property
    def together(self) -> str:
        return _APART.sub("", self.words)

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        found = {_decimal(m.group()) for m in _NUMBER.finditer(self.words)}
        if self.origin != "result":
            found |= {Decimal(_NUMERALS[m.group()]) for m in _SPELLED.finditer(self.words)}
        return frozenset(found)

    @cached_property
    def dates(self) -> frozenset[Date]:
        return frozenset(_dates(self.words))

    @cached_property
    def tokens(self) -> frozenset[str]:
        return frozenset(_tokens(self.words))


class Value:
    """A scalar argument, prepared for being looked for."""

    def __init__(self, value: str | int | float) -> None:
        self._words = _folded(value if isinstance(value, str) else _written(value))
        unsigned = self._words.removeprefix("-")  # what is taken off an account was said as a plain amount
        self.number = _decimal(unsigned) if _NUMBER.fullmatch(unsigned) else None
        if self.number is not None and not isinstance(value, str):
            self._words = ""  # a number is no part of a longer id
        self._together = _APART.sub("", self._words)
        self._pattern = _pattern(self._words, self._together) if self._together and len(self._words) <= _LONG else None
        self._date = next((d for d in _dates(self._words)), None) if _YEAR_FIRST.match(self._words) else None
        self.tokens = frozenset(_tokens(self._words))

    def stands_in(self, said: Said) -> bool:
        """Whether the value was said there, regardless of case, width, spacing and punctuation; of numbers and dates,
        regardless of how they were written."""
        if self.number is not None and self.number in said.numbers:
            return True
        if self._date is not None and any(d in said.dates for d in (self._date, (None, *self._date[1:]))):
            return True
        if not self._together:
            return bool(self._words) and self._words in said.words
        if self._together not in said.together:
            return False
        return self._pattern is None or self._pattern.search(said.words) is not None


def first_said(value: Value, earlier: Sequence[Said]) -> Said | None:
    """The turn that a value comes from: `earlier` in order of preference; the first one that holds it.

    A text of several words that stands nowhere as a whole (a summary, a search query, a sum) comes from the turn that
    holds most of its words, provided that all turns together hold two thirds of them.
    """
    for said in earlier:
        if value.stands_in(said):
            return said
    if len(value.tokens) < 2 or not earlier:
        return None
    known = frozenset[str]().union(*(value.tokens & said.tokens for said in earlier))
    if len(known) < _COMPOSED * len(value.tokens):
        return None
    return max(earlier, key=lambda said: len(value.tokens & said.tokens))


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _leaves(result: str) -> str:
    """The keys and scalars of a JSON text on lines of their own, so that no escapes hide them; other text as it is."""
    if result.lstrip()[:1] not in ("{", "["):
        return result
    try:
        return "\n".join(_scalars(parse_json(result)))
    except ValueError:
        return result


def _scalars(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, member in value.items():
            yield key
            yield from _scalars(member)
    elif isinstance(value, list):
        for item in value:
            yield from _scalars(item)
    elif isinstance(value, str):
        yield value
    elif value is not None and not isinstance(value, bool):
        yield _written(value)


def _written(number: int | float) -> str:
    return format(Decimal(repr(number)), "f")


def _decimal(digits: str) -> Decimal:
    return Decimal(re.sub(r"[,\u00a0\u202f]", "", digits))


def _pattern(words: str, together: str) -> re.Pattern[str]:
    """The value as a whole word. Longer ones may be written with other or no spaces and punctuation: i-0ab, I 0AB."""
    parts = [words] if len(together) < _SHORT else together
    before = r"(?<![a-z0-9])" if parts[0][0].isalnum() and parts[0][0].isascii() else ""
    after = r"(?![a-z0-9])" if parts[-1][-1].isalnum() and parts[-1][-1].isascii() else ""
    body = r"[\W_]*".join(map(re.escape, parts))
    return re.compile(before + body + after)


def _tokens(words: str) -> Iterator[str]:
    """What tells texts apart: numbers, words of four letters or more, pairs of Chinese characters."""
    for match in _WORDS.finditer(words):
        token = match.group()
        if not token.isascii():
            yield from (token[i : i + 2] for i in range(len(token) - 1))
        elif len(token) >= 4 or any(c.isdigit() for c in token):
            yield token


def _dates(words: str) -> Iterator[Date]:
    for y, m, d in _YEAR_FIRST.findall(words):
        yield int(y), int(m), int(d)
    for a, b, y in _YEAR_LAST.findall(words):  # month or day first: no one can tell
        yield int(y), int(a), int(b)
        yield int(y), int(b), int(a)
    for name, d, y in _MONTH_DAY.findall(words):
        yield int(y) if y else None, _MONTHS[name], int(d)
    for d, name, y in _DAY_MONTH.findall(words):
        yield int(y) if y else None, _MONTHS[name], int(d)
    for m, d in _MONTH_DAY_CHINESE.findall(words):
        yield None, int(m), int(d)
