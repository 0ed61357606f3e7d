"""Bare answers: 'meena 4159' after 'May I have your name and the last digits?' needs the question to be understood."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.preprocessing.patterns import Finding
from pipeline.preprocessing.words import is_known_name, is_ordinary

_ASKS = re.compile(
    r"\b(?:name|number|id|ssn|digits|password|passcode|pin|zip|postal|address|phone|email|e-mail|account|policy|claim|user ?name|login|date of birth|dob|verify|identity)\b|"
    r"姓名|名字|号码|编号|账号|密码|电话|手机|邮箱|地址|身份证",
    re.I,
)
_ASKS_NAME = re.compile(r"\b(?:your|full|first|last|account holder|customer|the) name\b|\bwho\b|\bmay i know\b|姓名|名字|称呼", re.I)
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
        elif role == "customer" and 0 < len(text) <= 80 and "\n" not in text.strip():
            if not overheard or _ASKS.search(question):
                findings = _bare(text, question, overheard)
        found.append(findings)
    return found


def _bare(text: str, question: str, overheard: bool) -> list[Finding]:
    words = [(m.start(), m.end(), m.group()) for m in re.finditer(r"[^\s,;]+(?<![.!?])", text)]
    if not words or len(words) > 6:
        return []
    found: list[Finding] = []
    known = [_kind(w) for _, _, w in words]
    if any(k == "word" for k in known) and not (len(words) <= 5 and any(k in ("number", "code") for k in known)):
        return []
    for (start, end, word), kind in zip(words, known, strict=True):
        if kind == "number" and (overheard or 3 <= len(word) <= 19) and not re.match(r"(?:19|20)\d\d$", word):
            found.append(Finding(start, end, "RESOURCE_ID", 0.6))
        elif kind == "code":
            found.append(Finding(start, end, "SECRET" if _ASKS_SECRET.search(question) else "RESOURCE_ID", 0.6))
        elif kind == "name" and (not overheard or _ASKS_NAME.search(question)):
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
    if re.search(r"\d", word) and re.fullmatch(r"[\w@.!#$%&*-]{4,40}", word):
        return "code"
    if is_known_name(word) or (re.fullmatch(r"[^\W\d_]{3,20}", word) and not is_ordinary(word)):
        return "name"
    return "word"
