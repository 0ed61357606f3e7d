"""Writes a release to disk: whole and proved, or not at all."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from pipeline.errors import InvalidRelease, ReleaseError, VersionExists
from pipeline.release import diff
from pipeline.release.build import Content
from pipeline.release.card import card, plots
from pipeline.release.croissant import croissant
from pipeline.release.manifest import (
    CARD_FILE,
    CHANGES_FILE,
    CROISSANT_FILE,
    FORMAT,
    MANIFEST_FILE,
    NAME,
    VERSION_PATTERN,
    FileFacts,
    Manifest,
    canary_of,
    checksum_of,
)
from pipeline.release.validate import validate


def next_version(folder: Path, today: date) -> str:
    """The next free version of this month, YYYY.MM.N with N from 1: one more than the highest that is there."""
    month = f"{today:%Y.%m}."
    taken = [int(v.removeprefix(month)) for v in _versions(folder) if v.startswith(month)]
    return f"{month}{max(taken, default=0) + 1}"


def write_release(content: Content, folder: Path, version: str) -> Path:
    """Writes `folder/version` and returns it.

    Everything is written and flushed into a hidden folder beside the target, validated there, and renamed. Whatever
    happens before the rename, a kill included, leaves no version (a kill may leave the hidden folder, which nothing reads).

    Raises:
        VersionExists: a release of that version is there, or was finished meanwhile.
        InvalidRelease: what was written does not pass `validate`.
        ReleaseError: a version that is not YYYY.MM.N.
        OSError: the disk.
    """
    if not re.fullmatch(VERSION_PATTERN, version):
        raise ReleaseError(f"{version!r} is not a version: it must be YYYY.MM.N, such as 2026.03.1")
    target = folder / version
    if os.path.lexists(target):
        raise VersionExists(f"{target} exists: releases are never overwritten, choose another version")
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / f".{version}.{secrets.token_hex(8)}.partial"
    try:
        _fill(partial, render(content, version, _previous(folder, version)))
        if faults := validate(partial):
            raise InvalidRelease([str(f) for f in faults])
        try:
            partial.rename(target)
        except OSError as error:
            if os.path.lexists(target):
                raise VersionExists(f"{target} was finished by another run meanwhile") from error
            raise
        _flush(folder)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    return target


def render(content: Content, version: str, previous: Path | None = None) -> dict[str, bytes]:
    """All files of the release by path. A function of content, version and the release before."""
    files = dict(content.files)
    files |= {path: text.encode() for path, text in plots(content).items()}
    facts = {path: FileFacts.of(path, data) for path, data in files.items()}
    files[CARD_FILE] = card(content, version).encode()
    files[CHANGES_FILE] = _changes(content, version, previous).encode()
    files[CROISSANT_FILE] = croissant(content, version, facts).encode()
    files[MANIFEST_FILE] = _manifest(content, version, files)
    return files


def _manifest(content: Content, version: str, files: Mapping[str, bytes]) -> bytes:
    manifest = Manifest(
        format=FORMAT,
        name=NAME,
        version=version,
        digest=content.digest,
        canary=canary_of(content.digest),
        files=[FileFacts.of(path, files[path]) for path in sorted(files)],
        checksum="",
        **dict(content.facts),
    )
    signed = manifest.model_copy(update={"checksum": checksum_of(manifest.model_dump(mode="json"))})
    return (signed.model_dump_json(indent=2) + "\n").encode()


def _changes(content: Content, version: str, previous: Path | None) -> str:
    if previous is None:
        return diff.changes_text(version, None)
    before = diff.read_edition(previous)
    if before is None:
        return diff.changes_text(version, None, unreadable=previous.name)
    after = diff.edition(
        version,
        content.facts.key_fingerprint,
        tasks=content.tasks,
        references=content.references,
        tools=content.tools,
        shared={path: content.files[path] for path in diff.SHARED},
    )
    return diff.changes_text(version, diff.compare(before, after))


def _versions(folder: Path) -> list[str]:
    """Names of the releases in a folder, oldest version first."""
    names = [p.name for p in folder.iterdir()] if folder.is_dir() else []
    return sorted((n for n in names if re.fullmatch(VERSION_PATTERN, n)), key=_order)


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _previous(folder: Path, version: str) -> Path | None:
    earlier = [v for v in _versions(folder) if _order(v) < _order(version)]
    return folder / earlier[-1] if earlier else None


def _fill(root: Path, files: Mapping[str, bytes]) -> None:
    """Writes the files and flushes them and their folders to the disk, so that the rename cannot come first."""
    root.mkdir()
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        with open(root / path, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    for folder in sorted({parent for path in files for parent in (root / path).parents if parent.is_relative_to(root)}, reverse=True):
        _flush(folder)


def _flush(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
