"""The values of one ticket, searched for in all of its fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from pipeline.preprocessing.hosts import is_public_service, is_reserved_host, registered_domain
from pipeline.preprocessing.names import CHAT_WORDS, COMPOUND_SURNAMES, ROLE_BOXES, ROLE_WORDS, SYSTEM_USERS
from pipeline.preprocessing.patterns import Finding
from pipeline.preprocessing.phones import national_digits
from pipeline.preprocessing.surrogates import FREE_MAIL, LEGAL_FORM, normalize, unaccented
from pipeline.preprocessing.words import is_known_name, is_ordinary

_HAN = re.compile(r"[\u3400-\u9fff]")
_SEPARATED = "[ ().\\-/]{0,2}"


class Values:
    """What was found in a ticket, by normalized form; `search` finds every further occurrence in any of its texts."""

    def __init__(self) -> None:
        self._types: dict[str, tuple[float, str]] = {}  # normalized form -> (score, type)
        self._words: dict[str, str] = {}  # lower-case form -> type; bounded by what is no letter
        self._titled: dict[str, str] = {}  # everyday words that are part of a name here: only with a capital inside a sentence
        self._numbers: dict[str, str] = {}  # digits -> type; bounded by what is no digit, any separators
        self._texts: dict[str, str] = {}  # lower-case form -> type; bounded by what is no letter or digit
        self._persons: set[str] = set()
        self._patterns: list[tuple[re.Pattern[str], dict[str, str]]] | None = None

    def add(self, type_: str, value: str, score: float) -> None:
        """Takes a value in; of two types for one value the surer stays (then the first in the alphabet)."""
        norm = normalize(type_, value)
        old = self._types.get(norm)
        if old is None or (-score, type_) < (-old[0], old[1]):
            self._types[norm] = (score, type_)
        if type_ == "PERSON":
            self._persons.add(value)
        self.spell(type_, value)
        for kind, part in related(type_, value):
            self.add(kind, part, score - 0.01)

    def type_of(self, type_: str, value: str) -> str:
        """The type under which the ticket knows a value."""
        found = self._types.get(normalize(type_, value))
        return found[1] if found else type_

    def originals(self) -> Iterator[str]:
        yield from self._types

    def persons(self) -> Iterator[str]:
        yield from self._persons

    def spell(self, type_: str, value: str) -> None:
        """Adds a spelling to what is searched for, unless it is too common to be searched for outside its context."""
        lower = " ".join(value.split()).lower().strip(" #+()")
        digits = re.sub(r"[^0-9]", "", value)
        if type_ == "PERSON":
            if _HAN.search(lower):
                if len(lower) > 1:
                    self._texts.setdefault(lower, type_)
            elif len(lower) > 1 and not _is_common(lower):
                self._words.setdefault(lower, type_)
            elif len(lower) > 2 and lower.isalpha() and lower not in ROLE_WORDS and lower not in CHAT_WORDS:
                self._titled.setdefault(lower, type_)
        elif re.fullmatch(r"[\d ().\-/+#]+", value):
            if type_ == "PHONE_NUMBER":
                digits = national_digits(value)
            if len(digits) >= 5 or (len(digits) == 4 and not re.match(r"(?:19|20)\d\d", digits)):
                (self._numbers if type_ not in ("IP_ADDRESS", "DATE_OF_BIRTH") else self._texts).setdefault(
                    digits if type_ not in ("IP_ADDRESS", "DATE_OF_BIRTH") else lower, type_
                )
        elif len(lower) >= 4 and not (lower.isalpha() and is_ordinary(lower)) and lower not in SYSTEM_USERS and lower not in CHAT_WORDS:
            self._texts.setdefault(lower, type_)
            if type_ in ("EMAIL_ADDRESS", "SECRET"):
                self._texts.setdefault(quote(value, safe="").lower(), type_)
            if type_ == "IBAN_CODE" or (
                type_ == "RESOURCE_ID" and re.search(r"[ -]", lower) and len(digits) > 6 and re.fullmatch(r"[a-z]{2}[\d a-z]+", lower)
            ):
                self._texts.setdefault(re.sub(r"[ -]", "", lower), type_)

    def search(self, text: str) -> Iterator[Finding]:
        """Every occurrence of every spelling; matches of different kinds may overlap."""
        if self._patterns is None:
            self._patterns = []
            for forms, start, end, joiner in (
                (self._words, r"(?<![^\W\d_])", r"(?![^\W\d_])", ""),
                (self._numbers, r"(?<![0-9])", r"(?![0-9])", _SEPARATED),
                ({k: v for k, v in self._texts.items() if not _HAN.match(k)}, r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])", ""),
                ({k: v for k, v in self._texts.items() if _HAN.match(k)}, "", "", ""),
            ):
                if forms:
                    self._patterns.append((re.compile(f"{start}{_trie(forms, joiner)}{end}", re.I), forms))
            inner = [f.capitalize() for f in self._words if len(f) >= 4 and f.isalpha()]
            if inner:  # InternFaisal
                self._patterns.append((re.compile(rf"(?<=[a-z]){_trie(inner, '')}(?![a-z])"), self._words))
            if self._titled:
                capital = _trie([f.capitalize() for f in self._titled], "")
                self._patterns.append((re.compile(rf"(?<=[a-z,@] ){capital}(?![^\W\d_])"), self._titled))
        shouted = text.isupper()
        for pattern, forms in self._patterns:
            for match in pattern.finditer(text):
                value = match.group()
                # In running text MIA is an airport even where somebody is called Mia.
                code = forms is self._words and len(value) <= 3 and value.isupper() and not shouted
                if value and not code:
                    form = re.sub(r"[^0-9]", "", value) if forms is self._numbers else re.sub(r"\s+", " ", value).lower()
                    if form in forms:
                        yield Finding(match.start(), match.end(), forms[form], 0.5)


def _is_common(name: str) -> bool:
    """A name that cannot be looked for by itself: an everyday word."""
    return all((is_ordinary(w) and not is_known_name(w)) or w in ROLE_WORDS for w in re.findall(r"[^\W_]+", name))


def _trie(forms: Iterable[str], joiner: str) -> str:
    """One pattern for many strings that shares their beginnings and prefers the longest: a thousand values cost little more than ten."""
    root: dict[str, dict] = {}  # type: ignore[type-arg]
    for form in forms:
        node = root
        for c in form:
            node = node.setdefault(c, {})
        node[""] = {}

    def render(node: dict[str, dict], first: bool) -> str:  # type: ignore[type-arg]
        prefix = ""
        while len(node) == 1 and "" not in node:  # a chain without branches
            c, node = next(iter(node.items()))
            prefix += ("" if first else joiner) + _atom(c)
            first = False
        branches = [("" if first else joiner) + _atom(c) + render(child, False) for c, child in sorted(node.items()) if c]
        if not branches:
            return prefix
        return prefix + "(?:" + "|".join(branches) + (")?" if "" in node else ")")

    return render(root, True)


def _atom(c: str) -> str:
    return r"\s{1,3}" if c == " " else re.escape(c)


def related(type_: str, value: str) -> Iterator[tuple[str, str]]:  # noqa: PLR0912 (one kind after the other)
    """Values that follow from one: the parts of a name, the domain of an address, the street of a full address."""
    plain = unaccented(value)
    if type_ in ("PERSON", "USER_NAME") and plain != value:
        yield type_, plain
    if type_ == "PERSON" and re.fullmatch(r"[\u4e00-\u9fff]{3,4}", value):
        yield type_, value[2:] if value[:2] in COMPOUND_SURNAMES else value[-2:]
    if type_ in ("USER_NAME", "EMAIL_ADDRESS"):
        words = re.findall(r"[^\W\d_]+", re.split(r"@|%40", value)[0])
        if len(words) > 1 and all(len(w) > 2 for w in words):
            yield from (("PERSON", w) for w in words if not _is_common(w.lower()) and w.lower() not in ROLE_BOXES)
    if type_ == "PERSON" and not _HAN.search(value):
        words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", value)
        if len(words) > 1:
            yield from (("PERSON", w) for w in words if len(w) > 1)
    if type_ == "EMAIL_ADDRESS" and re.search(r"@|%40", value):
        local, domain = re.split(r"@|%40", value, maxsplit=1)
        if len(local) >= 5 and local.casefold() not in ROLE_BOXES and not is_ordinary(local):
            yield "USER_NAME", local
        if domain.casefold() not in FREE_MAIL and "." in domain and not is_reserved_host(domain) and not is_public_service(domain):
            yield "DOMAIN_NAME", domain
    elif type_ == "DOMAIN_NAME":
        owner = registered_domain(value)
        if owner and owner != value.casefold():
            yield "DOMAIN_NAME", owner
    elif type_ == "ORGANIZATION":
        stem = LEGAL_FORM.sub("", value)
        if stem != value and not _HAN.search(value) and len(stem.split()) > 1:
            yield type_, stem
    elif type_ == "STREET_ADDRESS" and "," in value:
        street = value.split(",", maxsplit=1)[0].strip()
        if re.search(r"\d", street) and re.search(r"[A-Za-z]{3}", street) and len(street) > 8:
            yield "STREET_ADDRESS", street
