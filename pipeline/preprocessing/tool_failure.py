"""Whether a tool's result reports an error."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from pipeline.release.strict_json import parse_json

_ERRORS = {"error", "errors", "exception", "错误", "异常"}
_SUCCESS = {"success", "ok", "succeeded", "issuccess", "成功", "是否成功"}
_MESSAGES = {"message", "msg", "detail", "details", "reason", "信息", "错误信息", "原因"}
_CODES = {"errorcode", "errcode", "errormessage", "errormsg", "errmsg", "错误码"}
_HTTP = {"statuscode", "httpstatus", "httpstatuscode", "httpcode"}
_STATUS = {"status", "result", "outcome", "状态", "结果"}
_BESIDE = {"data", "requestid", "traceid", "timestamp", "type", "hint", "title", "instance", "path", "tool"}
_ENVELOPE = _ERRORS | _SUCCESS | _MESSAGES | _CODES | _HTTP | _STATUS | _BESIDE | {"code"}

_BAD_STATUS = {"error", "err", "failed", "failure", "fail", "exception", "失败", "错误", "异常", "出错"}
_NONE = {"", "0", "00", "none", "null", "ok", "success", "no", "false", "无", "没有", "[]", "{}"}
_ERROR_CODE = re.compile(
    r"(?i)error|invalid|notfound|forbidden|unauthori[sz]ed|denied|fail|exception|throttl|timeout|missing|exceed|unavailable"
)
_NO_LETTER = re.compile(r"[\W_]+")

# Words that open an error message. "Error log: empty" or "failed logins: 0" are findings, so what follows counts too.
_WORDS = re.compile(
    r"""\W{0,8}(?:
        [\w.]{0,80}?(?:error|exception|failure)\s{0,3}(?:$|[:：,，.。!(\[{-]|\d|code\b|while\b|when\b|during\b|in\s|occurred\b|calling\b|executing\b)
      | (?-i:ERROR\s+\S|Error\s+[A-Z]\w{0,40}[a-z][A-Z])
      | an?\s(?:\w{1,20}\s){0,2}(?:error|exception)\s(?:has\s)?occurred
      | (?:failed|unable)\s+to\s | (?:failed|failure|fail)\s*(?:$|[:：.!(-])
      | (?:request|operation|call|command|query|tool(?:\scall)?)\s+(?:has\s)?(?:failed|timed\sout)
      | traceback\s\(most\srecent | fatal\s*: | (?:http|status)(?:/[\d.]{1,3}|\s?code)?\s*[:=]?\s*(?:error\s*)?[45]\d\d\b
      | (?:[45]\d\d\s+)?(?:internal\sserver\serror|bad\s(?:gateway|request)|service\sunavailable|gateway\stime-?out|too\smany\srequests
        |forbidden|unauthorized|access\sdenied)\b | 404\snot\sfound\b
      | (?![^，。,.\s]{0,8}(?:无|没有|未|零))[^\W\d_a-z]{0,8}(?:错误|失败|异常|出错|报错|超时)(?:$|\W|码|信息|代码|了|\d)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_CANNOT = re.compile(
    r"\W{0,8}(?:could\snot|cannot|can't)\s+(?:connect|find|process|execute|complete|reach|load|parse|open|access)\b", re.IGNORECASE
)


def failed(result: str) -> bool:
    """Whether a result, text or JSON, says in English or Chinese that the call failed."""
    text = result.strip()
    if text[:1] in ("{", "["):
        try:
            return _reports(parse_json(text))
        except ValueError:
            pass
    head = text[:400]
    return bool(_WORDS.match(head) or _CANNOT.match(head))


def _reports(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(v, dict) and _reports(v) for v in value)
    if not isinstance(value, dict):
        return False
    # Snake case, camel case and hyphens are one: error_code, errorCode, ErrorCode.
    members = {_NO_LETTER.sub("", k).lower(): v for k, v in value.items()}
    if any(_says_so(key, _plain(member)) for key, member in members.items()):
        return True
    # A record may tell of a failure without being one, say of a message that was not delivered: only where nothing but
    # the parts of an error report stand in an object do its status and codes speak of the call itself.
    told = {k: _plain(v) for k, v in members.items() if _plain(v) not in _NONE}
    if told.keys() <= _ENVELOPE and any(_hints(key, text, told.keys()) for key, text in told.items()):
        return True
    return len(members) == 1 and _reports(next(iter(value.values())))


def _says_so(key: str, text: str) -> bool:
    return (key in _ERRORS and text not in _NONE) or (key in _SUCCESS and text in {"false", "no", "否"})


def _hints(key: str, text: str, beside: Collection[str]) -> bool:
    if key in _STATUS and text in _BAD_STATUS:
        return True
    if key in _HTTP or (key in {"code", "status"} and text.isdecimal()):
        return len(text) == 3 and text[0] in "45"
    return key in _CODES or (key == "code" and bool(_MESSAGES & set(beside)) and bool(_ERROR_CODE.search(text)))


def _plain(value: Any) -> str:
    return "" if value is None else str(value)[:200].strip().lower()
