"""What a release says about itself, for machines."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from datetime import date
from pathlib import PurePath
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from pipeline.canonical import canonical_json, content_digest
from pipeline.settings import Settings

NAME: Final = "cirrusbench"
FORMAT: Final = "cirrusbench-release/1"
VERSION_PATTERN = r"[0-9]{4}\.[0-9]{2}\.[0-9]{1,6}"

MANIFEST_FILE = "manifest.json"
SUBTASKS_FILE = "subtasks.parquet"
LEDGER_FILE = "ledger.parquet"
CARD_FILE = "README.md"
CHANGES_FILE = "CHANGES.md"
CROISSANT_FILE = "croissant.json"
TYPES_PLOT = "plots/reply-types.svg"
CATEGORIES_PLOT = "plots/categories.svg"
DOCUMENTS = (CARD_FILE, CHANGES_FILE, CROISSANT_FILE, TYPES_PLOT, CATEGORIES_PLOT)
"""Files for readers: they name the version or draw what is elsewhere, so that the digest leaves them out."""

OPEN = "open"
"""Stands for a reply type that was left open."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SourceFacts(_Model):
    """One source of tickets."""

    name: str = Field(description="Its name in the settings.")
    format: str = Field(description="Format it was read from.")
    licence: str = Field(description="Its licence as the settings give it, empty where they do not.")
    tickets: int = Field(ge=0, description="Tickets of this release from it.")
    first_day: date | None = Field(description="Day (UTC) on which the first of them was opened, where known.")
    last_day: date | None = Field(description="Day (UTC) on which the last of them was opened, where known.")


class Counts(_Model):
    """How many of what."""

    tickets: dict[str, int] = Field(description="Input tickets by the state in which they ended.")
    tasks: dict[Literal["with_tool", "no_tool"], int] = Field(description="Tasks by the evaluator's domain.")
    subtasks: int = Field(ge=0, description="Subtasks of all tasks.")
    reply_types: dict[str, int] = Field(description="Subtasks by reply type; `open` where the label was left open.")
    tools: int = Field(ge=0, description="Tools in the tool file.")
    references: int = Field(ge=0, description="Passages in all reference files.")


class Facts(_Model):
    """The part of a manifest that does not depend on the version."""

    code_version: str = Field(description="Version of the factory.")
    models: dict[str, str] = Field(description="Models and prompts by what they were used for, with version.")
    key_fingerprint: str = Field(description="Tells whether two releases used one surrogate key; says nothing about the key.")
    sources: list[SourceFacts] = Field(description="Where the tickets come from.")
    counts: Counts = Field(description="How many of what.")
    settings: dict[str, Any] = Field(description="Settings that decide the content; of paths only the last part.")


class FileFacts(_Model):
    """One file of the release."""

    path: str = Field(description="Path in the release, with slashes.")
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256 of its bytes.")
    size: int = Field(ge=0, description="Size in bytes.")

    @classmethod
    def of(cls, path: str, data: bytes) -> FileFacts:
        return cls(path=path, sha256=hashlib.sha256(data).hexdigest(), size=len(data))


class Manifest(Facts):
    """manifest.json."""

    format: Literal["cirrusbench-release/1"] = Field(description="Format of this file and of the release.")
    name: Literal["cirrusbench"] = Field(description="Name of the benchmark.")
    version: str = Field(pattern=f"^{VERSION_PATTERN}$", description="YYYY.MM.N.")
    digest: str = Field(pattern=r"^[0-9a-f]{64}$", description="Names the content: SHA-256 over path and SHA-256 of its files.")
    canary: str = Field(description="A GUID that stands nowhere else: whoever can recite it has trained on the release.")
    files: list[FileFacts] = Field(description="Every file but this one, sorted by path.")
    checksum: str = Field(description="SHA-256 over the rest of this file: finds damage, proves no origin.")


def checksum_of(manifest: Mapping[str, Any]) -> str:
    """The checksum of a manifest, given as plain JSON values; its own entry is left out, layout does not matter."""
    return content_digest(canonical_json({k: v for k, v in manifest.items() if k != "checksum"}))


def digest_of(hashes: Mapping[str, str]) -> str:
    """The digest of a release: over (path, sha256) of its content files, sorted; documents and the manifest left out."""
    content = sorted((p, h) for p, h in hashes.items() if p not in DOCUMENTS and p != MANIFEST_FILE)
    return content_digest(*(part for pair in content for part in pair))


def canary_of(digest: str) -> str:
    """A GUID made of the digest."""
    return str(uuid.UUID(content_digest("canary", digest)[:32], version=4))


def public_settings(settings: Settings) -> dict[str, Any]:
    """The settings that decide the content. Of paths only the last part is told: the rest says where a machine keeps things."""
    plain: dict[str, Any] = _without_folders(settings.model_dump(mode="json"))
    del plain["workers"]  # never changes the result
    del plain["release"]["folder"], plain["release"]["version"]
    return plain


_PATHS = {"path", "schemas", "model", "spacy_model", "policy", "judge_prompt"}


def _without_folders(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {k: _without_folders(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [_without_folders(v) for v in value]
    return PurePath(value.replace("\\", "/")).name if key in _PATHS and isinstance(value, str) else value
