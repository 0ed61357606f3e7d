"""Account names by the words around them."""

import pytest

from pipeline.preprocessing.accounts import ACCOUNTS


def found(text: str) -> set[str]:
    return {text[f.start : f.end] for rule in ACCOUNTS for f in rule.find(text, text.casefold())}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("sshd[8812]: Invalid user quorndalm from 10.0.0.7 port 51022", "quorndalm"),
        ("Failed password for quorndalm from 10.0.0.7", "quorndalm"),
        ("my colleague (user quorndalm) can't either", "quorndalm"),
        ("define('DB_USER', 'quornadm');", "quornadm"),
        ("there is 'quorn_7' with admin, created 23:16", "quorn_7"),
        ('"principal": "user/quorn.maren"', "quorn.maren"),
        ("加我微信 quorn_maren 这种", "quorn_maren"),
        ("my telegram is @quorn_maren", "quorn_maren"),
        ("mysql://quornadm:x@db", "quornadm"),
    ],
)
def test_finds_account_names(text: str, name: str) -> None:
    assert name in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "the normal password for IMAP. is refused",
        "Invalid user root from 10.0.0.7",
        "every user (guest) can see it",
        "微信 支付 wechat pay works",
        "'backup' has the admin role",
    ],
)
def test_leaves_system_accounts_and_words(text: str) -> None:
    assert found(text) == set()
