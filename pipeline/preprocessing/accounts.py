"""Account names of people that the words around them betray: logins, log lines, home folders, messengers."""

from __future__ import annotations

import re

from pipeline.preprocessing.credentials import PLACEHOLDER
from pipeline.preprocessing.names import SYSTEM_USERS
from pipeline.preprocessing.patterns import Rule, rule
from pipeline.preprocessing.words import is_ordinary


def _user(text: str, start: int, end: int) -> bool:
    value = text[start:end]
    name = value.casefold().rstrip(".-")
    if re.fullmatch(r"[A-Z][a-z]+", value) and re.match(r" [A-Z][a-z]+", text[end : end + 8]):  # 'User: Dana Whitfield' is a person
        return False
    return name not in SYSTEM_USERS and not (value.isalpha() and is_ordinary(value)) and not PLACEHOLDER.match(value)


def _path_user(text: str, start: int, end: int) -> bool:
    return text[start:end].casefold() not in SYSTEM_USERS and not PLACEHOLDER.match(text[start:end])


def _handle(text: str, start: int, end: int) -> bool:
    """A messenger's account: digits, or a name with a digit or sign in it, or one that no dictionary has."""
    value = text[start:end]
    return value.isdigit() or bool(re.search(r"[\d_.-]", value) and _user(text, start, end))


ACCOUNTS: tuple[Rule, ...] = (
    rule("USER_NAME", 0.9, r"(?<![\w.-])[a-z][a-z0-9+.-]{1,20}://([^\s:/@\"'<>]{1,64})(?::[^\s/\"'<>]{1,128})?@(?=[\w\[])", _user, "://"),
    rule(
        "USER_NAME",
        0.85,
        r"\b(?:invalid user|(?:failed|accepted) (?:password|publickey) for(?: invalid user)?|opened for user|closed for user|"
        r"authenticating user) "
        r"([a-z][\w.-]{1,31})(?= from| by|\(|\s|$)",
        _user,
        "user for",
    ),
    rule("USER_NAME", 0.8, r"user(?:_?name)?[\"']\s{0,2},\s{0,2}[\"']([A-Za-z0-9][\w.-]{1,38}\w)[\"']", _user, "user"),
    rule("USER_NAME", 0.75, r"(?<![a-z])(?<!a )(?<!the )user ([a-z][a-z0-9._-]{3,31}[a-z0-9])(?=[),;]|\.(?:\s|$)|$)", _user, "user"),
    rule(
        "USER_NAME",
        0.8,
        r"[\"'`]([a-z][\w.-]{2,31})[\"'`] (?:with|as|is|has|got|had)(?: an?| the)?(?: new)? (?:admin|administrator|owner|editor)",
        _user,
        "admin owner editor",
    ),
    rule("USER_NAME", 0.85, r"principal\W{1,6}(?:user|role)/([\w+=.@-]{2,64})", _user, "principal"),
    rule(
        "USER_NAME",
        0.85,
        r"(?:微信|wechat|weixin|telegram|skype|whatsapp|discord|钉钉|(?<![a-z])qq)(?:号码?|账号|id| id| name| handle)?(?:[:：是为]| is |"
        r"\s){1,3}@?([A-Za-z][\w.-]{4,30}\w|[1-9]\d{4,10})(?![\w.@])",
        _handle,
        "微信 wechat weixin telegram skype whatsapp discord 钉钉 qq",
    ),
    rule(
        "USER_NAME",
        0.8,
        r"(?<![a-z])(?:user(?:[ _-]?(?:name|id))?|login(?:[ _-]?name)?|uname|userid|ssh user|account name|screen name|"
        r"nick(?:name)?)[\"'\\]{0,3}\s{0,2}(?:is|was|:|=|：)\s{0,2}[\"'`\\]{0,3}([A-Za-z0-9][\w.-]{1,38}\w)",
        _user,
        "user login uname account screen nick",
    ),
    rule(
        "USER_NAME",
        0.8,
        r"(?<![a-z])(?:log(?:ged|ging)? ?in|sign(?:ed|ing)? in|authenticated|connect(?:ed|ing)?) (?:as|with)(?: user)? "
        r"[\"'`]?([a-z][\w.-]{1,31}\w)",
        _user,
        "log sign authen connect",
    ),
    rule(
        "USER_NAME",
        0.75,
        r"(?<![a-z])(?:user|username|for user|su -|sudo -u|chown|login for|account of user) "
        r"[\"'`]?([a-z][a-z0-9._-]{1,31}[a-z0-9])(?![\w(])",
        lambda t, s, e: _user(t, s, e) and not t[s:e].isalpha(),
        "user su sudo chown",
    ),
    rule("USER_NAME", 0.85, r"(?:用户名|登录名|昵称|用户)[:：是为]\s{0,2}([A-Za-z][\w.-]{1,31})", _user, "用户 登录名 昵称"),
    rule(
        "USER_NAME",
        0.9,
        r"(?:/home/|/Users/|[A-Z]:\\{1,4}(?:Users|Documents and Settings)\\{1,4})([A-Za-z0-9][\w.-]{0,31}\w)",
        _path_user,
        "home users settings",
    ),
    rule("USER_NAME", 0.8, r"(?<![\w.@/-])([a-z_][\w.-]{0,31})@(?=[\w-]{1,63}(?:[:\s~$#,;)]|$)|(?:\d{1,3}\.){3}\d)", _user, "@"),
    rule("USER_NAME", 0.85, r"arn:aws[\w-]{0,8}:iam::\d{12}:(?:user|role)/([\w+=.@/-]{2,64})", _user, "arn:"),
)
