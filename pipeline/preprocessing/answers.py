"""Bare answers: 'meena 4159' after 'May I have your name and the last digits?' needs the question to be understood."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.preprocessing.chinese import NOT_NAMES
from pipeline.preprocessing.names import CHAT_WORDS, CHINESE_SURNAMES, COMPOUND_SURNAMES
from pipeline.preprocessing.patterns import NOT_IDS, Finding
from pipeline.preprocessing.words import KNOWN_NAMES, is_known_name, is_ordinary

_HAN = re.compile(r"[\u3400-\u9fff]")
_ASKS = re.compile(
    r"\b(?:name|number|id|ssn|digits|password|passcode|pin|zip|postal|address|phone|email|e-mail|account|policy|claim|user ?name|login|"
    r"date of birth|dob|verify|identity)\b|"
    r"姓名|名字|号码|编号|账号|密码|电话|手机|邮箱|地址|身份证",
    re.I,
)
_ASKS_BACK = re.compile(r"\s*(?:and the|what about|how about|and what about) \S+\??\s*$", re.I)
_FILLERS = frozenset(
    """and is my the a number no num id ssn password pass word code account acc ac acct card credit debit policy claim zip last
    digits digit four 4 of are its it yes sure ok okay sir madam please confirmation booking email mail phone mobile contact ph
    name with user username member customer order for this here pin""".split()
)
_REQUEST = re.compile(
    r"[?？]|\b(?:please|kindly|need|provide|share|give|tell|send|confirm|enter|verify|what|which|could|may i|can i)\b|"
    r"请|提供|告诉|发一下|多少|麻烦",
    re.I,
)
_ASKS_NAME = re.compile(r"\b(?:your|full|first|last|account holder|customer|the) name\b|\bwho\b|\bmay i know\b|姓名|名字|称呼", re.I)
_ABOUT_PASSWORD = re.compile(r"\b(?:password|passcode|passphrase)s?\b|密码|口令", re.I)
_WORD = re.compile(r"(?:(?<![!-~])|(?<=[\"'(]))[A-Za-z0-9][!-~]{7,39}(?<![\"'.,;:?)])")
_MIXED = tuple(re.compile(p) for p in (r"[a-z]", r"[A-Z]", r"\d", r"[-_!#$%&*?@^~+=]"))
_ASKS_SECRET = re.compile(r"\b(?:password|passcode|pin|otp|code)\b|密码|验证码", re.I)


def answer_findings(turns: Sequence[tuple[str, str]]) -> list[list[Finding]]:
    """For each (role, text) the personal values in a short answer.

    Where the conversation holds an agent's words, the last of them must have asked; where it holds none, the question is unknown, and
    a lone number or an unknown word is taken for the answer to one.
    """
    overheard = any(role in ("agent", "note") for role, _ in turns)
    question = ""
    found: list[list[Finding]] = []
    for role, text in turns:
        findings: list[Finding] = []
        if role in ("agent", "note"):
            question = text or question
        elif role == "customer" and 0 < len(text) <= 80 and "\n" not in text.strip() and (not overheard or asks(question)):
            findings = _bare(text, question, overheard)
        if role == "customer" and len(text) <= 300 and _ABOUT_PASSWORD.search(question):
            findings = [*_passwords(text), *findings]
        found.append(findings)
    return found


def _passwords(text: str) -> list[Finding]:
    """Words that only a password is: letters of both cases, digits and a sign, and no address or path."""
    return [
        Finding(*m.span(), "SECRET", 0.7)
        for m in _WORD.finditer(text)
        if all(p.search(m.group()) for p in _MIXED) and not re.search(r"[/\\()<>]|@[\w-]+\.|\w\.\w", m.group())
    ]


def asks(question: str) -> bool:
    """A sentence of the agent's words asks for something that identifies: it names it and is a question or a request."""
    return any(_ASKS.search(s) and _REQUEST.search(s) for s in re.split(r"(?<=[.!?。？！])\s*|\n", question))


