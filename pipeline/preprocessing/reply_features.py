"""What a reply classifier sees besides the embeddings: a few cues that can be read off the words, in English and Chinese."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from pipeline.interfaces import Vectors


class ReplyContext(NamedTuple):
    """An agent's reply with what it answers."""

    request: str
    """The customer's words since the agent's previous reply."""
    reply: str
    after_call: bool
    """Tool calls were made between request and reply."""
    first: bool
    """It is the agent's first reply in the ticket."""


_WINDOW = 1000  # characters of a reply that the embedding model can read, about
_HEAD = 600


def reply_text(reply: str) -> str:
    """What of a reply is embedded: head and tail of a long one, since its question or outcome may stand at either end."""
    return reply if len(reply) <= _WINDOW else f"{reply[:_HEAD]} … {reply[_HEAD - _WINDOW :]}"


def request_text(request: str) -> str:
    """What of a request is embedded: its end, which is what the agent answers."""
    return request[-_WINDOW:]


_CUES: dict[str, tuple[str, ...]] = {
    "asks for": (
        r"\b(?:could|can|would|will|may) (?:you|i|we)\b[^.?!\n]{0,120}\?",
        r"\b(?:please|pls|kindly) (?:provide|share|send|confirm|tell|let me know|paste|post)",
        r"\bi(?:'ll| will)? need (?:your|the|to know|a few)|请(?:您|你)?(?:提供|告知|确认|发|问|说明|补充|把)|能否",
        r"麻烦(?:您|你)?(?:提供|发|确认|说)|(?:什么|哪|吗|么|多少|是否)[^。\n]{0,12}[?？]",
    ),
    "question word": (r"\b(?:what|which|where|when|who|how|do|did|does|is|are|have|has|any)\b[^.?!\n]{0,100}\?",),
    "confirm before": (
        r"\b(?:would you like|do you want|shall i|should i|may i)\b[^.?!\n]{0,120}",
        r"\bconfirm\b[^.\n]{0,80}(?:proceed|yes|go ahead)|是否(?:确认|继续|需要)",
    ),
    "steps": (r"(?:^|\n)\s*(?:\d+[.)、]|[-*•])\s+\S|\b(?:first|then|next|after that|finally)\b,?|首先|然后|接着|第[一二三]步",),
    "do": (
        r"\b(?:go to|open|run|try|use|set|add|remove|install|click|select|check|edit|change|enable|disable|restart)\b",
        r"\b(?:reinstall|type|sudo|apt(?:-get)?|you (?:can|need|have|should|could|must))\b",
        r"请(?:您|你)?(?:在|到|先|用|打开|点击|进入|执行|重启|检查)|可以(?:在|用|通过|到)|需要(?:先|在)",
    ),
    "done": (
        r"\b(?:has|have) been (?:\w+ )?(?:\w+ed|reset|sent|set|made|done)\b|\bi(?:'ve| have)(?: now| just)? \w+ed\b",
        r"\bsuccessfully\b|已(?:经)?(?:为您|帮您|给您|完成|处理|重置|退|开通|恢复|更新|提交)",
    ),
    "because": (
        r"\b(?:because|due to|caused by|the reason|the cause|that(?:'s| is) why|which means|turns out)\b|因为|原因是",
        r"导致|由于",
    ),
    "refuses": (
        r"\b(?:cannot|can't|can not|unable to|not possible|not able to|not eligible|unfortunately|no longer)\b|无法|不能",
        r"不支持|抱歉.{0,10}不",
    ),
    "means": (
        r"\b(?:means|refers to|stands for|in other words|to clarify|to be clear|just to confirm|if i understand)\b",
        r"\b(?:so you(?:'re| are)|you mean|i mean|i meant|actually|the difference)\b",
        r"意思是|指的是|也就是说|换句话说|您的意思|说明一下|确认一下|您是说|区别",
    ),
    "sorry": (r"\b(?:sorry|apologi[sz]e|apolog(?:y|ies)|regret)\b|抱歉|对不起|不好意思",),
    "feels": (
        r"\b(?:understand|frustrat\w+|inconvenien\w+|appreciate your patience|stress\w*|annoy\w+|upset)\b",
        r"\b(?:worr(?:y|ied)|trust me|rest assured|bear with)\b",
        r"理解您|体谅|着急|放心|耐心|给您带来",
    ),
    "greets": (
        r"^\W*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|welcome)\b",
        r"^\W*(?:thanks? (?:you )?for (?:contacting|calling|reaching))\b",
        r"^您好|^你好|欢迎",
    ),
    "closes": (
        r"\b(?:anything else|have a (?:great|good|nice|wonderful)|you(?:'re| are) welcome|glad (?:i|to|we))\b",
        r"\b(?:no problem|np|take care|bye|cheers|goodbye|rate|survey|feedback|happy to help|good luck)\b",
        r"还有(?:什么|其他)|祝您|再见|不客气|评价|满意",
    ),
    "waits": (
        r"\b(?:one moment|hold on|bear with me|a moment|just a (?:sec|minute|moment)|please wait)\b",
        r"\b(?:let me (?:check|look|see|pull)|i(?:'ll| will) (?:check|look|get back)|transfer\w*|escalat\w+)\b",
        r"\b(?:forward\w*)\b",
        r"稍等|请稍候|正在|转接|转交|升级",
    ),
    "thanks": (r"\b(?:thank(?:s| you)|thx)\b|谢谢|感谢",),
    "laughs": (
        r"(?:[:;]-?[)DPp(])",
        r"\b(?:lol|haha\w*|heh|hehe|lmao|rofl|yay|nice|cool|yep|yup|nope|ok|okay|sure|right|indeed|true)\b",
    ),
    "code": (r"`|https?://|/\w+/\w+|\b\w+\.(?:conf|list|deb|sh|py|txt|org|com)\b|--\w+|\$\s?\w+",),
    "figures": (r"\d",),
    "money": (r"[$€£¥]\s?\d|\d\s?(?:usd|eur|yuan|元|%)",),
}
_PATTERNS = [re.compile("|".join(alternatives), re.IGNORECASE) for alternatives in _CUES.values()]
_WORD = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+")
_MANY = 20_000  # characters that are looked at
_REQUEST_CUES = re.compile(r"[?？]|\b(?:how|what|why|where|can|could|help)\b|怎么|如何|为什么|能否|吗", re.IGNORECASE)
_REQUEST_DONE = re.compile(
    r"\b(?:thanks?|thank you|thx|bye|great|perfect|ok(?:ay)?|works|solved|yes)\b|谢谢|好的|可以了|解决了", re.IGNORECASE
)


def cues(context: ReplyContext) -> Vectors:
    """(number of cues,) float32: each between 0 and 1.

    Length is no cue: how long a reply is depends more on the channel (chat, letter) than on its type.
    """
    reply, request = context.reply[:_MANY], context.request[-_MANY:]
    asked = sum(1 for _ in _WORD.finditer(request))
    values = [min(2, sum(1 for _ in p.finditer(reply))) / 2 for p in _PATTERNS]
    last = reply.rstrip()[-1:]
    values += [
        float(last in "?？"),
        float("?" in reply or "？" in reply),
        float(context.after_call),
        float(context.first),
        float(bool(_REQUEST_CUES.search(request))),
        float(bool(_REQUEST_DONE.search(request)) and asked < 15),
        float(not request.strip()),
    ]
    return np.array(values, dtype=np.float32)
