"""One ticket: what is found in it anywhere, and where all of that stands in its fields."""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pipeline.preprocessing.answers import answer_findings
from pipeline.preprocessing.fields import Unit, split
from pipeline.preprocessing.keys import key_finding, snake
from pipeline.preprocessing.occurrences import Values
from pipeline.preprocessing.patterns import Cover, Finding
from pipeline.preprocessing.people import is_author_name
from pipeline.preprocessing.recognizers import is_allowed, resolve, shape_findings
from pipeline.preprocessing.surrogates import Surrogates
from pipeline.settings import Scrubbing

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{12,8000}={0,2}(?![A-Za-z0-9+/_=-])")


class Field(NamedTuple):
    """One raw field of a ticket: position -1 and 'subject', or a message's 'text' or 'arguments'."""

    position: int
    name: str
    raw: str
    role: str


class Replaced(NamedTuple):
    """A span of a raw field, its type and what stands there now."""

    start: int
    end: int
    type: str
    surrogate: str


@dataclass
class Part:
    """A unit of a field with the text that detection sees: a JSON value is preceded by its key."""

    field: Field
    unit: Unit
    prefix: str

    @property
    def seen(self) -> str:
        return self.prefix + self.unit.text


def fields_of(ticket: Mapping[str, Any], messages: Sequence[Mapping[str, Any]]) -> list[Field]:
    """Every field of a ticket that can hold personal data."""
    fields = [Field(-1, "subject", ticket["subject"], "subject")]
    for m in messages:
        fields.append(Field(m["position"], "text", m["text"], m["role"]))
        if m["arguments"] is not None:
            fields.append(Field(m["position"], "arguments", m["arguments"], m["role"]))
    return fields


def parts_of(fields: Sequence[Field]) -> list[Part]:
    """The units of all fields, in order."""
    parts = []
    for field in fields:
        for unit in split(field.raw):
            key = snake(unit.path[-1]).replace("_", " ") if unit.path and unit.kind != "key" else ""
            parts.append(Part(field, unit, f"{key}: " if key else ""))
    return parts


def collect_values(
    parts: Sequence[Part], found: Sequence[Sequence[Finding]], authors: Sequence[str], native_id: str | None, settings: Scrubbing
) -> tuple[Values, list[list[Finding]]]:
    """The ticket's values, and for each part the findings inside its unit."""
    values = Values()
    allow = {a.casefold() for a in settings.allow}
    own: list[list[Finding]] = []
    answers = answer_findings([(p.field.role, p.unit.text if p.unit.kind == "text" else "") for p in parts])
    for part, findings, answered in zip(parts, found, answers, strict=True):
        shift = len(part.prefix)
        inside = [Finding(f.start - shift, f.end - shift, f.type, f.score) for f in findings if f.start >= shift]
        if part.unit.kind == "key":
            inside = [f for f in inside if re.search(r"[\d@.]", part.unit.text[f.start : f.end])]
        elif part.unit.kind == "number":
            inside = [f for f in inside if f.end - f.start == len(part.unit.text)]
        said = [f for f in [*key_finding(part.unit), *answered] if not is_allowed(part.unit.text[f.start : f.end], allow)]
        kept = resolve([*inside, *said], len(part.unit.text))
        own.append(kept)
        for f in kept:
            values.add(f.type, part.unit.text[f.start : f.end], f.score)
    for author in authors:
        if is_allowed(author, allow):
            continue
        if "@" in author:
            values.add("EMAIL_ADDRESS", author, 0.97)
        elif is_author_name(author):
            person = re.search(r"[\s\u4e00-\u9fff]", author.strip()) or not re.search(r"[\d_.\-|\[\]`^{}\\]", author)
            values.add("PERSON" if person else "USER_NAME", author.strip(), 0.99)
    if native_id and len(native_id) >= 4 and re.search(r"\d", native_id):
        values.add("RESOURCE_ID", native_id, 0.6)
    return values, own


