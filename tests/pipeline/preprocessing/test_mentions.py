"""Names in passing: no list has them, what is said of their bearers betrays them."""

import pytest

from pipeline.preprocessing.mentions import mentioned_names


def found(text: str) -> list[str]:
    return [text[f.start : f.end] for f in mentioned_names(text)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("my cousin Unau says he copied it", "Unau"),
        ("one user (Quorinda) sent me her request", "Quorinda"),
        ("Zuberis (our trainee) switched it on", "Zuberis"),
        ("an old cron job of Vexolin from 2024", "Vexolin"),
        ('it was some "prompt test" of Vexolin, ignore it', "Vexolin"),
        ("Any news from Quorinda?", "Quorinda"),
        ("please tell Quorinda that it works", "Quorinda"),
        ("that was Zuberis's old mailbox", "Zuberis"),
        ("love from the whole shop, Persephone W.", "Persephone W."),
        ("```\nQuorinda Velasquín,+49 30 1234567,88.00\n```", "Quorinda Velasquín"),
        ("i'll ask vexolin he has the login", "vexolin"),
        ("it rang on zuberis's phone", "zuberis"),
        ("all done, kind regards vexolin zuberis-quorn", "vexolin zuberis-quorn"),
    ],
)
def test_finds_names_in_passing(text: str, name: str) -> None:
    assert name in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "my friend Google says so",
        "one server (Debian) is down",
        "The cache (our server) is full",
        "ask support they have the key",
        "Any news from Support?",
        "the customer's phone rang",
        "Thanks and regards everyone",
        "Total,12,30\nOrders,4,5",
        "tell Docker to restart",
    ],
)
def test_leaves_words_and_products(text: str) -> None:
    assert found(text) == []
