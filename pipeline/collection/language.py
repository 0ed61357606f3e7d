"""Which language a text is in, as far as the factory needs to know: by its letters."""

from __future__ import annotations

import re

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_OTHER_SCRIPT = re.compile(r"[\u0370-\u1fff\u3040-\u30ff\uac00-\ud7af]")  # Greek to Georgian and beyond, kana, hangul
_LATIN = re.compile(r"[A-Za-z]")

_SAMPLE = 20_000  # characters looked at: a log of a megabyte says no more than its beginning


def language_of(text: str) -> str:
    """'zh', 'en' or 'other'. A Chinese character weighs as much as four letters, about as much as a word's worth of text."""
    text = text[:_SAMPLE]
    han, other, latin = (len(p.findall(text)) for p in (_HAN, _OTHER_SCRIPT, _LATIN))
    if other > max(han, latin):
        return "other"
    return "zh" if han * 4 > latin else "en"
