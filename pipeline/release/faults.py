"""What validation finds, and safe ways to look at files that anybody may have edited."""

from __future__ import annotations

import hashlib
import os
import stat
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pipeline.release.manifest import FileFacts

LONGEST_LINE = 64 * 2**20
"""Bytes; a longer line is a fault and ends the reading of its file."""

_MOST_PER_FILE = 100
_LONGEST_TEXT = 300


class Fault(NamedTuple):
    """One thing that is wrong with a release."""

    file: str
    """Path in the release."""
    line: int
    """Line from 1, of Parquet files the row; 0 where the whole file is meant."""
    text: str
    """What is wrong, in a sentence that does not quote the file at length."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class Faults:
    """Collects faults; of one file no more than a person can read."""

    def __init__(self) -> None:
        self._found: list[Fault] = []
        self._per_file: Counter[str] = Counter()

    def add(self, file: str, line: int, text: str) -> None:
        self._per_file[file] += 1
        if self._per_file[file] <= _MOST_PER_FILE:
            self._found.append(Fault(_printable(file), line, _printable(text)))

    def list(self) -> list[Fault]:
        """All faults, sorted by file and line."""
        more = [Fault(_printable(f), 0, f"and {n - _MOST_PER_FILE} more faults") for f, n in self._per_file.items() if n > _MOST_PER_FILE]
        return sorted({*self._found, *more})


def _printable(text: str) -> str:
    """File names and field names may be anything: no control characters, no half surrogates, not too long."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[: 2 * _LONGEST_TEXT])
    return plain if len(plain) <= _LONGEST_TEXT else plain[:_LONGEST_TEXT] + "…"


def list_files(root: Path, faults: Faults) -> dict[str, FileFacts]:
    """Every regular file below the root, by path with slashes. Links and devices are faults and are not followed."""
    found: dict[str, FileFacts] = {}
    pending = [""]
    while pending:
        inside = pending.pop()
        try:
            entries = sorted(os.scandir(root / inside), key=lambda e: e.name)
        except OSError as error:
            faults.add(inside or ".", 0, f"the folder cannot be read: {error.strerror}")
            continue
        for entry in entries:
            path = f"{inside}/{entry.name}" if inside else entry.name
            if entry.is_dir(follow_symlinks=False):
                pending.append(path)
            elif entry.is_file(follow_symlinks=False):
                try:
                    found[path] = _facts(root / path, path)
                except OSError as error:
                    faults.add(path, 0, f"cannot be read: {error.strerror}")
            else:
                faults.add(path, 0, "is neither a file nor a folder (a symbolic link or a device)")
    return found


def _facts(file: Path, path: str) -> FileFacts:
    with _open(file) as handle:
        digest = hashlib.file_digest(handle, "sha256").hexdigest()
        return FileFacts.model_construct(path=path, sha256=digest, size=handle.tell())


def _open(file: Path):  # type: ignore[no-untyped-def]  # a buffered binary reader, which typing cannot name for fdopen
    # Not following links here closes the gap between looking and opening.
    handle = os.fdopen(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb")
    if not stat.S_ISREG(os.fstat(handle.fileno()).st_mode):
        handle.close()
        raise OSError(0, "not a regular file")
    return handle


def read_lines(root: Path, path: str, faults: Faults) -> Iterator[tuple[int, str]]:
    """(number from 1, text) of each line of a UTF-8 file; faults for lines that are too long, empty or not UTF-8."""
    with _open(root / path) as handle:
        number = 0
        while raw := handle.readline(LONGEST_LINE + 1):
            number += 1
            if len(raw) > LONGEST_LINE:
                faults.add(path, number, f"the line is longer than {LONGEST_LINE} bytes")
                return
            if not raw.endswith(b"\n"):
                faults.add(path, number, "the file is cut: its last line has no end")
            try:
                text = raw.decode("utf-8").rstrip("\n")
            except UnicodeDecodeError as error:
                faults.add(path, number, f"not UTF-8 at byte {error.start + 1} of the line")
                continue
            if text.strip():
                yield number, text
            else:
                faults.add(path, number, "the line is empty")


def read_text(root: Path, path: str, faults: Faults) -> str | None:
    """A whole UTF-8 file, None (and a fault) where it is too long or not UTF-8."""
    with _open(root / path) as handle:
        raw = handle.read(LONGEST_LINE + 1)
    if len(raw) > LONGEST_LINE:
        faults.add(path, 0, f"the file is longer than {LONGEST_LINE} bytes")
        return None
    try:
        return str(raw, "utf-8")
    except UnicodeDecodeError as error:
        faults.add(path, 1 + raw.count(b"\n", 0, error.start), "not UTF-8")
        return None