def spans_of(part: Part, own: Sequence[Finding], values: Values, allow: set[str]) -> list[Finding]:
    """What is to be replaced in a unit: its own findings, and what the rest of the ticket says is personal."""
    text = part.unit.text
    others = [f for f in values.search(text) if not is_allowed(text[f.start : f.end], allow)]
    if part.unit.kind == "key":
        others = [f for f in others if re.search(r"[\d@.]", text[f.start : f.end])]
    if part.unit.kind == "number":
        others = [f for f in others if f.start == 0 and f.end == len(text)]
    starts = [f.start for f in own]
    wider: list[Finding] = []
    for f in others:
        over = own[max(0, bisect_right(starts, f.start) - 1) : bisect_left(starts, f.end)]
        over = [k for k in over if k.end > f.start]
        if all(f.start <= k.start and k.end <= f.end and f.end - f.start > k.end - k.start for k in over):
            wider.append(f)
    kept: list[Finding] = []
    cover = Cover(len(text))
    for f in [*sorted(wider, key=lambda f: (f.start - f.end, f.start, f.type)), *own]:
        if cover.free(f.start, f.end):
            cover.take(f.start, f.end)
            kept.append(f)
    return sorted(kept)


def encoded_spans(text: str, taken: Sequence[Finding], values: Values) -> Iterator[tuple[int, int, str, list[Finding]]]:
    """Base64 runs that hold a value: place, decoded text and the findings in it."""
    cover = Cover(len(text))
    for f in taken:
        cover.take(f.start, f.end)
    for match in _BASE64.finditer(text):
        if not cover.free(*match.span()):
            continue
        decoded = decode(match.group())
        if decoded:
            inner = resolve([*(f for f in shape_findings(decoded) if f.score >= 0.8), *values.search(decoded)], len(decoded))
            if inner:
                yield match.start(), match.end(), decoded, inner


def decode(run: str) -> str:
    """The text inside a base64 run (standard or URL alphabet), or ''."""
    body = run.rstrip("=").replace("-", "+").replace("_", "/")
    if len(body) % 4 == 1:
        return ""
    try:
        text = base64.b64decode(body + "=" * (-len(body) % 4)).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""
    return text if text.isprintable() or all(c.isprintable() or c in "\r\n\t" for c in text) else ""


def encode(text: str, like: str) -> str:
    """Base64 in the alphabet and with the padding of another run."""
    made = base64.b64encode(text.encode()).decode()
    if re.search(r"[-_]", like):
        made = made.replace("+", "-").replace("/", "_")
    return made if like.endswith("=") or len(like) % 4 == 0 else made.rstrip("=")


def replace_field(
    parts: Sequence[Part], own: Sequence[Sequence[Finding]], values: Values, surrogates: Surrogates, allow: set[str]
) -> list[Replaced]:
    """All replacements of one field, in order."""
    out: list[Replaced] = []
    for part, findings in zip(parts, own, strict=True):
        text = part.unit.text
        spans = spans_of(part, findings, values, allow)
        for f in spans:
            original = text[f.start : f.end]
            made = surrogates.of(values.type_of(f.type, original), original)
            if part.unit.kind == "number":
                made = re.sub(r"[^0-9]", "", made).lstrip("0") or "1"
            out.append(Replaced(*part.unit.raw_span(f.start, f.end), f.type, part.unit.encode(made)))
        if part.unit.kind in ("text", "string"):
            for start, end, decoded, inner in encoded_spans(text, spans, values):
                made = decoded
                for f in reversed(inner):
                    original = decoded[f.start : f.end]
                    made = made[: f.start] + surrogates.of(values.type_of(f.type, original), original) + made[f.end :]
                out.append(Replaced(*part.unit.raw_span(start, end), inner[0].type, encode(made, text[start:end])))
    return sorted(out)


def apply(raw: str, replaced: Sequence[Replaced]) -> str:
    """The field with its replacements; everything outside them is untouched."""
    pieces, place = [], 0
    for r in replaced:
        pieces += [raw[place : r.start], r.surrogate]
        place = r.end
    return "".join([*pieces, raw[place:]])
