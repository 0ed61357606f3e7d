"""Secrets that the words before them betray: passwords, tokens, cookies."""

from __future__ import annotations

import re

from pipeline.preprocessing.patterns import Rule, rule
from pipeline.preprocessing.words import is_known_name, is_ordinary

IS = r"(?:\s{0,3}(?:is|was|are|being|=|:|：|是|为|#|->|=>)+\s{0,3}(?:now |still )?|\s{1,3})"
ASSIGN = r"[\"'`\\]{0,3}\s{0,3}(?:=>|=|:|：)\s{0,3}[\"'`\\]{0,3}"

PLACEHOLDER = re.compile(
    r"[*x•.•_-]+$|<|\$\{?\w|%\w|\{\{?|\[|(?:null|none|nil|true|false|undefined|required|optional|string|redacted|hidden|masked|empty|todo|"
    r"your\w*|my\w*|new\w*|old\w*|example\w*|changeme|secret|password|passwd|pass|token|key|value|yes|no)$",
    re.I,
)


def _assigned(text: str, start: int, end: int) -> bool:
    """What stands after 'password:' unless it is a placeholder, a call in code, or the first word of a sentence."""
    value = text[start:end]
    if PLACEHOLDER.match(value) or text[end : end + 1] == "(" or re.match(r"[A-Za-z_.]+\(", value):
        return False
    if re.match(r"(?:[a-z]{2,10}:)?[~.]{0,2}(?:/[a-z][\w.-]*){2,}$", value):  # the path of a file
        return False
    prose = value.isalpha() and is_ordinary(value) and re.match(r"[ \t]+[A-Za-z>]|[,;] ", text[end : end + 8])
    return not prose or text[start - 1] in "\"'`"


def _told(text: str, start: int, end: int) -> bool:
    """What stands after 'my password is': not an everyday word ('wrong', 'not working')."""
    value = text[start:end]
    if PLACEHOLDER.match(value):
        return False
    if value.isalpha() and len(value) >= 2:
        return not is_ordinary(value) and not (len(value) < 5 and value.islower() and not is_known_name(value))
    return bool(re.search(r"[0-9]", value)) or bool(re.search(r"[A-Za-z][^A-Za-z0-9'’.-][A-Za-z]", value))


def _mixed_word(text: str, start: int, end: int) -> bool:
    value = text[start:end]
    return bool(re.search(r"\d", value) and re.search(r"[A-Za-z]", value)) and not re.search(r"\.[a-z]{2,4}$|://", value)


def _drawn(text: str, start: int, end: int) -> bool:
    """Letters of both cases, digits and signs, and nothing of a path, call or markup."""
    value = text[start:end]
    return all(re.search(p, value) for p in (r"[a-z]", r"[A-Z]", r"\d", r"[!#$%&*?@^~+]")) and not re.search(
        r"://|[()<>{}\[\]]|@\w+\.", value
    )


def _drawn_long(text: str, start: int, end: int) -> bool:
    value = text[start:end]
    return sum(c.isdigit() for c in value) >= 2 and bool(re.search(r"[a-z]", value)) and bool(re.search(r"[A-Z]", value))


def _two_digits(text: str, start: int, end: int) -> bool:
    return sum(c.isdigit() for c in text[start:end]) >= 2


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
    r"(?:pass(?:[ _-]?(?:word|wd|phrase|code))|pwd|pswd|pass|\bpw|\bpsw|passwort|kennwort|mot de passe|contraseña|wachtwoord|hasło|"
    r"secret(?: access)?(?: key)?|(?:api|access|auth|security|recovery|license)[ _-]?(?:key|token|code)|token|密码|口令|密钥|令牌|验证码)"
)

CREDENTIALS: tuple[Rule, ...] = (
    # Secrets
    rule("SECRET", 1.0, r"(?<![\w.-])[a-z][a-z0-9+.-]{1,20}://[^\s:/@\"'<>]{0,64}:([^\s/\"'<>]{1,128})@(?=[\w\[])", None, "://"),
    rule(
        "SECRET",
        0.95,
        r"authorization[\"'\\]{0,3}\s{0,2}[:=]\s{0,2}[\"'\\]{0,3}(?:bearer |basic |token |apikey |digest |aws4-hmac-sha256 "
        r")?([^\s\"'\\,]{6,4000})",
        None,
        "authorization",
    ),
    rule("SECRET", 0.9, r"\b(?:bearer|basic) ([A-Za-z0-9._~+/-]{12,4000}={0,2})", None, "bearer basic"),
    rule(
        "SECRET",
        0.9,
        r"\b(?:set-)?cookies?[\"'\\]{0,3}\s{0,2}[:=：]\s{0,2}[\"'\\]{0,3}"
        r"([\w.-]{1,64}=[^\s;,\"'\\`]{1,2000}(?:; ?[\w.-]{1,64}=[^\s;,\"'\\`]{1,2000}){0,30}|[^\s\"'\\`]{8,2000})",
        None,
        "cookie",
    ),
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
        "pass pwd pswd pw psw kennwort contraseña wachtwoord hasło secret key token code 密 口令 令牌 码",
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
        0.82,
        r"(?:密码|口令)[^\n]{0,24}?(?:[旧新]的是|原来是|就是|设|改|填|输入|用)(?:的是|成|为|了)?[ ]?([!-~]{6,40})(?![!-~])",
        _mixed_word,
        "密码 口令",
    ),
    rule(  # 'the code is right: "Zk7#pLq-29vT"': no blank may be lost, so people put it in quotes
        "SECRET",
        0.75,
        r"(?<![a-z])(?:codes?|password|passwd|pwd|key|pin|auth[- ]?(?:code|info))\b[^\n\"“]{0,120}[\"“]\s?([!-!#-~]{8,64})\s?[\"”]",
        _drawn,
        "code pass pwd key pin auth",
    ),
    rule(
        "SECRET",
        0.85,
        r"(?<![a-z])(?:token|key|secret) [\"'`]?([A-Za-z0-9][\w-]{15,255})(?![\w.(/-])",
        _drawn_long,
        "token key secret",
        re.A,
    ),
    rule(  # user/password
        "SECRET",
        0.75,
        r"(?<![a-z])(?:htpasswd|htaccess|basic auth|credentials?|log(?:ged|ging)? ?in|sign(?:ed|ing)? in|typ(?:ed?|ing)|enter(?:ed|ing)?)\b"
        r"[^\n/]{0,80}?(?<![\w/.:@-])[a-z][\w.-]{1,20}/([a-z][\w!#$%&*-]{5,40})(?![\w/])",
        _two_digits,
        "ht auth cred log sign typ enter",
    ),
)
