"""What customers have called their machines, and what only looks like it."""

import pytest

from pipeline.preprocessing.machines import MACHINES


def found(text: str) -> set[str]:
    return {text[f.start : f.end] for rule in MACHINES for f in rule.find(text, text.casefold())}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("maren@quorndal-db:~$ sudo growpart /dev/vda 1", "quorndal-db"),
        ("[maren@quorndal-db ~]$ ls", "quorndal-db"),
        ("quorndal01 login:", "quorndal01"),
        ("Mar 10 02:11:07 quorndal-web sshd[8812]: Accepted", "quorndal-web"),
        ("aws s3 cp x s3://quorndal-files/2026/", "quorndal-files"),
        ("uploads to bucket quorndal-uploads. blocked", "quorndal-uploads"),
        ("NoSuchBucket: quorndal-upload", "quorndal-upload"),
        ("我给存储桶 quorndal-guidang 设了30天过期", "quorndal-guidang"),
        ("ssh-ed25519 key of maren@quorndal", "quorndal"),
    ],
)
def test_finds_given_names(text: str, name: str) -> None:
    assert name in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "the server eu-central-2 is slow",
        "root@localhost:~# ls",
        "ubuntu@ip-10-0-0-7:~$ ls",
        "a host built-in by us",
        "a bucket us-east-1a away",
        "mx1 login:",
        "write to maren@quorndal.example please",
    ],
)
def test_leaves_zones_and_the_systems_own_names(text: str) -> None:
    assert found(text) == set()
