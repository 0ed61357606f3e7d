"""What customers have called their machines and buckets: in prompts, logs and addresses, and where somebody says so."""

from __future__ import annotations

import re

from pipeline.preprocessing.hosts import KEPT_LABEL
from pipeline.preprocessing.names import SYSTEM_USERS
from pipeline.preprocessing.patterns import Rule, rule
from pipeline.preprocessing.words import is_ordinary

_ZONE = re.compile(r"[a-z]{2}-[a-z]{4,10}(?:-?\d[a-z]?)?$|[a-z]{4,9}-[a-z]{4,10}-?\d[a-z]?$|[a-z]{1,8}-(?=[a-z0-9]*\d)[a-z0-9]{8,}$")
_OWN = re.compile(r"ip-\d|ec2-\d|localhost|raspberrypi")


def _machine(text: str, start: int, end: int) -> bool:
    """A name that somebody gave: no everyday word, and not the system's own ('localhost', 'ip-10-0-0-7')."""
    value = text[start:end].casefold()
    return not is_ordinary(value) and value not in SYSTEM_USERS and not KEPT_LABEL.match(value) and not _OWN.match(value)


def _said(text: str, start: int, end: int) -> bool:
    """The same in running words, where hyphens also make words: one part must be unknown to the dictionary, and all no zone or id."""
    value = text[start:end].casefold()
    unknown = any(len(p) > 2 and not is_ordinary(p) for p in re.findall(r"[a-z]+", value))
    return unknown and _machine(text, start, end) and not _ZONE.match(value)


_HYPHENED = r"([a-z0-9]{2,30}(?:-[a-z0-9]{1,30}){1,4})(?![\w/:@-]|\.\w)"

MACHINES: tuple[Rule, ...] = (
    rule("HOST_NAME", 0.85, r"(?<![\w.@-])[a-z_][\w.-]{0,31}@([a-z][\w-]{1,62})(?=[: ][~/][^\n]{0,80}?[$#]|\])", _machine, "@"),
    rule("HOST_NAME", 0.7, r"(?<![\w.@-])[a-z_][\w.-]{1,31}@([a-z][\w-]{3,62})(?=[\s)\],;\"'`]|$)", _said, "@"),  # the comment of a key
    rule("HOST_NAME", 0.8, r"(?:^|\n)([a-z][\w-]{2,62})(?= login:)", _machine, "login:"),
    rule(  # a line of syslog
        "HOST_NAME",
        0.75,
        r"(?:^|\n)(?:[a-z]{3} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.+-]{8,24}Z?) "
        r"([a-z][\w-]{2,62})(?= [\w./-]{2,40}(?:\[\d{1,8}\])?: )",
        _machine,
        ":",
    ),
    rule("HOST_NAME", 0.75, r"(?<![a-z])(?:s3|oss|gs|cos)://([a-z0-9][a-z0-9.-]{2,62}?)(?=[/\s\"'`),;]|$)", _machine, "://"),
    rule("HOST_NAME", 0.75, r"nosuchbucket\W{1,3}([a-z0-9][a-z0-9-]{2,62})(?![\w.-])", _machine, "nosuchbucket"),
    rule(
        "HOST_NAME",
        0.75,
        rf"(?<![a-z])(?:buckets?|host(?:name)?|server|machine|vm|instance)(?: (?:name|named|called))?(?: is| =|:)? [\"'`“]?{_HYPHENED}",
        _said,
        "bucket host server machine vm instance",
    ),
    rule(
        "HOST_NAME",
        0.75,
        rf"(?:存储桶|桶|主机|服务器|实例|机器)(?:名称?|名字)?(?:[:：是为叫]|\s){{0,3}}[\"'`“]?{_HYPHENED}",
        _said,
        "桶 主机 服务器 实例 机器",
    ),
)
