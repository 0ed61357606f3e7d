"""Secrets and account names that the words before them betray: passwords, tokens, cookies, user names, home folders."""

from __future__ import annotations

import re

from pipeline.preprocessing.names import SYSTEM_USERS
from pipeline.preprocessing.patterns import Rule, rule
from pipeline.preprocessing.words import is_known_name, is_ordinary

IS = r"(?:\s{0,3}(?:is|was|are|being|=|:|：|是|为|#|->|=>)+\s{0,3}(?:now |still )?|\s{1,3})"
ASSIGN = r"[\"'`\\]{0,3}\s{0,3}(?:=>|=|:|：)\s{0,3}[\"'`\\]{0,3}"

_PLACEHOLDER = re.compile(
    r"[*x•.•_-]+$|<|\$\{?\w|%\w|\{\{?|\[|(?:null|none|nil|true|false|undefined|required|optional|string|redacted|hidden|masked|empty|todo|"
    r"your\w*|my\w*|new\w*|old\w*|example\w*|changeme|secret|password|passwd|pass|token|key|value|yes|no)$",
    re.I,
)


def _assigned(text: str, start: int, end: int) -> bool:
    """What stands after 'password:' unless it is a placeholder, a call in code, or the first word of a sentence."""
    value = text[start:end]
    if _PLACEHOLDER.match(value) or text[end : end + 1] == "(" or re.match(r"[A-Za-z_.]+\(", value):
        return False
    prose = value.isalpha() and is_ordinary(value) and re.match(r"[ \t]+[A-Za-z]", text[end : end + 8])
    return not prose or text[start - 1] in "\"'`"


def _told(text: str, start: int, end: int) -> bool:
    """What stands after 'my password is': not an everyday word ('wrong', 'not working')."""
    value = text[start:end]
    if _PLACEHOLDER.match(value):
        return False
    if value.isalpha() and len(value) >= 2:
        return not is_ordinary(value) and not (len(value) < 5 and value.islower() and not is_known_name(value))
    return bool(re.search(r"[0-9]", value)) or bool(re.search(r"[A-Za-z][^A-Za-z0-9'’.-][A-Za-z]", value))


def _mixed_word(text: str, start: int, end: int) -> bool:
    value = text[start:end]
    return bool(re.search(r"\d", value) and re.search(r"[A-Za-z]", value)) and not re.search(r"\.[a-z]{2,4}$|://", value)


def _user(text: str, start: int, end: int) -> bool:
    value = text[start:end]
    name = value.casefold().rstrip(".-")
    if re.fullmatch(r"[A-Z][a-z]+", value) and re.match(r" [A-Z][a-z]+", text[end : end + 8]):  # 'User: Dana Whitfield' is a person
        return False
    return name not in SYSTEM_USERS and not (value.isalpha() and is_ordinary(value)) and not _PLACEHOLDER.match(value)


def _path_user(text: str, start: int, end: int) -> bool:
    return text[start:end].casefold() not in SYSTEM_USERS and not _PLACEHOLDER.match(text[start:end])


_KEYWORD = (
    r"(?:pass(?:[ _-]?(?:word|wd|phrase|code))?s?|pwd|pw|psw|passw|pswd|secret(?:[ _-]?(?:access|api))?(?:[ _-]?key)?|"
    r"(?:api|app|access|auth|account|private|signing|encryption|shared|storage|license|secret)[ _-]?(?:key|token|secret)(?:[ _-]?(?:id|"
    r"secret|value))?|"
    r"(?:client|bot|refresh|session|bearer|csrf|xsrf|id|webhook)[ _-]?(?:token|secret|key|id)|token|credentials?|sessionid|phpsessid|"
    r"jsessionid|"
    r"sharedaccesssignature|accountkey|sharedaccesskey|access_?key_?id|access_?key_?secret|"
    r"密码|口令|密钥|令牌|访问密钥|验证码|动态码)"
)
_SURE_KEYWORD = (
    r"(?:pass(?:[ _-]?(?:word|wd|phrase|code))|pwd|pswd|pass|secret(?: access)?(?: key)?|(?:api|access|auth|security|"
    r"recovery|license)[ _-]?(?:key|token|code)|token|密码|口令|密钥|令牌|验证码)"
)

