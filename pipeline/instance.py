"""The instance folder: what belongs to one installation and never enters a release (key, caches, raw stages)."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

from pipeline.errors import SettingsError

FOLDER_VARIABLE = "DAGSTER_HOME"
"""Environment variable that names the instance folder; Dagster keeps its own files there too."""

KEY_VARIABLE = "CIRRUSBENCH_KEY"
"""Environment variable that callers may read the key from; two machines with one key make the same release."""

_SHORTEST = 16


def default_folder(given: str | None = None) -> Path:
    """The instance folder: `given`, or `.instance` in the checkout, so that every way to build uses one key."""
    return Path(given) if given else Path(__file__).resolve().parent.parent / ".instance"


def load_key(folder: Path, given: str | None = None) -> bytes:
    """The 32-byte key behind ticket ids, sampling order and surrogates.

    `given` wins; otherwise the key in `folder`, which is made (random, readable by its owner only) on first use.

    Raises:
        SettingsError: a given key of fewer than 16 characters, or a key file that is damaged.
    """
    if given is not None:
        if len(given) < _SHORTEST:
            raise SettingsError(f"{KEY_VARIABLE} must have at least {_SHORTEST} characters: it protects personal data")
        return hashlib.sha256(given.encode()).digest()
    path = folder / "surrogate.key"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32) + "\n")
    except FileExistsError:
        pass
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except ValueError:
        key = b""
    if len(key) != 32:
        raise SettingsError(f"{path} is damaged: it must hold 64 hex digits; restore it, or delete it to start a new series of releases")
    return key


def key_fingerprint(key: bytes) -> str:
    """12 hex digits by which two releases can be seen to have been made with one key; says nothing about the key."""
    return hashlib.sha256(b"cirrusbench key fingerprint" + key).hexdigest()[:12]