def _bare(text: str, question: str, overheard: bool) -> list[Finding]:
    words = [(m.start(), m.end(), m.group()) for m in re.finditer(r"[^\s,;]+(?<![.!?])", text)]
    if not words or len(words) > 9 or _ASKS_BACK.match(text) or re.fullmatch(r"\s*[\d.]+ ?e ?[+-]?\d+\s*", text):
        return []
    kinds = [_kind(w) for _, _, w in words]
    digits = any(k in ("number", "code") for k in kinds)
    # Short blocks of letters between numbers belong to an id that is spelt with blanks.
    kinds = [
        "block"
        if k in ("word", "name")
        and digits
        and len(w) <= 3
        and w.isalpha()
        and i
        and w.casefold() not in _FILLERS
        and not is_known_name(w)
        and w.casefold() not in CHAT_WORDS - set("urn")
        else k
        for i, (k, (_, _, w)) in enumerate(zip(kinds, words, strict=True))
    ]
    if (
        digits
        and len(words[0][2]) <= 3
        and kinds[0] in ("word", "name")
        and words[0][2].isalpha()
        and len(words) > 1
        and kinds[1] == "number"
        and not is_known_name(words[0][2])
        and words[0][2].casefold() not in CHAT_WORDS | _FILLERS
    ):
        kinds[0] = "block"
    fillers = [w.casefold() in _FILLERS for _, _, w in words]
    # The first words are a name when nothing else is said, or when the rest is numbers, codes and the words that announce them.
    size = 0
    while (
        size < min(3, len(words))
        and words[size][2].isalpha()
        and not fillers[size]
        and kinds[size] != "block"
        and (kinds[size] == "name" or len(words) <= 3)
    ):
        size += 1
    rest_fits = all(f or k in ("number", "code", "block") for f, k in zip(fillers[size:], kinds[size:], strict=True))
    named = rest_fits and (
        any(k == "name" for k in kinds[:size])
        or (size == len(words) == 1 and words[0][2].casefold() in KNOWN_NAMES and words[0][2].casefold() not in CHAT_WORDS)
    )
    found: list[Finding] = []
    if named and (not overheard or _ASKS_NAME.search(question)):
        found += [Finding(a, b, "PERSON", 0.6) for a, b, _ in words[:size]]
    for (start, end, word), kind, filler in zip(
        words[size if named else 0 :], kinds[size if named else 0 :], fillers[size if named else 0 :], strict=True
    ):
        if (
            kind == "number"
            and (overheard or 3 <= len(word) <= 19 or "block" in kinds)
            and not re.match(r"(?:19|20)\d\d$", word)
            and rest_fits
        ):
            found.append(Finding(start, end, "RESOURCE_ID", 0.6))
        elif kind in ("code", "block") and rest_fits and not filler:
            found.append(Finding(start, end, "SECRET" if _ASKS_SECRET.search(question) else "RESOURCE_ID", 0.6))
        elif (
            kind == "name"
            and not filler
            and len(words) <= 4
            and not overheard
            and all(k != "word" or f for k, f in zip(kinds, fillers, strict=True))
        ):
            found.append(Finding(start, end, "PERSON", 0.6))
    return _joined(text, found)


def _joined(text: str, findings: list[Finding]) -> list[Finding]:
    """Neighbouring words of a name as one name."""
    out: list[Finding] = []
    for f in findings:
        if out and f.type == out[-1].type == "PERSON" and text[out[-1].end : f.start] == " ":
            out[-1] = Finding(out[-1].start, f.end, "PERSON", f.score)
        else:
            out.append(f)
    return out


def _kind(word: str) -> str:
    if re.fullmatch(r"\d[\d-]*", word):
        return "number"
    if (
        re.search(r"\d", word)
        and re.fullmatch(r"[\w@!#$%&*-]{4,40}", word)
        and re.search(r"[A-Za-z]", word)
        and word.split("-", maxsplit=1)[0] not in NOT_IDS
    ):
        return "code"
    if _HAN.search(word):
        surname = word[0] in CHINESE_SURNAMES or word[:2] in COMPOUND_SURNAMES
        return "name" if surname and re.fullmatch(r"[\u4e00-\u9fff]{2,4}", word) and word[:2] not in NOT_NAMES else "word"
    if is_known_name(word) or (re.fullmatch(r"[^\W\d_]{3,20}", word) and not is_ordinary(word)):
        return "name"
    return "word"