CREDENTIALS: tuple[Rule, ...] = (
    # Secrets
    rule("SECRET", 1.0, r"(?<![\w.-])[a-z][a-z0-9+.-]{1,20}://[^\s:/@\"'<>]{0,64}:([^\s/\"'<>]{1,128})@(?=[\w\[])", None, "://"),
    rule("USER_NAME", 0.9, r"(?<![\w.-])[a-z][a-z0-9+.-]{1,20}://([^\s:/@\"'<>]{1,64})(?::[^\s/\"'<>]{1,128})?@(?=[\w\[])", _user, "://"),
    rule(
        "SECRET",
        0.95,
        r"authorization[\"'\\]{0,3}\s{0,2}[:=]\s{0,2}[\"'\\]{0,3}(?:bearer |basic |token |apikey |digest |aws4-hmac-sha256 "
        r")?([^\s\"'\\,]{6,4000})",
        None,
        "authorization",
    ),
    rule("SECRET", 0.9, r"\b(?:bearer|basic) ([A-Za-z0-9._~+/-]{12,4000}={0,2})", None, "bearer basic"),
    rule("SECRET", 0.9, r"\b(?:set-)?cookies?[\"'\\]{0,3}\s{0,2}[:=：]\s{0,2}[\"'\\]{0,3}([^\r\n\"'\\]{4,2000})", None, "cookie"),
    rule(
        "SECRET",
        0.9,
        rf"{_KEYWORD}[A-Z0-9_]{{0,12}}{ASSIGN}((?:[^\s\"'`<>,;，。；、\\&]|&(?![\w.-]{{1,40}}=)){{3,256}}(?<![.)\]}}!?]))",
        _assigned,
        "pass pwd pw psw secret key token credential session id= signature 密 口令 令牌 码",
    ),
    rule(
        "SECRET",
        0.9,
        rf"{_KEYWORD}[A-Z0-9_]{{0,12}}\s{{0,2}}[:=：]\s{{0,2}}(?:\"([^\"\r\n]{{2,256}})\"|'([^'\r\n]{{2,256}})')",
        _assigned,
        "pass pwd pw secret key token 密",
    ),
    rule(
        "SECRET",
        0.85,
        rf"(?<![a-z]){_SURE_KEYWORD}(?:\s{{1,2}}(?:for|of|to|on) [\w@.-]{{1,60}}(?: [\w@.-]{{1,40}}){{0,4}})?(?:\s{{1,3}}(?:is|was|to|"
        rf"as|into)|是|为)[\s:：\"'`]{{0,4}}([^\s\"'`<>,;，。；、]{{3,128}}(?<![.)\]}}!?:]))",
        _told,
        "pass pwd pswd secret key token code 密 口令 令牌 码",
    ),
    rule(
        "SECRET",
        0.75,
        r"(?<![a-z])(?:password|passwd|pwd|passcode|pass word|pass code|pin|otp|cvv|cvc)(?: code| number| no)?[ :=]{1,3}(?:is "
        r")?([^\s\"'`<>,;]{3,64}(?<![.)\]}!?:]))",
        _told,
        "pass pwd pin otp cvv cvc",
    ),
    rule(
        "SECRET", 0.9, r"(?<![\w-])(?:--password[ =]|mysql[^\n|;]{0,80} -p)[\"']?([^\s\"'-][^\s\"']{2,64})", _assigned, "--password mysql"
    ),
    rule("SECRET", 0.9, r"(?<![\w-])-u ?[\w.@-]{1,64}:([^\s\"'@]{3,128})", _assigned, "-u"),
    rule(
        "SECRET",
        0.85,
        r"[?&](?:token|key|sig|signature|secret|code|auth|password|access_token|api_key|apikey|x-amz-signature|x-amz-credential|"
        r"session)=([^&\s\"'<>]{4,2000})",
        None,
        "?",
    ),
    rule(
        "SECRET",
        0.85,
        r"(?:验证码|密码|口令|密钥)(?:改成|改为|设置为|设成|是|为|：|:|\s){1,3}([A-Za-z0-9!-/:@#$%^&*_+=.-]{4,64})",
        None,
        "码 口令 密",
    ),
    rule(
        "SECRET",
        0.7,
        r"(?:password|passwd|pwd|passphrase|passcode)[^.\n()]{0,80}[(\"'“‘]([^\s()\"'“”‘’]{6,64})[)\"'”’]",
        _mixed_word,
        "pass pwd",
    ),
    rule("SECRET", 0.8, r"(?:密码|口令)[^，。\n]{0,12}[（(「“\"]([!-~]{5,40}?)[）)」”\"]", _mixed_word, "密码 口令"),
    rule(
        "SECRET",
        0.75,
        r"(?:密码|口令)[^\n]{0,24}?(?:设|改|填|输入|用)(?:的是|成|为|了)?[ ]?([!-~]{6,40})(?![!-~])",
        _mixed_word,
        "密码 口令",
    ),
    # People's accounts
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
